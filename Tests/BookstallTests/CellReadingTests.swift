import Testing

@testable import Bookstall

struct CellReadingTests {
  @Test(arguments: [
    ("4", 4.0), ("4.5", 4.5), ("3.75", 3.75), ("5 ", 5), ("5.0", 5), ("0.25", 0.25), ("★★★★★", 5),
    ("★★★½", 3.5),
    (" ★ ", 1), ("4,5", 4.5), ("4½", 4.5), ("4 ¾", 4.75), ("½", 0.5), ("0¼", 0.25), ("5/5", 5), ("4 / 5", 4),
    ("4.5/5", 4.5), ("3½/5", 3.5), ("★★★★☆", 4), ("★★¼☆☆", 2.25), ("★★★¾", 3.75),
  ])
  func `people type ratings as numbers or stars`(_ text: String, _ stars: Double) {
    #expect(Rating(typed: text)?.stars == stars)
  }

  @Test(arguments: [
    "", "0", "6", "5.5", "-1", "4.3", "four", "nan", "1e0", "0x1p1", "+4", "4,3", "4,5,0", "4/10", "4/5/5",
    "/5", "4/",
    "5½", "4.5½", "44½", "½½", "☆☆☆☆☆", "☆★★★★", ".5", "5.", "4..5",
    "★★★★★★",
    "½★", "★½½", "★☆", "٤", "4 5", "4.50000000000000000000000",
  ])
  func `nothing else is a typed rating`(_ text: String) {
    #expect(Rating(typed: text) == nil)
  }

  @Test func `a rating's text has no needless zeros`() {
    #expect([4.0, 4.25, 0.5].map { Rating(stored: $0).text } == ["4", "4.25", "0.5"])
  }

  @Test(arguments: [
    ("4,5", "4.5"), ("4/5", "4"), ("★★★★", "4"), ("8/10", "4"), ("5.0", "5"), ("4.25", "4.25"),
    ("85/100", "4.25"),
    ("★★★★☆", "4"), ("⭐️⭐️⭐️", "3"), ("★★½", "2.5"), (" 3 ", "3"), ("4 / 5", "4"),
  ])
  func `rating cells come in many shapes`(_ cell: String, _ text: String) {
    guard case .value(let rating) = RatingReading.rating(cell) else {
      Issue.record("\(cell) is a rating")
      return
    }
    #expect(rating.text == text)
  }

  @Test(arguments: ["", " ", "0", "0.0", "0,0", "0/5", "☆☆☆☆☆", "=\"\""])
  func `zero and blank mean not rated`(_ cell: String) {
    #expect(RatingReading.rating(cell) == .blank)
  }

  @Test(arguments: [
    "6", "-1", "five", "NaN", "inf", "4.3", "5.25", "11/10", "4/7", "4/0", "☆★", "4,7O", "1/2/3",
  ])
  func `other ratings are unreadable, never clamped`(_ cell: String) {
    #expect(RatingReading.rating(cell) == .unreadable)
  }

  @Test(arguments: [
    ("2024/02/10", "2024-02-10"), ("2024-02-10", "2024-02-10"), ("2024/2/9", "2024-02-09"), ("2023", "2023"),
    ("2023-05", "2023-05"), ("2023/05", "2023-05"), ("05/2023", "2023-05"), ("2024-02-29", "2024-02-29"),
    ("2024-02-10T23:59:59.000-11:00", "2024-02-10"), ("2024-02-10 14:03:00", "2024-02-10"),
    ("10.2.2024", "2024-02-10"), ("2/10/24", "2024-02-10"), ("2/10/99", "1999-02-10"),
    (" 2024/02/10 ", "2024-02-10"),
    ("25/12/2022", "2022-12-25"), ("12/25/22", "2022-12-25"),
  ])
  func `dates are the calendar days written`(_ cell: String, _ day: String) {
    #expect(DateReading(inDoubt: .monthFirst).day(cell) == Day(day).map { .value($0) } ?? .unreadable)
  }

  @Test(arguments: [
    "2023/02/30", "0000-00-00", "soon", "2023/13/01", "2024-02-10x", "2024/02-10", "20240210", "99", "1/2",
    "1/2/3",
    "13/13/2024", "2024-02-10 - 2024-02-12", "2024-", "-2024", "2024-02-10T",
    "123456789012345678901234567890",
  ])
  func `other dates are unreadable`(_ cell: String) {
    #expect(DateReading(inDoubt: .monthFirst).day(cell) == .unreadable)
  }

  @Test func `one value with a part above twelve decides the order for the file`() {
    let doubtful = "5/6/2023"
    func expect(_ dates: DateReading, _ day: String) {
      #expect(dates.day(doubtful) == Day(day).map { .value($0) } ?? .blank)
    }
    var dates = DateReading(inDoubt: .monthFirst)
    expect(dates, "2023-05-06")
    dates.observe("2024/13/45")
    dates.observe("31.12.2023")
    expect(dates, "2023-05-06")
    dates.observe("13/6/2023")
    expect(dates, "2023-06-05")
    dates.observe("6/13/2023")
    #expect(dates.day(doubtful) == .unreadable)
    #expect(dates.day("6/6/2023") == dates.day("2023-06-06"))
  }

  @Test(arguments: [
    ("to-read", ReadingStatus.toRead), ("Want to Read", .toRead), ("WANTS_TO_READ", .toRead),
    ("tbr", .toRead),
    ("Currently Reading", .reading), ("in_progress", .reading), ("READ ", .read), ("Already Read", .read),
    ("dnf", .didNotFinish), ("stopped-reading", .didNotFinish), ("GIVE_UP", .didNotFinish),
    ("on-hold", .paused),
  ])
  func `status words of all services are known`(_ word: String, _ status: ReadingStatus) {
    #expect(StatusWords.status(word) == status)
  }

  @Test(arguments: ["", "waiting", "won't finish", "ready", "to read soon", "owned"])
  func `other words are no status`(_ word: String) {
    #expect(StatusWords.status(word) == nil)
  }

  @Test(arguments: [
    ("672", 672), ("320.0", 320), ("xlv; 672 ", 672), ("1,024", 1024), ("312 ", 312), ("xii; 1 234", 1234),
    ("1 234", 1234), ("xii, 345 p.", 345), ("345 p., 24 cm", 345), ("300 pages", 300), ("300p", 300),
    ("p. 12", 12),
    ("Paperback, 312 pages", 312), ("xxiv, [345] p. : ill.", 345), ("x, 1,234 p.", 1234), ("280 Seiten", 280),
    ("1\u{A0}234", 1234),
  ])
  func `pages are the only number of the cell`(_ cell: String, _ pages: Int) {
    #expect(NumberReading.pages(cell) == .value(pages))
  }

  @Test func `odd numbers are unreadable, nought pages and the year nought are blank`() {
    #expect(NumberReading.pages("0") == .blank && NumberReading.year("0") == .blank)
    #expect(NumberReading.count("0") == .value(0))
    #expect(NumberReading.year("-700") == .value(-700) && NumberReading.year("2003.0") == .value(2003))
    for cell in [
      "many", "12,34", "-5", "1e3", "99999999999999999999", "320.5", "2 v. (xii, 400, 350 p.)", "400, 350 p.",
      "12 34", "300-310", "3 volumes", "24 cm",
    ] {
      #expect(NumberReading.pages(cell) == .unreadable, "\(cell)")
    }
    #expect(NumberReading.year("20003") == .unreadable && NumberReading.year("1,998") == .unreadable)
    #expect(NumberReading.count("--1") == .unreadable)
  }
}
