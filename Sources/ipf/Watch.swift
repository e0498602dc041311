import ArgumentParser
import Foundation
import Ingest
import InstrumentCatalog

/// `ipf watch`: what changes at a source, as it comes.
struct Watch: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, jsonl
    }

    static let configuration = CommandConfiguration(
        abstract: "Print what changes at a source, as it comes.",
        discussion: """
            text   a line for each symbol: "+" added, "-" removed, "~" changed, with the fields that changed
            jsonl  one JSON object a line, as "ipf diff --format jsonl" writes them

            The source is asked for a live stream; where its server offers none, it is asked again after the update period. A \
            connection that breaks, falls silent or brings nonsense is tried again, after a second at first, and reported \
            on standard error. What was cut off removes nothing, and a snapshot that is empty, or would remove more than half of what \
            is known (--max-removed), is refused unless --allow-shrink is given.

            With --catalog, what is known already is no change, and the catalog follows: every printed change is kept, and \
            other commands see it in the file some seconds later. Without it, nothing is known at the start.

            It ends with SIGINT (Ctrl-C) or SIGTERM, and exit code 0. SIGHUP asks the source again at once.

            \(SourceOptions.help) HOST:PORT[update=30s] sets the update period.

            Examples:
              ipf watch localhost:8080
              ipf watch https://example.org/ipf/all.ipf.gz --catalog all.catalog --format jsonl
            """)

    @Argument(help: ArgumentHelp("The source to follow.", valueName: "address"))
    var address: String

    @Option(help: ArgumentHelp("Keep this catalog file current.", valueName: "file"))
    var catalog: String?

    @Option(help: "text or jsonl.")
    var format = Format.text

    @OptionGroup(title: "Removing") var removal: RemovalOptions
    @OptionGroup(title: "Following") var follow: FollowOptions

    func run() async throws {
        let address = try SourceAddress(parsing: address)
        let folder = catalog == nil ? try ScratchFolder() : nil
        defer { folder?.remove() }
        let path = catalog ?? folder!.path("known.catalog")
        let following = try Following(
            address, path: path, as: "--catalog", options: follow.liveOptions, rules: removal.rules())
        let output = OutputFile.standard
        let format = format
        try await following.run { event, changes, refusal in
            for change in changes {
                try output.write(format == .text ? ChangeText.line(change) : ChangeText.json(change).text + "\n")
            }
            try output.flush()
            switch event {
            case .fault(let fault):
                StandardError.warn(fault.description)
                if let refusal, fault.isOfIncompleteSnapshot {
                    StandardError.warn("\(address): snapshot refused: \(refusal); what is known stays")
                }
            case .snapshotComplete:
                if let refusal {
                    return StandardError.warn(
                        "\(address): snapshot refused: \(refusal); what is known stays (--allow-shrink takes it)")
                }
                StandardError.write(
                    "ipf: \(address): complete, \(Numbers.grouped(following.catalog.view.count)) instruments\n")
            default: break
            }
        } folded: { error in
            if let error { StandardError.warn("\(error)") }
        }
    }
}

/// A folder for the time of a command.
private struct ScratchFolder {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "ipf-watch-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            throw Failure(.inputOutput, "\(url.path): can't be made: \(error.localizedDescription); name a --catalog")
        }
    }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func remove() { try? FileManager.default.removeItem(at: url) }
}
