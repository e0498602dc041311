/// The difference between two catalogs: the instruments that were added, removed or changed, with the names of changed
/// fields.
///
/// ```swift
/// let difference = CatalogDifference(from: yesterday, to: today)
/// difference.forEachChange { change in
///     if case .changed(_, let row, let fields) = change { print(today.symbol(at: row), fields) }
/// }
/// ```
///
/// Fields are compared in normal form: `150` and `150.0` are equal strikes. A field that a catalog does not have
/// counts as not set.
public struct CatalogDifference: Sendable {
    /// The change of one symbol.
    public enum Change: Hashable, Sendable {
        /// Only the new catalog has the symbol, at this row.
        case added(row: Row)
        /// Only the old catalog has the symbol, at this row.
        case removed(row: Row)
        /// Both catalogs have the symbol, with different values in these fields: standard ones in standard order, then
        /// custom ones by name.
        case changed(oldRow: Row, newRow: Row, fields: [String])
    }

    /// The number of symbols by kind of change.
    public struct Counts: Hashable, Sendable {
        /// The number of symbols that only the new catalog has.
        public var added = 0
        /// The number of symbols that only the old catalog has.
        public var removed = 0
        /// The number of symbols in both catalogs with different fields.
        public var changed = 0
        /// The number of symbols in both catalogs with equal fields.
        public var unchanged = 0
    }

    /// The old catalog.
    package let old: Catalog
    /// The new catalog.
    package let new: Catalog
    /// The comparisons of fields, by part of the old catalog and part of the new one.
    private let fields: [[[FieldComparison]]]

    /// Prepares the comparison of two catalogs.
    ///
    /// - Complexity: O(distinct values of both).
    public init(from old: Catalog, to new: Catalog) {
        self.old = old
        self.new = new
        let newParts = new.parts
        fields = old.parts.map { old in newParts.map { FieldComparison.all(old.rows, $0.rows) } }
    }

    /// Calls `body` for each change, in symbol order.
    ///
    /// - Parameter body: A closure that receives a change.
    /// - Returns: The number of symbols by kind of change.
    /// - Throws: Errors of `body`.
    /// - Complexity: O(instruments of both).
    @discardableResult
    public func forEachChange<Failure: Error>(_ body: (Change) throws(Failure) -> Void) throws(Failure) -> Counts {
        var counts = Counts()
        var olds = SymbolWalk(old)
        var news = SymbolWalk(new)
        while let oldRow = olds.row, let newRow = news.row {
            let order = FrontCodedText.compare(olds.symbol.span, news.symbol.span)
            if order < 0 {
                try body(.removed(row: oldRow))
                counts.removed += 1
                olds.advance()
            } else if order > 0 {
                try body(.added(row: newRow))
                counts.added += 1
                news.advance()
            } else {
                if let names = changedFields(olds.place, news.place) {
                    try body(.changed(oldRow: oldRow, newRow: newRow, fields: names))
                    counts.changed += 1
                } else {
                    counts.unchanged += 1
                }
                olds.advance()
                news.advance()
            }
        }
        while let row = olds.row {
            try body(.removed(row: row))
            counts.removed += 1
            olds.advance()
        }
        while let row = news.row {
            try body(.added(row: row))
            counts.added += 1
            news.advance()
        }
        return counts
    }

    /// Returns the names of the fields that differ; `nil` if all are equal.
    private func changedFields(_ old: (part: Int, row: Int), _ new: (part: Int, row: Int)) -> [String]? {
        var names: [String] = []
        for field in fields[old.part][new.part] where field.differs(old.row, new.row) { names.append(field.name) }
        return names.isEmpty ? nil : names
    }
}

/// An iteration in symbol order that caches the current symbol.
private struct SymbolWalk {
    private let catalog: Catalog
    private let index: OverlayIndex?
    private let parts: [CatalogPart]
    private var position = -1
    /// The current row; `nil` after the last one.
    private(set) var row: Row?
    /// The part of the current row, and the row in that part.
    private(set) var place = (part: 0, row: 0)
    /// The current symbol.
    private(set) var symbol: [UInt8] = []

    init(_ catalog: Catalog) {
        self.catalog = catalog
        index = catalog.index
        parts = catalog.parts
        advance()
    }

    mutating func advance() {
        position += 1
        symbol.removeAll(keepingCapacity: true)
        guard position < catalog.count else {
            row = nil
            return
        }
        place = index?.place(atSymbolPosition: position) ?? (0, catalog.file.row(atSymbolPosition: position))
        row = index?.row(place.part, place.row) ?? Row(place.row)
        parts[place.part].rows.symbols.withText(place.row) { text in
            for index in 0..<text.count { symbol.append(text[index]) }
        }
    }
}
