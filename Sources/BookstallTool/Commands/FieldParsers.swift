import Bookstall

// How the fields of a book are read from what people type.

extension ValueParser where Value == String {
  /// A text for one line, such as a title, in the form the store keeps.
  static func line(_ placeholder: String) -> Self {
    ValueParser(placeholder) { (text) throws(InvalidValue) in
      guard let line = TextNormalisation.line(text) else { throw InvalidValue(reason: "it is blank.") }
      return line
    }
  }

  /// The name of a genre that a book is to have.
  static func genre(_ placeholder: String) -> Self {
    let line = ValueParser.line(placeholder)
    return ValueParser(placeholder) { (text) throws(InvalidValue) in
      let name = try line.parse(text)
      if Genre.standsForNone(name) {
        throw InvalidValue(reason: "books without a genre are listed so; name another one.")
      }
      return name
    }
  }

  /// A text of several lines, such as a review.
  static func paragraphs(_ placeholder: String) -> Self {
    ValueParser(placeholder) { (text) throws(InvalidValue) in
      guard let text = TextNormalisation.paragraphs(text) else { throw InvalidValue(reason: "it is blank.") }
      return text
    }
  }

  /// An ISBN of either length, as thirteen digits.
  static var isbn: Self {
    ValueParser("isbn") { (text) throws(InvalidValue) in
      guard let digits = ISBN.normalised13(text) else {
        throw InvalidValue(reason: "an ISBN has 10 or 13 digits with the right check digit.")
      }
      return digits
    }
  }
}

extension ValueParser where Value == Rating {
  /// Stars in quarter steps; 0 is no rating.
  static var rating: Self {
    ValueParser("stars") { (text) throws(InvalidValue) in
      guard let rating = Rating(typed: text) else {
        throw InvalidValue(reason: "use 0.25 to 5 in quarter stars (0 clears).")
      }
      return rating
    }
  }
}

extension ValueParser where Value == Setting<Rating> {
  /// Stars in quarter steps; 0 or blank text clears the rating.
  static var stars: Self {
    let rating = ValueParser<Rating>.rating
    return ValueParser(rating.placeholder) { (text) throws(InvalidValue) in
      let isZero = text == "0" || text == "0.0"
      return isZero || TextNormalisation.isBlank(text) ? .cleared : .value(try rating.parse(text))
    }
  }
}

extension ValueParser where Value == Day {
  /// A day, a month or a year.
  static var day: Self {
    ValueParser("date") { (text) throws(InvalidValue) in
      guard let day = Day(text) else {
        throw InvalidValue(reason: "use a day of the calendar as YYYY-MM-DD, YYYY-MM or YYYY.")
      }
      return day
    }
  }
}

extension ValueParser where Value == SeriesPlace {
  /// `Name #2`, or a name alone.
  static var series: Self {
    ValueParser("series") { (text) throws(InvalidValue) in
      let parts = text.split(separator: "#", omittingEmptySubsequences: false)
      let number = parts.count > 1 ? parts.last.flatMap { TextNormalisation.line(String($0)) } : nil
      let name = number == nil ? text : parts.dropLast().joined(separator: "#")
      guard let line = TextNormalisation.line(name),
        let bare = TextNormalisation.line(line.hasSuffix(",") ? String(line.dropLast()) : line)
      else { throw InvalidValue(reason: "use a name and, behind #, the place: 'Earthsea #1'.") }
      return SeriesPlace(name: bare, number: number.map(TitleSeries.placeNumber))
    }
  }
}

/// A rating or a range of them, as `--rating` of the filters takes it.
enum RatingFilter: Equatable {
  case unrated
  /// Both ends belong to the range; nil is open.
  case range(from: Rating?, through: Rating?)
}

extension ValueParser where Value == RatingFilter {
  /// `4`, `4..`, `..3`, `3..4.5`, or `none` for books without a rating.
  static var ratingFilter: Self {
    ValueParser("range") { (text) throws(InvalidValue) in
      let wrong = InvalidValue(reason: "use stars or a range of them: 4, 4.., ..3, 3..4.5; none for unrated.")
      if text == "none" || text == "0" { return .unrated }
      let scalars = Array(text.unicodeScalars)
      guard let dots = scalars.indices.first(where: { scalars[$0...].starts(with: "..".unicodeScalars) })
      else {
        guard let rating = Rating(typed: text) else { throw wrong }
        return .range(from: rating, through: rating)
      }
      let low = String(String.UnicodeScalarView(scalars[..<dots]))
      let high = String(String.UnicodeScalarView(scalars[(dots + 2)...]))
      let (from, through) = (Rating(typed: low), Rating(typed: high))
      guard from != nil || low.isEmpty, through != nil || high.isEmpty, from != nil || through != nil else {
        throw wrong
      }
      if let from, let through, from > through {
        throw InvalidValue(reason: "the range ends below its start; use \(through.text)..\(from.text).")
      }
      return .range(from: from, through: through)
    }
  }
}
