internal import CatalogSync
internal import Essentials
public import Ingest
internal import Scanning
internal import Synchronization

/// Loads one source into one catalog file, or opens one.
final class CatalogLoader: Sendable {
    let defaults: ScheduleDefaults
    private let source: Source
    private let options: CatalogDataOptions
    private let cancellation = CancellationToken()

    private enum Source {
        case address(SourceAddress)
        case catalog(String)
        /// An invalid address.
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

    /// Gives up what is being loaded.
    func cancel() { cancellation.cancel() }

    /// What an earlier run left of the source; `nil` where that is nothing.
    var keptCatalog: Catalog? {
        guard case .address(let address) = source else { return nil }
        return (try? importer(address))?.keptCatalog
    }

    /// The instruments as they are now; those of before where what the source brought is refused, with the reason.
    ///
    /// - Throws: what reading and building throw; `LoadFault` where there are no instruments.
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
                    .noData, reason: "\(address): found records without symbol or type only; check the address")
            }
            return (try Catalog.open(importer.path), nil)
        }
    }

    /// What follows the source into its catalog file; it hasn't begun. `nil` where there is no source to follow, or it isn't to be.
    ///
    /// - Throws: as `LiveCatalog.open`.
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
                    .unknown, reason: "\(path): the catalog would take the source's place; name another file")
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
    /// The name of its cache: a hash of the address without its secrets.
    fileprivate var cacheName: String { String(ByteHash.hash(description.utf8Span.span), radix: 16) + ".ipfc" }
}

/// How a `CatalogIPFDataProvider` loads.
public struct CatalogDataOptions: Sendable {
    /// The catalog file that the source is imported into; `nil`: one of the user's caches, by the address.
    public var catalogPath: String?
    /// How the source is read.
    public var ingest = IngestOptions()
    /// Records that can't be read are left out; else the first one is a failure.
    public var skipsMalformed = false
    /// What a snapshot of the source may take away from what is known; one that takes more is refused
    /// (`CatalogIPFDataProvider.loadFault`).
    public var rules = SnapshotRules()
    /// The schedule defaults that trading hours refer to.
    public var defaults = ScheduleDefaults.bundled

    /// The source is followed once it was read, and this is the shortest time between two results; `nil`: it is read once.
    ///
    /// Changes are sent as they come, by the stream of a live source, or by asking again after the update period. The catalog file
    /// is then this provider's alone.
    public var followInterval: Duration?

    /// The default values: a cache of the user's, strict reading, no following.
    public init() {}
}

/// A state of the catalog, and its instruments once all of them were asked for.
final class LoadedCatalog: Sendable {
    let catalog: Catalog
    private let defaults: ScheduleDefaults
    private let list = Mutex<[Instrument]?>(nil)

    init(_ catalog: Catalog, _ defaults: ScheduleDefaults) {
        self.catalog = catalog
        self.defaults = defaults
    }

    /// All of them, best first; one array for all who ask.
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
