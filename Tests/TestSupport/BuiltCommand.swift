internal import Glibc

/// The `bookstall` command as it was built.
package enum BuiltCommand {
  /// The command beside the running tests, or another program of the package.
  package static func beside(named name: String = "bookstall") throws -> String {
    let path = folder(of: try executable()) + "/" + name
    guard access(path, X_OK) == 0 else { throw TestFailure("there is no \(path): build the package first") }
    return path
  }

  /// The self-contained release build, as the README installs it; built when it is not up to date.
  package static func released() throws -> String {
    let scratch = ".build/released"
    let build = try ChildProcess.run(
      "/usr/bin/env",
      [
        "swift", "build", "-c", "release", "-Xswiftc", "-static-executable", "--product", "bookstall",
        "--scratch-path", scratch,
      ])
    guard build.status == 0 else { throw TestFailure(build.output + build.errors) }
    return scratch + "/release/bookstall"
  }

  private static func executable() throws -> String {
    guard let path = realpath("/proc/self/exe", nil) else { throw TestFailure("no /proc") }
    defer { free(path) }
    return String(cString: path)
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}
