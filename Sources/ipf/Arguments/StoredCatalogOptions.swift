import ArgumentParser
import CatalogHistory
import InstrumentCatalog

#if Master
    import MasterStore
#endif

/// The option `--as-of`, for queries of a catalog file or a master store.
struct StoredCatalogOptions: ParsableArguments {
    static let help = """
        --as-of queries the state at a moment: a date (its end in UTC) or a time such as 2026-03-01T06:00:00Z. A \
        catalog file must have been imported with --keep-history before that moment.

        \(SourceCatalog.help)

        Instead of a catalog file, you can name a master (ipf master): postgresql://USER@HOST/DATABASE, or master: for \
        the one of PGHOST, PGDATABASE and other variables. A moment can then also be the number of a batch. The first \
        query of a batch builds its catalog (ipf master build). The last four of these catalogs are cached. \
        With a master, --as-of queries what was true at a time, by what is known now, and at a batch, what this batch \
        published. --known-at K queries by what the master knew at the moment K.
        """

    @Option(help: ArgumentHelp("The moment to query; now by default.", valueName: "moment"))
    var asOf: String?

    @Option(
        help: ArgumentHelp(
            "With --as-of, of a master: the moment whose knowledge counts; now by default.", valueName: "moment"))
    var knownAt: String?

    func validate() throws {
        if knownAt != nil, asOf == nil { throw ValidationError("--known-at requires --as-of.") }
    }

    /// Opens a catalog file, a source, the live segment of a folder, or a master store, as of the given moment.
    ///
    /// - Throws: `CatalogError`, also if the history of the file does not contain the moment; a `Failure` if the store
    ///   or the moment is invalid.
    func open(_ name: String) throws -> Catalog {
        guard isStore(name) else {
            let catalog = try openFiles(name)
            guard let asOf else { return catalog }
            if knownAt != nil { throw Failure(.usage, "--known-at requires a master store; \(name) is none") }
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

    /// Opens a catalog file, a source, or the live segment of a folder.
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

    /// Returns whether the name is that of a master store.
    func isStore(_ name: String) -> Bool {
        ["postgresql://", "postgres://", Self.environment].contains(where: name.hasPrefix)
    }

    #if Master
        /// Returns the store with the name; `nil` for a path.
        ///
        /// - Throws: `MasterStoreError` if the name is not a valid address.
        func storeAddress(_ name: String) throws -> MasterAddress? {
            guard isStore(name) else { return nil }
            let address = name.hasPrefix(Self.environment) ? String(name.dropFirst(Self.environment.count)) : name
            return try MasterAddress(parsing: address)
        }

        /// The question to a store.
        var moment: BitemporalSelector {
            get throws {
                BitemporalSelector(
                    try Self.moment(asOf, of: "--as-of") ?? .latest, knownAt: try Self.moment(knownAt, of: "--known-at")
                )
            }
        }

        private static func moment(_ text: String?, of option: StaticString) throws -> BatchSelector? {
            guard let text else { return nil }
            do throws(MasterStoreError) {
                return try BatchSelector(parsing: text)
            } catch {
                throw Failure(.usage, "\(option): \(error.reason)")
            }
        }
    #endif

    /// The prefix of a store's name. Alone, it means the store that the environment names; `NAME=VALUE` settings may
    /// follow it.
    private static let environment = "master:"
}
