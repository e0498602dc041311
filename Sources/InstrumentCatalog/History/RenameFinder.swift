/// A symbol that took the place of another for the same instrument.
package struct SymbolRename: Hashable, Sendable {
    /// The symbol before.
    package var old: String
    /// The symbol since then.
    package var new: String
    /// The field that stayed the same.
    package var field: String
    /// Its text.
    package var text: String

    /// A rename that a field of the instrument shows.
    package init(old: String, new: String, field: String, text: String) {
        self.old = old
        self.new = new
        self.field = field
        self.text = text
    }
}

/// Finds the renames in a batch of one source, or in one import: a symbol is given up, another one taken, and an identifier is the same.
///
/// A symbol is given up where it is removed, or where it now stands for another instrument. The identifiers are looked at by
/// weight, each symbol goes into one rename at most, and where several share an identifier, market and currency must agree
/// and leave one on each side.
package struct RenameFinder {
    private typealias Side = [(symbol: String, identity: InstrumentIdentity)]

    /// The field that stays the same in the source, by its policy; `nil` where there is none.
    private let keyField: String?
    private var given: Side = []
    private var taken: Side = []

    package init(keyField: String?) { self.keyField = keyField }

    /// Takes what the batch did to a symbol: profiles as their bytes, `nil` where the source doesn't have it.
    package mutating func add(_ symbol: String, before: [UInt8]?, after: [UInt8]?) {
        let before = before.map { InstrumentIdentity(of: $0, keyField: keyField) }
        let after = after.map { InstrumentIdentity(of: $0, keyField: keyField) }
        if let before, let after, !after.isOther(than: before) { return }
        if let before, !before.marks.isEmpty { given.append((symbol, before)) }
        if let after, !after.marks.isEmpty { taken.append((symbol, after)) }
    }

    /// The renames, in the order of the new symbols.
    ///
    /// - Complexity: O(n log n) in the symbols that were given up or taken.
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

    /// What is compared: an identifier, or an identifier in a market.
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
