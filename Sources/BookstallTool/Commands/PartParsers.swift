import Bookstall

// How the parts of a book that have parts of their own are read from what people type.

extension ValueParser where Value == Contributor {
  /// `Name (Role)`.
  static var contributor: Self {
    ValueParser("person") { (text) throws(InvalidValue) in
      let wrong = InvalidValue(reason: "use a name and the role in brackets: 'Ann Vey (Translator)'.")
      guard let line = TextNormalisation.line(text), line.hasSuffix(")"),
        let bracket = line.lastIndex(of: "("),
        let name = TextNormalisation.line(String(line[..<bracket])),
        let role = TextNormalisation.line(String(line[line.index(after: bracket)...].dropLast()))
      else { throw wrong }
      return Contributor(name: name, role: role)
    }
  }
}

extension ValueParser where Value == ServiceRecord {
  /// `service:id`.
  static var service: Self {
    ValueParser("service:id") { (text) throws(InvalidValue) in
      guard let colon = text.firstIndex(of: ":"), let name = TextNormalisation.line(String(text[..<colon])),
        let id = TextNormalisation.line(String(text[text.index(after: colon)...]))
      else { throw InvalidValue(reason: "use the service, a colon and its id: 'goodreads:13642'.") }
      return ServiceRecord(service: name.lowercased(), serviceID: id)
    }
  }
}

extension ValueParser where Value == Read {
  /// `2020-01..2020-03 4.5: a review`: dates, then stars, then a review behind a colon; a lone date is the end.
  static var read: Self {
    ValueParser("reading") { (text) throws(InvalidValue) in
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let words = parts.first.map { $0.split(separator: " ") } ?? []
      guard let span = words.first, words.count <= 2 else {
        throw InvalidValue(reason: "use dates, then stars, then a review: '2020-01..2020-03 4.5: a review'.")
      }
      var read = try dates(String(span))
      if words.count == 2 { read.rating = try ValueParser<Rating>.rating.parse(String(words[1])) }
      if parts.count == 2 { read.review = TextNormalisation.paragraphs(String(parts[1])) }
      return read
    }
  }

  private static func dates(_ text: String) throws(InvalidValue) -> Read {
    guard let dots = text.firstRange(of: "..") else {
      return Read(finished: try ValueParser<Day>.day.parse(text))
    }
    let (start, end) = (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
    guard !start.isEmpty || !end.isEmpty else {
      throw InvalidValue(reason: "name one of the two dates at least.")
    }
    return Read(
      started: start.isEmpty ? nil : try ValueParser<Day>.day.parse(start),
      finished: end.isEmpty ? nil : try ValueParser<Day>.day.parse(end))
  }
}
