/// A reason why a table cannot be read on.
public enum CSVError: Error, Hashable {
  /// The record that starts on physical line `line` is longer than `limit` bytes.
  case recordTooLong(line: Int, limit: Int)
}
