/// The sections of a catalog file, found by kind: what the readers of an index start from.
package struct CatalogSections: Sendable {
    package let file: MappedSection
    package let table: SectionTable
    private let places: [Key: Int]

    private struct Key: Hashable {
        var kind: UInt32
        var field: Int
    }

    /// The sections that `table` lists; its entries lie inside `file`.
    package init(file: MappedSection, table: SectionTable) {
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
    package subscript(kind: SectionKind, field field: Int = 0) -> MappedSection {
        guard let place = places[Key(kind: kind.rawValue, field: field)] else { return .empty }
        return file.slice(table.entries[place].offset, table.entries[place].length)
    }

    /// Where that section begins in the file; `nil` where the file has none.
    func offset(of kind: SectionKind, field: Int) -> Int? {
        places[Key(kind: kind.rawValue, field: field)].map { table.entries[$0].offset }
    }

    /// The smallest sections, as many as have `limit` bytes together.
    func smallest(_ limit: Int) -> [SectionTable.Entry] {
        var left = limit
        return Array(
            table.entries.sorted { $0.length < $1.length }.prefix { entry in
                left -= entry.length
                return left >= 0
            })
    }

    /// Tells the system what opening reads: how each section begins, and the smallest ones whole, whose checksums it compares. They lie
    /// all over the file: without this a file that isn't in memory takes 100 ms to open, since each waits for its own pages.
    func willBeOpened(checking limit: Int) {
        for entry in table.entries { file.willBeRead(entry.offset, min(entry.length, Self.openedBytes)) }
        for entry in smallest(limit) { file.willBeRead(entry.offset, entry.length) }
    }

    private static let openedBytes = 64
}
