import ArgumentParser
import CatalogHistory
import InstrumentCatalog

#if Master
    import MasterStore
#endif

/// The option `--expired`, for commands whose catalog may also contain removed instruments.
struct ExpiredOption: ParsableArguments {
    static let help = """
        The catalog can also be a folder of archive segments (ipf master segment).

        --expired adds expired and removed instruments, after the live ones and newest year first. It requires a \
        catalog with history (ipf import --keep-history), a folder of segments, the catalog of a node (ipf serve \
        --master URL --segments), or a master. The field REMOVED_ON is the day of the removal.
        """

    @Flag(help: "Include expired and removed instruments.")
    var expired = false

    /// Opens a catalog by name, together with its removed instruments if the option requests them.
    ///
    /// - Throws: the errors of `StoredCatalogOptions.open`; a `Failure` if the catalog has no removed instruments.
    func open(_ name: String, _ stored: StoredCatalogOptions) throws -> AskedCatalogs {
        if expired, stored.asOf != nil, !stored.isStore(name) {
            throw Failure(
                .usage,
                "--expired with --as-of requires a master store; leave out one of them"
            )
        }
        let live = try stored.open(name)
        guard expired else { return AskedCatalogs(SegmentedCatalog(live)) { try gone(name, stored) ?? [] } }
        guard let gone = try gone(name, stored) ?? live.removedInstruments().map({ [$0] }) else {
            throw Failure(
                .usage,
                "--expired: \(name) has no expired instruments; give a catalog that keeps its history (ipf import "
                    + "--keep-history), a folder of segments (ipf master segment --expired), the catalog of a node with segments, "
                    + "or a master store")
        }
        return AskedCatalogs(SegmentedCatalog(live, expired: gone)) { [] }
    }

    /// Returns the catalogs of removed instruments; `nil` if the name is neither a store nor a folder of segments.
    private func gone(_ name: String, _ stored: StoredCatalogOptions) throws -> [Catalog]? {
        #if Master
            if let address = try stored.storeAddress(name) {
                return expired ? try StoreCatalog.openExpired(address, at: stored.moment) : nil
            }
            let segments = try LocalSegments(name) ?? LocalSegments(LocalSegments.folder(ofCatalog: name))
            return segments?.expired { StandardError.warn("\($0.description): skipped: \($1)") }.map(\.catalog)
        #else
            return nil
        #endif
    }
}

/// The catalogs of a query.
struct AskedCatalogs {
    /// The queried catalogs.
    let catalogs: SegmentedCatalog
    private let others: () throws -> [Catalog]

    /// - Parameter others: Opens the catalogs of removed instruments that are not queried, for messages about symbols
    ///   that were not found.
    init(_ catalogs: SegmentedCatalog, others: @escaping () throws -> [Catalog]) {
        self.catalogs = catalogs
        self.others = others
    }

    /// Returns the message for a symbol that was not found, with similar symbols.
    func miss(_ symbol: String) throws -> TerminalText {
        if let removal = SegmentedCatalog(catalogs.live, expired: try others()).removal(ofSymbol: symbol) {
            return "\(symbol): \(removal.description); --expired finds it"
        }
        return CatalogSubject.miss(symbol, catalogs.live)
    }
}
