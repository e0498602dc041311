/// The sections of a catalog file, found by kind: what the readers of an index start from.
struct CatalogSections: Sendable {
    let file: MappedSection
    let table: SectionTable
    private let places: [Key: Int]

    private struct Key: Hashable {
        var kind: UInt32
        var field: Int
    }

    /// The sections that `table` lists; its entries lie inside `file`.
    init(file: MappedSection, table: SectionTable) {
        self.file = file
        self.table = table
        var places: [Key: Int] = [:]
        places.reserveCapacity(table.entries.count)
        for (index, entry) in table.entries.enumerated() { places[Key(kind: entry.kind, field: entry.field)] = index }
        self.places = places
    }

    /// The section of a kind, for a field's kind that of the field at `field` in the directory; an empty one where the
    /// file has none, which every reader takes for "nothing there".
    ///
    /// - Complexity: O(1).
    subscript(kind: SectionKind, field field: Int = 0) -> MappedSection {
        guard let place = places[Key(kind: kind.rawValue, field: field)] else { return .empty }
        return file.slice(table.entries[place].offset, table.entries[place].length)
    }
}
