import ArgumentParser
import Essentials
import Ingest

/// The options of commands that follow a source.
struct FollowOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Time between two requests if the server offers no live stream, and the longest wait before a retry: above "
                + "0 and up to a year. (default: the address's [update=PERIOD], or 60)", valueName: "seconds"))
    var update: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Close a connection on which nothing arrives for this long, not even a heartbeat: above 0 and up to a "
                + "year. (default: 30)", valueName: "seconds"))
    var silence: Double?

    func validate() throws {
        for (name, value) in [("--update", update ?? 1), ("--silence", silence ?? 1)]
        where !(value >= 0.001 && value <= 31_536_000) {
            throw ValidationError("\(name) is \(value), expected seconds above 0 and up to a year.")
        }
    }

    /// Whether any of the options was given.
    var isSet: Bool { update != nil || silence != nil }

    /// Returns the options of the library, including those of the source.
    func liveOptions(_ source: SourceOptions) throws -> LiveOptions {
        var options = LiveOptions()
        try source.list.refuseJoining()
        options.ingest = try source.ingestOptions
        options.updatePeriod = update.map { .milliseconds(Int(clamping: $0 * 1000)) }
        if let silence { options.silence = .milliseconds(Int(clamping: silence * 1000)) }
        return options
    }
}
