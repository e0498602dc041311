import ArgumentParser
import CatalogHistory
import InstrumentCatalog

/// The options for a catalog's history during an import.
struct HistoryOptions: ParsableArguments {
    static let help = """
        With --keep-history the catalog remembers what the imports over it change, so that --as-of asks what was true at any moment since \
        then, and ipf lookup --history tells what became of an instrument. It goes on with each later import into that file, merges \
        and ipf master build too, until --drop-history ends it. A follower's history knows the last state of each hour. What is \
        imported counts as true from now on, or with --valid-from since a moment that comes after the last one: so a folder of old \
        snapshots, imported one after the other, becomes a history.
        """

    @Flag(help: "Remember what was true before, for --as-of.")
    var keepHistory = false

    @Flag(help: "Forget what was true before.")
    var dropHistory = false

    @Option(
        help: ArgumentHelp(
            "With --keep-history: since when what is imported is true; now by default. A date means its end, in UTC.",
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

/// A date or a time.
struct PastMoment: ExpressibleByArgument {
    let instant: Instant

    init?(argument: String) {
        guard let instant = PointInTime(argument)?.instant else { return nil }
        self.instant = instant
    }
}
