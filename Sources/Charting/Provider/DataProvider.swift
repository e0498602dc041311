internal import Synchronization

/// The instruments of a provider, which a chart looks up by symbol.
///
/// ```swift
/// let data = DataProvider(ipfDataProvider: CatalogIPFDataProvider(address: address))   // or one of your own
/// data.instrument("AAPL")?.timezone                                                    // "America/New_York"
/// ```
///
/// The initializer subscribes to the provider. That starts loading if it is a `CatalogIPFDataProvider`.
public final class DataProvider {
    /// The provider of the instruments.
    public let ipfDataProvider: any IPFDataProvider
    private let latest: Latest
    private let subscription: AnyCancellable

    /// Creates a data provider for the instruments of a provider.
    public init(ipfDataProvider: any IPFDataProvider) {
        self.ipfDataProvider = ipfDataProvider
        let latest = Latest()
        self.latest = latest
        // A catalog has its own index, and creates the array of all instruments only if it is needed.
        if let catalog = ipfDataProvider as? CatalogIPFDataProvider {
            subscription = catalog.started
        } else {
            subscription = ipfDataProvider.dataPublisher.sink { @Sendable in latest.take($0) }
        }
    }

    /// All instruments; empty before the first load succeeds. Failures do not remove known instruments.
    public var instruments: [Instrument] {
        (ipfDataProvider as? CatalogIPFDataProvider)?.instruments ?? latest.instruments
    }

    /// Returns the instrument with exactly this symbol; `nil` if the symbol is unknown or nothing is loaded yet.
    ///
    /// - Complexity: O(1). With a custom provider, the first look-up after a change is O(*n*) in the number of
    ///   instruments.
    public func instrument(_ symbol: String) -> Instrument? {
        if let catalog = ipfDataProvider as? CatalogIPFDataProvider { return catalog.instrument(symbol) }
        return latest.instrument(symbol)
    }
}

/// The instruments that were published last, with an index that is created when it is first needed.
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
