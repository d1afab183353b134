import Glibc

@testable import Presentation

extension RGB {
  /// The contrast ratio of WCAG, 1 to 21.
  func contrast(to other: RGB) -> Double {
    let (mine, theirs) = (relativeLuminance, other.relativeLuminance)
    return (max(mine, theirs) + 0.05) / (min(mine, theirs) + 0.05)
  }

  private var relativeLuminance: Double {
    func linear(_ level: UInt8) -> Double {
      let share = Double(level) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
