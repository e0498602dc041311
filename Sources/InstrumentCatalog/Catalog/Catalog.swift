internal import Scanning

/// Every instrument of an import, answered from a mapped file; and of a `LiveCatalog`, the changes since over it. A catalog is an
/// immutable value: what changes a `LiveCatalog` leaves the catalogs that it gave before as they are.
///
/// ```swift
/// let catalog = try Catalog.open("all.catalog")      // or live.view, of a LiveCatalog
/// if let profile = catalog["AAPL"] { print(profile.description) }
/// let page = try catalog.search("turk hav", limit: 10)
/// ```
///
/// Whatever a catalog with changes answers, a file written from scratch from the same instruments answers, too, instrument for
/// instrument and in the same order. A catalog without changes asks its file, at the cost of one branch.
///
/// Instruments have an order by *rank*, best first: by AUTOCOMPLETE_WEIGHT, then kind of instrument (stocks, ETFs, indexes, forex
/// and crypto, products, futures, funds, the rest, options), then for forex and crypto the currency in which they are quoted (USD, EUR,
/// GBP, JPY …), then the shorter symbol, then the symbol.
///
/// A *row* is a number that stands for an instrument in this very catalog. Those of a file are 0..<`count`, in the order of rank.
/// An instrument that changed since has a row after those of the file; rows are then neither dense nor in any order, so walk
/// with `forEachRow(in:from:)` rather than over `0..<count`.
///
/// Opening reads and checks the header, the section table and the smallest sections, 1 MiB together: all of a catalog of a few
/// thousand instruments. The rest is checked by `verify()`, and once before anything is built upon the catalog: a merge, a live
/// catalog, a compaction. Reading damage that nobody has checked gives wrong values at worst.
///
/// Catalogs may be used from any number of threads. One holds what it answers from for as long as it lives, and goes on answering
/// from its own file after that was replaced by a newer one.
public struct Catalog: Sendable {
    let file: CatalogFile
    /// `nil` for a catalog file alone.
    let changes: OverlayReader?
    /// Aliases besides those of the file (`adding(_:)`).
    package internal(set) var addedAliases: AliasTable?

    package init(_ file: CatalogFile) {
        self.file = file
        changes = nil
    }

    init(_ overlay: Overlay) {
        file = overlay.base
        changes = OverlayReader(overlay)
    }

    /// What answers questions about more than single instruments where something has changed; `nil` where the file alone answers
    /// them.
    @inline(__always)
    var index: OverlayIndex? { changes == nil ? nil : changes!.index }

    /// An instrument has that row.
    ///
    /// - Complexity: O(1); O(changed instruments) once for a catalog with changes.
    package func hasRow(_ row: Row) -> Bool {
        index.map { $0.place(of: row) != nil } ?? (0..<file.count).contains(row.number)
    }

    /// The parts that together have all instruments.
    package var parts: [CatalogPart] { index?.parts ?? [CatalogPart(file)] }

    /// Opens the catalog file at `path`, without the changes that a `LiveCatalog` may hold beside it.
    ///
    /// - Throws: `CatalogError`: `io` where the system refuses, `foreign`, `newerVersion`, `truncated`, or `damaged` where the
    ///   header, the section table or one of the smallest sections isn't what was written.
    /// - Complexity: O(1) in the number of instruments; well below a millisecond.
    public static func open(_ path: String) throws(CatalogError) -> Catalog { Catalog(try CatalogFile.open(path)) }

    /// The version of the file format that this program writes, and the only one that it reads.
    package static var formatVersion: Int { Int(CatalogHeader.version) }

    /// Reads the whole file and compares the checksum of every section.
    ///
    /// | when | what is checked |
    /// | --- | --- |
    /// | a catalog is opened | header, section table, and the smallest sections, 1 MiB together |
    /// | it is built upon (merge, live catalog, compaction), or taken by the service | all of it, once for each that was opened |
    /// | `verify()` | all of it, each time |
    ///
    /// - Throws: `CatalogError` of kind `damaged` that names the first damaged section.
    /// - Complexity: O(file): about 0.1 ms a MB where the system has it in memory, else as fast as it is read.
    public func verify() throws(CatalogError) { try file.verify() }

    /// Reads a copy of the file from here on, in a temporary file without a name: whoever wants to may write over the file
    /// then. Replacing a catalog by renaming, as `ipf import` does, needs no such thing.
    ///
    /// - Throws: `CatalogError` of kind `io` where there is no room for the copy.
    /// - Complexity: O(bytes of the file).
    package func detach() throws(CatalogError) { try file.detach() }

    /// The catalog's file.
    package var path: String { file.path }

    /// What tells the content of its file from any other.
    package var fileFingerprint: UInt64 { file.fingerprint }

    /// Instruments in the catalog.
    ///
    /// - Complexity: O(1).
    public var count: Int { changes?.overlay.count ?? file.count }

    /// A number that differs between any two states of a catalog, as far as 64 bits can tell: for entity tags and caches. A
    /// compaction leaves it as it is.
    public var version: UInt64 { changes?.overlay.version ?? file.fingerprint }

    /// Some import or snapshot that made the catalog was complete: it ended with `##COMPLETE`.
    public var isComplete: Bool { changes?.overlay.isComplete ?? file.header.isComplete }

    /// The symbols that the last import or complete snapshot removed, or that were removed since and are not back, sorted by
    /// their bytes: those that came as REMOVED, and those that were in the catalog before and not in what was imported.
    ///
    /// - Complexity: O(removed symbols + changes).
    public var removedSymbols: [String] {
        changes?.overlay.removedSymbols.map { String(decoding: $0.span) } ?? file.removedSymbols
    }

    /// Whether `symbol` is one of `removedSymbols`.
    ///
    /// - Complexity: O(log removed symbols).
    public func wasRemoved(_ symbol: String) -> Bool {
        let symbol = symbol.utf8Span.span
        return changes?.overlay.wasRemoved(symbol) ?? file.wasRemoved(symbol)
    }

    /// What the importer kept with the catalog, by name: for example the source's `ETag`.
    public var notes: [String: String] {
        changes?.overlay.notes ?? file.notes.filter { !LiveNotes.isReserved($0.key) }
    }

    /// What its cursors belong to.
    package var scope: CatalogCursor.Scope {
        guard let changes else { return .init(fingerprint: file.fingerprint, path: path, count: file.count) }
        return .init(fingerprint: changes.overlay.identity, path: path, count: .max)
    }
}
