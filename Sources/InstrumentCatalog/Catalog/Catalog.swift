internal import Scanning

/// All instruments of an import, read from a memory-mapped file. If the catalog came from a `LiveCatalog`, it includes
/// the changes since the file was written.
///
/// A catalog is an immutable value: later changes of a `LiveCatalog` do not affect the catalogs that it returned
/// before.
///
/// ```swift
/// let catalog = try Catalog.open("all.catalog")      // or live.view, of a LiveCatalog
/// if let profile = catalog["AAPL"] { print(profile.description) }
/// let page = try catalog.search("turk hav", limit: 10)
/// ```
///
/// A catalog with changes contains the same instruments as a file that was built from them. Until it is compacted,
/// changed stocks and funds retain their listing and popularity, so the order can differ. A catalog without changes
/// reads only the file.
///
/// Instruments are ordered by *rank*, best first: by AUTOCOMPLETE_WEIGHT, the type, the listing, the popularity, and
/// the symbol. <doc:Search> has all criteria.
///
/// A *row* is the number of an instrument in one catalog value. The rows of a file are 0..<`count`, in rank order. An
/// instrument that has changed since the file was written has a row after those of the file. In a catalog with changes,
/// rows are neither dense nor ordered, so iterate with `forEachRow(in:from:)` rather than over `0..<count`.
///
/// Opening checks the header, the section table and the smallest sections, up to 1 MiB together. For a catalog of a few
/// thousand instruments, that is the whole file. `verify()` checks the rest. Everything is also checked once before the
/// catalog is used for a merge, a live catalog or a compaction. In an unchecked file, damage can cause wrong values,
/// but no invalid memory accesses.
///
/// Catalogs can be used from any number of threads. A catalog keeps its file mapped until it is deinitialized, even if
/// a newer file has replaced it.
public struct Catalog: Sendable {
    let file: CatalogFile
    /// The reader of the changes; `nil` if the catalog consists only of a file.
    let changes: OverlayReader?
    /// Aliases in addition to those of the file (`adding(_:)`).
    package internal(set) var addedAliases: AliasTable?

    package init(_ file: CatalogFile) {
        self.file = file
        changes = nil
    }

    init(_ overlay: Overlay) {
        file = overlay.base
        changes = OverlayReader(overlay)
    }

    /// The query engine over the file and the overlay; `nil` if nothing has changed.
    @inline(__always)
    var index: OverlayIndex? { changes == nil ? nil : changes!.index }

    /// Returns whether an instrument has this row.
    ///
    /// - Complexity: O(1); O(changed instruments) once for a catalog with changes.
    package func hasRow(_ row: Row) -> Bool {
        index.map { $0.place(of: row) != nil } ?? (0..<file.count).contains(row.number)
    }

    /// The parts that together contain all instruments.
    package var parts: [CatalogPart] { index?.parts ?? [CatalogPart(file)] }

    /// Opens the catalog file at `path`, without the changes that a `LiveCatalog` may store beside it.
    ///
    /// - Parameter path: The path of the catalog file.
    /// - Throws: `CatalogError` of kind `io` if the system refuses access, `foreign`, `newerVersion`, `truncated`, or
    ///   `damaged` if the header, the section table or one of the smallest sections fails its check.
    /// - Complexity: O(1) in the number of instruments.
    public static func open(_ path: String) throws(CatalogError) -> Catalog { Catalog(try CatalogFile.open(path)) }

    /// The file format version that this program writes, which is the only one that it reads.
    package static var formatVersion: Int { Int(CatalogHeader.version) }

    /// Reads the whole file and compares the checksum of every section.
    ///
    /// | when | what is checked |
    /// | --- | --- |
    /// | a catalog is opened | header, section table, and the smallest sections, up to 1 MiB together |
    /// | it is merged, compacted, opened as a live catalog, or loaded by the service | all of it, once |
    /// | `verify()` | all of it, each time |
    ///
    /// - Throws: `CatalogError` of kind `damaged` that names the first damaged section.
    /// - Complexity: O(bytes of the file).
    public func verify() throws(CatalogError) { try file.verify() }

    /// Copies the file to an unnamed temporary file, from which the catalog then reads. So the original can be
    /// overwritten in place.
    ///
    /// Replacing a catalog by renaming, as `ipf import` does, does not require this.
    ///
    /// - Throws: `CatalogError` of kind `io` if there is no room for the copy.
    /// - Complexity: O(bytes of the file).
    package func detach() throws(CatalogError) { try file.detach() }

    /// The path of the catalog file.
    package var path: String { file.path }

    /// A fingerprint of the file's content.
    package var fileFingerprint: UInt64 { file.fingerprint }

    /// The number of instruments in the catalog.
    ///
    /// - Complexity: O(1).
    public var count: Int { changes?.overlay.count ?? file.count }

    /// A number that identifies the state of the catalog, unique within the limits of 64 bits, for entity tags and
    /// caches. Compaction does not change it.
    public var version: UInt64 { changes?.overlay.version ?? file.fingerprint }

    /// A Boolean value that indicates whether the catalog is complete: an import or snapshot that it was made from
    /// ended with `##COMPLETE`.
    public var isComplete: Bool { changes?.overlay.isComplete ?? file.header.isComplete }

    /// The symbols that the last import or complete snapshot removed, and those removed since then, sorted by their
    /// bytes. Symbols that were added again are not included.
    ///
    /// A symbol counts as removed if its last record had the type REMOVED, or if it was in the previous catalog but not
    /// in the import.
    ///
    /// - Complexity: O(removed symbols + changes).
    public var removedSymbols: [String] {
        changes?.overlay.removedSymbols.map { String(decoding: $0.span) } ?? file.removedSymbols
    }

    /// Returns a Boolean value that indicates whether `symbol` is one of `removedSymbols`.
    ///
    /// - Complexity: O(log removed symbols).
    public func wasRemoved(_ symbol: String) -> Bool {
        let symbol = symbol.utf8Span.span
        return changes?.overlay.wasRemoved(symbol) ?? file.wasRemoved(symbol)
    }

    /// Notes that the importer stored with the catalog, by name: for example the source's `ETag`.
    public var notes: [String: String] {
        changes?.overlay.notes ?? file.notes.filter { !LiveNotes.isReserved($0.key) }
    }

    /// The scope in which the catalog's cursors are valid.
    package var scope: CatalogCursor.Scope {
        guard let changes else { return .init(fingerprint: file.fingerprint, path: path, count: file.count) }
        return .init(fingerprint: changes.overlay.identity, path: path, count: .max)
    }
}
