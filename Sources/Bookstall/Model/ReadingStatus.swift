/// Where a reader stands with a book.
package enum ReadingStatus: String, CaseIterable, Hashable, Sendable, Codable {
  case toRead = "to-read"
  case reading
  case read
  case didNotFinish = "did-not-finish"
  case paused
}
