import Charting

/// The watchlist: symbols, stored in a setting.
extension Desk {
    func watch(_ symbol: String) throws {
        guard provider.instrument(symbol) != nil else {
            throw DeskError("\(symbol): no instrument has this symbol; search for it")
        }
        watchlist.update { $0.contains(symbol) ? $0 : $0 + [symbol] }
    }

    func unwatch(_ symbol: String) { watchlist.update { $0.filter { $0 != symbol } } }
}
