import ArgumentParser
import CatalogHistory
import InstrumentCatalog

/// The options of an import that concern the catalog's history.
struct HistoryOptions: ParsableArguments {
    static let help = """
        With --keep-history, the catalog retains earlier states. --as-of then queries any moment since, and ipf lookup \
        --history shows the changes of an instrument. Later imports into the file, merges and ipf master build \
        continue the history until --drop-history ends it. A follower records the last state of each hour. An import \
        takes effect now, or at the moment of --valid-from, which must be later than that of the import before. To \
        build a history, import a folder of old snapshots in order.
        """

    @Flag(help: "Retain earlier states, for --as-of.")
    var keepHistory = false

    @Flag(help: "Remove the history.")
    var dropHistory = false

    @Option(
        help: ArgumentHelp(
            "With --keep-history: when the import takes effect; now by default. A date means its end, in UTC.",
            valueName: "moment"))
    var validFrom: PastMoment?

    /// Whether the catalog keeps its history; `nil` to leave that unchanged.
    var keeps: Bool? { keepHistory ? true : dropHistory ? false : nil }

    func validate() throws {
        if keepHistory, dropHistory {
            throw ValidationError("--keep-history and --drop-history can't be combined.")
        }
        if validFrom != nil, !keepHistory { throw ValidationError("--valid-from requires --keep-history.") }
    }
}

/// A point in time in the past, given as a date or a time.
struct PastMoment: ExpressibleByArgument {
    let instant: Instant

    init?(argument: String) {
        guard let instant = PointInTime(argument)?.instant else { return nil }
        self.instant = instant
    }
}
