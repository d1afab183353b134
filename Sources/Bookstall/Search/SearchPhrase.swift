internal import Persistence

/// Words that must follow each other, with nothing but marks and spaces between them.
struct SearchPhrase {
  /// At least two; the last may be the beginning of a word.
  let parts: [SearchWord]

  /// Looks for the phrase in a text as it is stored.
  func finding(in text: UnsafeBufferPointer<UInt8>) -> SearchWord.Finding {
    // Texts that lack one of the words need not be folded.
    guard parts.allSatisfy({ $0.finding(in: text) != .nowhere }) else { return .nowhere }
    return Array(String(decoding: text, as: UTF8.self).folded.utf8).withUnsafeBufferPointer { folded in
      if !places(inFolded: folded, inside: false).isEmpty { return .atStart }
      return places(inFolded: folded, inside: true).isEmpty ? .nowhere : .inside
    }
  }

  /// The places of the phrase in a folded text.
  func places(inFolded text: UnsafeBufferPointer<UInt8>, inside: Bool) -> [Range<Int>] {
    guard let first = parts.first else { return [] }
    return first.places(inFolded: text, inside: inside).compactMap { place in
      var end = place.upperBound
      for part in parts.dropFirst() {
        guard let next = WordBoundary.nextStart(after: end, in: text),
          text[next...].starts(with: part.folded)
        else { return nil }
        end = next + part.folded.count
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
      let length = scalarLength(text[place])
      guard place + length <= text.count,
        let scalar = String(decoding: text[place..<place + length], as: UTF8.self).unicodeScalars.first
      else { return nil }
      if isInWord(scalar) || isSpaceless(scalar) && scalar.properties.isAlphabetic {
        return isStart(place, in: text) || isSpaceless(scalar) ? place : nil
      }
      place += length
    }
    return nil
  }

  private static func scalarLength(_ lead: UInt8) -> Int {
    lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
  }
}
