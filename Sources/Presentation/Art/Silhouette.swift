/// A picture in two tones: figure and ground.
struct Silhouette {
  private let width: Int
  private let height: Int
  private let isFigure: [Bool]

  /// Splits the pixels where Otsu's method finds the two tones furthest apart; the sky is ground.
  init(_ raster: Raster, sky: RGB) {
    width = raster.width
    height = raster.height
    let contrast = Contrast(raster, sky: sky)
    let levels = raster.pixels.map { contrast.distance(of: $0) }
    let threshold = Silhouette.threshold(of: levels)
    isFigure = levels.map { $0 > threshold }
  }

  /// Whether a pixel belongs to the figure; no pixel outside does.
  subscript(column: Int, row: Int) -> Bool {
    guard (0..<width).contains(column), (0..<height).contains(row) else { return false }
    return isFigure[row * width + column]
  }

  /// The level that parts the values into two groups of greatest variance between them, 0 to 255.
  static func threshold(of levels: [Int]) -> Int {
    var counts = [Int](repeating: 0, count: 256)
    for level in levels { counts[min(max(level, 0), 255)] += 1 }
    let total = levels.count
    let sum = counts.enumerated().reduce(0) { $0 + $1.offset * $1.element }
    var best = (threshold: 0, variance: -1.0)
    var (below, sumBelow) = (0, 0)
    for (level, count) in counts.enumerated() {
      below += count
      sumBelow += level * count
      guard below > 0, below < total else { continue }
      let difference =
        Double(sumBelow) / Double(below) - Double(sum - sumBelow) / Double(total - below)
      let variance = Double(below) * Double(total - below) * difference * difference
      if variance > best.variance { best = (level, variance) }
    }
    return best.threshold
  }
}

/// How far pixels stand out from the sky.
struct Contrast {
  private let sky: RGB
  private let greatest: Int

  /// Takes the measure of a picture before a flat sky.
  init(_ raster: Raster, sky: RGB) {
    self.sky = sky
    greatest = raster.pixels.reduce(1) { max($0, $1.difference(to: sky)) }
  }

  /// 0 for the sky's own colour up to 255.
  func distance(of pixel: RGB) -> Int { pixel.difference(to: sky) }

  /// The distance in steps, 0 for the sky to `steps - 1` for what stands out most.
  func level(of pixel: RGB, steps: Int) -> Int {
    min(steps - 1, distance(of: pixel) * steps / (greatest + 1))
  }
}
