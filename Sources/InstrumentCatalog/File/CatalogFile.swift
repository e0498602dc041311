/// A catalog file, opened: every instrument of an import, answered from mapped bytes.
///
/// ```swift
/// let catalog = try Catalog.open("all.catalog")
/// if let profile = catalog["AAPL"] { print(profile.description) }
/// ```
///
/// Instruments are numbered by *row*, 0..<`count`, best first: by AUTOCOMPLETE_WEIGHT, then kind of instrument (stocks, ETFs,
/// indexes, forex and crypto, products, futures, funds, the rest, options), then the shorter symbol, then the symbol.
/// Rows stay valid for that very file.
///
/// Opening reads and checks the header, the section table and the smallest sections, 1 MiB together: all of a catalog of a few
/// thousand instruments. The rest is checked by `verify()`, and once before anything is built upon the catalog: a merge, a live
/// catalog, a fold. Reading damage that nobody has checked gives wrong values at worst. A catalog value may be used from
/// any number of threads; it goes on answering from its own file after that was replaced by a newer one.
public struct Catalog: Sendable {
    /// The file as it was opened.
    public let path: String
    let header: CatalogHeader
    let rows: CatalogRows
    let search: SearchIndex
    let checks: Checks

    /// Opens the catalog at `path`.
    ///
    /// - Throws: `CatalogError`: `io` where the system refuses, `foreign`, `newerVersion`, `truncated`, or `damaged` where the
    ///   header, the section table or one of the smallest sections isn't what was written.
    /// - Complexity: O(1) in the number of instruments; well below a millisecond.
    public static func open(_ path: String) throws(CatalogError) -> Catalog {
        try open(path, checking: checkedWhenOpened)
    }

    /// Opens the catalog at `path`, and holds that many bytes of its sections against their checksums.
    static func open(_ path: String, checking limit: Int) throws(CatalogError) -> Catalog {
        try Catalog(MappedSection(ofFile: path), path: path, checking: limit)
    }

    private init(_ all: MappedSection, path: String, checking limit: Int) throws(CatalogError) {
        let header = try CatalogHeader(all, path: path)
        let sections = CatalogSections(file: all, table: try SectionTable(all, header, path: path))
        guard let directory = FieldDirectory(sections[.fields]) else {
            throw .damaged("fields", path: path, "it names a field or an encoding that there isn't")
        }
        self.init(sections, directory: directory, header, path: path, areChecked: false)
        try verifySmallest(limit)
    }

    /// A catalog of sections that lie inside their file.
    ///
    /// - Parameter areChecked: they are known to be what was written.
    init(
        _ sections: CatalogSections, directory: FieldDirectory, _ header: CatalogHeader, path: String, areChecked: Bool
    ) {
        self.path = path
        self.header = header
        checks = Checks(areDone: areChecked)
        rows = CatalogRows(sections, directory: directory, count: header.rowCount)
        search = SearchIndex(rows)
    }

    /// Reads a copy of the file from here on, in a temporary file without a name: whoever wants to may write over the file
    /// then. Replacing a catalog by renaming, as `ipf import` does, needs no such thing.
    ///
    /// - Throws: `CatalogError` of kind `io` where there is no room for the copy.
    /// - Complexity: O(bytes of the file).
    public func detach() throws(CatalogError) { try rows.sections.file.detach(path: path) }

    /// Instruments in the catalog.
    public var count: Int { rows.count }

    /// The import that made the catalog saw `##COMPLETE`.
    public var isComplete: Bool { header.isComplete }

    /// The symbols that the last import removed, sorted by their bytes: those that came as REMOVED, and those that were in
    /// the catalog before and in none of the import's profiles.
    ///
    /// - Complexity: O(removed symbols).
    public var removedSymbols: [String] {
        let texts = FrontCodedText(rows.sections[.removedSymbols])
        var symbols: [String] = []
        symbols.reserveCapacity(texts.count)
        texts.forEach { _, text in symbols.append(String(decoding: text)) }
        return symbols
    }

    /// Whether the last import removed `symbol`.
    ///
    /// - Complexity: O(log removed symbols).
    public func wasRemoved(_ symbol: String) -> Bool { wasRemoved(symbol.utf8Span.span) }

    func wasRemoved(_ symbol: Span<UInt8>) -> Bool {
        let texts = FrontCodedText(rows.sections[.removedSymbols])
        return texts.equals(texts.firstIndex(notBefore: symbol), symbol)
    }

    /// What the importer kept with the catalog, by name: for example the source's `ETag`.
    public var notes: [String: String] {
        let texts = FrontCodedText(rows.sections[.notes])
        var notes: [String: String] = [:]
        for index in stride(from: 0, to: texts.count - 1, by: 2) {
            notes[texts.string(index)] = texts.string(index + 1)
        }
        return notes
    }
}
