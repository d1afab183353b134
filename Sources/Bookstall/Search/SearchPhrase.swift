internal import Persistence

/// Words that must follow each other, with nothing but marks and spaces between them.
struct SearchPhrase {
  /// At least two; the last may be the beginning of a word.
  let parts: [SearchWord]

  /// Looks for the phrase in a text as it is stored.
  func finding(in text: SearchedText) -> SearchWord.Finding {
    // Texts that lack one of the words need not be folded, nor need those without accents.
    for part in parts where !part.mayStand(in: text) { return .nowhere }
    return text.isASCII ? finding(inFolded: text.bytes) : ByteFolding.withFolded(text.bytes, finding)
  }

  private func finding(inFolded text: UnsafeBufferPointer<UInt8>) -> SearchWord.Finding {
    if !places(inFolded: text, inside: false).isEmpty { return .atStart }
    return places(inFolded: text, inside: true).isEmpty ? .nowhere : .inside
  }

  /// The places of the phrase in a folded text, or in one of ASCII alone.
  func places(inFolded text: UnsafeBufferPointer<UInt8>, inside: Bool) -> [Range<Int>] {
    guard let first = parts.first else { return [] }
    return first.places(inFolded: text, inside: inside).compactMap { place in
      var end = place.upperBound
      for part in parts.dropFirst() {
        guard let next = WordBoundary.nextStart(after: end, in: text), part.folded.stands(in: text, at: next)
        else { return nil }
        end = next + part.folded.bytes.count
      }
      return place.lowerBound..<end
    }
  }
}

extension WordBoundary {
  /// Where the next word begins behind the end of one; nil where the word goes on, or where nothing follows.
  fileprivate static func nextStart(after end: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
    var place = end
    while place < text.count {
      guard let (value, length) = UTF8Bytes.scalar(at: place, in: text), let scalar = Unicode.Scalar(value)
      else { return nil }
      if isInWord(scalar) || isSpaceless(scalar) && scalar.properties.isAlphabetic {
        return isStart(place, in: text) || isSpaceless(scalar) ? place : nil
      }
      place += length
    }
    return nil
  }
}
