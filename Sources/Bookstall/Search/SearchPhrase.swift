/// Words that must follow each other, with nothing but marks and spaces between them.
struct SearchPhrase {
  /// At least two; the last may be the beginning of a word.
  let parts: [SearchWord]

  /// Whether the phrase may stand in a text or in one of several beside each other.
  func mayStand(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    parts.allSatisfy { $0.mayStand(in: text) }
  }

  /// Calls the closure with one place after the other, and whether it is at the start of a word, until that returns
  /// false.
  func forEachPlace(
    in text: UnsafeBufferPointer<UInt8>, _ body: (_ place: Range<Int>, _ isAtStart: Bool) -> Bool
  ) {
    parts[0].forEachPlace(in: text) { place, isAtStart in
      var end = place.upperBound
      for part in parts.dropFirst() {
        guard let next = WordBoundary.nextStart(after: end, in: text),
          let partEnd = part.end(in: text, from: next)
        else { return true }
        end = partEnd
      }
      return body(place.lowerBound..<end, isAtStart)
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
      let isLetter = isInWord(scalar) || isSpaceless(scalar) && scalar.properties.isAlphabetic
      if isLetter, !isDropped(scalar) {
        return isStart(place, in: text) || isSpaceless(scalar) ? place : nil
      }
      place += length
    }
    return nil
  }
}
