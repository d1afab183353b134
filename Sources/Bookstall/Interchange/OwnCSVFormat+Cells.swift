import FoundationEssentials

extension OwnCSVField {
  /// The column of a header cell, in whatever case.
  init?(header: String) {
    guard let field = OwnCSVField.byHeader[header.lowercased()] else { return nil }
    self = field
  }

  private static let byHeader = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })

  /// Whether the cell is free text, which a spreadsheet could take for a formula.
  var isText: Bool {
    switch self {
    case .title, .author, .additionalAuthors, .genre, .review, .tags, .publisher, .privateNotes: true
    default: false
    }
  }

  /// What is to be said about a cell that doesn't hold what it should.
  func warning(of cell: String) -> ImportWarning {
    switch self {
    case .rating: .unreadableRating(column: rawValue, text: cell)
    case .dateAdded, .reads: .unreadableDate(column: rawValue, text: cell)
    case .isbn13: .unreadableISBN(column: rawValue, text: cell)
    case .status: .unknownShelf(column: rawValue, name: cell)
    case .id, .readCount, .year, .originalYear, .pages: .unreadableNumber(column: rawValue, text: cell)
    default: .unreadableText(column: rawValue, text: cell)
    }
  }
}

extension BookRecord {
  /// What a book's number can be: beyond, other programs lose digits, and a table has no more to give out.
  private static let numbers: ClosedRange<Int64> = 0...(1 << 53)

  /// Takes a value from a cell that is not empty; false where the cell, or a part of it, says nothing of the
  /// kind.
  mutating func set(_ field: OwnCSVField, from cell: String) -> Bool {
    switch field {
    case .title: book.title = cell
    case .author: book.author = cell
    case .genre: book.genre = cell
    case .review: book.review = cell
    case .publisher: book.publisher = cell
    case .privateNotes: book.privateNotes = cell
    case .additionalAuthors: additionalAuthors = OwnCSVList.items(of: cell)
    case .tags: tags = OwnCSVList.items(of: cell)
    case .rating: return take(stars(cell).flatMap(Rating.init(stars:)), as: &book.rating)
    case .status: return take(ReadingStatus(rawValue: cell) ?? StatusWords.status(cell), as: &book.status)
    case .dateAdded: return take(Day(cell), as: &book.dateAdded)
    case .readCount: return take(Int(cell).flatMap { $0 >= 0 ? $0 : nil }, as: &book.readCount)
    case .pages: return take(Int(cell).flatMap { $0 > 0 ? $0 : nil }, as: &book.pages)
    case .year: return take(Int(cell), as: &book.year)
    case .originalYear: return take(Int(cell), as: &book.originalYear)
    case .isbn13: return take(isThirteenDigits(cell) ? cell : nil, as: &book.isbn13)
    case .id: return take(Int64(cell).flatMap { BookRecord.numbers.contains($0) ? $0 : nil }, as: &book.id)
    case .uuid: return take(UUID(uuidString: cell), as: &book.uuid)
    case .contributors: return take(cell, as: &contributors) { Contributor(json: $0) }
    case .series: return take(cell, as: &series) { SeriesPlace(json: $0) }
    case .services: return take(cell, as: &services) { ServiceRecord(json: $0) }
    case .reads:
      var isWhole = true
      let isList = take(cell, as: &reads) { Read(json: $0, isWhole: &isWhole) }
      return isList && isWhole
    }
    return true
  }
}

private func take<Value>(_ value: Value?, as place: inout Value) -> Bool {
  guard let value else { return false }
  place = value
  return true
}

private func take<Value>(_ value: Value?, as place: inout Value?) -> Bool {
  place = value
  return value != nil
}

/// Takes the elements of a JSON array that are what they should be, also out of an array that is broken elsewhere.
private func take<Value>(_ cell: String, as place: inout [Value], reading read: (JSON) -> Value?) -> Bool {
  if let elements = (try? JSON(cell))?.elements {
    place = elements.compactMap(read)
    return place.count == elements.count
  }
  guard cell.utf8.first == UInt8(ascii: "[") else { return false }
  var chunks = [Array(cell.utf8)]
  var pieces = JSONElements { chunks.popLast() ?? [] }
  while let piece = try? pieces.next() {
    if let value = try? JSON(String(decoding: piece.bytes, as: UTF8.self)), let element = read(value) {
      place.append(element)
    }
  }
  return false
}

/// A number that may have the comma of a spreadsheet that has saved it again.
private func stars(_ cell: String) -> Double? {
  Double(NumberReading.hasDecimalComma(cell) ? NumberReading.withDecimalPoint(cell) : cell)
}

private func isThirteenDigits(_ text: String) -> Bool {
  text.utf8.count == 13 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
}

extension Contributor {
  fileprivate init?(json: JSON) {
    guard let name = json["name"]?.text else { return nil }
    self.init(name: name, role: json["role"]?.text ?? "")
  }
}

extension SeriesPlace {
  fileprivate init?(json: JSON) {
    guard let name = json["name"]?.text else { return nil }
    self.init(name: name, number: json["number"]?.text)
  }
}

extension ServiceRecord {
  fileprivate init?(json: JSON) {
    guard let service = json["service"]?.text else { return nil }
    var other = OtherColumns([])
    if let columns = json["other"] {
      guard let read = try? OtherColumns(columns) else { return nil }
      other = read
    }
    self.init(service: service, serviceID: json["id"]?.text, other: other)
  }
}

extension Read {
  /// Reads what it can; `isWhole` becomes false where a value could not be read.
  fileprivate init?(json: JSON, isWhole: inout Bool) {
    guard case .object(let members) = json else { return nil }
    self.init()
    for (name, place) in [
      ("started", \Read.started), ("finished", \Read.finished), ("stopped", \Read.stopped),
    ] {
      guard let value = json[name], value != .null else { continue }
      self[keyPath: place] = value.text.flatMap { Day($0) }
      if self[keyPath: place] == nil { isWhole = false }
    }
    if let value = json["rating"], value != .null {
      rating = value.number.flatMap(Rating.init(stars:))
      if rating == nil { isWhole = false }
    }
    review = json["review"]?.text
    // What says nothing, and has said something that can't be read, is no reading.
    let saysNothing = latest == nil && rating == nil && review == nil
    if saysNothing, !isWhole || members.isEmpty { return nil }
  }
}

extension BookRecord {
  /// Takes the days of the last reading from where an export says them a second time, for reads that can't be read.
  mutating func takeLastRead(started: Day?, finished: Day?) {
    guard started != nil || finished != nil else { return }
    if let last = reads.last, last.finished == finished || last.stopped == finished, finished != nil {
      return
    }
    let isSame = reads.last.map {
      $0.latest == nil || ($0.finished ?? $0.stopped) == nil && $0.started == started
    }
    if isSame == true {
      reads[reads.count - 1].started = reads.last?.started ?? started
      reads[reads.count - 1].finished = finished
    } else {
      reads.append(Read(started: started, finished: finished))
    }
  }
}
