/// Finds the one genre of a book among its tags.
///
/// A tag hits by its whole name or by its last word; the first tag that hits decides. The genre never comes
/// from a title or a description, and no tag is lost by being a genre.
package enum GenreTable {
  /// The genre of the first tag that names one, or nil.
  package static func genre(forTags tags: [String]) -> String? {
    for tag in tags {
      if let genre = genre(forTag: tag) { return genre }
    }
    return nil
  }

  /// The genre that a tag names, or nil for tags about status, format, ownership and the like.
  package static func genre(forTag tag: String) -> String? {
    let name = folded(tag)
    if let entry = entries[name] { return entry }
    var words = name.split(separator: " ")
    // `2023-reads` and `fantasy-books` say no more than the rest of them does.
    if words.count > 1, let last = words.last, last == "reads" || last == "books" { words.removeLast() }
    if let first = words.first, isYear(first) { words.removeFirst() }
    if let entry = entries[words.joined(separator: " ")] { return entry }
    if let last = words.last, let entry = entries[String(last)], entry != nil { return entry }
    guard words.count > 1, let last = words.last, forms.contains(last) else { return nil }
    words.removeLast()
    if let entry = entries[words.joined(separator: " ")] { return entry }
    return words.last.flatMap { entries[String($0)] } ?? nil
  }

  /// Whether a name is known to be no genre, such as `favourites`.
  static func namesNone(_ name: String) -> Bool {
    entries[folded(name)].map { $0 == nil } ?? (StatusWords.status(name) != nil)
  }

  /// Words that name a form of prose, so that the word before them tells the genre: `gothic novels`.
  private static let forms: Set<Substring> = ["fiction", "novel", "novels", "stories", "story"]

  /// Lower case, hyphens as blanks, straight apostrophes, no shelf position such as `(#12)`.
  private static func folded(_ tag: String) -> String {
    var words = tag.lowercased().split(whereSeparator: { $0 == " " || $0 == "-" || $0 == "_" })
    if let last = words.last, last.hasPrefix("(#"), last.hasSuffix(")") { words.removeLast() }
    let name = words.joined(separator: " ")
    return name.utf8.contains(0xE2) ? String(name.map { $0 == "\u{2019}" ? "'" : $0 }) : name
  }

  private static func isYear(_ word: Substring) -> Bool {
    word.utf8.count == 4 && (word.hasPrefix("19") || word.hasPrefix("20")) && Int(word) != nil
  }
}

extension GenreTable {
  /// Folded tag names and their genres; nil marks a tag that names none.
  private static let entries: [String: String?] = {
    var entries: [String: String?] = [:]
    for line in lines.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let genre: String? = parts[0] == "-" ? nil : String(parts[0])
      for tag in parts[1].split(separator: ",") {
        entries.updateValue(genre, forKey: String(tag.drop { $0 == " " }))
      }
    }
    return entries
  }()

  /// One genre a line, with the tags that name it.
  private static let lines = """
    Fantasy: fantasy, high fantasy, epic fantasy, urban fantasy, dark fantasy, sword and sorcery, fairy \
    tales, fairytale, magic, magical, mythology, mythic, grimdark, portal fantasy, wuxia, xianxia, \
    litrpg, cozy fantasy, fantastique, phantastik, fantasía, ファンタジー
    Horror: horror, gothic, gothic horror, ghost stories, ghosts, vampires, zombies, weird fiction, \
    cosmic horror, lovecraftian, splatterpunk, spooky, terror, horreur, ホラー
    Kids: kids, children, childrens, children's, children's fiction, juvenile fiction, juvenile \
    literature, picture books, picture book, middle grade, board book, early reader, bedtime, kidlit, \
    children's books, jeunesse, kinderbuch, infantil, 絵本
    Mystery: mystery, mysteries, detective, detective and mystery stories, detective fiction, whodunit, \
    cozy mystery, cosy crime, crime, crime fiction, true detective, police procedural, sherlock holmes \
    stories, noir, krimi, policier, misterio, ミステリー
    Poetry: poetry, poems, poem, verse, sonnets, haiku, epic poetry, english poetry, american poetry, \
    poésie, lyrik, gedichte, poesía, 詩
    Romance: romance, romantic, love stories, romcom, rom com, regency romance, historical romance, \
    contemporary romance, chick lit, chicklit, sweet romance, liebesroman, 恋愛
    Thriller: thriller, thrillers, suspense, psychological thriller, spy, espionage, spy stories, legal \
    thriller, techno thriller, action thriller, conspiracy, spannung, スリラー
    Science Fiction: sci fi, scifi, sf, science fiction, space opera, cyberpunk, solarpunk, steampunk, \
    dystopia, time travel
    Historical Fiction: historical fiction, historical, historical novel
    Classics: classics, classic, classic literature, 19th century
    Young Adult: ya, young adult, teen, teenager
    Biography & Memoir: biography, autobiography, memoir, memoirs, biography & autobiography
    Comics & Graphic: comics, manga, graphic novels, graphic novel, bd, bande dessinée
    Drama: drama, plays, theatre, theater
    Humour: humor, humour, funny, comedy, satire
    Non-fiction: non fiction, nonfiction, essays, history, science, philosophy, politics, psychology, \
    self help, business, travel, cooking, cookbook
    Short Stories: short stories, anthology
    -: to read, read, currently reading, reading, did not finish, dnf, abandoned, on hold, paused, want \
    to read, wishlist, tbr, owned, own, ebook, e book, kindle, audiobook, audio, library, library book, \
    borrowed, favorites, favourites, 5 stars, re read, reread, book club, 2024, 2023 reads, default, \
    your library, to buy, lent, fiction, general, literature, english, unread, signed, hugo winners, no genre
    """
}

/// Remembers the genres of tags, since the shelves of one reader come again in row after row.
struct GenreMemory: Sendable {
  private var genres: [String: String?] = [:]

  /// As many tags are remembered; nobody has more shelves, and a file in which all differ is none of one reader.
  private static let limit = 500

  /// The genre of the first tag that names one, or nil.
  mutating func genre(forTags tags: [String]) -> String? {
    for tag in tags {
      if let known = genres[tag] {
        if let known { return known }
        continue
      }
      let genre = GenreTable.genre(forTag: tag)
      if genres.count < GenreMemory.limit { genres[tag] = .some(genre) }
      if let genre { return genre }
    }
    return nil
  }
}
