public import Ingest

/// A provider that imports the instruments of a source into a persistent catalog file.
///
/// ```swift
/// let provider = CatalogIPFDataProvider(address: "https://example.org/all.ipf.gz")
/// try await provider.load()
/// provider.instrument("AAPL")?.priceIncrements       // "0.0001 1; 0.01"
/// try provider.search("turk hav").first?.symbol      // "THYAO:TR"
/// ```
///
/// The first subscription or the first call of `load()` starts loading, and all subscribers share the load. Instruments
/// from an earlier run are available immediately. Meanwhile, the provider checks whether the source has changed, and
/// reads it if so. Subscribers are called on a background thread. A late subscriber receives the latest result
/// immediately, on its own thread.
///
/// Known instruments remain available if the source cannot be read, or if its snapshot is truncated or removes too many
/// instruments (`CatalogDataOptions.rules`). `loadFault` contains the reason.
///
/// To receive changes continuously, set `CatalogDataOptions.followInterval`.
///
/// Instruments read their fields from the memory-mapped catalog. The array of all instruments is created at its first
/// use. Looking up single instruments does not need the array.
public final class CatalogIPFDataProvider: IPFDataProvider, Sendable {
    private let shared: SharedLoad

    /// Creates a provider for an address: a path, a URL or `host:port`.
    ///
    /// If the address is invalid, the publisher sends `ServerError.urlError`.
    public convenience init(address: String, options: CatalogDataOptions = .init()) {
        do {
            self.init(address: try SourceAddress(parsing: address), options: options)
        } catch {
            self.init(CatalogLoader(error, options))
        }
    }

    /// Creates a provider for an address.
    public convenience init(address: SourceAddress, options: CatalogDataOptions = .init()) {
        self.init(CatalogLoader(address, options))
    }

    /// Creates a provider for an existing catalog file. `refresh()` opens the file again.
    ///
    /// - Parameter defaults: The schedule defaults to which trading hours refer.
    public convenience init(catalog path: String, defaults: ScheduleDefaults = .bundled) {
        self.init(CatalogLoader(catalog: path, defaults))
    }

    private init(_ loader: CatalogLoader) { shared = SharedLoad(loader) }

    /// Cancels a running load, because the provider and all subscriptions, which retain it, no longer exist.
    deinit { shared.close() }

    // MARK: Publishers

    /// Publishes the instruments, or a `ServerError` if none could be loaded: first the latest value, then every
    /// change. The first subscription starts loading.
    public var dataPublisher: AnyPublisher<Result<[Instrument], any Error>, Never> {
        results.map { $0.map(\.instruments).mapError(\.kind) }.eraseToAnyPublisher()
    }

    /// Publishes whether the source is being read: first the current value, then every change.
    public var isLoading: AnyPublisher<Bool, Never> { shared.isLoading.publisher }

    /// Publishes the current `loadFault`, then every change.
    public var loadFaultChanged: AnyPublisher<LoadFault?, Never> { shared.fault.publisher }

    /// Publishes the instrument with a symbol as soon as instruments are loaded, and then every change of it; `nil` if
    /// no instrument has the symbol.
    ///
    /// The first subscription starts loading. Published instruments do not keep a catalog in memory.
    public func changes(of symbol: String) -> AnyPublisher<Instrument?, Never> {
        results.compactMap { @Sendable result -> Instrument?? in
            guard case .success(let loaded) = result else { return .none }
            return .some(loaded.instrument(symbol)?.detached)
        }.removeDuplicates().eraseToAnyPublisher()
    }

    /// Publishes each loaded catalog or fault. A subscription retains the provider, so that loading continues while it
    /// exists.
    private var results: AnyPublisher<Result<LoadedCatalog, LoadFault>, Never> {
        Deferred { [self] in
            shared.start()
            return shared.result.publisher.compactMap { @Sendable [self] result in
                withExtendedLifetime(self) { result }
            }
        }.eraseToAnyPublisher()
    }

    // MARK: Current state

    /// The current catalog; `nil` before the first one is loaded.
    public var catalog: Catalog? { loaded?.catalog }

    /// All instruments, best first; `nil` before the first load succeeds.
    public var instruments: [Instrument]? { loaded?.instruments }

    /// The reason that the last load brought nothing new: an error or a refused snapshot. `nil` if the load succeeded,
    /// or if no load has finished.
    public var loadFault: LoadFault? { shared.fault.value }

    /// Returns the instrument with exactly this symbol; `nil` if the symbol is unknown or nothing is loaded yet.
    ///
    /// - Complexity: O(1) expected.
    public func instrument(_ symbol: String) -> Instrument? { loaded?.instrument(symbol) }

    /// Returns the instruments that match a text, best first. Searches symbols, identifiers and words of descriptions,
    /// and tolerates typos. The result is empty before the first load succeeds.
    ///
    /// `Catalog.search` also returns which part of each instrument matches, and further pages.
    ///
    /// - Throws: `CatalogError` of kind `invalidValue` if the text is longer than 1,024 bytes.
    public func search(
        _ text: String, filter: CatalogFilter = CatalogFilter(), limit: Int = 10
    ) throws(CatalogError) -> [Instrument] {
        guard let loaded else { return [] }
        let page = try loaded.catalog.search(text, filter: filter, limit: limit)
        return loaded.instruments(at: page.hits.lazy.map(\.row))
    }

    /// Returns the options on an underlying or product, and the catalog to which their rows belong. Returns `nil` if
    /// there are no such options, or before the first load.
    ///
    /// ```swift
    /// if let (chain, catalog) = provider.chain("AAPL") {
    ///     for strike in chain.series[0].strikes { print(strike.strike, strike.call.map(catalog.symbol(at:)) ?? "") }
    /// }
    /// ```
    ///
    /// - Complexity: O(*n*) in the number of options of the chain.
    public func chain(
        _ name: String, _ filter: OptionChainFilter = .init()
    ) -> (chain: OptionChain, catalog: Catalog)? {
        catalog.flatMap { catalog in catalog.optionChain(named: name, filter).map { ($0, catalog) } }
    }

    /// A subscription that starts loading and retains the provider.
    var started: AnyCancellable { results.sink { @Sendable _ in } }

    private var loaded: LoadedCatalog? { try? shared.result.value?.get() }

    // MARK: Loading

    /// Waits for a catalog and returns it. If an earlier load or run created one, returns immediately. If the last load
    /// failed, loads again.
    ///
    /// - Throws: `LoadFault` if loading fails and there is no earlier catalog; `CancellationError` if the task is
    ///   canceled.
    @discardableResult
    public func load() async throws -> Catalog {
        if case .failure? = shared.result.value { shared.refresh() }
        let (stream, continuation) = AsyncStream.makeStream(of: Result<LoadedCatalog, LoadFault>.self)
        let subscription = results.sink { @Sendable result in continuation.yield(result) }
        defer { subscription.cancel() }
        for await result in stream {
            // The first result can be the failure of an earlier load. Ignore it while loading.
            if case .failure = result, shared.isLoading.value { continue }
            return try result.get().catalog
        }
        throw CancellationError()
    }

    /// Checks whether the source has changed, and reads it if so. Has no effect while a load is running.
    public func refresh() { shared.refresh() }
}

/// A provider of the instruments that charts show.
///
/// A provider may publish on any thread, so subscribe with `@Sendable` closures.
public protocol IPFDataProvider {
    /// Publishes all instruments, or the reason that they could not be loaded.
    ///
    /// The publisher starts with the latest value, if there is one, and never completes.
    var dataPublisher: AnyPublisher<Result<[Instrument], any Error>, Never> { get }
    /// Publishes whether instruments are being loaded: first the current value, then every change.
    var isLoading: AnyPublisher<Bool, Never> { get }
}

/// The name of `Instrument` in earlier versions of the charting interface.
@available(*, deprecated, renamed: "Instrument")
public typealias InstrumentData = Instrument
