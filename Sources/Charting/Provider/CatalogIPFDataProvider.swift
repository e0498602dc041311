internal import Dispatch
public import Ingest
internal import Synchronization

/// Instruments from an address, by way of a catalog file that stays.
///
/// ```swift
/// let provider = CatalogIPFDataProvider(address: "https://example.org/all.ipf.gz")
/// let subscription = provider.dataPublisher.sink { @Sendable result in
///     switch result {
///     case .success(let instruments): print(instruments.count)
///     case .failure(let error): print(ServerError(error))
///     }
/// }
/// ```
///
/// The first subscriber to `dataPublisher` starts loading; all share it. What an earlier run left in the catalog file is there at
/// once; meanwhile the source is asked whether it has changed, and read if so. Loading runs in the background, where
/// subscribers are called as well; late subscribers have the latest result at once, on their own thread.
///
/// A snapshot that was cut off, or would take too much away (`CatalogDataOptions.rules`), is refused: the instruments that are known
/// stay, and `refused` says why.
///
/// A source may also be followed (`CatalogDataOptions.follows`): its changes are sent as they come, and while it can't be read,
/// what is known stays.
///
/// The instruments read from the catalog's mapped file what they are asked for: an array of 1.7 million costs 27 MB.
public final class CatalogIPFDataProvider: IPFDataProvider, Sendable {
    private let load: SharedLoad

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

    private init(_ loader: CatalogLoader) { load = SharedLoad(loader) }

    /// Gives up what is being loaded: neither the provider nor a subscription is there any more.
    deinit { load.close() }

    // MARK: What is sent

    /// The instruments, or a `ServerError`: the latest at once, then whenever they change. The first subscriber starts loading.
    public var dataPublisher: AnyPublisher<Result<[Instrument], any Error>, Never> {
        Deferred { [self] in
            load.start()
            // A subscription keeps the provider, so that it goes on loading.
            return load.result.publisher.compactMap { @Sendable [self] result in withExtendedLifetime(self) { result } }
        }.eraseToAnyPublisher()
    }

    /// Whether the source is being read: at once, then whenever that changes.
    public var isLoading: AnyPublisher<Bool, Never> { load.isLoading.publisher }

    /// Why the source's last snapshot was refused, so that the instruments are those before it: at once, then whenever that changes;
    /// `nil` where it was taken.
    public var refused: AnyPublisher<ServerError?, Never> { load.refused.publisher }

    /// The latest instruments; `nil` before there were any, and after a failure.
    public var instruments: [Instrument]? { try? load.result.value?.get() }

    // MARK: What is done

    /// Loads again: asks the source whether it has changed, and reads it if so. Does nothing while loading goes on.
    public func refresh() { load.refresh() }

    /// Loads again if the latest result is a failure.
    public func retry() {
        if case .failure? = load.result.value { load.refresh() }
    }
}
