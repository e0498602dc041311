internal import CatalogSync
internal import Essentials
public import Ingest
internal import Scanning
internal import Synchronization

/// Imports a source into a catalog file, or opens an existing catalog file.
final class CatalogLoader: Sendable {
    let defaults: ScheduleDefaults
    private let source: Source
    private let options: CatalogDataOptions
    private let cancellation = CancellationToken()

    private enum Source {
        case address(SourceAddress)
        case catalog(String)
        /// No source, because the address is invalid.
        case none(any Error)
    }

    convenience init(_ address: SourceAddress, _ options: CatalogDataOptions) { self.init(.address(address), options) }
    convenience init(_ error: any Error, _ options: CatalogDataOptions) { self.init(.none(error), options) }

    convenience init(catalog path: String, _ defaults: ScheduleDefaults) {
        var options = CatalogDataOptions()
        options.defaults = defaults
        self.init(.catalog(path), options)
    }

    private init(_ source: Source, _ options: CatalogDataOptions) {
        self.source = source
        self.options = options
        defaults = options.defaults
    }

    /// Cancels a running load.
    func cancel() { cancellation.cancel() }

    /// The catalog that an earlier run imported from the source; `nil` if no run has imported one.
    var keptCatalog: Catalog? {
        guard case .address(let address) = source else { return nil }
        return (try? importer(address))?.keptCatalog
    }

    /// Returns the current instruments. If the source's snapshot is refused, returns the earlier instruments and the
    /// reason.
    ///
    /// - Throws: The errors of reading and building; `LoadFault` if there are no instruments.
    func load() throws -> (catalog: Catalog, refusal: LoadFault?) {
        switch source {
        case .none(let error): throw error
        case .catalog(let path): return (try Catalog.open(path), nil)
        case .address(let address):
            let importer = try importer(address)
            let summary = try importer.run()
            if let kept = summary.unchanged {
                return (kept, summary.refusal.map { LoadFault($0, at: address) })
            }
            guard let build = summary.build else {
                throw LoadFault(.noData, reason: "\(address): found no instruments; check the address")
            }
            guard build.instruments > 0 else {
                throw LoadFault(
                    .noData, reason: "\(address): found only records without a symbol or type; check the address")
            }
            return (try Catalog.open(importer.path), nil)
        }
    }

    /// Returns a follower of the source that is not yet started; `nil` if there is no source or `followInterval` is
    /// `nil`.
    ///
    /// - Throws: The errors of `LiveCatalog.open`.
    func makeFollower(_ tell: @escaping @Sendable (LiveFollower.News) -> Void) throws -> LiveFollower? {
        guard case .address(let address) = source, let interval = options.followInterval else { return nil }
        var followerOptions = CatalogFollowerOptions()
        followerOptions.connection.ingest = options.ingest
        followerOptions.rules = options.rules
        let catalog = try LiveCatalog.open(path: try catalogPath(address))
        return LiveFollower(
            CatalogFollower(address, into: catalog, options: followerOptions), interval: interval, tell: tell)
    }

    private func importer(_ address: SourceAddress) throws -> CatalogImporter {
        var importOptions = CatalogImportOptions()
        importOptions.ingest = options.ingest
        importOptions.ingest.cancellation = cancellation
        importOptions.rules = options.rules
        importOptions.skipsMalformed = options.skipsMalformed
        importOptions.isCache = true
        return CatalogImporter([address], to: try catalogPath(address), options: importOptions)
    }

    private func catalogPath(_ address: SourceAddress) throws -> String {
        if let path = options.catalogPath {
            guard !address.isFile(at: path) else {
                throw LoadFault(
                    .unknown, reason: "\(path): the catalog would replace the source; use another file")
            }
            return path
        }
        let folder = try FileManager.default.url(
            for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true
        ).appending(path: "swift-ipf")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.appending(path: address.cacheName).path
    }
}

extension SourceAddress {
    /// The name of the cache file for the address: a hash of the address without its secrets.
    fileprivate var cacheName: String { String(ByteHash.hash(description.utf8Span.span), radix: 16) + ".ipfc" }
}

/// Options of a `CatalogIPFDataProvider`.
public struct CatalogDataOptions: Sendable {
    /// The catalog file to import into; `nil` for a file in the user's cache folder that is named by a hash of the
    /// address.
    public var catalogPath: String?
    /// Options for reading the source.
    public var ingest = IngestOptions()
    /// A Boolean value that indicates whether to skip malformed records instead of failing at the first one.
    public var skipsMalformed = false
    /// Limits for how much a snapshot may remove. A snapshot that exceeds them is refused
    /// (`CatalogIPFDataProvider.loadFault`).
    public var rules = SnapshotRules()
    /// The schedule defaults to which trading hours refer.
    public var defaults = ScheduleDefaults.bundled

    /// The minimum time between two updates while following the source; `nil` to read the source once.
    ///
    /// Changes come from the stream of a live source, or from polling the source once per update period. While
    /// following, the provider needs exclusive use of the catalog file.
    public var followInterval: Duration?

    /// Creates the default options: a file in the user's cache folder, malformed records are errors, no following.
    public init() {}
}

/// A state of the catalog with the array of its instruments, which is created when it is first needed.
final class LoadedCatalog: Sendable {
    let catalog: Catalog
    private let defaults: ScheduleDefaults
    private let list = Mutex<[Instrument]?>(nil)

    init(_ catalog: Catalog, _ defaults: ScheduleDefaults) {
        self.catalog = catalog
        self.defaults = defaults
    }

    /// All instruments, best first. All callers share the array.
    var instruments: [Instrument] {
        list.withLock { list in
            if let list { return list }
            let all = catalog.instruments(defaults: defaults)
            list = all
            return all
        }
    }

    func instrument(_ symbol: String) -> Instrument? { catalog.instrument(symbol, defaults: defaults) }

    func instruments(at rows: some Sequence<Row>) -> [Instrument] {
        rows.map { catalog.instrument(at: $0, defaults: defaults) }
    }
}
