import Bookstall
import Glibc
import Presentation

extension Session {
  /// Runs an import that a terminal sees the progress of, and that Ctrl-C or `kill` ends before anything is saved.
  ///
  /// `plan` hears what becomes of each row; where it is told on the same terminal, that is progress enough. The store is
  /// opened when the file has been recognised.
  func watchedImport(
    from source: ByteSource, into store: @autoclosure () throws -> BookStore, _ options: ImportOptions,
    showsProgress: Bool = true,
    plan: ((PlannedRow) throws -> Void)? = nil
  ) throws -> ImportReport {
    let watch = InterruptWatch()
    defer { watch.end() }
    source.isCancelled = { watch.isInterrupted }
    source.cancellation = watch.descriptor
    var line = showsProgress ? progressLine(for: source) : nil
    let start = line == nil ? 0 : Session.seconds
    defer { if let erasure = line?.erasure { console.report(erasure) } }
    do {
      let file = try RecognisedFile(source, options)
      return try store().importBooks(from: file, options, plan: plan) { progress in
        if watch.isInterrupted { throw CancellationError() }
        if line != nil, let text = line?.update(progress, at: Session.seconds - start) {
          console.report(text)
        }
      }
    } catch is CancellationError {
      throw ConsoleError.stopped(by: watch.signal)
    }
  }

  /// The line that tells how far an import is; nil where it would only disturb.
  private func progressLine(for source: ByteSource) -> ImportProgressLine? {
    let isDumb = environment[.term] == nil || environment[.term] == "dumb"
    // Rows that are typed at the same terminal would be overwritten.
    let isTyped = source.name == "-" && console.inputIsTTY
    guard console.errorIsTTY, !global.quiet, !messages.isAccessible, !isDumb, !isTyped else { return nil }
    return ImportProgressLine(size: source.size, width: messages.columns ?? 80, isASCII: messages.isASCII)
  }

  /// Seconds on a clock that nobody sets.
  private static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: Refused rows

  /// Writes the refused rows beside the file under a name that is free; nil where it can't be done.
  ///
  /// A table of the same rows that is there already serves again.
  func keep(_ rows: RefusedRows, beside path: String) -> String? {
    let stem = Session.stem(of: path)
    for number in 1...99 {
      let name = number == 1 ? "\(stem).refused.csv" : "\(stem).refused-\(number).csv"
      do {
        try keep(rows, as: name)
        return name
      } catch ExportError.exists {
        if Session.contents(of: name, are: rows) { return name }
      } catch {
        return nil
      }
    }
    return nil
  }

  /// Writes the refused rows under a name of the user's; throws `ExportError`, also where there is a file.
  func keep(_ rows: RefusedRows, as path: String) throws {
    let sink = try makeExportSink(path: path, replaces: false)
    try rows.forEachPiece(sink.write)
    try sink.finish()
  }

  /// The path without the extension of the file.
  static func stem(of path: String) -> String {
    let name =
      path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
    guard let dot = path.utf8[name...].lastIndex(of: UInt8(ascii: ".")), dot > name else { return path }
    return String(path[..<dot])
  }

  private static func contents(of path: String, are rows: RefusedRows) -> Bool {
    guard let source = try? ByteSource(path: path), source.size == rows.size else { return false }
    var found: ArraySlice<UInt8> = []
    var isSame = true
    do {
      try rows.forEachPiece { piece in
        while found.count < piece.count {
          let more = try source.read()
          if more.isEmpty { break }
          found += more
        }
        isSame = isSame && found.starts(with: piece)
        found = found.dropFirst(piece.count)
      }
    } catch {
      return false
    }
    return isSame
  }
}
