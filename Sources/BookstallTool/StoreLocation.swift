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
}
