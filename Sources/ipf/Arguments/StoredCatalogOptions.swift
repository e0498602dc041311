import ArgumentParser
import CatalogHistory
import InstrumentCatalog

#if Master
    import MasterStore
#endif

/// `--as-of`, for the questions to a catalog file or a master store.
struct StoredCatalogOptions: ParsableArguments {
    static let help = """
        --as-of asks what was true at a moment: a date (its end in UTC) or a time like 2026-03-01T06:00:00Z. A catalog file knows that \
        since it was imported with --keep-history.

        \(SourceCatalog.help)

        In place of a catalog file a master store may stand (ipf master): postgresql://USER@HOST/DATABASE, or master: for the one of \
        PGHOST, PGDATABASE and so on. A moment may then also be the number of a batch. The first question about a batch builds its catalog (ipf master build), which is kept among \
        the user's caches, the last four of them.
        """

    @Option(help: ArgumentHelp("What was true then.", valueName: "moment"))
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
                    "--as-of: \"\(GrammarError.excerpt(asOf))\" is not a moment of a catalog file, expected \(PointInTime.forms)"
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
                if let live = segments.live({ StandardError.warn("\($0.description): skipped: \($1)") }) {
                    return live
                }
                throw Failure(
                    .badInput, "\(name): there is no live segment; write one: ipf master segment \(name)")
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
