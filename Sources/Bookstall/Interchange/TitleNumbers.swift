/// The numbers of a title, which tell its volume.
enum TitleNumbers {
  /// The whole numbers at the beginnings of words, and those of Roman digits, which are never a single letter but I or V.
  static func numbers(in words: Set<ArraySlice<UInt8>>) -> Set<Int> {
    Set(words.compactMap { decimal($0) ?? roman($0) })
  }

  private static func decimal(_ word: ArraySlice<UInt8>) -> Int? {
    let digits = word.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty, digits.count <= 9 else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func roman(_ word: ArraySlice<UInt8>) -> Int? {
    guard let text = String(validating: word, as: UTF8.self) else { return nil }
    return romans.firstIndex(of: text).map { $0 + 1 }
  }

  /// What volumes are numbered with; beyond these, words begin to look like numbers.
  private static let romans = [
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii", "xiii", "xiv", "xv",
  ]
}
