internal import Glibc
internal import Persistence

/// The folder of a store, for its owner alone.
enum PrivateFolder {
  /// Makes the folders above a file that are missing, each with the mode 0700.
  static func make(for path: String) throws {
    var folder = path[...]
    guard let slash = folder.lastIndex(of: "/") else { return }
    folder = folder[..<slash]
    guard !folder.isEmpty, !FileStatus(of: String(folder)).exists else { return }
    try make(for: String(folder))
    guard mkdir(String(folder), 0o700) != 0, errno != EEXIST else { return }
    switch errno {
    case ENOSPC, EDQUOT: throw StoreError.diskFull
    case EACCES, EPERM, EROFS: throw StoreError.readOnly(path: String(folder))
    default: throw StoreError.cannotOpen(path: String(folder))
    }
  }
}

/// What the file system says of a path.
struct FileStatus {
  let exists: Bool
  let isFolder: Bool
  /// The size in bytes of a plain file.
  let size: Int?
  /// What tells one file from another, whatever its names.
  let identity: Identity?

  /// A file's place on its device.
  struct Identity: Equatable {
    let device: dev_t
    let number: ino_t
  }

  init(of path: String) {
    var status = stat()
    exists = stat(path, &status) == 0
    identity = exists ? Identity(device: status.st_dev, number: status.st_ino) : nil
    isFolder = exists && status.st_mode & S_IFMT == S_IFDIR
    size = exists && status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }
}
