import Bookstall
import Presentation

/// An answer to a question about one of several things.
enum BulkAnswer {
  case yes
  case no
  /// Yes to this one and all that follow.
  case all
  /// No to this one and all that follow.
  case quit
}

extension Session {
  /// How dialogues speak on this terminal.
  var voice: DialogueVoice {
    DialogueVoice(
      isAccessible: output.isAccessible, isASCII: output.isASCII,
      ambiguousIsWide: output.ambiguousIsWide, width: output.columns ?? messages.columns ?? 80)
  }

  /// Leads through the dialogue; returns the entry to save, or nil if the user decided against it.
  func fill(_ dialogue: inout EntryDialogue, title: String) throws -> BookRecord? {
    let voice = voice
    var before = voice.opening(title)
    while true {
      switch dialogue.state {
      case .saving: return dialogue.record
      case .discarded: return nil
      case .confirming: before += voice.summary(of: dialogue.record)
      case .asking: break
      }
      var problem: EntryDialogue.Problem?
      repeat {
        guard
          let line = try console.readLine(
            prompt: SafeText.paragraphs(before + voice.prompt(of: dialogue, isRepeated: problem != nil)))
        else {
          throw endOfInput
        }
        problem = dialogue.answer(line)
        before = problem.map { voice.text(of: $0, in: dialogue) } ?? ""
      } while problem != nil
    }
  }

  /// Asks a question that is answered with yes or no; Enter alone means no.
  func confirm(_ question: String) throws -> Bool {
    try ask(
      question, choices: "[y]es [N]o", replies: ["y": true, "yes": true, "n": false, "no": false, "": false])
  }

  /// Asks about one of several things.
  func confirmOneOfMany(_ question: String) throws -> BulkAnswer {
    try ask(
      question, choices: "[y]es [n]o [a]ll [q]uit",
      replies: [
        "y": .yes, "yes": .yes, "n": .no, "no": .no, "a": .all, "all": .all, "q": .quit, "quit": .quit,
      ])
  }

  /// The failure when the input ends at a question; the message begins on a new line.
  private var endOfInput: Failure {
    console.report("\n")
    return Failure("The input ended; nothing was saved.", .failure)
  }

  /// Asks until one of the replies comes.
  func ask<Answer>(_ question: String, choices: String, replies: [String: Answer]) throws -> Answer {
    let options = console.outputIsTTY ? output : messages
    let pointer = options.isASCII || options.isAccessible ? ">" : "›"
    let ending = "\(choices) \(pointer) "
    var prompt = "\(question) \(ending)"
    // One cell is for the answer.
    if let columns = options.columns, options.layout.width.cells(in: prompt) >= columns {
      prompt = (options.layout.wrapped(question, to: columns) + [ending]).joined(separator: "\n")
    }
    while true {
      guard let line = try console.readLine(prompt: SafeText.paragraphs(prompt)) else {
        throw endOfInput
      }
      if let answer = replies[(TextNormalisation.line(line) ?? "").lowercased()] { return answer }
    }
  }
}
