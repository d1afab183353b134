/// Services of other things than books, told by columns that their exports have and no table of books has.
package enum OtherService: String, CaseIterable, Hashable, Sendable {
  case letterboxd = "Letterboxd"
  case imdb = "IMDb"
  case trakt = "Trakt"
  case simkl = "Simkl"
  case rateYourMusic = "Rate Your Music"
  case discogs = "Discogs"
  case spotify = "Spotify"
  case backloggd = "Backloggd"
  case grouvee = "Grouvee"
  case googleContacts = "Google Contacts"
  case outlookContacts = "Outlook"
  case pocket = "Pocket"

  /// What it keeps, in the plural.
  package var things: String {
    switch self {
    case .letterboxd: "films"
    case .imdb, .trakt, .simkl: "films and series"
    case .rateYourMusic, .discogs, .spotify: "music"
    case .backloggd, .grouvee: "games"
    case .googleContacts, .outlookContacts: "people"
    case .pocket: "web pages"
    }
  }

  /// Recognises a header, or the line before one; nil for what may be a table of books.
  ///
  /// The columns are the service's own numbers and addresses, or a group of names that is found nowhere else. A column
  /// that others may have, too, such as an artist or an address, says nothing by itself.
  init?(header: [String]) {
    if header.first?.hasPrefix("Letterboxd list export") == true {
      self = .letterboxd
      return
    }
    guard header.count > 2 else { return nil }
    let names = Set(header.lazy.compactMap(TextNormalisation.line).map { $0.lowercased() })
    let found = OtherService.allCases.first { service in
      service.marks.contains { $0.allSatisfy(names.contains) }
    }
    guard let found, names.isDisjoint(with: ["isbn", "isbn13", "author", "authors"]) else { return nil }
    self = found
  }

  /// Groups of columns, in lower case, each of which tells the service.
  private var marks: [[String]] {
    switch self {
    case .letterboxd: [["letterboxd uri"], ["position", "name", "year", "url"], ["film", "watched date"]]
    case .imdb: [["const", "title type"], ["const", "your rating"], ["imdb rating", "title type"]]
    case .trakt: [["trakt_id"], ["trakt id"], ["trakt rating"]]
    case .simkl: [["simkl_id"], ["simkl id"], ["lastepwatched", "watcheddate"]]
    case .rateYourMusic: [["rym album"], ["first name localized", "last name localized"]]
    case .discogs: [["catalog#", "release_id"], ["catalog#", "artist", "label"]]
    case .spotify: [["track uri"], ["track name", "artist name"], ["track name", "artist name(s)"]]
    case .backloggd: [["backloggd url"], ["backloggd id"], ["backloggd rating"], ["game", "log date"]]
    case .grouvee: [["giantbomb_id"], ["giantbomb id"]]
    case .googleContacts:
      [
        ["given name", "family name"], ["e-mail 1 - value"], ["phone 1 - value"],
        ["first name", "last name", "labels"],
      ]
    case .outlookContacts:
      [["first name", "last name", "e-mail address"], ["first name", "last name", "company"]]
    case .pocket: [["url", "time_added"]]
    }
  }
}
