public import Ingest

/// Instruments from an address, by way of a catalog file that stays.
///
/// ```swift
/// let provider = CatalogIPFDataProvider(address: "https://example.org/all.ipf.gz")
/// try await provider.load()
/// provider.instrument("AAPL")?.priceIncrements       // "0.0001 1; 0.01"
/// try provider.search("turk hav").first?.symbol      // "THYAO:TR"
/// ```
///
/// The first subscriber or caller of `load()` starts loading; all share it. What an earlier run left in the catalog file is there
/// at once; meanwhile the source is asked whether it has changed, and read if so. Loading runs in the background, where
/// subscribers are called as well; late subscribers have the latest result at once, on their own thread.
///
/// Instruments that are known stay: while the source can't be read, and where its snapshot was cut off or would take too much away
/// (`CatalogDataOptions.rules`). `loadFault` says why nothing new came.
///
/// A source may also be followed (`CatalogDataOptions.followInterval`): its changes are sent as they come.
///
/// The instruments read from the catalog's mapped file what they are asked for: an array of 1.7 million costs 27 MB, and is made
/// when somebody asks for it. Who looks up single instruments needs none.
public final class CatalogIPFDataProvider: IPFDataProvider, Sendable {
    private let shared: SharedLoad

    /// A provider of what is at an address: a path, a URL, `host:port`.
    ///
    /// For an invalid address the publisher sends `ServerError.urlError`.
    public convenience init(address: String, options: CatalogDataOptions = .init()) {
        do {
            self.init(address: try SourceAddress(parsing: address), options: options)
        } catch {
            self.init(CatalogLoader(error, options))
        }
    }

    /// A provider of what is at an address.
    public convenience init(address: SourceAddress, options: CatalogDataOptions = .init()) {
        self.init(CatalogLoader(address, options))
    }

    /// A provider of a catalog file as it is; `refresh()` opens it again.
    ///
    /// - Parameter defaults: the schedule defaults that trading hours refer to.
    public convenience init(catalog path: String, defaults: ScheduleDefaults = .bundled) {
        self.init(CatalogLoader(catalog: path, defaults))
    }

    private init(_ loader: CatalogLoader) { shared = SharedLoad(loader) }

    /// Gives up what is being loaded: neither the provider nor a subscription is there any more.
    deinit { shared.close() }

    // MARK: What is sent

    /// The instruments, or a `ServerError` while there are none: the latest at once, then whenever they change. The first subscriber
    /// starts loading.
    public var dataPublisher: AnyPublisher<Result<[Instrument], any Error>, Never> {
        results.map { $0.map(\.instruments).mapError(\.kind) }.eraseToAnyPublisher()
    }

    /// Whether the source is being read: at once, then whenever that changes.
    public var isLoading: AnyPublisher<Bool, Never> { shared.isLoading.publisher }

    /// `loadFault` at once, then whenever it changes.
    public var loadFaultChanged: AnyPublisher<LoadFault?, Never> { shared.fault.publisher }

    /// The instrument of a symbol at once, if there are instruments, then whenever it changes; `nil` where no instrument has the
    /// symbol. The first subscriber starts loading. The instruments keep no catalog.
    public func changes(of symbol: String) -> AnyPublisher<Instrument?, Never> {
        results.compactMap { @Sendable result -> Instrument?? in
            guard case .success(let loaded) = result else { return .none }
            return .some(loaded.instrument(symbol)?.detached)
        }.removeDuplicates().eraseToAnyPublisher()
    }

    /// What was loaded, or why nothing was. A subscription keeps the provider, so that it goes on loading.
    private var results: AnyPublisher<Result<LoadedCatalog, LoadFault>, Never> {
        Deferred { [self] in
            shared.start()
            return shared.result.publisher.compactMap { @Sendable [self] result in
                withExtendedLifetime(self) { result }
            }
        }.eraseToAnyPublisher()
    }

    // MARK: What is known

    /// The catalog as it is now; `nil` before there was one.
    public var catalog: Catalog? { loaded?.catalog }

    /// All instruments, best first; `nil` before there were any.
    public var instruments: [Instrument]? { loaded?.instruments }

    /// Why the last load brought nothing new: it failed, or the source's snapshot was refused. `nil` where it succeeded, and before
    /// the first.
    public var loadFault: LoadFault? { shared.fault.value }

    /// The instrument of exactly this symbol; `nil` where there is none, and before there were any.
    ///
    /// - Complexity: O(1) expected; a few hundred nanoseconds.
    public func instrument(_ symbol: String) -> Instrument? { loaded?.instrument(symbol) }

    /// The instruments that a text means, best first: by symbols, identifiers, words of descriptions, with typos. Empty before there
    /// were any.
    ///
    /// `Catalog.search` also gives what of each was found, and further pages.
    ///
    /// - Throws: `CatalogError` of kind `invalidValue` where the text is longer than 1,024 bytes.
    /// - Complexity: tens of microseconds for most texts and a small limit.
    public func search(
        _ text: String, filter: CatalogFilter = CatalogFilter(), limit: Int = 10
    ) throws(CatalogError) -> [Instrument] {
        guard let loaded else { return [] }
        let page = try loaded.catalog.search(text, filter: filter, limit: limit)
        return loaded.instruments(at: page.hits.lazy.map(\.row))
    }

    /// The options on an underlying or of a product, with the catalog that their rows are of; `nil` where there are none, and before
    /// there were instruments.
    ///
    /// ```swift
    /// if let (chain, catalog) = provider.chain("AAPL") {
    ///     for strike in chain.series[0].strikes { print(strike.strike, strike.call.map(catalog.symbol(at:)) ?? "") }
    /// }
    /// ```
    ///
    /// - Complexity: O(options of the chain), some ten nanoseconds each.
    public func chain(
        _ name: String, _ filter: OptionChainFilter = .init()
    ) -> (chain: OptionChain, catalog: Catalog)? {
        catalog.flatMap { catalog in catalog.optionChain(named: name, filter).map { ($0, catalog) } }
    }

    /// Starts loading, and keeps it going on.
    var started: AnyCancellable { results.sink { @Sendable _ in } }

    private var loaded: LoadedCatalog? { try? shared.result.value?.get() }

    // MARK: What is done

    /// Waits until there is a catalog, and returns it: at once where an earlier load or run left one. Loads again where the last load
    /// failed.
    ///
    /// - Throws: `LoadFault` where loading fails and nothing is known; `CancellationError` where the task is cancelled.
    @discardableResult
    public func load() async throws -> Catalog {
        if case .failure? = shared.result.value { shared.refresh() }
        let (stream, continuation) = AsyncStream.makeStream(of: Result<LoadedCatalog, LoadFault>.self)
        let subscription = results.sink { @Sendable result in continuation.yield(result) }
        defer { subscription.cancel() }
        for await result in stream {
            // A failure from before this load is sent first.
            if case .failure = result, shared.isLoading.value { continue }
            return try result.get().catalog
        }
        throw CancellationError()
    }

    /// Loads again: asks the source whether it has changed, and reads it if so. Does nothing while loading goes on.
    public func refresh() { shared.refresh() }
}

/// Where charts have their instruments from.
///
/// A provider may send on any thread: subscribe with closures that are written `@Sendable`.
public protocol IPFDataProvider {
    /// Publishes all instruments, or the reason that they could not be loaded.
    ///
    /// It starts with the latest value, if there is one, and never ends.
    var dataPublisher: AnyPublisher<Result<[Instrument], any Error>, Never> { get }
    /// Whether instruments are being loaded: as it is, then whenever it changes.
    var isLoading: AnyPublisher<Bool, Never> { get }
}

/// The name that `Instrument` had in the first versions of the charting interface.
@available(*, deprecated, renamed: "Instrument")
public typealias InstrumentData = Instrument
