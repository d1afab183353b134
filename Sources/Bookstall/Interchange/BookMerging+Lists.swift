extension Merge {
  /// Unites the people, known by their names; a name with a role is no further author.
  mutating func mergePeople() {
    if overwrites {
      replace(.contributors, \.contributors) { "\($0.name) (\($0.role))" }
      replace(.additionalAuthors, \.additionalAuthors) { $0 }
      return
    }
    var known = Set(record.contributors.map { ComparisonKey($0.name + " " + $0.role) })
    var addedPeople: [String] = []
    for person in incoming.contributors
    where known.insert(ComparisonKey(person.name + " " + person.role)).inserted {
      record.contributors.append(person)
      addedPeople.append("\(person.name) (\(person.role))")
    }
    note(.contributors, added: addedPeople)
    var names = Set(record.additionalAuthors.map { ComparisonKey($0) })
    names.formUnion(record.contributors.map { ComparisonKey($0.name) })
    if let author = record.book.author { names.insert(ComparisonKey(author)) }
    var added: [String] = []
    for name in incoming.additionalAuthors where names.insert(ComparisonKey(name)).inserted {
      record.additionalAuthors.append(name)
      added.append(name)
    }
    note(.additionalAuthors, added: added)
  }

  /// Unites the series by name and fills in missing places.
  mutating func mergeSeries() {
    func text(_ place: SeriesPlace) -> String { place.name + (place.number.map { " #" + $0 } ?? "") }
    if overwrites { return replace(.series, \.series, text) }
    var added: [String] = []
    for place in incoming.series {
      let key = ComparisonKey(place.name)
      let index = record.series.firstIndex { ComparisonKey($0.name) == key && $0.number == place.number }
      if index != nil { continue }
      if let index = record.series.firstIndex(where: { ComparisonKey($0.name) == key }) {
        guard let number = place.number else { continue }
        let kept = record.series[index].number
        if kept.map({ keeps(.series, "#" + $0, over: "#" + number) }) != true {
          record.series[index].number = number
          added.append(text(record.series[index]))
        }
      } else {
        record.series.append(place)
        added.append(text(place))
      }
    }
    note(.series, added: added)
  }

  /// Unites the tags; case doesn't part them.
  mutating func mergeTags() {
    var known = Set(record.tags.map { $0.lowercased() })
    // A shelf of Goodreads is a tag in another spelling, and no other tag.
    let areShelves = incoming.services.contains { $0.service == Goodreads.service }
    if areShelves { known.formUnion(record.tags.map(GoodreadsDialect.shelfName)) }
    var added: [String] = []
    for tag in incoming.tags where known.insert(tag.lowercased()).inserted {
      record.tags.append(tag)
      added.append(tag)
    }
    note(.tags, added: added)
  }

  /// Unites what the services say by service and id, and their other columns by name.
  mutating func mergeServices() {
    var added: [String] = []
    for service in incoming.services {
      let index = place(for: service)
      guard let index else {
        record.services.append(service)
        added.append([service.service, service.serviceID].compactMap { $0 }.joined(separator: " "))
        continue
      }
      if record.services[index].serviceID == nil, let id = service.serviceID {
        record.services[index].serviceID = id
        added.append(service.service + " " + id)
      }
      added += mergeColumns(of: service, into: index)
    }
    note(.services, added: added)
  }

  /// The record of the same id, or one without an id where the row has no other record of that service.
  private func place(for service: ServiceRecord) -> Int? {
    let equal = record.services.firstIndex {
      $0.service == service.service && $0.serviceID == service.serviceID
    }
    if equal != nil { return equal }
    guard incoming.services.count(where: { $0.service == service.service }) == 1 else { return nil }
    return record.services.firstIndex {
      $0.service == service.service && ($0.serviceID == nil || service.serviceID == nil)
    }
  }

  private mutating func mergeColumns(of service: ServiceRecord, into index: Int) -> [String] {
    var columns = record.services[index].other.columns
    var places: [String: Int] = [:]
    for (place, column) in columns.enumerated() where places[column.name] == nil {
      places[column.name] = place
    }
    var changed: [String] = []
    for column in service.other.columns {
      if let place = places[column.name] {
        let old = columns[place].text
        guard !column.text.isEmpty, old != column.text else { continue }
        if !old.isEmpty, !overwrites, keepsColumn(column, old, of: service) { continue }
        columns[place].text = column.text
      } else {
        places[column.name] = columns.count
        columns.append(column)
      }
      changed.append(service.service + " " + column.name)
    }
    record.services[index].other.columns = columns
    return changed
  }

  /// Whether the column that the book has stands against the row's, which is noted then.
  private mutating func keepsColumn(
    _ column: OtherColumns.Column, _ old: String, of service: ServiceRecord
  ) -> Bool {
    if TextNormalisation.line(old) == TextNormalisation.line(column.text) { return true }
    let name = column.name + ": "
    return keeps(.services, name + old, over: name + column.text)
  }

  private mutating func replace<Element: Equatable>(
    _ field: BookField, _ path: WritableKeyPath<BookRecord, [Element]>, _ text: (Element) -> String
  ) {
    let new = incoming[keyPath: path]
    let old = record[keyPath: path]
    guard !new.isEmpty, new != old else { return }
    record[keyPath: path] = new
    let oldText = old.isEmpty ? nil : old.map(text).joined(separator: ", ")
    changes.append(FieldChange(field: field, old: oldText, new: new.map(text).joined(separator: ", ")))
  }

  mutating func note(_ field: BookField, added: [String]) {
    if added.isEmpty { return }
    changes.append(FieldChange(field: field, old: nil, new: added.joined(separator: ", ")))
  }
}
