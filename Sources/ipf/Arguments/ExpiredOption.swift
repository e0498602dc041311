import ArgumentParser
import CatalogHistory
import InstrumentCatalog

#if Master
    import MasterStore
#endif

/// The option `--expired`, for commands whose catalog may also contain removed instruments.
struct ExpiredOption: ParsableArguments {
    static let help = """
        A folder of segments (ipf master segment) may stand in the catalog's place. --expired has what is gone answer, too, after what is \
        live and the newest year first: of a catalog that keeps its history (ipf import --keep-history), of such a folder, of a node's catalog (ipf serve --master URL --segments), or of a master store. \
        REMOVED_ON is the day of the removal.
        """

    @Flag(help: "Answer with what is gone, too: what expired, and what was removed.")
    var expired = false

    /// Opens a catalog by name, with its removed instruments if they are requested.
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

    /// Returns the removed instruments; `nil` if they are neither in a store nor in segments.
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
    /// The catalogs that are queried.
    let catalogs: SegmentedCatalog
    private let others: () throws -> [Catalog]

    /// - Parameter others: Opens the catalogs of removed instruments if they are not queried.
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
