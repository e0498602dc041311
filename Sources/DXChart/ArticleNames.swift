public import MarketRules
internal import Synchronization

/// The resources that all charts share, under the name in the article on palettes.
public typealias DXCResourceManager = ChartResourceManager

/// The provider of instruments, under the name in the article on instruments.
public typealias DXFeedIPFDataProvider = CatalogIPFDataProvider

extension CatalogIPFDataProvider {
    /// Creates a provider of the instruments at an address: a file or a URL.
    public convenience init(_ address: String) { self.init(address: address) }
}

/// The trading hours of instruments by symbol, as a provider of instruments supplies them.
///
/// ```swift
/// DataStorage.shared.setTradingHours(symbol: ipf.symbol, tradingHours: ipf.tradingHours)
/// let instrument = Instrument(type: ipf.type, symbol: ipf.symbol, schedule: DataStorage.shared.schedule(ipf.symbol))
/// ```
///
/// `CatalogIPFDataProvider` does not need this type, because its instruments contain their schedules.
public final class DataStorage: Sendable {
    /// The trading hours of the application.
    public static let shared = DataStorage()

    private let hours = Mutex<[String: String]>([:])

    /// Stores the trading hours of a symbol: a value of the field TRADING_HOURS.
    public func setTradingHours(symbol: String, tradingHours: String) { hours.withLock { $0[symbol] = tradingHours } }

    /// Returns the schedule of a symbol; `nil` if no hours are stored or they are invalid.
    public func schedule(_ symbol: String) -> Trading.Schedule? {
        hours.withLock { $0[symbol] }.flatMap { try? Trading.Schedule($0) }
    }
}
