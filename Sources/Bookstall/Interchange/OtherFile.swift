/// What a file is that is no table, as its first bytes tell.
package enum OtherFile: String, Hashable, Sendable {
  case gzip
  case bzip2
  case xz
  case zstandard = "Zstandard"
  case sevenZip = "7z"
  case rar = "RAR"
  case tar
  case pdf = "PDF"
  case rtf = "RTF"
  case picture
  /// Bytes that are no text.
  case binary

  /// Recognises a file; nil for what may be a text.
  init?(startingWith bytes: [UInt8]) {
    if let mark = OtherFile.marks.first(where: { bytes.starts(with: $0.bytes) }) {
      self = mark.kind
    } else if bytes.count > 262, bytes[257..<262].elementsEqual("ustar".utf8) {
      self = .tar
    } else {
      return nil
    }
  }

  private static let marks: [(bytes: [UInt8], kind: OtherFile)] = [
    ([0x1F, 0x8B, 0x08], .gzip), (Array("BZh".utf8), .bzip2), (Array("%PDF".utf8), .pdf),
    (Array("{\\rtf".utf8), .rtf),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], .xz), ([0x28, 0xB5, 0x2F, 0xFD], .zstandard),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .sevenZip), (Array("Rar!".utf8), .rar),
    ([0x89, 0x50, 0x4E, 0x47], .picture), ([0xFF, 0xD8, 0xFF], .picture), (Array("GIF8".utf8), .picture),
  ]

  /// Whether a decoded text has more control characters than any damage leaves.
  static func isBinary(_ text: [UInt8]) -> Bool {
    let head = text.prefix(4096)
    let controls = head.count { $0 < 0x20 && !(0x09...0x0D).contains($0) && $0 != 0x1A || $0 == 0x7F }
    return controls > 2 && controls * 50 > head.count
  }
}
