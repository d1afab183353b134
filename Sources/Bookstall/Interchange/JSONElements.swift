internal import CSV

/// The objects of a JSON array or of lines of JSON, cut out of a stream of bytes one by one.
///
/// It follows brackets and strings and nothing more; whether a piece is JSON, its reader finds out.
struct JSONElements {
  /// One piece and the line on which it starts.
  struct Element {
    let bytes: [UInt8]
    let line: Int
    /// Whether the input ended within it.
    var isCut = false
    /// Whether it is no object and stands behind the end of the array.
    var isBehindArray = false
  }

  private let read: () throws -> [UInt8]
  private var chunk: [UInt8] = []
  private var offset = 0
  private var isInside = false
  private var isClosed = false
  /// Whether an array was opened and the input has ended without its bracket.
  var isUnclosed: Bool { isInside && !isClosed }
  /// The line that has been reached.
  private(set) var line = 1

  /// No book is longer.
  private static let limit = 16 << 20

  /// Takes the bytes from a closure that returns none at the end.
  init(read: @escaping () throws -> [UInt8]) {
    self.read = read
  }

  /// The next object, or whatever stands in an object's place; nil at the end.
  ///
  /// Throws `ImportError.recordTooLong`.
  mutating func next() throws -> Element? {
    while let byte = try peek() {
      switch byte {
      case UInt8(ascii: "[") where !isInside: isInside = true
      case UInt8(ascii: "]"): isClosed = true
      case UInt8(ascii: "}"), UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D: break
      case UInt8(ascii: "{"), UInt8(ascii: "["): return try element(beginning: byte)
      default: return isClosed ? try textBehindArray() : try element(beginning: byte)
      }
      step(byte)
    }
    return nil
  }

  /// What goes on behind the array up to the end of the line, or to an object or another array.
  private mutating func textBehindArray() throws -> Element {
    let start = line
    var bytes: [UInt8] = []
    while let byte = try peek(), byte != 0x0A, byte != UInt8(ascii: "{"), byte != UInt8(ascii: "[") {
      bytes.append(byte)
      step(byte)
      guard bytes.count <= JSONElements.limit else {
        throw ImportError.recordTooLong(line: start, limit: JSONElements.limit)
      }
    }
    return Element(bytes: bytes, line: start, isBehindArray: true)
  }

  private mutating func peek() throws -> UInt8? {
    if offset == chunk.count {
      chunk = try read()
      offset = 0
    }
    return offset < chunk.count ? chunk[offset] : nil
  }

  private mutating func step(_ byte: UInt8) {
    if byte == 0x0A { line += 1 }
    offset += 1
  }

  private mutating func element(beginning first: UInt8) throws -> Element {
    let start = line
    var bytes: [UInt8] = []
    var depth = 0
    var isString = false
    var isEscaped = false
    var isCut = true
    while let byte = try peek() {
      if isString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isString = false
        }
      } else {
        switch byte {
        case UInt8(ascii: "\""): isString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
        // What is no object ends before the next comma or bracket.
        if depth < 0 || (depth == 0 && byte == UInt8(ascii: ",")) {
          isCut = false
          break
        }
      }
      bytes.append(byte)
      step(byte)
      if depth == 0, !isString, byte == UInt8(ascii: "}") {
        isCut = false
        break
      }
      guard bytes.count <= JSONElements.limit else {
        throw ImportError.recordTooLong(line: start, limit: JSONElements.limit)
      }
    }
    return Element(bytes: bytes, line: start, isCut: isCut)
  }
}
