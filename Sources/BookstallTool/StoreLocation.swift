import Glibc

/// Where the store's file is.
enum StoreLocation {
  /// The file by option, then by `BOOKSTALL_DB`, then in the user's data folder; nil without a home folder.
  static func path(option: String?, environment: Environment) -> String? {
    if let option { return option }
    if let path = environment[.bookstallDB] { return path }
    // The XDG rules say that a relative folder counts as unset.
    if let data = environment[.xdgDataHome], data.hasPrefix("/") { return data + "/bookstall/books.db" }
    return environment[.home].map { $0 + "/.local/share/bookstall/books.db" }
  }

  /// Makes the missing folders above the file, readable by the owner alone; returns `errno`, 0 for success.
  static func makeFolders(above path: String) -> Int32 {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return 0 }
    let folder = String(path[..<slash])
    if mkdir(folder, 0o700) == 0 || errno == EEXIST { return 0 }
    guard errno == ENOENT else { return errno }
    let status = makeFolders(above: folder)
    if status != 0 { return status }
    return mkdir(folder, 0o700) == 0 || errno == EEXIST ? 0 : errno
  }
}
