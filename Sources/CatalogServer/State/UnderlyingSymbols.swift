internal import InstrumentCatalog
internal import Synchronization

/// Which symbols have options, remembered: a chain of thousands is not read again to say that there is one.
final class UnderlyingSymbols: Sendable {
    private let known = Mutex<[String: Bool]>([:])
    private static let limit = 20_000

    func contains(_ symbol: String, _ view: CatalogView) -> Bool {
        if let known = known.withLock({ $0[symbol] }) { return known }
        var filter = OptionChainFilter()
        filter.nearest = (1, 0)
        let isThere = view.optionChain(underlying: symbol, filter) != nil
        known.withLock { known in
            if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
            known[symbol] = isThere
        }
        return isThere
    }
}
