internal import CSV
internal import Persistence

/// A folded word to look for in texts as they are stored, which are folded only where it may begin.
struct FoldedNeedle: Sendable {
  /// Where a word stands in a text as it is stored.
  struct Match {
    /// Where the first scalar begins.
    let start: Int
    /// Where the last scalar ends.
    let end: Int
    /// Whether the word begins in the middle of the first scalar, such as `s` in the second half of `ß`.
    let isInner: Bool
  }

  /// How the word begins.
  private enum Beginning {
    case plain
    case letters
    /// With what letters unfold to as their second part, such as a Korean vowel.
    case anywhere
  }

  /// The word's folded bytes.
  let bytes: [UInt8]
  private let beginning: Beginning
  // Both are always there, since to take one out of an enum or an optional copies hundreds of bytes for each text.
  private let plain: PlainBeginning
  private let letters: LetterBeginning

  /// - Parameter word: A folded text of at least one letter.
  init(_ word: String) {
    let scalars = Array(word.unicodeScalars)
    bytes = Array(word.utf8)
    beginning = scalars[0].isASCII ? .plain : FoldedLetters.isSecondPart(scalars[0]) ? .anywhere : .letters
    plain = PlainBeginning(bytes)
    letters = LetterBeginning(beginning == .letters ? scalars : [])
  }

  /// The first place from a start on where the text, if it were folded, would go on with the word; nil where there is
  /// none.
  func match(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Match? {
    var first: Match?
    forEachMatch(in: text, from: start) { match in
      first = match
      return false
    }
    return first
  }

  /// Calls the closure with one place after the other where the text, if it were folded, would go on with the word,
  /// until it returns false.
  func forEachMatch(in text: UnsafeBufferPointer<UInt8>, from start: Int = 0, _ body: (Match) -> Bool) {
    switch beginning {
    case .plain: scan(text, from: start, body, { plain.block(at: $0) }, { plain.lanes(at: $0) })
    case .letters:
      letters.withLanes { lanes in
        let block: (UnsafeRawPointer) -> Block = {
          (lanes($0), lanes($0 + 16), lanes($0 + 32), lanes($0 + 48))
        }
        scan(text, from: start, body, block, lanes)
      }
    case .anywhere:
      for place in start..<max(start, text.count) {
        if let match = match(in: text, at: place), !body(match) { return }
      }
    }
  }

  /// Sixty-four places at which a word may begin.
  typealias Block = (
    SIMDMask<SIMD16<Int8>>, SIMDMask<SIMD16<Int8>>, SIMDMask<SIMD16<Int8>>, SIMDMask<SIMD16<Int8>>
  )

  /// The bytes that a look at places needs behind the last of them.
  private static let reach = PlainBeginning.reach

  /// Asks sixty-four places at once, since the closer look is rare and a wrong guess at a branch is what takes the time.
  @inline(__always)
  private func scan(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ body: (Match) -> Bool,
    _ block: (UnsafeRawPointer) -> Block, _ lanes: (UnsafeRawPointer) -> SIMDMask<SIMD16<Int8>>
  ) {
    guard let base = UnsafeRawPointer(text.baseAddress) else { return }
    var place = start
    while place &+ 64 &+ FoldedNeedle.reach <= text.count {
      let (first, second, third, fourth) = block(base + place)
      if (first .| second .| third .| fourth).hasAny {
        guard visit(first, text, place, body), visit(second, text, place &+ 16, body),
          visit(third, text, place &+ 32, body), visit(fourth, text, place &+ 48, body)
        else { return }
      }
      place &+= 64
    }
    while place &+ 16 &+ FoldedNeedle.reach <= text.count {
      guard visit(lanes(base + place), text, place, body) else { return }
      place &+= 16
    }
    // The rest lies in a copy with zeros behind it, which no word has.
    var rest = SIMD32<UInt8>()
    while place < text.count {
      let count = min(16 + FoldedNeedle.reach, text.count - place)
      let mask = withUnsafeMutableBytes(of: &rest) { copy in
        copy.copyMemory(from: UnsafeRawBufferPointer(start: base + place, count: count))
        return lanes(UnsafeRawPointer(copy.baseAddress.unsafelyUnwrapped))
      }
      guard visit(mask, text, place, body) else { return }
      place += 16
      rest = SIMD32()
    }
  }

  /// Calls the closure with the matches at the places of a mask; false if that returned false.
  @inline(__always)
  private func visit(
    _ mask: SIMDMask<SIMD16<Int8>>, _ text: UnsafeBufferPointer<UInt8>, _ place: Int, _ body: (Match) -> Bool
  ) -> Bool {
    !mask.hasAny || visitEach(mask, text, place, body)
  }

  @inline(never)
  private func visitEach(
    _ mask: SIMDMask<SIMD16<Int8>>, _ text: UnsafeBufferPointer<UInt8>, _ place: Int, _ body: (Match) -> Bool
  ) -> Bool {
    mask.first { lane in
      guard let match = match(in: text, at: place &+ lane) else { return nil }
      return body(match) ? nil : false
    } ?? true
  }

  /// What stands at a place, also where the word begins with the second part of a scalar that folds to several letters.
  private func match(in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Match? {
    guard start < text.count else { return nil }
    if let end = end(in: text, from: start) { return Match(start: start, end: end, isInner: false) }
    guard beginning != .letters, text[start] >= 0xC3, let (value, _) = UTF8Bytes.scalar(at: start, in: text)
    else {
      return nil
    }
    let entry = FoldedScalars.entry(value)
    if entry == FoldedScalars.itself { return nil }
    let count = entry == FoldedScalars.other ? ByteFolding.withFolded(value) { $0.count } : Int(entry >> 24)
    for skipped in 1..<max(1, count) {
      if let end = end(in: text, from: start, skipping: skipped) {
        return Match(start: start, end: end, isInner: true)
      }
    }
    return nil
  }

  /// Folds scalar by scalar for as long as they agree with the word.
  ///
  /// - Parameters:
  ///   - text: A text as it is stored.
  ///   - start: Where a scalar begins.
  ///   - skipped: How many bytes of what the first scalar folds to stand before the word.
  /// - Returns: The end of the last scalar that the word has a part of; nil if the text goes on with something else.
  func end(in text: UnsafeBufferPointer<UInt8>, from start: Int, skipping skipped: Int = 0) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      var place = start
      var done = -skipped
      while done < bytes.count {
        // Mostly the text has no more than capitals to be folded; what folds to something else never equals the word.
        if done >= 0 {
          let most = min(bytes.count - done, text.count - place)
          var count = 0
          while count < most, FoldedNeedle.lowered(text[place &+ count]) == bytes[done &+ count] {
            count &+= 1
          }
          if done + count == bytes.count { return place + count }
          if place + count == text.count { return nil }
          while count > 0, bytes[done + count] & 0xC0 == 0x80 { count -= 1 }
          (place, done) = (place + count, done + count)
        }
        guard let length = fold(text, at: place, upTo: &done, bytes) else { return nil }
        place += length
      }
      return place
    }
  }

  /// Folds one scalar, which must agree with the word.
  ///
  /// - Parameters:
  ///   - text: A text as it is stored.
  ///   - place: Where the scalar begins.
  ///   - done: How much of the word was before it, and after this call also what it folds to; below 0 there is no word.
  ///   - bytes: The word.
  /// - Returns: The scalar's length.
  private func fold(
    _ text: UnsafeBufferPointer<UInt8>, at place: Int, upTo done: inout Int,
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    func agrees(_ byte: UInt8) -> Bool {
      defer { done += 1 }
      return done < 0 || done >= bytes.count || bytes[done] == byte
    }
    guard place < text.count else { return nil }
    if text[place] < 0x80 { return agrees(FoldedNeedle.lowered(text[place])) ? 1 : nil }
    guard let (value, length) = UTF8Bytes.scalar(at: place, in: text) else { return nil }
    switch FoldedScalars.entry(value) {
    case FoldedScalars.itself:
      for index in place..<place + length where !agrees(text[index]) { return nil }
    case FoldedScalars.other:
      guard ByteFolding.withFolded(value, { $0.allSatisfy(agrees) }) else { return nil }
    case let entry:
      for index in 0..<entry >> 24 where !agrees(UInt8(truncatingIfNeeded: entry >> (8 * index))) {
        return nil
      }
    }
    return length
  }

  @inline(__always)
  static func lowered(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
