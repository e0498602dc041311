import ArgumentParser
import CatalogHistory
import InstrumentCatalog

#if Master
    import MasterStore
#endif

/// `--as-of`, for the questions to a catalog file or a master store.
struct StoredCatalogOptions: ParsableArguments {
    static let help = """
        --as-of queries the state at a moment: a date (its end in UTC) or a time such as 2026-03-01T06:00:00Z. A \
        catalog file must have been imported with --keep-history before that moment.

        \(SourceCatalog.help)

        Instead of a catalog file, you can name a master (ipf master): postgresql://USER@HOST/DATABASE, or master: for \
        the one of PGHOST, PGDATABASE and other variables. A moment can then also be the number of a batch. The first \
        query of a batch builds its catalog (ipf master build). The last four of these catalogs are cached.
        """

    @Option(help: ArgumentHelp("The moment to query; now by default.", valueName: "moment"))
    var asOf: String?

    /// Opens a catalog file, a source, what is live in a folder of segments, or what a master store had, as of the
    /// moment.
    ///
    /// - Throws: `CatalogError`, also if the file doesn't know the moment; a `Failure` where the store, or the moment,
    ///   isn't one.
    func open(_ name: String) throws -> Catalog {
        guard isStore(name) else {
            let catalog = try openFiles(name)
            guard let asOf else { return catalog }
            guard let moment = PointInTime(asOf) else {
                throw Failure(
                    .usage,
                    "--as-of: \"\(GrammarError.excerpt(asOf))\" is no moment of a catalog file, expected \(PointInTime.forms)"
                )
            }
            return try catalog.asOf(moment)
        }
        #if Master
            return try StoreCatalog.open(try storeAddress(name)!, at: moment)
        #else
            throw Failure(
                .usage,
                "this build has no master store; build it with `make run`, or with "
                    + "`swift build -c release --product ipf`")
        #endif
    }

    /// Opens a catalog file, a source, or what is live in a folder of segments.
    private func openFiles(_ name: String) throws -> Catalog {
        #if Master
            if let segments = try LocalSegments(name) {
                if let live = segments.live({ StandardError.warn("\($0.description): not taken: \($1)") }) {
                    return live
                }
                throw Failure(
                    .badInput, "\(name): no segment of what is live is there; write one: ipf master segment \(name)")
            }
        #endif
        return try SourceCatalog.open(name)
    }

    /// The name is that of a master store.
    func isStore(_ name: String) -> Bool {
        ["postgresql://", "postgres://", Self.environment].contains(where: name.hasPrefix)
    }

    #if Master
        /// The store that a name means; `nil` for a path.
        ///
        /// - Throws: `MasterStoreError` if it can't be read.
        func storeAddress(_ name: String) throws -> MasterAddress? {
            guard isStore(name) else { return nil }
            let address = name.hasPrefix(Self.environment) ? String(name.dropFirst(Self.environment.count)) : name
            return try MasterAddress(parsing: address)
        }

        var moment: BatchSelector {
            get throws {
                guard let asOf else { return .latest }
                do throws(MasterStoreError) {
                    return try BatchSelector(parsing: asOf)
                } catch {
                    throw Failure(.usage, "--as-of: \(error.reason)")
                }
            }
        }
    #endif

    /// Begins the name of the store that the environment names, or a `NAME=VALUE` text of one.
    private static let environment = "master:"
}
