import Glibc
import TestSupport
import Testing

@Suite("Completion in the shells")
struct CompletionTests {
  private let world: World

  init() throws {
    world = try World()
    try world.addSampleBooks()
    try world.succeed("add", "--title", "It's: a \"day\"")
    // The shells find the command by its name.
    try #require(symlink(world.command, world.folder.file("bookstall")) == 0)
  }

  private static func hasShell(_ name: String) -> Bool { access("/usr/bin/\(name)", X_OK) == 0 }

  private func variables() -> [String: String] {
    world.variables.merging(["PATH": world.folder.path + ":/usr/bin:/bin", "LC_ALL": "C.UTF-8"]) { $1 }
  }

  private func answer(_ shell: String, _ script: String) throws -> String {
    let result = try ChildProcess.run("/usr/bin/\(shell)", ["-c", script], environment: variables())
    #expect(result.errors == "")
    return result.output
  }

  @Test(.enabled(if: hasShell("bash"))) func `bash registers the function and gets quoted words`() throws {
    let output = try answer(
      "bash",
      """
      eval "$(bookstall completion bash)"; complete -p bookstall
      for line in 'bookstall sh' 'bookstall list --genre Sci' 'bookstall show It' 'bookstall show 骆'; do
        COMP_LINE=$line COMP_POINT=${#line} COMP_WORDS=(bookstall); _bookstall; printf '%s\\n' "${COMPREPLY[@]}"
      done
      """)
    #expect(
      output == """
        complete -o nosort -F _bookstall bookstall
        show
        Science\\ Fiction
        It\\'s:\\ a\\ \\"day\\"
        骆驼祥子

        """)
  }

  @Test(.enabled(if: hasShell("fish"))) func `fish gets words with their meanings`() throws {
    let output = try answer(
      "fish",
      """
      bookstall completion fish | source
      complete -C 'bookstall sh'; complete -C 'bookstall list --genre Sci'; complete -C 'bookstall show It'
      complete -C 'bookstall show 2'
      """)
    #expect(
      output == "show\tShow one book in the detail view.\nScience Fiction\nIt's: a \"day\"\n2\t骆驼祥子\n")
  }

  @Test(.enabled(if: hasShell("zsh"))) func `zsh loads the script silently and completes on a terminal`()
    throws
  {
    let functions = world.folder.file("zfunc")
    try #require(mkdir(functions, 0o700) == 0)
    try world.write(try world.succeed("completion", "zsh").output, to: "zfunc/_bookstall")
    let terminal = try TerminalSession(
      "/usr/bin/zsh", ["-f"], environment: variables().merging(["TERM": "dumb", "PS1": "ready> "]) { $1 })
    try terminal.answer(
      "ready> ", "fpath=(\(functions) $fpath); autoload -U compinit; compinit -u -D; echo lo''aded")
    try terminal.read(until: "loaded")
    try terminal.read(until: "ready> ")
    try terminal.type("bookstall show It\t\u{1}echo \u{5}\n")
    try terminal.read(until: "It's: a \"day\"")
    try terminal.type("bookstall list --genre Sci\t\u{1}echo \u{5}\n")
    try terminal.read(until: "Science Fiction")
    try terminal.type("exit\n")
    #expect(try terminal.waitForEnd() == 0)
  }

  @Test(.enabled(if: hasShell("mandoc"))) func `the manual has no fault that mandoc finds`() throws {
    for topic in ["", "list", "add", "snack", "completion"] {
      let output = try answer("bash", "bookstall manual \(topic) | mandoc -Tlint 2>&1")
      #expect(output == "", "\(topic)")
    }
  }
}
