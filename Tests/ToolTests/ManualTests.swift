import Testing

@testable import BookstallTool

@Suite("The manual page")
struct ManualTests {
  @Test func `it names every command, option, variable and exit code`() throws {
    let text = try ToolWorld().run("manual").output
    #expect(text.hasPrefix(".Dd "))
    for command in RootCommand.configuration.subcommands {
      let configuration = command.configuration
      #expect(text.contains("\n.Ss \(configuration.commandName)\n") != configuration.isHidden)
      for option in command.init().parameters.flatMap(\.names) where !configuration.isHidden {
        #expect(text.contains("Fl \(option.dropFirst())"), "\(option)")
      }
    }
    for variable in EnvironmentVariable.allCases { #expect(text.contains("\n.It Ev \(variable.rawValue)\n")) }
    for status in ExitStatus.allCases { #expect(text.contains("\n.It \(status.rawValue)\n")) }
  }

  @Test func `a command has a page of its own`() throws {
    let text = try ToolWorld().run("manual", "list").output
    #expect(text.contains("\n.Nm bookstall-list\n"))
    #expect(text.contains("\n.It Fl -genre Ar genre\n"))
    #expect(!text.contains(".It Fl -db"))
    #expect(try ToolWorld().run("manual", "lst").status == .usage)
  }

  @Test func `text is taken as text`() {
    #expect(Roff.text(".a\\b") == "\\&.a\\eb")
    #expect(Roff.paragraph("One. Two\\n three.") == ["One.", "Two\\en three."])
  }
}
