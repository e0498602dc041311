import ArgumentParser
import CatalogSync
import Logging
import Synchronization
import SystemFiles

/// `ipf import`: sources into a catalog.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Read sources into a catalog file.",
        discussion: """
            Several sources merge in the order given: the last profile of a symbol wins, and one of type REMOVED takes the \
            symbol out. The catalog is replaced whole, or left as it was where anything goes wrong; a symbolic link is \
            followed, and anything but a file is left alone. -o s3://BUCKET/KEY makes an object: what is there is fetched and \
            compared, and the new catalog is sent when it is whole; if another program has written the object meanwhile, it is \
            left alone (exit code 4).

            A snapshot that may have been cut off does not take the place of a complete one: a source without ##COMPLETE is \
            refused (exit code 3) where the catalog's last import was complete, or that source was, unless \
            --allow-incomplete is given. So are sources that bring no instruments, or remove more than half of those in the \
            catalog (--max-removed), unless --allow-shrink is given. The message says how many would have gone.

            A source that has not changed since the catalog was made is not read again, and the catalog stays as it is: of a \
            source on the network the server is asked, of a file its device, inode, size, time, beginning and end are compared.

            The first record that can't be read stops the import. With --on-error skip such records are counted and left \
            out; --rejects keeps them, as one JSON object a line with source, file (of a zip), line, byte, reason and the \
            record's text (as "base64" where it is not UTF-8).

            With --follow it goes on: one source, whose changes are taken into the catalog as they come, until SIGTERM or SIGINT \
            (exit code 0); SIGHUP asks the source again at once. Standard error gets a line for each event. Only a complete \
            snapshot removes anything, and records that can't be read are left out; the first \(UnreadableRecords.printed) of an \
            answer are logged, the others counted. Other commands see the changes in \
            the file some seconds later; whatever happens to the process, no change is lost.

            \(HistoryOptions.help)

            \(IdentifierOption.help)

            \(AliasOptions.help) The catalog keeps them, in imports over it as well, until --aliases gives others; an empty file \
            ends them. The aliases of well-known instruments that come with ipf are added, unless --no-bundled-aliases is given.

            \(TransformOptions.help)

            \(WriteOptions.help)

            \(SourceOptions.help)

            Examples:
              ipf import all.ipf.gz -o all.ipfc
              ipf import all.ipf.gz -o all.ipfc --identifier FIGI
              ipf import all.ipf.gz -o all.ipfc --aliases names.csv
              ipf import all.ipf.gz -o all.ipfc --transform rules.txt
              ipf import all.ipf.gz -o all.ipfc --keep-history
              ipf import 2026-03-31.ipf.gz -o all.ipfc --keep-history --valid-from 2026-03-31T06:00:00Z
              ipf import https://example.org/ipf/all.ipf.gz extra.ipf -o all.ipfc
              ipf import all.ipf.gz -o all.ipfc --on-error skip --rejects rejects.jsonl --json
              ipf import --follow localhost:8080 -o all.catalog
            """)

    @Argument(help: ArgumentHelp("Sources to read.", valueName: "address"))
    var addresses: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The catalog to write: a file, or s3://BUCKET/KEY.", valueName: "file"))
    var output: String

    @OptionGroup var rejects: RejectOptions

    @Flag(help: "Leave the catalog as it was unless every source ends with ##COMPLETE.")
    var requireComplete = false

    @Flag(help: "Take a source without ##COMPLETE also in place of a complete one.")
    var allowIncomplete = false

    @Flag(help: "Print the summary as one JSON object.")
    var json = false

    @Flag(help: "Go on: keep the catalog current until a signal ends it.")
    var follow = false

    @Flag(help: "Leave out the names of well-known instruments that come with ipf.")
    var noBundledAliases = false

    @OptionGroup var identifiers: IdentifierOption
    @OptionGroup var aliases: AliasOptions
    @OptionGroup var transform: TransformOptions
    @OptionGroup(title: "History") var history: HistoryOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup(title: "Removing") var removal: RemovalOptions
    @OptionGroup(title: "Following") var followOptions: FollowOptions
    @OptionGroup(title: "Following") var findings: FindingOptions
    @OptionGroup(title: "Following") var log: LogOptions
    @OptionGroup var source: SourceOptions

    func validate() throws {
        if requireComplete, allowIncomplete {
            throw ValidationError("--require-complete and --allow-incomplete can't be combined.")
        }
        guard follow else {
            if followOptions.isSet { throw ValidationError("--update and --silence require --follow.") }
            if findings.allErrors { throw ValidationError("--all-errors requires --follow.") }
            if log.logFormat != .text { throw ValidationError("--log-format requires --follow.") }
            return
        }
        guard addresses.count == 1 else {
            throw ValidationError("--follow takes one address, found \(addresses.count).")
        }
        for (name, isSet) in [
            ("--on-error", rejects.onError != nil), ("--rejects", rejects.rejects != nil),
            ("--require-complete", requireComplete),
            ("--allow-incomplete", allowIncomplete), ("--json", json), ("--wait", write.wait > 0),
            ("--drop-history", history.dropHistory), ("--valid-from", history.validFrom != nil),
        ] where isSet {
            throw ValidationError("\(name) can't be combined with --follow.")
        }
    }

    func run() async throws {
        ProgramMemory.sharesFreedBlocks()
        if follow { return try await runFollowing() }
        let addresses = try addresses.map { try SourceAddress(parsing: $0) }
        let run = ImportRun(
            addresses: addresses, path: output, source: source, rejects: rejects.log,
            requiresComplete: requireComplete, identifierFields: identifiers.names, aliases: aliases,
            includesBundledAliases: !noBundledAliases, keepsHistory: history.keeps,
            validFrom: history.validFrom?.instant,
            transforming: try transform.load(), rules: removal.rules(allowsIncomplete: allowIncomplete))
        let summary = try run.run { try $0.lock(write) }
        if let refusal = summary.refusal {
            if json { try Answer.writeJSON { $0.object(summary.writeMembers) } }
            throw Failure(refusal, leaving: output)
        }
        for report in summary.sources where report.isComplete != true {
            StandardError.warn(report.address.incompleteWarning)
        }
        if json { try Answer.writeJSON { $0.object(summary.writeMembers) } } else { try Answer.write(summary.text) }
    }

    /// Keeps the catalog current, as a daemon that logs a line for each event.
    private func runFollowing() async throws {
        let address = try SourceAddress(parsing: addresses[0])
        let connection = try followOptions.liveOptions(source)
        let transforming = try transform.load()
        var options = LiveCatalogOptions()
        options.program = "ipf import --follow"
        options.identifierFields = identifiers.names
        options.aliases = try aliases.load()
        options.includesBundledAliases = noBundledAliases ? false : nil
        options.keepsHistory = history.keeps
        let following = try Following(
            address, path: output, as: "-o", options, connection: connection, transforming: transforming,
            rules: removal.rules())
        let log = Mutex(
            FollowLog(
                address, following.catalog, identifierFields: identifiers.names, aliases: options.aliases,
                allErrors: findings.allErrors, logger: log.logger))
        do {
            try await following.run { event in try log.withLock { try $0.take(event) } }
        } catch {
            log.withLock { $0.logger.error("ended: \(error)") }
            throw error
        }
        log.withLock { $0.ends() }
    }
}
