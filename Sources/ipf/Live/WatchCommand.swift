import ArgumentParser
import CatalogSync
import Essentials
import Ingest
import InstrumentCatalog
import Synchronization
import SystemFiles

/// `ipf watch`: prints the changes of a source as they arrive.
struct WatchCommand: AsyncParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, jsonl, ipf
    }

    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Print the changes of a source as they arrive",
        discussion: """
              text   one line per symbol: "+" added, "-" removed, "~" changed, with the
                     changed fields
              jsonl  one JSON object per line, as in ipf diff --format jsonl
              ipf    the format itself: added and changed profiles, and removed ones as
                     REMOVED; "##" ends each group of changes

            The server is asked for a live stream. If it offers none, it is polled after each update period, which \
            HOST:PORT[update=30s] sets. If a connection breaks, is silent or sends invalid data, the problem is \
            reported on standard error, and the command connects again, at first after one second. An incomplete \
            snapshot removes nothing. A snapshot that is empty, or would remove more than half of the known \
            instruments (--max-removed), is refused unless --allow-shrink is given.

            With --catalog, only differences from the catalog are printed, and the catalog is kept current: every \
            printed change is stored, and other commands see it in the file within seconds. Without --catalog, no \
            instruments are known at the start.

            \(IdentifierOption.help)

            Unreadable records are skipped and reported: the first \(UnreadableRecords.printed) of each response, and \
            the number of the others.

            \(TransformOptions.help)

            SIGINT (Ctrl-C) or SIGTERM ends the command with exit code 0. SIGHUP requests the source again at once.

            \(SourceOptions.help)

            Examples:
              ipf watch localhost:8080
              ipf watch https://example.org/all.ipf.gz --catalog all.catalog --format jsonl
              ipf watch localhost:8080 --format ipf | ipf watch - --catalog copy.catalog
            """)

    @Argument(help: ArgumentHelp("The source to follow.", valueName: "address"))
    var address: String

    @Option(help: ArgumentHelp("A catalog file to keep current.", valueName: "file"))
    var catalog: String?

    @Option(help: "The output format.")
    var format = Format.text

    @OptionGroup var identifiers: IdentifierOption
    @OptionGroup var transform: TransformOptions
    @OptionGroup(title: "Removals") var removal: RemovalOptions
    @OptionGroup(title: "Following") var follow: FollowOptions
    @OptionGroup(title: "Following") var findings: FindingOptions
    @OptionGroup var source: SourceOptions

    func validate() throws {
        // Without a catalog file, no other process could use the look-up fields.
        if catalog == nil, !identifiers.names.isEmpty { throw ValidationError("--identifier requires --catalog.") }
    }

    func run() async throws {
        let address = try SourceAddress(parsing: address)
        let folder = catalog == nil ? try ScratchFolder("ipf-watch", otherwise: "name a --catalog") : nil
        defer { folder?.remove() }
        let path = catalog ?? folder!.path("known.catalog")
        var options = LiveCatalogOptions()
        options.program = "ipf watch"
        options.identifierFields = identifiers.names
        let following = try Following(
            address, path: path, as: "--catalog", options, connection: try follow.liveOptions(source),
            transforming: try transform.load(), rules: removal.rules())
        let log = Mutex(
            WatchLog(
                address: address, catalog: following.catalog,
                printer: ChangePrinter(format, knowsNothing: following.catalog.view.count == 0),
                unreadable: UnreadableRecords(printsAll: findings.allErrors),
                awaitedFields: identifiers.names))
        try await following.run { event in try log.withLock { try $0.take(event) } }
    }
}

/// Prints changes and warnings.
private struct WatchLog {
    let address: SourceAddress
    let catalog: LiveCatalog
    var printer: ChangePrinter
    var unreadable: UnreadableRecords
    /// The fields for look-ups that were not yet compared with the instruments.
    var awaitedFields: [String]

    mutating func take(_ event: CatalogFollowerEvent) throws {
        switch event {
        case .damaged(let damage): StandardError.warn("\(damage)")
        case .source(let event, let changes, let refusal): try take(event, changes, refusal)
        case .notKept(let error, let changes, _):
            // The changes of this event were stored before the fault.
            try printer.print(changes)
            throw error
        case .compacted(let error?): StandardError.warn("\(error)")
        case .began, .compacted(nil): break
        }
    }

    private mutating func take(_ event: LiveEvent, _ changes: [CatalogChange], _ refusal: SnapshotRefusal?) throws {
        try printer.print(changes, event, isRefused: refusal != nil)
        for line in unreadable.lines(event) { StandardError.warn(line) }
        switch event {
        case .fault(let fault):
            if let refusal, fault.isOfIncompleteSnapshot {
                StandardError.warn("\(address): snapshot refused: \(refusal); the current instruments remain")
            }
        case .snapshotComplete:
            if let refusal {
                return StandardError.warn(
                    "\(address): snapshot refused: \(refusal); the current instruments remain (--allow-shrink accepts it)"
                )
            }
            StandardError.write(
                "ipf: \(address): complete, \(Numbers.grouped(catalog.view.count)) instruments\n")
            for warning in IdentifierOption.absences(of: awaitedFields, in: catalog.view) {
                StandardError.warn("\(warning)")
            }
            awaitedFields = []
        default: break
        }
    }
}

/// Prints changes as they arrive.
private struct ChangePrinter {
    private let format: WatchCommand.Format
    private let output = OutputFile.standard
    private var writer = ProfileWriter()
    /// Whether the first snapshot is still arriving. It is printed as a whole, so the output then ends it with
    /// `##COMPLETE`.
    private var isWhole: Bool
    /// Whether changes were printed since the last flush.
    private var isPending = false

    /// - Parameter knowsNothing: Whether no instruments are known yet. The changes then contain the whole first
    ///   snapshot.
    init(_ format: WatchCommand.Format, knowsNothing: Bool) {
        self.format = format
        isWhole = knowsNothing
    }

    /// Prints changes.
    ///
    /// - Parameters:
    ///   - event: The event with the changes; `nil` if the rest of the response could not be stored.
    ///   - isRefused: Whether the snapshot was refused. The output then does not mark it as complete.
    mutating func print(_ changes: [CatalogChange], _ event: LiveEvent? = nil, isRefused: Bool = false) throws {
        switch format {
        case .text: for change in changes { try output.show(ChangeText.line(change)) }
        case .jsonl: for change in changes { try output.write(ChangeText.json(change)) }
        case .ipf: try write(changes, event, isRefused: isRefused)
        }
        try output.flush()
    }

    private mutating func write(_ changes: [CatalogChange], _ event: LiveEvent?, isRefused: Bool) throws {
        var text: [UInt8] = []
        for change in changes { writer.write(change.profile, to: &text) }
        isPending = isPending || !changes.isEmpty
        switch event {
        case .profiles: break
        case .snapshotComplete where isWhole && !isRefused:
            (isWhole, isPending) = (false, false)
            writer.writeComplete(live: true, to: &text)
        default:
            if isPending { writer.writeFlush(live: true, to: &text) }
            isPending = false
        }
        try output.write(text.span, as: .quotedFields)
    }
}
