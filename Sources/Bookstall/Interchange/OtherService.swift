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
  case raindrop = "Raindrop"
  case instapaper = "Instapaper"
  case readwise = "Readwise Reader"
  case steam = "Steam"
  case netflix = "Netflix"
  case podcasts = "a podcast player"
  case myAnimeList = "MyAnimeList"
  case aniList = "AniList"
  case recipes = "a recipe box"

  /// What it keeps, in the plural.
  package var things: String {
    switch self {
    case .letterboxd: "films"
    case .imdb, .trakt, .simkl, .netflix: "films and series"
    case .rateYourMusic, .discogs, .spotify: "music"
    case .backloggd, .grouvee, .steam: "games"
    case .googleContacts, .outlookContacts: "people"
    case .pocket, .raindrop, .instapaper, .readwise: "web pages"
    case .podcasts: "episodes"
    case .myAnimeList, .aniList: "anime and manga"
    case .recipes: "recipes"
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
    guard !names.isDisjoint(with: OtherService.allMarks) else { return nil }
    let found = OtherService.allCases.first { service in
      service.marks.contains { $0.allSatisfy(names.contains) }
    }
    guard let found, names.isDisjoint(with: ["isbn", "isbn13", "author", "authors"]) else { return nil }
    self = found
  }

  /// Whether a table under `Title,Date` is what Netflix gives of the films that were seen, as the names of episodes in
  /// its first rows tell; readers write such lists of books, too.
  static func isViewing(_ header: [String], rows: ArraySlice<UInt8>) -> Bool {
    guard header.map({ TextNormalisation.line($0)?.lowercased() }) == ["title", "date"] else { return false }
    return rows.prefix(1 << 14).split { $0 == 0x0A || $0 == 0x0D }.contains { row in
      let row = String(decoding: row, as: UTF8.self)
      return seasons.contains { word in
        guard let place = row.firstRange(of: word) else { return false }
        return row[place.upperBound...].first?.isWholeNumber == true && row[place.upperBound...].contains(":")
      }
    }
  }

  /// How Netflix names the part of a series between its title and that of the episode, before its number.
  private static let seasons = [
    ": Season ", ": Staffel ", ": Saison ", ": Temporada ", ": Stagione ", ": Seizoen ", ": Part ", ": Teil ",
    ": Partie ", ": Parte ", ": Volume ", ": Sezon ", ": Säsong ", ": Sæson ",
  ]

  private static let allMarks = Set(allCases.flatMap { $0.marks.joined() })

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
    case .raindrop:
      [["url", "excerpt", "folder"], ["url", "excerpt", "cover"], ["title", "url", "folder", "created"]]
    case .instapaper: [["url", "title", "selection", "folder"], ["url", "title", "folder", "timestamp"]]
    case .readwise: [["url", "saved date"], ["url", "reading progress", "seen"]]
    case .steam:
      [
        ["appid"], ["app id", "name"], ["steam_appid"], ["playtime_forever"],
        ["game", "hours", "last_played"],
      ]
    case .netflix: [["supplemental video type"], ["profile name", "start time", "duration"]]
    case .podcasts:
      [
        ["podcast", "episode"], ["podcast title", "episode title"], ["podcast name", "episode name"],
        ["show title", "episode title"], ["podcast", "title", "enclosure url"],
        ["podcast", "title", "played"],
        ["episode title", "enclosure url"], ["podcast_title"], ["feed url", "episode title"],
      ]
    case .myAnimeList:
      [
        ["series_animedb_id"], ["series_mangadb_id"], ["anime_id", "my_status"], ["manga_id", "my_status"],
        ["series_title", "my_score"], ["my_watched_episodes"], ["my_read_chapters"],
      ]
    case .aniList:
      [
        ["anilist_id"], ["anilist id"], ["mal_id", "episodes"], ["mal_id", "chapters"], ["idmal"],
        ["title romaji", "title english"], ["media id", "progress", "score"],
      ]
    case .recipes:
      [
        ["ingredients", "directions"], ["ingredients", "instructions"], ["ingredients", "method"],
        ["ingredients", "servings"], ["ingredients", "prep time"], ["prep time", "cook time"],
        ["recipeingredient"], ["recipe name", "ingredients"],
      ]
    }
  }
}
