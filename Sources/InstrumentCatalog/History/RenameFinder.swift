/// A symbol that replaced another one for the same instrument.
package struct SymbolRename: Hashable, Sendable {
    /// The previous symbol.
    package var old: String
    /// The new symbol.
    package var new: String
    /// The field that did not change.
    package var field: String
    /// The text of that field.
    package var text: String

    /// Creates a rename that is proved by a field with the same text in both profiles.
    package init(old: String, new: String, field: String, text: String) {
        self.old = old
        self.new = new
        self.field = field
        self.text = text
    }
}

/// Finds the renames in a batch of one source, or in an import: pairs of an abandoned and a new symbol with the same
/// identifier.
///
/// A symbol is abandoned if it is removed, or if it now represents another instrument. Identifiers are compared in
/// order of weight, and each symbol is part of at most one rename. If several symbols share an identifier, market and
/// currency must also agree, and exactly one old and one new symbol must be left.
package struct RenameFinder {
    private typealias Side = [(symbol: String, identity: InstrumentIdentity)]

    /// The field whose value the source never changes, by its policy; `nil` if the policy names no such field.
    private let keyField: String?
    private var given: Side = []
    private var taken: Side = []

    package init(keyField: String?) { self.keyField = keyField }

    /// Adds the change of a symbol, given its encoded profiles before and after. A profile is `nil` if the source did
    /// not have the symbol.
    package mutating func add(_ symbol: String, before: [UInt8]?, after: [UInt8]?) {
        let before = before.map { InstrumentIdentity(of: $0, keyField: keyField) }
        let after = after.map { InstrumentIdentity(of: $0, keyField: keyField) }
        if let before, let after, !after.isOther(than: before) { return }
        if let before, !before.marks.isEmpty { given.append((symbol, before)) }
        if let after, !after.marks.isEmpty { taken.append((symbol, after)) }
    }

    /// Returns the renames, in the order of the new symbols.
    ///
    /// - Complexity: O(*n* log *n*) in the number of abandoned and new symbols.
    package consuming func renames() -> [SymbolRename] {
        if given.isEmpty || taken.isEmpty { return [] }
        var renames: [SymbolRename] = []
        for field in (keyField.map { [$0] } ?? []) + InstrumentIdentity.fields.map(\.name) {
            for byMarket in [false, true] {
                let found = Self.pairs(given, taken, field, byMarket: byMarket)
                if found.isEmpty { continue }
                renames += found
                let (olds, news) = (Set(found.map(\.old)), Set(found.map(\.new)))
                given.removeAll { olds.contains($0.symbol) }
                taken.removeAll { news.contains($0.symbol) }
            }
        }
        return renames.sorted { $0.new.utf8.lexicographicallyPrecedes($1.new.utf8) }
    }

    /// The key for matching: an identifier, alone or with a market and a currency.
    private struct Key: Hashable {
        var mark: InstrumentIdentity.Mark
        var market: String?
        var currency: String?
    }

    private static func pairs(_ given: Side, _ taken: Side, _ field: String, byMarket: Bool) -> [SymbolRename] {
        func key(_ identity: InstrumentIdentity) -> Key? {
            guard let mark = identity.marks.first(where: { $0.field == field }) else { return nil }
            return byMarket
                ? Key(mark: mark, market: identity.market ?? "", currency: identity.currency) : Key(mark: mark)
        }
        let olds = Dictionary(grouping: given) { key($0.identity) }
        let news = Dictionary(grouping: taken) { key($0.identity) }
        return news.compactMap { key, news in
            guard let key, let olds = olds[key], olds.count == 1, news.count == 1, olds[0].symbol != news[0].symbol
            else { return nil }
            return SymbolRename(old: olds[0].symbol, new: news[0].symbol, field: key.mark.field, text: key.mark.text)
        }
    }
}
