/// A stretch of text in one language, as far as its script tells.
struct LanguageRun: Equatable {
  /// The language's tag, such as `zh`; nil for a script that many languages share.
  var language: String?
  var text: Substring

  /// The text in stretches, in order; together they are the whole of it.
  ///
  /// Chinese characters are taken for Japanese where the same text shows that it is, or one beside it. Signs and spaces
  /// between two stretches of one language belong to it.
  static func runs(of text: String, besideJapanese: Bool = false) -> [LanguageRun] {
    guard let first = firstEastAsian(in: text) else { return [LanguageRun(language: nil, text: text[...])] }
    let han = besideJapanese || text.unicodeScalars[first...].contains(where: isJapanese) ? "ja" : "zh"
    var runs: [LanguageRun] = []
    var start = text.startIndex
    var language: String?
    // Behind the last letter of the language; what follows may belong to the next stretch.
    var end = start
    func close(at place: String.Index) {
      if start < place { runs.append(LanguageRun(language: language, text: text[start..<place])) }
      start = place
    }
    let scalars = text.unicodeScalars
    var index = scalars.startIndex
    var next = index
    func move(to other: String?) {
      if other != language {
        // Signs before a stretch in an unknown language are no part of the one before.
        close(at: language == nil ? index : end)
        language = other
      }
      end = next
    }
    while index < scalars.endIndex {
      next = scalars.index(after: index)
      switch script(of: scalars[index]) {
      case .neutral: break
      case .other: move(to: nil)
      case .hangul: move(to: "ko")
      case .han, .kana: move(to: han)
      }
      index = next
    }
    if language != nil {
      close(at: end)
      language = nil
    }
    close(at: text.endIndex)
    return joined(runs, in: text)
  }

  /// Whether a text has a letter that Japanese alone is written with.
  static func isJapanese(_ text: String) -> Bool {
    guard let first = firstEastAsian(in: text) else { return false }
    return text.unicodeScalars[first...].contains(where: isJapanese)
  }

  /// Kana, and the characters of Japan's own making or simplifying that people meet in titles and names.
  private static func isJapanese(_ scalar: Unicode.Scalar) -> Bool {
    script(of: scalar) == .kana || japaneseHan.contains(scalar)
  }

  private static let japaneseHan = Set(
    """
    々〆込働畑辻峠匂榊栃枠塀雫凪𠮷気圧円桜沢渋竜剣駅図楽発戦実売読対県観覧帰広絵両児壊単厳巣営労栄鉄黒歩毎変悪徳仏応経総続伝転\
    銭価斎辺検験険髪亜関帯聴訳択釈塩満焼穂薬処拝巻歓権勧稲
    """.unicodeScalars)

  /// Neighbours in the same language as one.
  private static func joined(_ runs: [LanguageRun], in text: String) -> [LanguageRun] {
    runs.reduce(into: []) { joined, run in
      if let last = joined.last, last.language == run.language {
        joined[joined.count - 1].text = text[last.text.startIndex..<run.text.endIndex]
      } else {
        joined.append(run)
      }
    }
  }

  private enum Script {
    case han
    case kana
    case hangul
    case neutral
    case other
  }

  /// Most texts have no byte that could begin such a character.
  private static func firstEastAsian(in text: String) -> String.Index? {
    var text = text
    guard text.withUTF8({ bytes in bytes.contains { $0 >= 0xE1 } }) else { return nil }
    return text.unicodeScalars.firstIndex { [.han, .kana, .hangul].contains(script(of: $0)) }
  }

  private static func script(of scalar: Unicode.Scalar) -> Script {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A: .other
    case 0..<0xAA: .neutral
    case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: .kana
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: .hangul
    // With the signs of Chinese typography and the full-width forms, which need a Chinese font too.
    case 0x2E80...0x2FDF, 0x3001...0x3030, 0x3038...0x303F, 0x3100...0x312F, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF01...0xFF65, 0x2_0000...0x3_FFFF:
      .han
    default: scalar.properties.isAlphabetic ? .other : .neutral
    }
  }
}

extension HTML {
  /// A text that people wrote: set apart from the direction of what is around it, with the language of each stretch.
  ///
  /// `besideJapanese` says that a text which belongs to it is Japanese, as the title to an author's name.
  init(user text: String, class name: HTML = "", besideJapanese: Bool = false) {
    let runs = LanguageRun.runs(of: text, besideJapanese: besideJapanese)
    let attribute: HTML = name.isEmpty ? "" : " class=\"\(name)\""
    if runs.count <= 1 {
      let language: HTML? = runs.first?.language.map { " lang=\"\($0)\"" }
      self = "<bdi\(attribute)\(language)>\(text)</bdi>"
      return
    }
    let parts = runs.map { run -> HTML in
      guard let language = run.language else { return "\(String(run.text))" }
      return "<span lang=\"\(language)\">\(String(run.text))</span>"
    }
    self = "<bdi\(attribute)>\(parts.joined())</bdi>"
  }
}
