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

  static let unsupported = [
    NodeCase("(computed Int)", #Predicate { $0.name.count == 1 }),
    NodeCase("FloatDivision", #Predicate { $0.weight / 2.0 == 1.0 }),
    NodeCase("IntDivision", #Predicate { $0.leaves / 2 == 1 }),
    NodeCase("IntRemainder", #Predicate { $0.leaves % 2 == 1 }),
    NodeCase("SequenceContains", #Predicate { $0.name.contains("a" as Character) }),
    NodeCase("SequenceContainsWhere", #Predicate { $0.photo.contains { $0 == 1 } }),
    NodeCase("SequenceAllSatisfy", #Predicate { $0.photo.allSatisfy { $0 == 1 } }),
    NodeCase("SequenceMinimum", #Predicate { $0.photo.min() == 1 }),
    NodeCase("SequenceMaximum", #Predicate { $0.photo.max() == 1 }),
    NodeCase("SequenceStartsWith", #Predicate { $0.photo.starts(with: [1]) }),
    NodeCase("SequenceStartsWith", #Predicate { $0.name.starts(with: $0.latin ?? "") }),
    NodeCase("RangeExpressionContains", #Predicate { ($0.leaves...5).contains($0.leaves) }),
    NodeCase("CollectionIndexSubscript", #Predicate { $0.photo[0] == 1 }),
    NodeCase("StringContainsRegex", #Predicate { $0.name.contains(/a+/) }),
    NodeCase("(computed String)", #Predicate { $0.light.rawValue == "sun" }),
  ]
}
