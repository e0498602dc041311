import ArgumentParser
import Ingest

/// `ipf import`: sources into a catalog.
struct Import: ParsableCommand {
    /// What a record that can't be read means.
    enum OnError: String, ExpressibleByArgument, CaseIterable {
        case stop, skip
    }

    static let configuration = CommandConfiguration(
        abstract: "Read sources into a catalog file.",
        discussion: """
            Several sources merge in the order given: the last profile of a symbol wins, and one of type REMOVED takes the \
            symbol out. The catalog is replaced whole, or left as it was where anything goes wrong.

            A source on the network that has not changed since the catalog was made costs one request, and the catalog \
            stays as it is.

            The first record that can't be read stops the import. With --on-error skip such records are counted and left \
            out; --rejects keeps them, as one JSON object a line with source, line, byte, reason and the record's text (as \
            "base64" where it is not UTF-8).

            \(SourceOptions.help)

            Examples:
              ipf import all.ipf.gz -o all.ipfc
              ipf import https://example.org/ipf/all.ipf.gz extra.ipf -o all.ipfc
              ipf import all.ipf.gz -o all.ipfc --on-error skip --rejects rejects.jsonl --json
            """)

    @Argument(help: ArgumentHelp("Sources to read.", valueName: "address"))
    var addresses: [String]

    @Option(name: .shortAndLong, help: ArgumentHelp("The catalog file to write.", valueName: "file"))
    var output: String

    @Option(help: "What a record that can't be read does: stop or skip. (default: stop; with --rejects: skip)")
    var onError: OnError?

    @Option(help: ArgumentHelp("Keep the records that can't be read in this file.", valueName: "file"))
    var rejects: String?

    @Flag(help: "Leave the catalog as it was unless every source ends with ##COMPLETE.")
    var requireComplete = false

    @Flag(help: "Print the summary as one JSON object.")
    var json = false

    @OptionGroup(title: "Limits") var source: SourceOptions

    func run() throws {
        let addresses = try addresses.map { try SourceAddress(parsing: $0) }
        let stops = (onError ?? (rejects == nil ? .stop : .skip)) == .stop
        let run = ImportRun(
            addresses: addresses, path: output, source: source, rejects: RejectLog(path: rejects, stops: stops),
            requiresComplete: requireComplete)
        let summary = try run.run()
        for report in summary.sources where report.isComplete != true {
            StandardError.warn(report.address.incompleteWarning)
        }
        if json { try Answer.write(summary.json) } else { try Answer.write(summary.text) }
    }
}
