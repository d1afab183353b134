import Bookstall
import Glibc
import Persistence

/// Reading and writing through Persistence against the bare loop, in this process.
struct StoreBenchmarks {
  let folder: String

  func run() throws {
    var samples = SampleBooks()
    let books = (1...Main.count).map { samples.book($0) }
    try reading(books)
    try inserting(books)
    try saving(Array(books.prefix(100_000)))
    try opening()
    try undoing(books)
  }

  private func reading(_ books: [Book]) throws {
    let path = folder + "/reading.db"
    let container = try PersistentContainer(at: path, model: BookStore.model)
    try container.insert(contentsOf: books)
    let raw = try RawDatabase(path: path)
    defer { raw.close() }
    var found = 0
    let values = try compare(
      "values", with: "C loop into structs", limit: 1.15,
      product: { found = try container.values(FetchRequest(Book.self)).count },
      raw: { found = try raw.books().count })
    print(values.row)
    let cursor = try compare(
      "cursor, one value at a time", with: "C loop, one struct at a time", limit: 1.15,
      product: {
        found = 0
        try container.forEach(FetchRequest(Book.self)) { _ in found += 1 }
      },
      raw: {
        found = 0
        try raw.forEachBook { _ in found += 1 }
      })
    print(cursor.row)
    let managed = try compare(
      "managed fetch", with: "C loop into structs", limit: 1.6,
      product: {
        let context = container.makeContext()
        found = try context.fetch(Book.self).count
      },
      raw: { found = try raw.books().count })
    print(managed.row)
    precondition(found == books.count, "a benchmark that reads something else measures nothing")
  }

  private func inserting(_ books: [Book]) throws {
    let batch = try comparingInsertions(
      "batch insert, with history", books, limit: 1.15
    ) { try $0.insert(contentsOf: books, named: "benchmark") }
    print(batch.row)
    let context = try comparingInsertions("insert and save, with history", books, limit: 2.0) { container in
      let context = container.makeContext()
      for book in books { context.insert(book) }
      try context.save(named: "benchmark")
    }
    print(context.row)
  }

  private func comparingInsertions(
    _ name: String, _ books: [Book], limit: Double, _ insert: (PersistentContainer) throws -> Void
  ) throws -> Comparison {
    var run = 0
    // A fresh file each time, made outside the clock.
    func freshFile() throws -> String {
      run += 1
      let path = folder + "/inserting\(run).db"
      try PersistentContainer(at: path, model: BookStore.model).close()
      return path
    }
    var comparison = Comparison(name: name, yardstick: "C loop, one statement", limit: limit)
    for _ in 0..<5 {
      let rawPath = try freshFile()
      let raw = try RawDatabase(path: rawPath)
      comparison.raw.append(try seconds { try raw.insert(books) })
      raw.close()
      unlink(rawPath)
      let path = try freshFile()
      let container = try PersistentContainer(at: path, model: BookStore.model)
      comparison.product.append(try seconds { try insert(container) })
      container.close()
      unlink(path)
    }
    return comparison
  }

  /// The same edit and save with many and with few objects registered.
  private func saving(_ books: [Book]) throws {
    let container = try PersistentContainer(at: folder + "/saving.db", model: BookStore.model)
    try container.insert(contentsOf: books)
    let many = container.makeContext()
    let few = container.makeContext()
    let manyObjects = try many.fetch(Book.self)
    let fewObjects = try few.fetch(FetchRequest(Book.self, limit: 10))
    var comparison = Comparison(
      name: "save 1 changed among 100,000", yardstick: "the same among 10", limit: 1.3)
    guard let one = manyObjects.last, let other = fewObjects.last else { return }
    for round in 0..<101 {
      let stars = Rating(stars: round % 2 == 0 ? 1 : 2)
      comparison.raw.append(
        try seconds {
          other.rating = stars
          try few.save()
        })
      comparison.product.append(
        try seconds {
          one.rating = stars
          try many.save()
        })
    }
    print(comparison.row)
  }

  /// Opens an up-to-date store and asks it one question.
  private func opening() throws {
    let path = folder + "/opening.db"
    try PersistentContainer(at: path, model: BookStore.model).close()
    var comparison = Comparison(
      name: "open an up-to-date store, one query", yardstick: "sqlite3_open, one query", limit: 3.0)
    for round in 0..<201 {
      let raw = try seconds { try RawDatabase.count(at: path) }
      let product = try seconds {
        let container = try PersistentContainer(at: path, model: BookStore.model)
        _ = try container.count(FetchRequest(Book.self))
        container.close()
      }
      // The first rounds fill the caches of the system.
      if round < 20 { continue }
      comparison.raw.append(raw)
      comparison.product.append(product)
    }
    print(comparison.row)
  }

  /// Takes a bulk import back and makes it again, against the import itself.
  private func undoing(_ books: [Book]) throws {
    let path = folder + "/undoing.db"
    let container = try PersistentContainer(at: path, model: BookStore.model)
    var undo = Comparison(name: "undo a bulk import", yardstick: "the import", limit: 2.0)
    var redo = Comparison(name: "redo it", yardstick: "the import", limit: 2.0)
    let time = try seconds { try container.insert(contentsOf: books) }
    let size = fileSize(path)
    for _ in 0..<3 {
      undo.raw.append(time)
      redo.raw.append(time)
      undo.product.append(try seconds { try container.undoLastChange() })
      redo.product.append(try seconds { try container.redoLastUndo() })
    }
    print(undo.row)
    print(redo.row)
    print("the file after three undoings and redoings against before: \(decimal(fileSize(path) / size))")
  }

  private func fileSize(_ path: String) -> Double {
    var status = stat()
    return stat(path, &status) == 0 ? Double(status.st_size) : .nan
  }
}
