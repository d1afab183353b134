import Testing

@testable import Bookstall

/// Files are known by their headers, however alike those are.
struct RecognitionTests {
  private static let calibre =
    "author_sort,authors,comments,cover,formats,id,identifiers,isbn,languages,library_name,pubdate,publisher,"
    + "rating,series,series_index,size,tags,timestamp,title,title_sort,uuid"

  @Test(arguments: [
    "id,uuid,title", "id,title,rating", "title,ID,rating,tags,uuid,spreadsheetSafe",
    "uuid,title,id,shelf mark,readCount",
    OwnCSVField.allCases.map(\.rawValue).joined(separator: ","),
  ])
  func `our own header is ours`(_ header: String) {
    #expect(OwnCSVFormat.recognises(header: header.split(separator: ",").map(String.init)))
  }

  @Test(arguments: [calibre, "id,title,stars", "title,rating", "id,uuid,title,tags,comments"])
  func `a header that others could have written is not`(_ header: String) {
    #expect(!OwnCSVFormat.recognises(header: header.split(separator: ",").map(String.init)))
  }
}
