/// Breaks the text at its spaces so that no line is wider than `width`.
func wrapped(_ text: String, width: Int) -> [String] {
  wrapped(text.split(separator: " ").map(String.init), width: width)
}

/// Fills lines with the words so that no line is wider than `width`; a word that is wider is broken.
///
/// Counts scalars, which is right for help: it is written by us and has no wide characters.
func wrapped(_ words: [String], width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  var count = 0
  for word in words.flatMap({ broken($0, width: max(width, 1)) }) {
    let length = word.unicodeScalars.count
    if !line.isEmpty, count + 1 + length > width {
      lines.append(line)
      line = ""
      count = 0
    }
    if !line.isEmpty {
      line += " "
      count += 1
    }
    line += word
    count += length
  }
  if !line.isEmpty { lines.append(line) }
  return lines
}

private func broken(_ word: String, width: Int) -> [String] {
  var rest = Substring(word).unicodeScalars
  var parts: [String] = []
  while rest.count > width {
    parts.append(String(rest.prefix(width)))
    rest = rest.dropFirst(width)
  }
  return parts + [String(rest)]
}
