internal import Scanning
internal import Synchronization

/// A catalog file that was opened, or built in memory: its header, rows and indexes. A `Catalog` reads from it.
///
/// Opening verifies the header, the section table and the smallest sections, up to 1 MiB in total. It also compares
/// the header's number of rows with the sections that have an entry for each row. `verify()` checks the rest, and runs
/// once before anything is built from the file. Reading damage that was not checked gives wrong values at worst.
@usableFromInline package final class CatalogFile: Sendable {
    /// The path with which the file was opened.
    package let path: String
    package let header: CatalogHeader
    @usableFromInline package let rows: CatalogRows
    package let search: SearchIndex
    /// The aliases that were given to the catalog, followed by those bundled with the program that wrote it.
    package let aliases: AliasIndex
    package let bundledAliases: AliasIndex
    private let checked: Atomic<Bool>
    let rowProfiles = LazyOnce<RowProfiles>()

    /// Opens the file at `path` and verifies the checksums of its smallest sections, up to `limit` bytes in total.
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
            throw .damaged("fields", path: path, "it contains an unknown field or encoding")
        }
        let file = CatalogFile(sections, directory: directory, header, path: path, isChecked: false)
        try file.verifySmallest(limit)
        try file.checkRowCount()
        return file
    }

    /// Creates a file from its sections.
    ///
    /// - Parameter isChecked: Whether the sections are known to be undamaged.
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

    /// Whether all sections were verified.
    var isChecked: Bool { checked.load(ordering: .relaxed) }

    /// Records that all sections were verified.
    func noteChecked() { checked.store(true, ordering: .relaxed) }

    /// Copies the file into an unnamed temporary file, and maps the copy instead of the file.
    ///
    /// - Throws: `CatalogError` of kind `io` if there is no room for the copy.
    package func detach() throws(CatalogError) { try rows.sections.file.detach(path: path) }

    /// The number of instruments in the file.
    @usableFromInline package var count: Int { rows.count }

    /// A fingerprint of the file's content: the checksum of the section table, which contains the checksums of all
    /// sections.
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

    /// Returns whether the last import removed `symbol`.
    ///
    /// - Complexity: O(log removed symbols).
    package func wasRemoved(_ symbol: Span<UInt8>) -> Bool {
        let texts = FrontCodedText(rows.sections[.removedSymbols])
        return texts.equals(texts.firstIndex(notBefore: symbol), symbol)
    }

    /// Whether the file has history sections (`HistorySections`).
    package var keepsHistory: Bool { rows.sections[.historyBatches].count > 0 }

    /// The rules by which the rows are ordered.
    package var rankRules: RankRules {
        if count == 0 || rows.sections[.rowStandings].count > 0 { return .listings }
        return rows.sections[.searchTextSizes].count > 0 ? .quotes : .types
    }

    /// Returns the standing of a row; `nil` in files of earlier programs.
    package func standing(of row: Int) -> RankStanding? {
        row < search.standings.count ? search.standings.standing(of: row) : nil
    }

    /// The notes that are stored with the catalog, by name, including those of a `LiveCatalog`.
    package var notes: [String: String] { rows.sections.notes }
}

/// Access to single fields without making a profile.
extension CatalogFile {
    /// Calls `body` with a field of `row` as UTF-8 text in normal form, valid during `body`; empty if the field is not
    /// set. Text that is contiguous in the file is not copied.
    ///
    /// - Precondition: 0 ≤ `row` < `count`.
    /// - Complexity: O(length).
    @inlinable package func withField<Result, Failure: Error>(
        _ field: ProfileField, at row: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        precondition(row >= 0 && row < count)
        guard let column = rows.column(field) else { return try body(Span()) }
        return try column.withText(at: row, body)
    }

    /// Calls `body` with the field of `row` that is called `name`, standard or custom, as UTF-8 text in normal form,
    /// valid during `body`.
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
    /// Returns the profile of `row`: every field exactly as imported, with numbers and dates in normal form and custom
    /// fields sorted by name.
    ///
    /// - Precondition: 0 ≤ `row` < `count`.
    /// - Complexity: O(bytes of the profile); on first use also O(values of the low-cardinality fields).
    package func profile(at row: Int) -> InstrumentProfile {
        precondition(row >= 0 && row < count)
        return rowProfiles.place { RowProfiles(rows) }.value.profile(at: row)
    }

    /// Returns the profile of exactly this symbol; `nil` if no row has it.
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
    /// Returns the row at a position of the order by the bytes of the symbol.
    ///
    /// - Precondition: 0 ≤ `position` < `count`.
    /// - Complexity: O(1).
    @inline(__always)
    package func row(atSymbolPosition position: Int) -> Int {
        precondition(position >= 0 && position < count)
        return min(Int(rows.symbolOrder[position]), count - 1)
    }
}

/// The rows that a query reads from one file: an instrument per row, except for rows that a later change replaced or
/// removed.
///
/// A `Catalog` has one part for its file, and one for each overlay segment.
package struct CatalogPart: Sendable {
    package let file: CatalogFile
    /// The rows that later changes replaced or removed; `nil` if there are no such rows.
    package let hidden: RowSet?

    package init(_ file: CatalogFile, hidden: RowSet? = nil) {
        self.file = file
        self.hidden = hidden
    }

    package var rows: CatalogRows { file.rows }

    /// Returns whether `row` is an instrument that no later change replaced or removed.
    @inline(__always)
    package func isVisible(_ row: Int) -> Bool { hidden?.contains(row) != true }

    /// Returns the number of hidden rows before `row`.
    package func hiddenCount(before row: Int) -> Int { hidden?.count(before: row) ?? 0 }
}
