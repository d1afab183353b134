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

  /// Runs a test where a program is installed; `.dev/test` installs all of them.
  private static func needs(_ name: String) -> ConditionTrait {
    .enabled(if: access("/usr/bin/\(name)", X_OK) == 0, "\(name) is not installed")
  }

  private func variables() -> [String: String] {
    world.variables.merging(["PATH": world.folder.path + ":/usr/bin:/bin", "LC_ALL": "C.UTF-8"]) { $1 }
  }

  private func answer(_ shell: String, _ script: String) throws -> String {
    let result = try ChildProcess.run("/usr/bin/\(shell)", ["-c", script], environment: variables())
    #expect(result.errors == "")
    return result.output
  }

  @Test(Self.needs("bash")) func `bash registers the function and gets quoted words`() throws {
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

  @Test(Self.needs("fish")) func `fish gets words with their meanings`() throws {
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

  @Test(Self.needs("zsh")) func `zsh loads the script silently and completes on a terminal`()
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
    for (typed, completed) in [
      ("show 'It", "show It's: a \"day\""), ("list --genre \"Sci", "list --genre Science Fiction"),
      ("list --genre=\"Sci", "list --genre=Science Fiction"), ("show IT", "show It's: a \"day\""),
      ("list --sort tit", "list --sort title"),
    ] {
      try terminal.type("bookstall \(typed)\t\u{1}echo \u{5}\n")
      try terminal.read(until: "bookstall \(completed)")
    }
    try terminal.type("exit\n")
    #expect(try terminal.waitForEnd() == 0)
  }

  /// A shell, its options, and what makes it complete and tell the words of a line that begins with `P`.
  static let shells = [
    (
      "bash", ["--norc", "-i"],
      "set +H; eval \"$(bookstall completion bash)\"; P() { shift 2; printf '<_%s_>' \"$@\"; echo; }"
    ),
    (
      "zsh", ["-f", "-i"],
      "unsetopt BANG_HIST; autoload -U compinit; compinit -u -D; source <(bookstall completion zsh); "
        + "P() { shift 2; printf '<_%s_>' \"$@\"; echo; }"
    ),
    (
      "fish", ["--no-config", "-i"],
      "bookstall completion fish | source; function P; printf '<_%s_>' $argv[3..]; echo; end"
    ),
  ]

  @Test(Self.needs("bash"), Self.needs("zsh"), Self.needs("fish"), arguments: shells)
  func `a shell completes titles with any sign in them, however the line quotes them`(
    shell: String, options: [String], preparation: String
  ) throws {
    let titles = [
      ("Abel'", "Abe"), ("Cy \"hi\"", "Cy"), ("Dan $5", "Dan"), ("Ed`x`", "E"), ("Fay! now", "Fa"),
      ("Gus\\x", "Gu"), ("骆驼 & 祥子", "骆驼 "), ("Hal's; *?", "Hal"),
    ]
    for (title, _) in titles where title != "骆驼祥子" { try world.succeed("add", "--title=\(title)") }
    let terminal = try TerminalSession(
      "/usr/bin/\(shell)", options,
      environment: variables().merging(["TERM": "dumb", "PS1": "ready> "]) { $1 }, columns: 200)
    try terminal.type("\(preparation); echo lo''aded\n")
    try terminal.read(until: "loaded")
    for (title, beginning) in titles {
      for quote in ["", "'", "\""] {
        let typed = quote.isEmpty ? beginning.replacing(" ", with: "\\ ") : quote + beginning
        try terminal.type("bookstall show \(typed)\t\u{1}P \u{5}\n")
        try terminal.read(until: "<_\(title)_>")
      }
    }
    try terminal.type("exit\n")
    _ = try terminal.waitForEnd()
  }

  @Test(Self.needs("mandoc")) func `the manual has no fault that mandoc finds`() throws {
    let manual = try world.succeed("manual").output
    let commands = manual.split(separator: "\n").filter {
      $0.hasPrefix(".Ss ") && !$0.dropFirst(4).contains(" ")
    }
    #expect(commands.count > 15)
    for topic in [""] + commands.map({ String($0.dropFirst(4)) }) {
      let output = try answer("bash", "bookstall manual \(topic) | mandoc -Tlint 2>&1")
      #expect(output == "", "\(topic)")
      let page = try answer("bash", "bookstall manual \(topic) | mandoc -Tutf8 | col -b")
      #expect(page.contains("NAME\n") && page.contains("EXAMPLES\n"), "\(topic)")
    }
  }

  @Test(Self.needs("bash"), Self.needs("zsh"), Self.needs("fish"))
  func `each shell takes its script for good syntax`() throws {
    for (shell, option) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
      let output = try answer("bash", "bookstall completion \(shell) | \(shell) \(option) 2>&1")
      #expect(output == "", "\(shell)")
    }
  }

  @Test(Self.needs("bash"), Self.needs("fish"))
  func `what is completed is of the store as it is now`() throws {
    let line = "bookstall list --tag "
    let bash = """
      eval "$(bookstall completion bash)"
      COMP_LINE='\(line)' COMP_POINT=\(line.count) COMP_WORDS=(bookstall); _bookstall; printf '%s|' "${COMPREPLY[@]}"
      """
    let fish = "bookstall completion fish | source; complete -C '\(line)'"
    #expect(try !answer("bash", bash).contains("lend"))
    try world.succeed("add", "--title", "Emma", "--tag", "to lend")
    #expect(try answer("bash", bash).split(separator: "|").contains("to\\ lend"))
    #expect(try answer("fish", fish).split(separator: "\n").contains("to lend"))
    try world.succeed("genre", "rename", "Horror", "Ghost stories")
    #expect(
      try answer("fish", "bookstall completion fish | source; complete -C 'bookstall list --genre Gho'")
        == "Ghost stories\n")
  }
}
