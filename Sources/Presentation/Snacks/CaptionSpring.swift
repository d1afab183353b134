/// The way of a banner's caption from below to its place: an underdamped spring in closed form.
package struct CaptionSpring: Equatable, Sendable {
  /// Seconds of one swing without damping.
  package var response = 1.5
  /// 0 never stops; 1 and more don't swing.
  package var dampingFraction = 0.5
  /// Seconds before it starts.
  package var delay = 0.25
  /// Points below the banner's middle at the start.
  package var start = 190.0
  /// Points below the banner's middle at the end.
  package var end = 80.0

  /// The spring as the banner has it.
  package init() {}

  /// Points below the banner's middle at a time in seconds from the banner's appearance.
  package func offset(at time: Double) -> Double {
    end + (start - end) * displacement(at: time - delay)
  }

  /// What is left of the way, 1 at the start; below 0 where it swings over.
  func displacement(at time: Double) -> Double {
    guard time > 0, response > 0 else { return time > 0 ? 0 : 1 }
    let frequency = 2 * Double.pi / response
    let damping = min(max(dampingFraction, 0), 1)
    let decay = -damping * frequency * time
    guard damping < 1 else { return exponential(real: decay, imaginary: 0).real * (1 + frequency * time) }
    let swing = frequency * (1 - damping * damping).squareRoot()
    let turned = exponential(real: decay, imaginary: swing * time)
    return turned.real + damping * frequency / swing * turned.imaginary
  }

  /// The exponential of a complex number, which holds decay, cosine and sine in one.
  ///
  /// A series near zero and squarings need no mathematics library, and give the same on every machine.
  private func exponential(real: Double, imaginary: Double) -> (real: Double, imaginary: Double) {
    let squarings = 10
    let scale = Double(1 << squarings)
    let (x, y) = (real / scale, imaginary / scale)
    var term = (real: 1.0, imaginary: 0.0)
    var sum = term
    for index in 1...12 {
      term = (
        (term.real * x - term.imaginary * y) / Double(index),
        (term.real * y + term.imaginary * x) / Double(index)
      )
      sum = (sum.real + term.real, sum.imaginary + term.imaginary)
    }
    for _ in 0..<squarings {
      sum = (sum.real * sum.real - sum.imaginary * sum.imaginary, 2 * sum.real * sum.imaginary)
    }
    return sum
  }

  /// Seconds until the caption rests, to the eye.
  package var duration: Double { delay + response * 1.5 }

  /// One state of the caption that is shown until the next.
  package struct Frame: Equatable, Sendable {
    /// Seconds from the banner's appearance.
    package let time: Double
    /// Rows below its place; negative above.
    package let drop: Int
  }

  /// The states on a banner of so many rows, each differing from the one before; the last is at rest.
  ///
  /// The banner is 320 points high, whatever its rows.
  package func frames(rows: Int, perSecond: Int = 30) -> [Frame] {
    let count = Int(duration * Double(max(1, perSecond)))
    var frames: [Frame] = []
    for index in 0...count {
      let time = Double(index) / Double(max(1, perSecond))
      let drop = index == count ? 0 : Int(((offset(at: time) - end) / 320 * Double(rows)).rounded())
      if frames.last?.drop != drop { frames.append(Frame(time: time, drop: drop)) }
    }
    return frames
  }
}
