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

/// Ctrl-C at a question, and what became of what it asked about, such as `nothing was deleted`.
struct InterruptedQuestion: Error, Equatable {
  let outcome: String
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
          throw endOfInput("nothing was saved")
        }
        problem = dialogue.answer(line)
        before = problem.map { voice.text(of: $0, in: dialogue) } ?? ""
      } while problem != nil
    }
  }

  /// Asks a question that is answered with yes or no; Enter alone means no.
  ///
  /// `unanswered` is what became of it where the input ends, such as `nothing was deleted`.
  func confirm(_ question: String, unanswered: String) throws -> Bool {
    try ask(
      question, unanswered: unanswered, choices: "[y]es [N]o",
      replies: ["y": true, "yes": true, "n": false, "no": false, "": false])
  }

  /// Asks about one of several things.
  func confirmOneOfMany(_ question: String, unanswered: String) throws -> BulkAnswer {
    try ask(
      question, unanswered: unanswered, choices: "[y]es [n]o [a]ll [q]uit",
      replies: [
        "y": .yes, "yes": .yes, "n": .no, "no": .no, "a": .all, "all": .all, "q": .quit, "quit": .quit,
      ])
  }

  /// The failure when the input ends at a question; the message begins on a new line.
  private func endOfInput(_ outcome: String) -> Failure {
    console.report("\n")
    return Failure("The input ended; \(outcome).", .failure)
  }

  /// Asks until one of the replies comes.
  ///
  /// - Parameters:
  ///   - question: What is asked.
  ///   - unanswered: What became of it where the input ends, such as `nothing was deleted`.
  ///   - choices: What can be answered, as the reader sees it.
  ///   - replies: What each answer means, in small letters.
  /// - Returns: The meaning of the answer.
  /// - Throws: `Failure` where the input ends, and `InterruptedQuestion` after Ctrl-C.
  func ask<Answer>(
    _ question: String, unanswered: String, choices: String, replies: [String: Answer]
  ) throws -> Answer {
    let options = console.outputIsTTY ? output : messages
    let pointer = options.isASCII || options.isAccessible ? ">" : "›"
    let ending = "\(choices) \(pointer) "
    var prompt = "\(question) \(ending)"
    // One cell is for the answer.
    if let columns = options.columns, options.layout.width.cells(in: prompt) >= columns {
      prompt = (options.layout.wrapped(question, to: columns) + [ending]).joined(separator: "\n")
    }
    while true {
      let line: String?
      do {
        line = try console.readLine(prompt: SafeText.paragraphs(prompt))
      } catch ConsoleError.interrupted {
        throw InterruptedQuestion(outcome: unanswered)
      }
      guard let line else { throw endOfInput(unanswered) }
      if let answer = replies[(TextNormalisation.line(line) ?? "").lowercased()] { return answer }
    }
  }
}
