import FoundationEssentials
import Persistence
import Testing

/// One node of Foundation's predicates in a small predicate, and what it finds.
struct NodeCase: Sendable, CustomTestStringConvertible {
  let node: String
  let predicate: Predicate<Plant>
  let names: [String]

  var testDescription: String { node }

  init(_ node: String, _ predicate: Predicate<Plant>, _ names: [String] = []) {
    self.node = node
    self.predicate = predicate
    self.names = names
  }
}

private let shade = Light.shade
private let two = 2
private let limit = 1.5
private let none: String? = nil
private let bounds = 1...3
private let halfOpen = 1..<3
private let lights = [Light.shade]
private let list = ["a", "Élan"]
private let listWithNil: [String?] = ["x", nil]
private let numbers = [3, 4, 5]
private let nothing: [Int] = []
private let two5 = 2.5
private let zero = 0.0
private let three: Int? = 3
private let names: Set = ["a", "b"]
private let from = 1...
private let through = ...0
private let upTo = ..<0
private let weights = 1.5..<2.0
private let letters = "a"..<"b"
private let table = ["three": 3, "a": 1, "a*": 2]
private let sevens: [UInt8] = [7]
private let noBytes: [UInt8] = []
private let bytes: [UInt8] = [7, 0]

/// The nodes that the macro makes on Linux, each in a predicate of its own.
enum PredicateNodes {
  static let supported = [
    NodeCase("Variable and KeyPath", #Predicate { $0.isAlive }, ["a", "b", "Élan"]),
    NodeCase("Value", #Predicate { _ in true }, ["a", "b", "Élan", "a*"]),
    NodeCase("Equal", #Predicate { $0.name == "b" }, ["b"]),
    NodeCase("Equal with nil", #Predicate { $0.latin == nil }, ["a", "a*"]),
    NodeCase("Equal with a captured nil", #Predicate { $0.latin == none }, ["a", "a*"]),
    NodeCase("Equal of an optional", #Predicate { $0.latin == "x" }, ["b"]),
    NodeCase("Equal of two columns", #Predicate { $0.latin == $0.code }, ["a", "a*"]),
    NodeCase("NotEqual", #Predicate { $0.latin != "x" }, ["a", "Élan", "a*"]),
    NodeCase("NotEqual with nil", #Predicate { $0.latin != nil }, ["b", "Élan"]),
    NodeCase("Comparison <", #Predicate { $0.leaves < 0 }, ["a*"]),
    NodeCase("Comparison <=", #Predicate { $0.leaves <= 0 }, ["a", "b", "a*"]),
    NodeCase("Comparison >", #Predicate { $0.weight > limit }, []),
    NodeCase("Comparison >=", #Predicate { $0.name >= "b" }, ["b", "Élan"]),
    NodeCase("Conjunction", #Predicate { $0.isAlive && $0.leaves == 0 }, ["a", "b"]),
    NodeCase("Disjunction", #Predicate { $0.name == "b" || $0.leaves == 3 }, ["b", "Élan"]),
    NodeCase("Negation", #Predicate { !$0.isAlive }, ["a*"]),
    NodeCase("Negation of an unknown", #Predicate { !($0.latin == "x") }, ["a", "Élan", "a*"]),
    NodeCase("Arithmetic", #Predicate { $0.leaves + 1 == 4 }, ["Élan"]),
    NodeCase("Arithmetic of columns", #Predicate { $0.leaves * two - 6 == $0.leaves - 3 }, ["Élan"]),
    NodeCase("UnaryMinus", #Predicate { -$0.leaves == 1 }, ["a*"]),
    NodeCase("Conditional", #Predicate { $0.isAlive ? $0.leaves == 3 : $0.leaves == -1 }, ["Élan", "a*"]),
    NodeCase("NilCoalesce", #Predicate { ($0.latin ?? "none") == "none" }, ["a", "a*"]),
    NodeCase("NilCoalesce with a number", #Predicate { ($0.visits ?? 9) > 2 }, ["a", "b", "Élan", "a*"]),
    NodeCase("OptionalFlatMap", #Predicate { $0.latin?.isEmpty == true }, ["Élan"]),
    NodeCase("OptionalFlatMap of nil", #Predicate { $0.latin?.isEmpty == nil }, ["a", "a*"]),
    NodeCase(
      "OptionalFlatMap with a closure", #Predicate { $0.visits.flatMap { $0 == 3 } ?? true },
      ["a", "b", "Élan", "a*"]),
    NodeCase(
      "OptionalFlatMap with a negation",
      #Predicate { if let visits = $0.visits { !(visits > 3) } else { false } }, ["b"]),
    NodeCase(
      "OptionalFlatMap with an else", #Predicate { if let visits = $0.visits { visits > 3 } else { true } },
      ["a", "Élan", "a*"]),
    NodeCase("SequenceContains", #Predicate { list.contains($0.name) }, ["a", "Élan"]),
    NodeCase(
      "SequenceContains of an optional", #Predicate { listWithNil.contains($0.latin) }, ["a", "b", "a*"]),
    NodeCase("SequenceContains of an enum", #Predicate { lights.contains($0.light) }, ["Élan"]),
    NodeCase("SequenceContains negated", #Predicate { !numbers.contains($0.leaves) }, ["a", "b", "a*"]),
    NodeCase("SequenceContains compared", #Predicate { listWithNil.contains($0.latin) == false }, ["Élan"]),
    NodeCase("CollectionContainsCollection", #Predicate { $0.name.contains("la") }, ["Élan"]),
    NodeCase(
      "CollectionContainsCollection of nothing", #Predicate { $0.name.contains("") },
      ["a", "b", "Élan", "a*"]),
    NodeCase("CollectionContainsCollection of columns", #Predicate { "a*".contains($0.name) }, ["a", "a*"]),
    NodeCase(
      "CollectionContainsCollection of an optional", #Predicate { $0.latin?.contains("x") ?? false }, ["b"]),
    NodeCase("SequenceStartsWith", #Predicate { $0.name.starts(with: "a*") }, ["a*"]),
    NodeCase(
      "SequenceStartsWith nothing", #Predicate { $0.name.starts(with: "") }, ["a", "b", "Élan", "a*"]),
    NodeCase("SequenceStartsWith a NUL", #Predicate { $0.name.starts(with: "a\0") }, []),
    NodeCase("RangeExpressionContains, closed", #Predicate { bounds.contains($0.leaves) }, ["Élan"]),
    NodeCase("RangeExpressionContains, half open", #Predicate { halfOpen.contains($0.leaves) }, []),
    NodeCase("ClosedRange", #Predicate { (-1...0).contains($0.leaves) }, ["a", "b", "a*"]),
    NodeCase("Range", #Predicate { (-1..<0).contains($0.leaves) }, ["a*"]),
    NodeCase("KeyPath folded", #Predicate { $0.name.folded == "elan" }, ["Élan"]),
    NodeCase("KeyPath isEmpty", #Predicate { $0.name.isEmpty }, []),
    NodeCase("an enum", #Predicate { $0.light == shade }, ["Élan"]),
    NodeCase("a Bool column compared", #Predicate { $0.wasMoved == true }, ["b"]),
    NodeCase("the key", #Predicate { $0.id == 2 }, ["b"]),
  ]

  /// What the macro makes of longer forms, and of those that SQL says in other words.
  static let composed = [
    NodeCase("IntDivision", #Predicate { $0.leaves / two == 1 }, ["Élan"]),
    NodeCase("IntDivision towards zero", #Predicate { $0.leaves / two == 0 }, ["a", "b", "a*"]),
    NodeCase("IntRemainder", #Predicate { $0.leaves % two == 1 }, ["Élan"]),
    NodeCase("IntRemainder of a negative number", #Predicate { $0.leaves % two == -1 }, ["a*"]),
    NodeCase("FloatDivision", #Predicate { $0.weight / two5 == 0.6 }, ["a", "b", "Élan", "a*"]),
    NodeCase("FloatDivision by zero", #Predicate { $0.weight / zero > 1e300 }, ["a", "b", "Élan", "a*"]),
    NodeCase(
      "FloatDivision, no number", #Predicate { ($0.height ?? 0.0) / zero != 1.0 }, ["a", "b", "Élan", "a*"]),
    NodeCase("Conditional as a value", #Predicate { ($0.isAlive ? $0.leaves : 9) == 9 }, ["a*"]),
    NodeCase(
      "Conditional with two tests",
      #Predicate { if $0.isAlive { $0.leaves > two } else if $0.leaves == 0 { true } else { false } },
      ["Élan"]),
    NodeCase(
      "OptionalFlatMap in another",
      #Predicate { plant in
        if let visits = plant.visits {
          if let height = plant.height { height < 3.0 && visits > two } else { true }
        } else {
          false
        }
      }, ["b"]),
    NodeCase("NilCoalesce in Arithmetic", #Predicate { ($0.visits ?? $0.leaves) + 1 > 3 }, ["b", "Élan"]),
    NodeCase("NilCoalesce of a Bool", #Predicate { $0.wasMoved ?? false }, ["b"]),
    NodeCase("UnaryMinus of a real", #Predicate { -$0.weight < -limit }, []),
    NodeCase("Equal of a captured optional", #Predicate { $0.visits == three }, ["b"]),
    NodeCase("Set", #Predicate { names.contains($0.name) }, ["a", "b"]),
    NodeCase("PartialRangeFrom", #Predicate { from.contains($0.leaves) }, ["Élan"]),
    NodeCase("PartialRangeThrough", #Predicate { through.contains($0.leaves) }, ["a", "b", "a*"]),
    NodeCase("PartialRangeUpTo", #Predicate { upTo.contains($0.leaves) }, ["a*"]),
    NodeCase("Range of reals", #Predicate { weights.contains($0.weight) }, ["a", "b", "Élan", "a*"]),
    NodeCase("Range of texts", #Predicate { letters.contains($0.name) }, ["a", "a*"]),
    NodeCase(
      "SequenceStartsWith a column", #Predicate { $0.name.starts(with: $0.latin ?? "a") },
      ["a", "Élan", "a*"]),
    NodeCase(
      "SequenceContainsWhere of constants", #Predicate { plant in numbers.contains { $0 == plant.leaves } },
      ["Élan"]),
    NodeCase(
      "SequenceAllSatisfy of constants", #Predicate { plant in numbers.allSatisfy { $0 != plant.leaves } },
      ["a", "b", "a*"]),
    NodeCase(
      "SequenceContainsWhere of nothing", #Predicate { plant in nothing.contains { $0 == plant.leaves } }, []),
    NodeCase(
      "SequenceAllSatisfy of nothing", #Predicate { plant in nothing.allSatisfy { $0 == plant.leaves } },
      ["a", "b", "Élan", "a*"]),
    NodeCase("SequenceMinimum of constants", #Predicate { numbers.min() == $0.visits }, ["b"]),
    NodeCase("Dictionary of constants", #Predicate { $0.leaves == table["three"] ?? 0 }, ["Élan"]),
    NodeCase("KeyPath rawValue", #Predicate { $0.light.rawValue == "shade" }, ["Élan"]),
    NodeCase("KeyPath rawValue of an optional", #Predicate { $0.wish?.rawValue == "shade" }, ["b"]),
    NodeCase("another property of an enum", #Predicate { $0.light.hours > 3 }, ["a", "b", "a*"]),
    NodeCase("KeyPath count of bytes", #Predicate { $0.photo.count == 0 }, ["a", "b", "Élan"]),
    NodeCase("KeyPath isEmpty of bytes", #Predicate { !$0.photo.isEmpty }, ["a*"]),
    NodeCase("KeyPath isEmpty of optional bytes", #Predicate { $0.scan?.isEmpty == true }, ["b"]),
    NodeCase("KeyPath folded of an optional", #Predicate { $0.latin?.folded == "x" }, ["b"]),
    NodeCase(
      "an optional Bool against a Bool", #Predicate { ($0.wasMoved ?? false) == $0.isAlive }, ["b", "a*"]),
    NodeCase("an optional enum", #Predicate { $0.wish == shade }, ["b"]),
    NodeCase("two enums", #Predicate { ($0.wish ?? shade) == $0.light }, ["Élan"]),
    NodeCase("bytes", #Predicate { $0.photo == bytes }, ["a*"]),
  ]

  /// What SQL says by functions and tables that queries bring along.
  static let extended = [
    NodeCase("KeyPath count of a text", #Predicate { $0.name.count == 1 }, ["a", "b"]),
    NodeCase("KeyPath count of an optional text", #Predicate { ($0.latin?.count ?? 9) < 2 }, ["b", "Élan"]),
    NodeCase("StringContainsRegex", #Predicate { $0.name.contains(/^[a-b]$/) }, ["a", "b"]),
    NodeCase("StringContainsRegex with an accent", #Predicate { $0.name.contains(/É.a/) }, ["Élan"]),
    NodeCase(
      "StringContainsRegex of an optional", #Predicate { $0.latin?.contains(/x?/) == nil }, ["a", "a*"]),
    NodeCase("ConditionalCast", #Predicate { ($0.leaves as Any as? Int) == 3 }, ["Élan"]),
    NodeCase(
      "ConditionalCast of an optional", #Predicate { ($0.visits as Any as? Int) == nil }, ["a", "Élan", "a*"]),
    NodeCase(
      "ConditionalCast to another type", #Predicate { ($0.leaves as Any as? Double) == nil },
      ["a", "b", "Élan", "a*"]),
    NodeCase("TypeCheck", #Predicate { ($0.leaves as Any) is Int }, ["a", "b", "Élan", "a*"]),
    NodeCase("TypeCheck of an optional", #Predicate { ($0.visits as Any) is Int }, ["b"]),
    NodeCase("TypeCheck for another type", #Predicate { ($0.leaves as Any) is String }, []),
    NodeCase("DictionaryKeySubscript", #Predicate { table[$0.name] == 1 }, ["a"]),
    NodeCase("DictionaryKeySubscript, nothing", #Predicate { table[$0.name] == nil }, ["b", "Élan"]),
    NodeCase(
      "DictionaryKeyDefaultValueSubscript", #Predicate { table[$0.name, default: 5] > 1 },
      ["b", "Élan", "a*"]),
    NodeCase(
      "CollectionIndexSubscript of constants", #Predicate { numbers[$0.leaves + 1 - $0.leaves] == 4 },
      ["a", "b", "Élan", "a*"]),
    NodeCase("CollectionIndexSubscript", #Predicate { !$0.photo.isEmpty && $0.photo[1] == 0 }, ["a*"]),
    NodeCase(
      "CollectionRangeSubscript", #Predicate { $0.photo.count == 2 && $0.photo[1..<2].contains(0) }, ["a*"]),
    NodeCase(
      "CollectionRangeSubscript, count", #Predicate { !$0.photo.isEmpty && $0.photo[0..<2].count == two },
      ["a*"]),
    NodeCase("SequenceContains of a byte", #Predicate { $0.photo.contains(7) }, ["a*"]),
    NodeCase("SequenceContains of an optional's byte", #Predicate { $0.scan?.contains(7) == false }, ["b"]),
    NodeCase("SequenceContainsWhere", #Predicate { $0.photo.contains { $0 > 6 } }, ["a*"]),
    NodeCase("SequenceAllSatisfy", #Predicate { $0.photo.allSatisfy { $0 > 0 } }, ["a", "b", "Élan"]),
    NodeCase("SequenceMinimum", #Predicate { $0.photo.min() == 0 }, ["a*"]),
    NodeCase("SequenceMaximum", #Predicate { $0.photo.max() == nil }, ["a", "b", "Élan"]),
    NodeCase("Filter, count", #Predicate { $0.photo.filter { $0 > 0 }.count == 1 }, ["a*"]),
    NodeCase("Filter, isEmpty", #Predicate { $0.photo.filter { $0 > 7 }.isEmpty }, ["a", "b", "Élan", "a*"]),
    NodeCase("Filter as bytes", #Predicate { $0.photo.filter { $0 != 0 } == sevens }, ["a*"]),
    NodeCase(
      "Filter in a Filter", #Predicate { $0.photo.filter { $0 < 9 }.filter { $0 > 0 }.max() == 7 }, ["a*"]),
    NodeCase(
      "Filter of constants, count", #Predicate { plant in numbers.filter { $0 > plant.leaves }.count == two },
      ["Élan"]),
    NodeCase(
      "Filter of constants, isEmpty", #Predicate { plant in !numbers.filter { $0 == plant.leaves }.isEmpty },
      ["Élan"]),
    NodeCase(
      "Filter of constants, contains",
      #Predicate { plant in numbers.filter { $0 > plant.leaves }.contains(3) },
      ["a", "b", "a*"]),
    NodeCase(
      "Filter of constants, contains where",
      #Predicate { plant in numbers.filter { $0 > plant.leaves }.contains { $0 == 3 } }, ["a", "b", "a*"]),
    NodeCase(
      "Filter of constants, minimum", #Predicate { plant in numbers.filter { $0 > plant.leaves }.min() == 4 },
      ["Élan"]),
    NodeCase("SequenceStartsWith of bytes", #Predicate { $0.photo.starts(with: sevens) }, ["a*"]),
    NodeCase("CollectionContainsCollection of bytes", #Predicate { $0.photo.contains(bytes) }, ["a*"]),
    NodeCase(
      "CollectionContainsCollection of no bytes", #Predicate { $0.photo.contains(noBytes) },
      ["a", "b", "Élan", "a*"]),
    NodeCase(
      "ClosedRange with an end in the row", #Predicate { ($0.leaves...5).contains(1) }, ["a", "b", "a*"]),
    NodeCase(
      "Range with an end in the row", #Predicate { (-1..<$0.leaves).contains(0) || $0.leaves < 0 },
      ["Élan", "a*"]),
  ]

  static let unsupported = [
    NodeCase("SequenceContains", #Predicate { $0.name.contains("a" as Character) }),
    NodeCase("SequenceMinimum", #Predicate { $0.name.min() == $0.name.max() }),
    NodeCase("ConditionalCast", #Predicate { ($0.visits as Any as? Int?) == three }),
    NodeCase("TypeCheck", #Predicate { ($0.visits as Any) is Int? }),
    NodeCase("(computed String)", #Predicate { $0.nickname == "fern" }),
    NodeCase("UTF8View", #Predicate { $0.name.utf8.count == 1 }),
  ]
}

extension Light {
  fileprivate var hours: Int { self == .sun ? 8 : 2 }
}

extension Plant {
  fileprivate var nickname: String { latin ?? name }
}
