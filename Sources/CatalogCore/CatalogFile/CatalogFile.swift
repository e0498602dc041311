internal import Synchronization

/// A catalog file, opened, or one in memory: its rows, its indexes and what its header says. What a `Catalog` reads.
///
/// Opening reads and checks the header, the section table and the smallest sections, 1 MiB together, and compares the header's number of
/// rows with the sections that have an entry for each row. The rest is checked by `verify()`, and once before anything is built upon the
/// file. Reading damage that was not checked gives wrong values at worst.
@usableFromInline package final class CatalogFile: Sendable {
    /// The file as it was opened.
    package let path: String
    package let header: CatalogHeader
    @usableFromInline package let rows: CatalogRows
    package let search: SearchIndex
    /// The aliases that were given to the catalog, and the bundled ones of the program that wrote it.
    package let aliases: AliasIndex
    package let bundledAliases: AliasIndex
    private let checked: Atomic<Bool>
    let rowProfiles = MadeOnce<RowProfiles>()

    /// Opens the file at `path`, and compares the checksums of its smallest sections, `limit` bytes together.
    ///
    /// - Throws: `CatalogError`, as `Catalog.open(_:)`.
    package static func open(_ path: String, checking limit: Int = checkedWhenOpened) throws(CatalogError)
        -> CatalogFile
    {
        let all = try MappedSection(ofFile: path)
        all.willBeRead(0, CatalogHeader.length)
        let header = try CatalogHeader(all, path: path)
        all.willBeRead(header.tableOffset, .max)
        let sections = CatalogSections(file: all, table: try SectionTable(all, header, path: path))
        sections.willBeOpened(checking: limit)
        guard let directory = FieldDirectory(sections[.fields]) else {
            throw .damaged("fields", path: path, "it names a field or an encoding that there isn't")
        }
        let file = CatalogFile(sections, directory: directory, header, path: path, isChecked: false)
        try file.verifySmallest(limit)
        try file.checkRowCount()
        return file
    }

    /// A file of sections that lie inside of it.
    ///
    /// - Parameter isChecked: they are known to be what was written.
    package init(
        _ sections: CatalogSections, directory: FieldDirectory, _ header: CatalogHeader, path: String, isChecked: Bool
    ) {
        self.path = path
        self.header = header
        checked = Atomic(isChecked)
        rows = CatalogRows(sections, directory: directory, count: header.rowCount)
        search = SearchIndex(rows)
        aliases = AliasIndex(sections, .given)
        bundledAliases = AliasIndex(sections, .bundled)
    }

    /// All sections were found to be what was written.
    var isChecked: Bool { checked.load(ordering: .relaxed) }

    /// Notes that they were.
    func noteChecked() { checked.store(true, ordering: .relaxed) }

    /// Reads a copy of the file from here on, in a temporary file without a name.
    ///
    /// - Throws: `CatalogError` of kind `io` where there is no room for the copy.
    package func detach() throws(CatalogError) { try rows.sections.file.detach(path: path) }

    /// Instruments in the file.
    @usableFromInline package var count: Int { rows.count }

    /// What tells the file's content from any other: its section table holds the checksums of all sections.
    package var fingerprint: UInt64 { header.tableChecksum }

    /// The symbols that the last import removed, sorted by their bytes.
    ///
    /// - Complexity: O(removed symbols).
    package var removedSymbols: [String] {
        let texts = FrontCodedText(rows.sections[.removedSymbols])
        var symbols: [String] = []
        symbols.reserveCapacity(texts.count)
        texts.forEach { _, text in symbols.append(String(decoding: text)) }
        return symbols
    }

    /// Whether the last import removed `symbol`.
    ///
    /// - Complexity: O(log removed symbols).
    package func wasRemoved(_ symbol: Span<UInt8>) -> Bool {
        let texts = FrontCodedText(rows.sections[.removedSymbols])
        return texts.equals(texts.firstIndex(notBefore: symbol), symbol)
    }

    /// It has sections of history (`HistorySections`).
    package var keepsHistory: Bool { rows.sections[.historyBatches].count > 0 }

    /// What was kept with the catalog, by name; the names of a `LiveCatalog` among them.
    package var notes: [String: String] {
        let texts = FrontCodedText(rows.sections[.notes])
        var notes: [String: String] = [:]
        for index in stride(from: 0, to: texts.count - 1, by: 2) {
            notes[texts.string(index)] = texts.string(index + 1)
        }
        return notes
    }
}
