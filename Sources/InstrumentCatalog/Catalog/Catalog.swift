internal import Scanning

/// The state of a catalog at one moment, as an immutable value that answers every question of `Catalog`.
///
/// ```swift
/// let view = live.view                       // or CatalogView(try Catalog.open("all.catalog"))
/// if let profile = view["AAPL"] { print(profile.description) }
/// let page = try view.search("turk hav", limit: 10)
/// ```
///
/// A view of a `LiveCatalog` is a catalog file and the changes since; one made from a `Catalog` is just that, and asks it at
/// no cost. The methods have the names, results and errors of `Catalog`'s; whatever a view answers, a catalog made from scratch
/// from the same instruments answers, too, instrument for instrument and in the same order.
///
/// *Rows* are numbers that stand for an instrument in this very view: those of the file as they are in the file, those that
/// changed since behind them. They are not dense, and their order means nothing: walk with `forEachRow(in:from:)` and
/// `rows(in:offset:limit:)`, never over `0..<count`.
///
/// Views may be used from any number of threads, and hold what they answer from for as long as they live.
public struct CatalogView: Sendable {
    let storage: ViewStorage

    /// The view of a catalog as it is.
    ///
    /// - Complexity: O(1); questions cost what they cost the catalog.
    public init(_ catalog: Catalog) { storage = ViewStorage(catalog) }

    init(_ storage: ViewStorage) { self.storage = storage }

    /// Opens the catalog file at `path`, without the changes that a `LiveCatalog` may hold beside it.
    ///
    /// - Throws: As `Catalog.open`.
    public static func open(_ path: String) throws(CatalogError) -> CatalogView { CatalogView(try Catalog.open(path)) }

    /// The catalog file that the view stands on.
    public var base: Catalog { storage.base }

    /// The catalog's file.
    public var path: String { base.path }

    /// Instruments in the view.
    ///
    /// - Complexity: O(1).
    public var count: Int { storage.overlay?.count ?? base.count }

    /// A number that differs between any two states of a catalog, as far as 64 bits can tell: for entity tags and caches. A fold
    /// leaves it as it is.
    public var version: UInt64 { storage.overlay?.version ?? base.fingerprint }

    /// Some import or snapshot that made the catalog was complete.
    public var isComplete: Bool { storage.overlay?.isComplete ?? base.isComplete }

    /// The symbols that the last import or complete snapshot removed, or that were removed since and are not back, sorted by
    /// their bytes.
    ///
    /// - Complexity: O(removed symbols + changes).
    public var removedSymbols: [String] {
        storage.overlay?.removedSymbols.map { String(decoding: $0.span) } ?? base.removedSymbols
    }

    /// Whether `symbol` is one of `removedSymbols`.
    ///
    /// - Complexity: O(log removed symbols).
    public func wasRemoved(_ symbol: String) -> Bool {
        let symbol = symbol.utf8Span.span
        return storage.overlay?.wasRemoved(symbol) ?? base.wasRemoved(symbol)
    }

    /// What the importer kept with the catalog, by name: for example the source's `ETag`.
    public var notes: [String: String] {
        storage.overlay?.notes ?? base.notes.filter { !LiveNotes.isReserved($0.key) }
    }
}
