/// Counts physical lines in text that comes in pieces.
struct LineCounter {
  /// The line of the next byte, from 1.
  private(set) var line = 1

  private var endsInCarriageReturn = false

  private let lineEnds = ByteSearch(ASCII.lineFeed, ASCII.carriageReturn, ASCII.carriageReturn)

  mutating func advance(over bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    let bytes = UnsafeBufferPointer(rebasing: bytes)
    guard let last = bytes.last else { return }
    // The second half of a CR LF that was cut in two has been counted with the first.
    var offset = endsInCarriageReturn && bytes[0] == ASCII.lineFeed ? 1 : 0
    while true {
      offset = lineEnds.offset(in: bytes, from: offset)
      guard offset < bytes.count else { break }
      line &+= 1
      offset = lineStart(afterLineEndAt: offset, in: bytes)
    }
    endsInCarriageReturn = last == ASCII.carriageReturn
  }
}
