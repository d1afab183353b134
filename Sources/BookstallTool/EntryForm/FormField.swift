import Bookstall

/// What the form asks for, in this order.
enum FormField: String, CaseIterable {
  case title
  case author
  case series
  case genre
  case tags
  case rating
  case review

  /// The word before the field.
  var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// What the field holds of a book, as it is edited.
  func text(of record: BookRecord) -> String {
    switch self {
    case .title: record.book.title ?? ""
    case .author: record.book.author ?? ""
    case .series: FormField.joined(record.series.map(FormField.text(of:)), by: "; ")
    case .genre: record.book.genre ?? ""
    case .tags: FormField.joined(record.tags, by: record.tags.contains { $0.contains(",") } ? "; " : ", ")
    case .rating: record.book.rating?.text ?? ""
    case .review: record.book.review ?? ""
    }
  }

  /// Puts an edited text into a book; the text has no problem.
  func put(_ text: String, into record: inout BookRecord) {
    switch self {
    case .title: record.book.title = TextNormalisation.line(text)
    case .author: record.book.author = TextNormalisation.line(text)
    case .series:
      let kept = record.series.map(FormField.text(of:))
      record.series = FormField.parts(text, keeping: kept).compactMap(FormField.series)
    case .genre: record.book.genre = TextNormalisation.line(text)
    case .tags:
      let parts = FormField.parts(text, keeping: record.tags)
      // A tag that was there stays as it was, to the last character.
      record.tags = FormField.unique(
        parts.compactMap { record.tags.contains($0) ? $0 : TextNormalisation.line($0) })
    case .rating: record.book.rating = Rating(typed: text)
    case .review: record.book.review = TextNormalisation.paragraphs(text)
    }
  }

  /// Takes the field over from another record.
  func copy(from other: BookRecord, to record: inout BookRecord) {
    switch self {
    case .title: record.book.title = other.book.title
    case .author: record.book.author = other.book.author
    case .series: record.series = other.series
    case .genre: record.book.genre = other.book.genre
    case .tags: record.tags = other.tags
    case .rating: record.book.rating = other.book.rating
    case .review: record.book.review = other.book.review
    }
  }

  /// Whether two records say the same in this field.
  func isSame(_ left: BookRecord, _ right: BookRecord) -> Bool {
    switch self {
    case .series: left.series == right.series
    case .tags: left.tags == right.tags
    case .title, .author, .genre, .rating, .review: text(of: left) == text(of: right)
    }
  }

  /// What is wrong with a text for this field.
  func problem(_ text: String) -> FormProblem? {
    switch self {
    case .title: TextNormalisation.line(text) == nil ? .titleMissing : nil
    case .rating: FormField.isRating(text) ? nil : .notARating
    case .series: FormField.parts(text).allSatisfy { FormField.series($0) != nil } ? nil : .notASeries
    case .genre: Genre.standsForNone(text) ? .genreNamesNone : nil
    case .author, .tags, .review: nil
    }
  }

  /// What ratings are written with: no other key does anything in their field.
  static let ratingCharacters: Set<Character> = Set("0123456789.,/½¼¾★☆ ")

  /// Whether the text is a rating or says that there is none.
  private static func isRating(_ text: String) -> Bool {
    TextNormalisation.isBlank(text) || text == "0" || Rating(typed: text) != nil
  }

  // MARK: Lists on one line

  /// Whether the field is a list, so that a completion takes the place of its last part only.
  var isList: Bool { self == .series || self == .tags }

  /// Where the last part of a list begins: behind the last separator and the spaces after it.
  func lastPart(of characters: ArraySlice<Character>) -> Int {
    guard isList else { return characters.startIndex }
    let separators: [Character] =
      self == .tags && !characters.contains(";") ? [",", ";", "，", "、"] : [";", "；"]
    var place = characters.lastIndex { separators.contains($0) }.map { $0 + 1 } ?? characters.startIndex
    while place < characters.endIndex, characters[place] == " " { place += 1 }
    return place
  }

  private static let separators: Set<Character> = [";", "；", ",", "，", "、"]

  /// The parts of a list; those kept that have separators of their own stay whole where the text has them as parts.
  private static func parts(_ text: String, keeping kept: [String]) -> [String] {
    var left = Array(text)
    var whole: [String] = []
    for part in kept.sorted(by: { $0.count > $1.count }) where part.contains(where: separators.contains) {
      guard let place = place(of: Array(part), in: left) else { continue }
      whole.append(part)
      left.replaceSubrange(place, with: [standIn(whole.count - 1)])
    }
    return parts(String(left)).map { part in
      let name = Array(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      guard name.count == 1, let number = whole.indices.first(where: { standIn($0) == name[0] }) else {
        return part
      }
      return whole[number]
    }
  }

  /// A character that stands for a part; from the planes where nobody's text is.
  private static func standIn(_ number: Int) -> Character {
    Character(Unicode.Scalar(UInt32(0x10_0000 + number % 0xFFFD)) ?? "?")
  }

  /// Where a part stands between separators or the ends of the text.
  private static func place(of part: [Character], in text: [Character]) -> Range<Int>? {
    guard !part.isEmpty, part.count <= text.count else { return nil }
    return (0...text.count - part.count).map { $0..<$0 + part.count }.first { range in
      guard text[range].elementsEqual(part) else { return false }
      let before = text[..<range.lowerBound].last { $0 != " " }
      let after = text[range.upperBound...].first { $0 != " " }
      return [before, after].allSatisfy { $0.map(separators.contains) ?? true }
    }
  }

  private static func parts(_ text: String) -> [String] {
    // Semicolons part whatever has commas of its own.
    let semicolons: [Character] = [";", "；"]
    let isSeparated = text.contains { semicolons.contains($0) }
    let separators: [Character] = isSeparated ? semicolons : [",", "，", "、"]
    return text.split { separators.contains($0) }.map(String.init).filter { !TextNormalisation.isBlank($0) }
  }

  private static func joined(_ parts: [String], by separator: String) -> String {
    let text = parts.joined(separator: separator)
    // One part that has a comma would come back as two.
    return parts.count == 1 && text.contains(",") && !text.contains(";") ? text + ";" : text
  }

  private static func text(of place: SeriesPlace) -> String {
    place.number.map { "\(place.name) #\($0)" } ?? place.name
  }

  private static func series(_ text: String) -> SeriesPlace? { try? ValueParser.series.parse(text) }

  private static func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}

/// Why a field's text can't be saved.
enum FormProblem: Equatable {
  case titleMissing
  case notARating
  case notASeries
  /// What screens call the lack of a genre can be no genre.
  case genreNamesNone
}

extension FormProblem {
  /// What the field says of its problem.
  var sentence: String {
    switch self {
    case .titleMissing: "A book needs a title."
    case .notARating: "A rating is 0.25 to 5 in quarter stars; empty means not rated."
    case .genreNamesNone: "Books without a genre are listed so; name another one."
    case .notASeries: "Name a series and, behind #, the place in it: Earthsea #1"
    }
  }
}
