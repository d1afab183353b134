import Bookstall

/// The questions of `add` and `edit`, one after another: answers in, the next question or a problem out.
///
/// Knows no terminal, so that every way through it can be tested.
struct EntryDialogue {
  /// What is asked for, in this order: what the form has.
  enum Field: Int, CaseIterable {
    case title
    case author
    case series
    case genre
    case tags
    case rating
    case review

    /// What a new book is asked for first.
    static let usual: [Field] = [.title, .author, .genre, .rating, .review]
  }

  /// Where the dialogue stands.
  enum State: Equatable {
    case asking(Field)
    /// The entry is shown and waits for yes, edit or no.
    case confirming
    case saving
    case discarded
  }

  /// Why an answer was not taken; the same question is asked again.
  enum Problem: Error, Equatable {
    case titleMissing
    case notARating
    case notASeries
    case genreNamesNone
    case noSuchChoice(String)
    case nothingBefore
    case notAReply
    /// Escapes and the like, which keys such as the arrows send where lines are read plainly.
    case controlCharacters
  }

  private(set) var record: BookRecord
  private(set) var state: State
  /// The genres that a number can choose.
  let genres: [String]
  /// The fields that are asked; the others came by options.
  private(set) var fields: [Field]
  /// The fields whose value is offered again, since they were answered or came with the entry.
  private var filled: Set<Field>
  /// The lines of a review that has not ended yet; none where its first one is awaited.
  private var reviewLines: [String] = []

  /// Starts with the first of the fields; without any it starts with the confirmation.
  init(record: BookRecord, asking fields: [Field], isFilled: Bool = false, genres: [String] = Genre.names) {
    self.record = record
    self.genres = genres
    self.fields = fields
    filled = isFilled ? Set(Field.allCases) : Set(Field.allCases).subtracting(fields)
    state = fields.first.map { .asking($0) } ?? .confirming
    // Nobody has said anything about those yet.
    if !isFilled { for field in [Field.series, .tags] where offered(field) == nil { filled.remove(field) } }
  }

  /// The fields that were not asked for yet.
  var further: [Field] { Field.allCases.filter { !filled.contains($0) } }

  /// Whether the next line goes on with the review.
  var isInReview: Bool { !reviewLines.isEmpty }

  /// The value that Enter alone keeps, as text; nil where there is none.
  func offered(_ field: Field) -> String? {
    guard filled.contains(field) else { return field == .genre ? genres.first : nil }
    return switch field {
    case .title: record.book.title
    case .author: record.book.author
    case .genre: record.book.genre
    case .rating: record.book.rating?.text
    case .review: record.book.review
    case .series: text(of: .series)
    case .tags: text(of: .tags)
    }
  }

  /// What the form has in a field; nil for nothing.
  private func text(of field: FormField) -> String? {
    let text = field.text(of: record)
    return text.isEmpty ? nil : text
  }

  /// Whether `-` empties the field.
  func canBeCleared(_ field: Field) -> Bool {
    field != .title && filled.contains(field) && offered(field) != nil
  }

  /// Takes the answer to the current question, or says what is wrong with it.
  mutating func answer(_ line: String) -> Problem? {
    let text = TextNormalisation.line(line) ?? ""
    do throws(Problem) {
      guard !EntryDialogue.hasControlCharacters(text) else { throw .controlCharacters }
      switch state {
      case .asking(.review) where isInReview: goOn(with: line, text)
      case .asking(let field):
        let text = field == .review && text == "." ? "" : text
        if text == "<" {
          try goBack(from: field)
        } else if field == .review, !text.isEmpty, text != "-" || !canBeCleared(.review) {
          filled.insert(.review)
          goOn(with: line, text)
        } else {
          try take(text, for: field)
          filled.insert(field)
          advance(from: field)
        }
      case .confirming: try confirm(text)
      case .saving, .discarded: break
      }
      return nil
    } catch {
      return error
    }
  }

  /// Takes a line of the review; an empty one or a dot ends it, and the sign goes back.
  private mutating func goOn(with line: String, _ text: String) {
    guard !["", ".", "<"].contains(text) else {
      reviewLines = []
      if text == "<" { try? goBack(from: .review) } else { advance(from: .review) }
      return
    }
    reviewLines.append(line)
    record.book.review = TextNormalisation.paragraphs(reviewLines.joined(separator: "\n"))
  }

  private static func hasControlCharacters(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\t" }
  }

  private mutating func take(_ text: String, for field: Field) throws(Problem) {
    if text.isEmpty {
      if field == .title, offered(.title) == nil { throw .titleMissing }
      if field == .genre { record.book.genre = offered(.genre) }
      return
    }
    let isCleared = text == "-" && canBeCleared(field)
    switch field {
    case .title: record.book.title = text
    case .author: record.book.author = isCleared ? nil : text
    case .genre: record.book.genre = isCleared ? Genre.uncategorized : try genre(text)
    case .rating: record.book.rating = isCleared || text == "0" ? nil : try rating(text)
    case .review: record.book.review = isCleared ? nil : text
    case .series:
      guard isCleared || FormField.series.problem(text) == nil else { throw .notASeries }
      FormField.series.put(isCleared ? "" : text, into: &record)
    case .tags: FormField.tags.put(isCleared ? "" : text, into: &record)
    }
  }

  private func genre(_ text: String) throws(Problem) -> String {
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      guard let number = Int(text), genres.indices.contains(number &- 1) else { throw .noSuchChoice(text) }
      return genres[number - 1]
    }
    if Genre.standsForNone(text) { throw .genreNamesNone }
    let lowercased = text.lowercased()
    return genres.first { $0.lowercased() == lowercased } ?? text
  }

  private func rating(_ text: String) throws(Problem) -> Rating {
    guard let rating = Rating(typed: text) else { throw .notARating }
    return rating
  }

  private mutating func confirm(_ text: String) throws(Problem) {
    switch text.lowercased() {
    case "", "y", "yes", "1": state = .saving
    case "e", "edit", "2":
      fields = Field.allCases
      state = .asking(.title)
    case "m", "more", "4":
      let further = further
      guard let first = further.first else { throw .notAReply }
      fields += further
      state = .asking(first)
    case "n", "no", "3": state = .discarded
    case "<":
      guard let last = fields.last else { throw .nothingBefore }
      state = .asking(last)
    default: throw .notAReply
    }
  }

  private mutating func advance(from field: Field) {
    let index = fields.firstIndex(of: field).map { $0 + 1 } ?? fields.count
    state = fields.indices.contains(index) ? .asking(fields[index]) : .confirming
  }

  private mutating func goBack(from field: Field) throws(Problem) {
    guard let index = fields.firstIndex(of: field), index > 0 else { throw .nothingBefore }
    state = .asking(fields[index - 1])
  }
}
