import Glibc
import Presentation

/// Reading whole files.
enum InputFile {
  /// All bytes of a file, or of standard input by `-`.
  static func bytes(of path: String) throws -> [UInt8] {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes.append(contentsOf: chunk[..<count])
      } else if count == 0 {
        return bytes
      } else if errno != EINTR {
        throw failure(path, errno)
      }
    }
  }

  private static func failure(_ path: String, _ number: Int32) -> Failure {
    let name = path == "-" ? "Standard input" : "'\(SafeText.excerpt(path))'"
    return switch number {
    case ENOENT: Failure("\(name) does not exist. Check the path.", .cannotRead)
    case EISDIR: Failure("\(name) is a folder; name a file.", .cannotRead)
    default: Failure("\(name) can't be read: \(Failure.reason(number)).", .cannotRead)
    }
  }
}
