/// What became of the instruments from one catalog to another: added, removed, changed with the fields that changed.
///
/// ```swift
/// let difference = CatalogDifference(from: yesterday, to: today)
/// difference.forEachChange { change in
///     if case .changed(_, let row, let fields) = change { print(today.symbol(at: row), fields) }
/// }
/// ```
///
/// Fields are equal where they are in normal form: `150` and `150.0` are one strike, and a field that a catalog doesn't have at
/// all is not set.
public struct CatalogDifference: Sendable {
    /// What became of one symbol.
    public enum Change: Hashable, Sendable {
        /// Only the new catalog has it, at that row.
        case added(row: Row)
        /// Only the old catalog has it, at that row.
        case removed(row: Row)
        /// Both have it, with other values in these fields: the standard ones in standard order, then the custom ones by name.
        case changed(oldRow: Row, newRow: Row, fields: [String])
    }

    /// How many symbols became what.
    public struct Counts: Hashable, Sendable {
        /// Symbols of the new catalog alone.
        public var added = 0
        /// Symbols of the old catalog alone.
        public var removed = 0
        /// Symbols of both, with other fields.
        public var changed = 0
        /// Symbols of both, with the same fields.
        public var unchanged = 0
    }

    /// What it was.
    package let old: Catalog
    /// What it is.
    package let new: Catalog
    /// By part of the old catalog and part of the new one.
    private let fields: [[[FieldComparison]]]

    /// What became of the instruments of `old` in `new`.
    ///
    /// - Complexity: O(distinct values of both).
    public init(from old: Catalog, to new: Catalog) {
        self.old = old
        self.new = new
        let newParts = new.parts
        fields = old.parts.map { old in newParts.map { FieldComparison.all(old.rows, $0.rows) } }
    }

    /// Hands out the changes in symbol order.
    ///
    /// - Returns: how many symbols became what.
    /// - Complexity: O(instruments of both), some hundred nanoseconds each.
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

    /// The names of the fields that differ; `nil` where none does.
    private func changedFields(_ old: (part: Int, row: Int), _ new: (part: Int, row: Int)) -> [String]? {
        var names: [String] = []
        for field in fields[old.part][new.part] where field.differs(old.row, new.row) { names.append(field.name) }
        return names.isEmpty ? nil : names
    }
}

/// A walk in symbol order that has the symbol at hand.
private struct SymbolWalk {
    private let catalog: Catalog
    private let index: OverlayIndex?
    private let parts: [CatalogPart]
    private var position = -1
    /// The row that the walk stands at; `nil` after the last.
    private(set) var row: Row?
    /// Its part of the catalog, and its row there.
    private(set) var place = (part: 0, row: 0)
    /// Its symbol.
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
