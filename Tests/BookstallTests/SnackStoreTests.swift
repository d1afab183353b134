import Persistence
import Testing

@testable import Bookstall

@Suite("Snacks in the store")
struct SnackStoreTests {
  private let store: BookStore

  init() throws {
    store = try BookStore()
  }

  @Test func `a new store has six banners, twelve foods, eight ways and eight bars in order`() throws {
    #expect(try store.snackHeaders().map(\.headline.chinese) == ["驴打滚", "年糕", "豆汁", "糖葫芦", "豆馅烧饼", "春饼"])
    #expect(try store.snackFoods().map(\.position) == Array(0...11))
    #expect(
      try store.cookingWays().map(\.title.chinese) == ["蒸", "煎", "烙", "爆", "烤", "涮", "冲", "煨"])
    #expect(try store.snackBars().map(\.id) == Array(1...8))
  }

  @Test func `B26 foods are called 0 to 11`() throws {
    #expect(try store.snackFood(at: 11)?.title.chinese == "门钉肉饼")
    #expect(try store.snackFood(at: 12) == nil)
    #expect(try store.snackFood(at: -1) == nil)
  }

  @Test func `every text has its English line and every picture is named as the seed names them`() throws {
    var texts: [Bilingual] = []
    for header in try store.snackHeaders() {
      #expect(header.image == header.headline.chinese + "-slice-1")
      texts += [header.headline, header.subheadline]
    }
    for food in try store.snackFoods() {
      #expect(food.image == food.title.chinese + "-fact-1")
      texts += [food.title, food.content]
    }
    texts += try store.cookingWays().map(\.title)
    for bar in try store.snackBars() {
      let record = try #require(try store.snackBar(bar.id))
      #expect(bar.image.hasSuffix("-bar-1"))
      texts += [bar.title, bar.headline] + record.introduction + record.method
    }
    for text in texts {
      #expect(text.chinese.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) })
      #expect(!text.english.isEmpty)
      #expect(!text.english.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) })
    }
  }

  @Test func `the bars keep the ranges of the seed's siblings and heat reaches from 0 to 25`() throws {
    let bars = try store.snackBars()
    #expect(bars.allSatisfy { (4...5).contains($0.rating?.stars ?? 0) })
    #expect(bars.allSatisfy { (2...24).contains($0.serves) && (3...20).contains($0.preparation) })
    #expect(bars.map(\.hot).min() == 0)
    #expect(bars.map(\.hot).max() == 25)
    for bar in bars {
      let record = try #require(try store.snackBar(bar.id))
      #expect((4...11).contains(record.introduction.count))
      #expect((4...11).contains(record.method.count))
    }
  }

  @Test func `a bar that isn't there is nil`() throws {
    #expect(try store.snackBar(9) == nil)
    #expect(try store.rateSnackBar(0, nil) == nil)
    #expect(try store.toggleBookmark(ofSnackBar: -1) == nil)
    #expect(try store.undo() == nil)
  }

  @Test func `rating a bar can be taken back and says what it was`() throws {
    let change = try #require(try store.rateSnackBar(5, Rating(stars: 2.5)))
    #expect(change.before.rating?.stars == 4)
    #expect(change.after.rating?.stars == 2.5)
    #expect(try store.snackBar(5)?.bar == change.after)
    let undone = try #require(try store.undo())
    #expect(undone.name == "snack rate")
    #expect(undone.snackBar.after == change.before)
    #expect(undone.book.known == nil)
    #expect(undone.removed + undone.restored + undone.reverted == 0)
    #expect(undone.snackBar.before?.rating?.stars == 2.5)
    #expect(try store.undo() == nil)
  }

  @Test func `a bar can lose its rating, which is not a rating of 0`() throws {
    #expect(try store.rateSnackBar(1, nil)?.after.rating == nil)
    #expect(try store.snackBar(1)?.bar.rating == nil)
  }

  @Test func `the bookmark is a toggle that can be taken back`() throws {
    #expect(try store.toggleBookmark(ofSnackBar: 3)?.after.isBookmarked == true)
    #expect(try store.toggleBookmark(ofSnackBar: 3)?.after.isBookmarked == false)
    #expect(try store.undo()?.snackBar.after?.isBookmarked == true)
    #expect(try store.snackBar(3)?.bar.isBookmarked == true)
  }

  @Test func `undo goes through changes of books and bars alike`() throws {
    _ = try store.add(BookRecord(book: Book(uuid: BookStore.newUUID(), title: "Emma")))
    _ = try store.toggleBookmark(ofSnackBar: 2)
    #expect(try store.undo()?.snackBar.after?.id == 2)
    let undone = try #require(try store.undo())
    #expect(undone.snackBar.known == nil)
    #expect(undone.book.known?.book.title == "Emma")
  }

  @Test func `a rating the store can't keep is refused`() throws {
    #expect(throws: StoreError.self) { try store.rateSnackBar(1, Rating(stored: 7)) }
    #expect(try store.snackBar(1)?.bar.rating?.stars == 5)
  }

  @Test func `a bar's steps and paragraphs change places, come and go, and stay so`() throws {
    let before = try #require(try store.snackBar(1))
    let context = store.container.makeContext()
    let bar = try #require(try context.existing(ManagedID<SnackBar>(1)))
    try bar[SnackBar.steps].move(from: 5, to: 0)
    context.delete(try bar[SnackBar.steps].remove(at: 2))
    let first = try bar[SnackBar.paragraphs][0]
    #expect(try first[SnackBarParagraph.bar].object === bar)
    try bar[SnackBar.paragraphs].append(first)
    try context.save(named: "reorder")
    let after = try #require(try store.snackBar(1))
    var method = before.method
    method.insert(method.remove(at: 5), at: 0)
    method.remove(at: 2)
    #expect(after.method == method)
    #expect(after.introduction == Array(before.introduction.dropFirst()) + before.introduction.prefix(1))
    #expect(try store.undo() != nil)
    #expect(try store.snackBar(1) == before)
  }

  @Test func `B36 the same text may stand twice among a bar's paragraphs and steps`() throws {
    let context = store.container.makeContext()
    var twin = try #require(try context.fetch(SnackBarParagraph.self).first).snapshot
    twin.id = 0
    twin.position = 99
    context.insert(twin)
    try context.save(named: "twin")
    let introduction = try #require(try store.snackBar(twin.barID)).introduction
    #expect(introduction.count == 5)
    #expect(introduction.first == introduction.last)
  }
}
