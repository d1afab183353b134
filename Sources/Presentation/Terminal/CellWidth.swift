/// How many terminal cells text takes.
///
/// Terminals disagree on some clusters; this follows what most do: a cluster is as wide as its first scalar,
/// a variation selector does not change that, flags and emoji take two cells. Letters and spacing marks that
/// Indic and Thai writing joins to a letter are drawn in cells of their own.
package struct CellWidth: Equatable, Sendable {
  /// Whether characters such as `★` and `…` take two cells, as in terminals set up for East Asian text.
  package var ambiguousIsWide: Bool

  /// The common case is one cell for ambiguous characters.
  package init(ambiguousIsWide: Bool = false) {
    self.ambiguousIsWide = ambiguousIsWide
  }

  /// Cells of a text on one line; control characters count nothing, so make the text inert first.
  package func cells(in text: some StringProtocol) -> Int {
    let ascii: Int?? = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? bytes.count : nil
    }
    if case .some(.some(let count)) = ascii { return count }
    var total = 0
    for character in text { total += cells(in: character) }
    return total
  }

  /// Cells of one grapheme cluster.
  package func cells(in character: Character) -> Int {
    var scalars = character.unicodeScalars.makeIterator()
    guard let first = scalars.next() else { return 0 }
    if isRegionalIndicator(first) { return scalars.next() == nil ? 1 : 2 }
    var total = cells(in: first)
    if total == 2 { return 2 }
    while let scalar = scalars.next() {
      if takesOwnCell(scalar) { total += 1 }
    }
    return total
  }

  private func cells(in scalar: Unicode.Scalar) -> Int {
    let codePoint = scalar.value
    if codePoint < 0x7F { return codePoint < 0x20 ? 0 : 1 }
    if codePoint < 0xA0 { return 0 }
    if WideRanges.contains(codePoint, in: WideRanges.wide) { return 2 }
    if codePoint >= 0x300 {
      if isInvisible(scalar) { return 0 }
      if scalar.properties.isEmojiPresentation { return 2 }
    }
    guard ambiguousIsWide else { return 1 }
    return WideRanges.contains(codePoint, in: WideRanges.ambiguous) ? 2 : 1
  }

  private func takesOwnCell(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return scalar.value >= 0x20 }
    return switch scalar.properties.generalCategory {
    case .spacingMark, .otherLetter, .decimalNumber: true
    default: false
    }
  }

  private func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1_F1E6...0x1_F1FF).contains(scalar.value)
  }

  // The soft hyphen (below U+0300) is ignorable too, but terminals draw it: it keeps its cell.
  private func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isDefaultIgnorableCodePoint { return true }
    return switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
