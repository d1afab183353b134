import Glibc

/// One comparison: the product against its yardstick, measured in turn in the same run.
struct Comparison {
  let name: String
  let yardstick: String
  let limit: Double
  /// Seconds of each run.
  var product: [Double] = []
  var raw: [Double] = []

  /// The median of the ratios of runs that stood side by side, since the machine's pace drifts.
  var ratio: Double {
    median(zip(product, raw).map { $0 / $1 })
  }

  var row: String {
    let verdict = ratio <= limit ? "ok" : "OVER"
    return [
      pad(name, 44), pad(yardstick, 28), pad(milliseconds(median(product)), 11, right: true),
      pad(milliseconds(median(raw)), 11, right: true), pad(decimal(ratio), 7, right: true),
      pad(decimal(limit), 7, right: true), "  " + verdict,
    ].joined(separator: " ")
  }

  static let header = [
    pad("measured", 44), pad("yardstick", 28), pad("product", 11, right: true),
    pad("yardstick", 11, right: true),
    pad("ratio", 7, right: true), pad("limit", 7, right: true), "  ",
  ].joined(separator: " ")
}

/// Runs product and yardstick in turn, `runs` times, after one run each to warm up.
func compare(
  _ name: String, with yardstick: String, limit: Double, runs: Int = 7, product: () throws -> Void,
  raw: () throws -> Void
) rethrows -> Comparison {
  var comparison = Comparison(name: name, yardstick: yardstick, limit: limit)
  try raw()
  try product()
  for _ in 0..<runs {
    comparison.raw.append(try seconds(raw))
    comparison.product.append(try seconds(product))
  }
  return comparison
}

/// The wall-clock time of a closure.
func seconds(_ body: () throws -> Void) rethrows -> Double {
  let start = now()
  try body()
  return now() - start
}

private func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return .nan }
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

func pad(_ text: String, _ width: Int, right: Bool = false) -> String {
  let blanks = String(repeating: " ", count: max(0, width - text.count))
  return right ? blanks + text : text + blanks
}

func decimal(_ value: Double) -> String {
  guard value.isFinite else { return "–" }
  let hundredths = Int((value * 100).rounded())
  let fraction = String(hundredths % 100)
  return "\(hundredths / 100).\(fraction.count == 1 ? "0" + fraction : fraction)"
}

func milliseconds(_ seconds: Double) -> String { decimal(seconds * 1000) + " ms" }
