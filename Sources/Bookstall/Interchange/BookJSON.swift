import FoundationEssentials

/// Writes books as JSON objects whose keys are always all there, in one order.
package enum BookJSON {
  /// Appends one book as one object on one line, without a line end.
  package static func append(_ record: BookRecord, into bytes: inout [UInt8]) {
    let book = record.book
    JSONWriter.append(literal: "{\"id\":", into: &bytes)
    JSONWriter.append(book.id, into: &bytes)
    JSONWriter.append(literal: ",\"uuid\":\"", into: &bytes)
    append(book.uuid, into: &bytes)
    bytes.append(UInt8(ascii: "\""))
    append("title", book.title, into: &bytes)
    append("author", book.author, into: &bytes)
    append("additionalAuthors", record.additionalAuthors, into: &bytes)
    append(key: "contributors", into: &bytes)
    append(record.contributors, into: &bytes)
    append(key: "series", into: &bytes)
    append(record.series, into: &bytes)
    append("genre", book.genre, into: &bytes)
    append("isbn13", book.isbn13, into: &bytes)
    append(key: "rating", into: &bytes)
    JSONWriter.append(book.rating?.stars, into: &bytes)
    append("review", book.review, into: &bytes)
    append("status", book.status?.rawValue, into: &bytes)
    append("dateAdded", book.dateAdded, into: &bytes)
    append("dateStarted", record.dateStarted, into: &bytes)
    append("dateFinished", record.dateFinished, into: &bytes)
    append(key: "reads", into: &bytes)
    append(record.reads, into: &bytes)
    append("pages", book.pages, into: &bytes)
    append("year", book.year, into: &bytes)
    append("originalYear", book.originalYear, into: &bytes)
    append("publisher", book.publisher, into: &bytes)
    append("tags", record.tags, into: &bytes)
    append("readCount", book.readCount, into: &bytes)
    append("sourceId", record.services.first?.serviceID, into: &bytes)
    append("privateNotes", book.privateNotes, into: &bytes)
    appendServices(record.services, into: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  private static func append(key: StaticString, into bytes: inout [UInt8]) {
    JSONWriter.append(literal: ",\"", into: &bytes)
    JSONWriter.append(literal: key, into: &bytes)
    JSONWriter.append(literal: "\":", into: &bytes)
  }

  private static func append(_ key: StaticString, _ text: String?, into bytes: inout [UInt8]) {
    append(key: key, into: &bytes)
    JSONWriter.append(text, into: &bytes)
  }

  private static func append(_ key: StaticString, _ number: Int?, into bytes: inout [UInt8]) {
    append(key: key, into: &bytes)
    JSONWriter.append(number, into: &bytes)
  }

  private static func append(_ key: StaticString, _ day: Day?, into bytes: inout [UInt8]) {
    append(key: key, into: &bytes)
    append(day, into: &bytes)
  }

  private static func append(_ day: Day?, into bytes: inout [UInt8]) {
    guard let day else { return JSONWriter.append(literal: "null", into: &bytes) }
    bytes.append(UInt8(ascii: "\""))
    append(day, separator: UInt8(ascii: "-"), into: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(_ key: StaticString, _ texts: [String], into bytes: inout [UInt8]) {
    append(key: key, into: &bytes)
    bytes.append(UInt8(ascii: "["))
    JSONWriter.append(texts, into: &bytes) { JSONWriter.append($0, into: &$1) }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Appends people with their roles as an array.
  static func append(_ contributors: [Contributor], into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    JSONWriter.append(contributors, into: &bytes) { contributor, bytes in
      JSONWriter.append(literal: "{\"name\":", into: &bytes)
      JSONWriter.append(contributor.name, into: &bytes)
      append("role", contributor.role, into: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Appends series and places as an array.
  static func append(_ series: [SeriesPlace], into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    JSONWriter.append(series, into: &bytes) { place, bytes in
      JSONWriter.append(literal: "{\"name\":", into: &bytes)
      JSONWriter.append(place.name, into: &bytes)
      append("number", place.number, into: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Appends reads as an array; a read's own rating and review stand there only where it has them.
  static func append(_ reads: [Read], into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "["))
    JSONWriter.append(reads, into: &bytes) { read, bytes in
      JSONWriter.append(literal: "{\"started\":", into: &bytes)
      append(read.started, into: &bytes)
      append("finished", read.finished, into: &bytes)
      append("stopped", read.stopped, into: &bytes)
      if let rating = read.rating {
        append(key: "rating", into: &bytes)
        JSONWriter.append(rating.stars, into: &bytes)
      }
      if let review = read.review { append("review", review, into: &bytes) }
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// The key of a service's columns, with as many records of that service before it.
  ///
  /// A merged book may have two records of one service, and most readers of JSON keep only one of equal keys.
  static func name(of service: ServiceRecord, after earlier: Int) -> String {
    earlier == 0 ? service.service : "\(service.service) \(earlier + 1)"
  }

  private static func appendServices(_ services: [ServiceRecord], into bytes: inout [UInt8]) {
    append(key: "services", into: &bytes)
    bytes.append(UInt8(ascii: "["))
    JSONWriter.append(services, into: &bytes) { service, bytes in
      JSONWriter.append(literal: "{\"service\":", into: &bytes)
      JSONWriter.append(service.service, into: &bytes)
      append("id", service.serviceID, into: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    JSONWriter.append(literal: "],\"other\":{", into: &bytes)
    var isFirst = true
    for (index, service) in services.enumerated() where !service.other.isEmpty {
      if !isFirst { bytes.append(UInt8(ascii: ",")) }
      isFirst = false
      let earlier = services[..<index].count { $0.service == service.service }
      JSONWriter.append(name(of: service, after: earlier), into: &bytes)
      bytes.append(UInt8(ascii: ":"))
      service.other.append(into: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}

/// Writes a stream of books as one JSON array with a book on each line.
package struct BookJSONArray: Sendable {
  private var isEmpty = true

  /// An array without books yet.
  package init() {}

  /// Appends the next book, and before the first one the bracket.
  package mutating func append(_ record: BookRecord, into bytes: inout [UInt8]) {
    JSONWriter.append(literal: isEmpty ? "[" : ",\n", into: &bytes)
    isEmpty = false
    BookJSON.append(record, into: &bytes)
  }

  /// Appends the closing bracket and a line end; without books this is the whole array.
  package func finish(into bytes: inout [UInt8]) {
    JSONWriter.append(literal: isEmpty ? "[]\n" : "]\n", into: &bytes)
  }
}
