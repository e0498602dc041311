internal import Scanning
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
    let rowProfiles = LazyOnce<RowProfiles>()

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
    /// - Throws: `CatalogError` of kind `io` if there is no room for the copy.
    package func detach() throws(CatalogError) { try rows.sections.file.detach(path: path) }

    /// Instruments in the file.
    @usableFromInline package var count: Int { rows.count }

    /// Identifies the file's content: the section table contains the checksums of all sections.
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

/// The fields of a row, without making a profile.
extension CatalogFile {
    /// A field of `row` as UTF-8 text in normal form, valid during `body`; empty if it is not set. Nothing is
    /// copied that lies in the file as one piece.
    ///
    /// - Precondition: 0 ≤ `row` < `count`.
    /// - Complexity: O(length), tens of nanoseconds.
    @inlinable package func withField<Result, Failure: Error>(
        _ field: ProfileField, at row: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(row >= 0 && row < count)
        guard let column = rows.column(field) else { return try body(Span()) }
        return try column.withText(at: row, body)
    }

    /// A field of `row` by name, standard or custom, as UTF-8 text in normal form, for the time of `body`.
    ///
    /// - Precondition: 0 ≤ `row` < `count`.
    @inlinable package func withField<Result, Failure: Error>(
        named name: String, at row: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(row >= 0 && row < count)
        guard let column = rows.column(named: name) else { return try body(Span()) }
        return try column.withText(at: row, body)
    }
}

extension CatalogFile {
    /// The profile of `row`: every field exactly as it was imported, numbers and dates in normal form, the custom fields
    /// in the order of their names.
    ///
    /// - Precondition: 0 ≤ `row` < `count`.
    /// - Complexity: O(bytes of the profile), about a microsecond; the first time O(values of the fields that have few).
    package func profile(at row: Int) -> InstrumentProfile {
        precondition(row >= 0 && row < count)
        return rowProfiles.place { RowProfiles(rows) }.value.profile(at: row)
    }

    /// The profile of exactly this symbol; `nil` if no row has it.
    ///
    /// - Complexity: as `profile(at:)`.
    @inline(__always)
    package func profile(of symbol: String) -> InstrumentProfile? {
        var profile: InstrumentProfile?
        rowProfiles.place { RowProfiles(rows) }.value.make(symbol, &profile)
        return profile
    }
}

/// The order by symbol.
extension CatalogFile {
    /// The row at a position of the order by symbol (by bytes).
    ///
    /// - Precondition: 0 ≤ `position` < `count`.
    /// - Complexity: O(1).
    @inline(__always)
    package func row(atSymbolPosition position: Int) -> Int {
        precondition(position >= 0 && position < count)
        return min(Int(rows.symbolOrder[position]), count - 1)
    }
}

/// What a query reads: the rows of one file that stand for instruments. A `Catalog` has one part for its file and one for each
/// segment of its changes; in a part, rows are instruments but for those in whose place a later change stands.
package struct CatalogPart: Sendable {
    package let file: CatalogFile
    /// The rows that later changes replaced or removed; `nil` if there are no such rows.
    package let hidden: RowSet?

    package init(_ file: CatalogFile, hidden: RowSet? = nil) {
        self.file = file
        self.hidden = hidden
    }

    package var rows: CatalogRows { file.rows }

    /// Whether `row` stands for an instrument.
    @inline(__always)
    package func isVisible(_ row: Int) -> Bool { hidden?.contains(row) != true }

    /// Hidden rows before `row`.
    package func hiddenCount(before row: Int) -> Int { hidden?.count(before: row) ?? 0 }
}
