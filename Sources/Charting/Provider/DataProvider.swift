internal import Synchronization

/// What a chart is given: the instruments of a provider, with each at hand by its symbol.
///
/// ```swift
/// let data = DataProvider(ipfDataProvider: CatalogIPFDataProvider(address: address))   // or one of your own
/// data.instrument("AAPL")?.timezone                                                    // "America/New_York"
/// ```
///
/// It subscribes when it is made, which starts a `CatalogIPFDataProvider`.
public final class DataProvider {
    /// Where the instruments are from.
    public let ipfDataProvider: any IPFDataProvider
    private let latest: Latest
    private let subscription: AnyCancellable

    /// The instruments of a provider.
    public init(ipfDataProvider: any IPFDataProvider) {
        self.ipfDataProvider = ipfDataProvider
        let latest = Latest()
        self.latest = latest
        // A provider with a catalog has an index of its own, and makes a list of all only where somebody asks for it.
        if let catalog = ipfDataProvider as? CatalogIPFDataProvider {
            subscription = catalog.started
        } else {
            subscription = ipfDataProvider.dataPublisher.sink { @Sendable in latest.take($0) }
        }
    }

    /// All instruments; empty before there were any. Those that are known stay while the provider sends failures.
    public var instruments: [Instrument] {
        (ipfDataProvider as? CatalogIPFDataProvider)?.instruments ?? latest.instruments
    }

    /// The instrument of exactly this symbol; `nil` where there is none, and before there were any.
    ///
    /// - Complexity: O(1); of a provider of one's own O(instruments) for the first symbol after they changed.
    public func instrument(_ symbol: String) -> Instrument? {
        if let catalog = ipfDataProvider as? CatalogIPFDataProvider { return catalog.instrument(symbol) }
        return latest.instrument(symbol)
    }
}

/// The latest instruments that a provider sent, with an index that the first look-up makes.
private final class Latest: Sendable {
    private struct State {
        var instruments: [Instrument] = []
        var indices: [String: Int]?
    }

    private let state = Mutex(State())

    func take(_ result: Result<[Instrument], any Error>) {
        if case .success(let instruments) = result { state.withLock { $0 = State(instruments: instruments) } }
    }

    var instruments: [Instrument] { state.withLock { $0.instruments } }

    func instrument(_ symbol: String) -> Instrument? {
        state.withLock { state in
            let indices =
                state.indices
                ?? Dictionary(state.instruments.enumerated().map { ($1.symbol, $0) }) { first, _ in first }
            state.indices = indices
            return indices[symbol].map { state.instruments[$0] }
        }
    }
}
