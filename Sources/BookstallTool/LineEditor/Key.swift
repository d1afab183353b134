/// What a person did at the keyboard of a terminal.
enum Key: Equatable {
  /// Characters as they were typed; never a control character.
  case text(String)
  /// What the terminal says was pasted, with its line breaks as `\n`.
  case paste(String)
  case enter
  /// Alt-Enter, Shift-Enter where the terminal tells it apart, or Ctrl-J.
  case newLine
  case tab
  case backTab
  case up
  case down
  case left
  case right
  case wordLeft
  case wordRight
  case home
  case end
  case pageUp
  case pageDown
  case backspace
  case delete
  case deleteWord
  case deleteToStart
  case deleteToEnd
  /// Brings back what was deleted last by the word or to one end.
  case yank
  /// Ctrl-O.
  case editor
  /// Ctrl-L.
  case redraw
  case escape
  /// Ctrl-C.
  case interrupt
  /// Ctrl-Z.
  case suspend
  /// Ctrl-D.
  case endOfInput
}
