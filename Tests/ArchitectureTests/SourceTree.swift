import FoundationEssentials
import TestSupport

/// The repository on disk, as the rules read it.
enum SourceTree {
  /// The folder of the manifest, found upwards from this file.
  static let root: String = {
    var parts = #filePath.split(separator: "/")
    while !parts.isEmpty {
      parts.removeLast()
      let folder = "/" + parts.joined(separator: "/")
      if FileManager.default.fileExists(atPath: folder + "/Package.swift") { return folder }
    }
    // The tests were moved away from their sources; then they stand where they are run.
    return FileManager.default.currentDirectoryPath
  }()

  /// The text of a file, by its path from the root.
  static func text(_ path: String) throws -> String {
    guard let data = FileManager.default.contents(atPath: root + "/" + path) else {
      throw TestFailure("there is no \(path)")
    }
    return String(decoding: data, as: UTF8.self)
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root + "/" + path)
  }

  static func isExecutable(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: root + "/" + path)
  }

  /// The paths of all files under a folder, from the root and in order.
  static func files(under folder: String, endingWith ending: String = "") throws -> [String] {
    var paths: [String] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: root + "/" + folder).sorted() {
      let path = folder + "/" + name
      var isFolder = false
      guard FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isFolder) else {
        continue
      }
      if isFolder {
        paths += try files(under: path, endingWith: ending)
      } else if name.hasSuffix(ending) {
        paths.append(path)
      }
    }
    return paths
  }

  /// Every Swift file of the folders, with its path from the root.
  static func swiftFiles(_ folders: [String] = ["Sources", "Migrations", "Tests"]) throws -> [SwiftSource] {
    try folders.flatMap { try files(under: $0, endingWith: ".swift") }
      .map { SwiftSource(path: $0, text: try text($0)) }
  }

  /// Every file that belongs to the project, as git knows it; without git those in the known folders.
  static func projectFiles() throws -> [String] {
    let listing = try ChildProcess.run("/usr/bin/env", ["git", "-C", root, "ls-files", "-z"])
    if listing.status == 0 {
      let paths = listing.output.split(separator: "\0").map(String.init)
      return paths.filter { FileManager.default.fileExists(atPath: root + "/" + $0) }
    }
    return try ["Sources", "Migrations", "Tests", ".ci", ".dev", ".github"].flatMap { try files(under: $0) }
      + ["Package.swift", "README.md", "LICENSE", ".swift-format", ".gitignore"]
  }
}
