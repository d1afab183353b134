/// A piece of a page: literals are markup, and every text that is put between them is escaped.
///
/// The type decides, so nobody can forget it: only a literal, or another piece, gets into a page as markup.
package struct HTML: ExpressibleByStringInterpolation, Sendable {
  /// The markup so far.
  package private(set) var markup: String

  /// A literal is markup; no other text can be given here.
  package init(stringLiteral markup: StaticString) {
    self.markup = markup.description
  }

  /// Takes the literals as markup and the values between them escaped.
  package init(stringInterpolation: StringInterpolation) {
    markup = stringInterpolation.markup
  }

  /// An element whose text browsers don't read as markup.
  init(_ block: InlineBlock) {
    markup = "<\(block.kind.rawValue)>\(block.text)</\(block.kind.rawValue)>"
  }

  /// Nothing.
  package init() {
    markup = ""
  }

  /// The markup in UTF-8.
  package var bytes: [UInt8] { Array(markup.utf8) }

  /// Whether there is nothing in it.
  package var isEmpty: Bool { markup.isEmpty }

  /// Adds a piece behind another.
  package static func += (left: inout HTML, right: HTML) {
    left.markup += right.markup
  }

  /// Two pieces as one.
  package static func + (left: HTML, right: HTML) -> HTML {
    var joined = left
    joined += right
    return joined
  }

  /// What builds a piece out of literals and values.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    /// Makes room for the literals.
    package init(literalCapacity: Int, interpolationCount: Int) {
      markup.reserveCapacity(literalCapacity + interpolationCount * 12)
    }

    /// Takes a literal as it is.
    package mutating func appendLiteral(_ literal: StaticString) {
      literal.withUTF8Buffer { markup += String(decoding: $0, as: UTF8.self) }
    }

    /// Takes a text, escaped for a place between tags or within the quotes of an attribute.
    package mutating func appendInterpolation(_ text: String) {
      EscapedText.append(text, to: &markup)
    }

    /// Takes a piece of markup as it is.
    package mutating func appendInterpolation(_ html: HTML) {
      markup += html.markup
    }

    /// Takes a piece of markup where there is one.
    package mutating func appendInterpolation(_ html: HTML?) {
      if let html { markup += html.markup }
    }

    /// Takes a whole number.
    package mutating func appendInterpolation(_ number: some BinaryInteger) {
      markup += String(number)
    }

    /// Takes a number with as many digits as it needs, three behind the point at most.
    package mutating func appendInterpolation(_ number: Double) {
      markup += Decimal.text(of: number)
    }
  }
}

/// The style or the script of a page: text of our own that browsers take as it is.
struct InlineBlock {
  /// The element's name.
  enum Kind: String {
    case style
    case script
  }

  let kind: Kind
  let text: String

  /// No text of a book may be in it, and nothing that ends the element.
  init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }

  /// What a content security policy knows this text by, and no other.
  var hash: String { Base64.text(of: SHA256.hash(of: text.utf8)) }
}

extension Sequence<HTML> {
  /// All pieces in one.
  func joined() -> HTML {
    reduce(into: HTML()) { $0 += $1 }
  }
}

/// What a browser shows as the text that it stands for, and never obeys.
enum EscapedText {
  /// Adds the text with the five characters that steer markup as references.
  ///
  /// Control characters have no place in HTML: a return becomes a line break, the others go; NUL becomes U+FFFD, and so
  /// does what would turn the order of letters.
  static func append(_ text: String, to markup: inout String) {
    if isPlain(text) {
      markup += text
      return
    }
    var afterReturn = false
    for scalar in text.unicodeScalars {
      let follows = afterReturn && scalar == "\n"
      afterReturn = scalar == "\r"
      if follows { continue }
      switch scalar.value {
      case 0x26: markup += "&amp;"
      case 0x3C: markup += "&lt;"
      case 0x3E: markup += "&gt;"
      case 0x22: markup += "&quot;"
      case 0x27: markup += "&#39;"
      case 0x0D: markup += "\n"
      case 0x00, 0x202D, 0x202E: markup.unicodeScalars.append("\u{FFFD}")
      case 0x01..<0x09, 0x0B..<0x20, 0x7F..<0xA0: break
      default: markup.unicodeScalars.append(scalar)
      }
    }
  }

  /// Whether nothing in it needs a look; most texts are so.
  private static func isPlain(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.indices.allSatisfy { index in
        switch bytes[index] {
        case 0x26, 0x3C, 0x3E, 0x22, 0x27, 0x7F: false
        case 0x09, 0x0A: true
        case 0..<0x20: false
        // C1 controls are C2 80 to C2 9F.
        case 0xC2: index + 1 < bytes.count && bytes[index + 1] >= 0xA0
        // Overrides of direction are E2 80 AD and E2 80 AE.
        case 0xE2:
          !(index + 2 < bytes.count && bytes[index + 1] == 0x80
            && (0xAD...0xAE).contains(bytes[index + 2]))
        default: true
        }
      }
    }
  }
}

/// Numbers as SVG and CSS write them: the same on every machine.
enum Decimal {
  /// With up to three digits behind the point and no zeros at the end.
  static func text(of number: Double) -> String {
    guard number.isFinite, number.magnitude < 1e12 else { return "0" }
    let thousandths = Int((number * 1000).rounded())
    let (whole, rest) = (thousandths.magnitude / 1000, thousandths.magnitude % 1000)
    var text = (thousandths < 0 ? "-" : "") + String(whole)
    guard rest > 0 else { return text }
    var digits = String(rest + 1000).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    text += "." + digits
    return text
  }
}
