import ArgumentParser
import CatalogSync
import Logging
import Synchronization
import SystemFiles

/// `ipf import`: imports sources into a catalog.
struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import sources into a catalog",
        discussion: """
            Sources are merged in the given order. The last profile of a symbol wins; a profile of type REMOVED \
            removes the symbol. The catalog is replaced whole, or not changed if an error occurs. Symbolic links are \
            followed; only a regular file is replaced.

            -o s3://BUCKET/KEY writes an object. The existing object is downloaded for comparison, and the new catalog \
            is uploaded when it is complete. If another program has written the object in the meantime, it is not \
            replaced (exit code 4).

            An incomplete snapshot does not replace a complete one. A source without ##COMPLETE is refused (exit code \
            3) if the catalog's last import was complete, or the source's last snapshot was, unless --allow-incomplete \
            is given. A source that has no instruments, or removes more than half of the catalog's (--max-removed), is \
            refused unless --allow-shrink is given. The message states how many instruments it would have removed.

            If no source has changed since the last import, the catalog is not rewritten, and unchanged sources are \
            not read again. A server is asked whether its source has changed. A file is compared by device, inode, \
            size, time, beginning and end.

            The first unreadable record stops the import. With --on-error skip, such records are counted and skipped. \
            --rejects writes them to a file, one JSON object per line, with source, file (in a zip), line, byte, \
            reason and the record's text (as "base64" if it is not UTF-8).

            With --follow, the command continues after the import. It has one source, and stores each change in the \
            catalog when the change arrives, until SIGTERM or SIGINT (exit code 0). SIGHUP requests the source again \
            at once. Each event is logged on standard error. Only a complete snapshot removes instruments. Unreadable \
            records are skipped; the first \(UnreadableRecords.printed) of a response are logged, the others are \
            counted. Other commands see the changes in the file within seconds. No change is lost, even if the process \
            is killed.

            \(HistoryOptions.help)

            \(IdentifierOption.help)

            \(AliasOptions.help) The catalog stores its aliases, and later imports use them again until --aliases \
            gives others; an empty file removes them. The bundled aliases of well-known instruments are added unless \
            --no-bundled-aliases is given.

            \(ListOptions.help)

            \(TransformOptions.help)

            \(WriteOptions.help)

            \(SourceOptions.help)

            Examples:
              ipf import all.ipf.gz -o all.ipfc
              ipf import all.ipf.gz -o all.ipfc --identifier FIGI
              ipf import all.ipf.gz -o all.ipfc --aliases names.csv
              ipf import all.ipf.gz -o all.ipfc --transform rules.txt
              ipf import all.ipf.gz -o all.ipfc --keep-history
              ipf import march.ipf.gz -o all.ipfc --keep-history --valid-from 2026-03-31
              ipf import https://example.org/ipf/all.ipf.gz extra.ipf -o all.ipfc
              ipf import all.ipf.gz -o all.ipfc --on-error skip --rejects rejects.jsonl
              ipf import tickers.csv -o all.ipfc
              ipf import tickers.csv -o all.ipfc --map SYMBOL=yahoo:ticker,DESCRIPTION=name
              ipf import --follow localhost:8080 -o all.catalog
            """)

    @Argument(help: ArgumentHelp("The sources to read.", valueName: "address"))
    var addresses: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The catalog to write: a file, or s3://BUCKET/KEY.", valueName: "file"))
    var output: String

    @OptionGroup var rejects: RejectOptions

    @Flag(help: "Fail unless every source ends with ##COMPLETE.")
    var requireComplete = false

    @Flag(help: "Accept a source without ##COMPLETE even if its last snapshot was complete.")
    var allowIncomplete = false

    @Flag(help: "Print the summary as a JSON object.")
    var json = false

    @Flag(help: "Keep the catalog current until a signal ends the command.")
    var follow = false

    @Flag(help: "Omit the bundled aliases of well-known instruments.")
    var noBundledAliases = false

    @OptionGroup var identifiers: IdentifierOption
    @OptionGroup var aliases: AliasOptions
    @OptionGroup var transform: TransformOptions
    @OptionGroup(title: "History") var history: HistoryOptions
    @OptionGroup var write: WriteOptions
    @OptionGroup(title: "Removals") var removal: RemovalOptions
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
        if source.list.map == nil { try ProposedMapping.stopAtLists(addresses, source) }
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

    /// Runs as a daemon that keeps the catalog current and logs a line for each event.
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
