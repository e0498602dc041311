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

    /// Opens a catalog by name, with its removed instruments if they are requested.
    ///
    /// - Throws: as `StoredCatalogOptions.open`; a `Failure` if nothing has removed instruments.
    func open(_ name: String, _ stored: StoredCatalogOptions) throws -> AskedCatalogs {
        if expired, stored.asOf != nil, !stored.isStore(name) {
            throw Failure(
                .usage,
                "--expired: what was gone at a moment of the past is known to a master store alone; leave out --as-of, or --expired"
            )
        }
        let live = try stored.open(name)
        guard expired else { return AskedCatalogs(SegmentedCatalog(live)) { try gone(name, stored) ?? [] } }
        guard let gone = try gone(name, stored) ?? live.removedInstruments().map({ [$0] }) else {
            throw Failure(
                .usage,
                "--expired: \(name) keeps nothing of what is gone; give a catalog that keeps its history (ipf import "
                    + "--keep-history), a folder of segments (ipf master segment --expired), the catalog of a node that has them, "
                    + "or a master store")
        }
        return AskedCatalogs(SegmentedCatalog(live, expired: gone)) { [] }
    }

    /// The removed instruments; `nil` if no store and no segments keep that.
    private func gone(_ name: String, _ stored: StoredCatalogOptions) throws -> [Catalog]? {
        #if Master
            if let address = try stored.storeAddress(name) {
                return expired ? try StoreCatalog.openExpired(address, at: stored.moment) : nil
            }
            let segments = try LocalSegments(name) ?? LocalSegments(LocalSegments.folder(ofCatalog: name))
            return segments?.expired { StandardError.warn("\($0.description): not taken: \($1)") }.map(\.catalog)
        #else
            return nil
        #endif
    }
}

/// The catalogs that answer a question.
struct AskedCatalogs {
    /// The catalogs to ask.
    let catalogs: SegmentedCatalog
    private let others: () throws -> [Catalog]

    /// - Parameter others: The catalogs of removed instruments, if they are not asked.
    init(_ catalogs: SegmentedCatalog, others: @escaping () throws -> [Catalog]) {
        self.catalogs = catalogs
        self.others = others
    }

    /// Why nothing was found for a symbol, and what may have been meant.
    func miss(_ symbol: String) throws -> TerminalText {
        if let removal = SegmentedCatalog(catalogs.live, expired: try others()).removal(ofSymbol: symbol) {
            return "\(symbol): \(removal.description); ask with --expired"
        }
        return CatalogSubject.miss(symbol, catalogs.live)
    }
}
