import Bookstall
import Testing

@testable import Presentation

struct BookListTests {
  private func rows(_ columns: Int?, _ change: (inout TerminalOptions) -> Void = { _ in }) -> [String] {
    var options = TerminalOptions(columns: columns)
    change(&options)
    let list = BookList(options)
    let books = [
      SampleBooks.book {
        $0.title = "The Left Hand of Darkness"
        $0.author = "Ursula K. Le Guin"
        $0.genre = "Science Fiction"
        $0.rating = Rating(stars: 4.5)
      },
      SampleBooks.book {
        $0.id = 1_234_567
        $0.title = "骆驼祥子"
        $0.author = "老舍"
        $0.genre = nil
        $0.rating = nil
      },
    ]
    return (list.header + books.flatMap { list.row($0) }).map(\.text)
  }

  @Test func `eighty columns show the whole table`() {
    #expect(
      rows(80) == [
        "   ID  TITLE                          AUTHOR               GENRE           STARS",
        "   42  The Left Hand of Darkness      Ursula K. Le Guin    Science Ficti…  ★★★★½",
        "1234567  骆驼祥子                     老舍                 No genre        —",
      ])
  }

  @Test func `a narrower table drops the genre`() {
    #expect(
      rows(50) == [
        "   ID  TITLE                  AUTHOR         STARS",
        "   42  The Left Hand of Dar…  Ursula K. Le…  ★★★★½",
        "1234567  骆驼祥子             老舍           —",
      ])
  }

  @Test func `the narrowest form is two lines per book`() {
    #expect(
      rows(44) == [
        " 42  The Left Hand of Darkness         ★★★★½",
        "     Ursula K. Le Guin · Science Fiction",
        "1234567  骆驼祥子                      —",
        "     老舍 · No genre",
      ])
  }

  @Test func `an unknown width cuts nothing`() {
    #expect(rows(nil)[1].contains("Science Fiction     ★★★★½"))
  }

  @Test func `ASCII stars and marks replace the others`() {
    let rows = rows(80) { $0.isASCII = true }
    #expect(rows[1].hasSuffix("Science Fic...  ****+"))
    #expect(rows[2].hasSuffix("-"))
  }

  @Test func `a screen reader hears a sentence per book`() {
    let rows = rows(200) { $0.isAccessible = true }
    #expect(
      rows == [
        "42: The Left Hand of Darkness, by Ursula K. Le Guin, Science Fiction, 4.5 of 5 stars",
        "1234567: 骆驼祥子, by 老舍, No genre, not rated",
      ])
  }

  @Test func `a missing title and author have the stand-ins of the detail view, and a missing genre is none`()
  {
    let book = SampleBooks.book {
      $0.title = nil
      $0.author = ""
      $0.genre = " "
    }
    let row = BookList(TerminalOptions(columns: 80)).row(book)[0].text
    for word in ["Unknown Book", "Unknown author", "No genre"] { #expect(row.contains(word)) }
  }

  @Test func `list and detail show the same stars`() {
    for quarter in 1...20 {
      let book = SampleBooks.book { $0.rating = Rating(stars: Double(quarter) / 4) }
      let options = TerminalOptions(columns: 59)
      let glyphs = Stars(book.rating).glyphs(options).text
      #expect(BookList(options).row(book)[0].text.hasSuffix(glyphs))
      #expect(BookDetail(BookRecord(book: book), options).text.contains(glyphs))
    }
  }

  @Test func `the plain form has six fields between tabs`() {
    let book = SampleBooks.book {
      $0.title = "A\tB\r\nC\u{1B}[2J"
      $0.author = nil
      $0.genre = String(repeating: "long ", count: 50)
      $0.rating = Rating(stars: 3.75)
      $0.status = .toRead
    }
    let fields = BookList.plainRow(book).split(separator: "\t", omittingEmptySubsequences: false)
    #expect(fields.count == 6)
    #expect(fields[0] == "42")
    #expect(fields[1] == "A B C␛[2J")
    #expect(fields[2] == "")
    #expect(fields[3].utf8.count == 250)
    #expect(fields[4...] == ["3.75", "to-read"])
  }

  @Test func `no row is wider than the terminal, whatever the book says`() {
    var generator = SeededGenerator(seed: 11)
    for columns in 20...200 {
      for variant in 0..<8 {
        let options = TerminalOptions(
          columns: columns, colour: .trueColour, isASCII: variant == 2, isAccessible: variant == 6,
          ambiguousIsWide: variant % 2 == 1)
        let list = BookList(options)
        let book = SampleBooks.book { book in
          book.id = [1, 999, 123_456, Int64.max].randomElement(using: &generator) ?? 1
          book.title = MixedText.random(length: 80, using: &generator)
          book.author = MixedText.random(length: variant * 10, using: &generator)
          book.genre = MixedText.random(length: 40, using: &generator)
        }
        for line in list.header + list.row(book) {
          let cells = line.cells(by: options.layout.width)
          #expect(cells <= columns, "\(columns) columns, variant \(variant): \(line.text)")
        }
      }
    }
  }
}
