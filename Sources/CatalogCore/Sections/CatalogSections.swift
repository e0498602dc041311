/// The sections of a catalog file by kind. All indexes read their data from these sections.
package struct CatalogSections: Sendable {
    package let file: MappedSection
    package let table: SectionTable
    private let places: [Key: Int]

    private struct Key: Hashable {
        var kind: UInt32
        var field: Int
    }

    /// Creates the sections listed in `table`, whose entries must be inside `file`.
    package init(file: MappedSection, table: SectionTable) {
        self.file = file
        self.table = table
        var places: [Key: Int] = [:]
        places.reserveCapacity(table.entries.count)
        for (index, entry) in table.entries.enumerated() { places[Key(kind: entry.kind, field: entry.field)] = index }
        self.places = places
    }

    /// Returns the section of a kind. For a kind that has a section per field, `field` is the position of the field in
    /// the directory of fields. Returns an empty section if the file has none, which all readers treat as missing data.
    ///
    /// - Complexity: O(1).
    package subscript(kind: SectionKind, field field: Int = 0) -> MappedSection {
        guard let place = places[Key(kind: kind.rawValue, field: field)] else { return .empty }
        return file.slice(table.entries[place].offset, table.entries[place].length)
    }

    /// Returns the offset of a section in the file; `nil` if the file has no such section.
    func offset(of kind: SectionKind, field: Int) -> Int? {
        places[Key(kind: kind.rawValue, field: field)].map { table.entries[$0].offset }
    }

    /// Returns the smallest sections, up to `limit` bytes in total.
    func smallest(_ limit: Int) -> [SectionTable.Entry] {
        var left = limit
        return Array(
            table.entries.sorted { $0.length < $1.length }.prefix { entry in
                left -= entry.length
                return left >= 0
            })
    }

    /// Advises the system of the reads during opening: the start of each section, and the smallest sections, whose
    /// checksums are verified. These are scattered over the file. Without this advice, opening a file that is not in
    /// memory would wait for each page in turn.
    func willBeOpened(checking limit: Int) {
        for entry in table.entries { file.willBeRead(entry.offset, min(entry.length, Self.openedBytes)) }
        for entry in smallest(limit) { file.willBeRead(entry.offset, entry.length) }
    }

    private static let openedBytes = 64
}
