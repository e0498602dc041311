import ArgumentParser
import CatalogSync

/// `ipf merge`: merges catalogs and records into a new catalog.
struct MergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge catalogs and sources into a catalog",
        discussion: """
            Later profiles win: a profile replaces the previous one of its symbol. A profile of type REMOVED removes \
            the symbol, and so do the symbols that the last import of a merged catalog removed. OUTPUT may be one of \
            the merged catalogs, but not another source. It is replaced whole, or not changed if an error occurs. The \
            checksums of catalogs are verified first.

            \(WriteOptions.help)

            \(SourceOptions.help)

            Examples:
              ipf merge all.catalog extra.catalog -o both.catalog
              ipf merge yesterday.catalog changes.ipf -o today.catalog
            """)

    @Argument(help: ArgumentHelp("The base catalog file.", valueName: "catalog"))
    var catalog: String

    @Argument(help: ArgumentHelp("Catalogs and sources to merge into it, in order.", valueName: "catalog|address"))
    var others: [String]

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The catalog to write: a file, or s3://BUCKET/KEY.", valueName: "file"))
    var output: String

    @Flag(help: "Print the summary as a JSON object.")
    var json = false

    @OptionGroup var write: WriteOptions
    @OptionGroup var source: SourceOptions

    /// Opens the input at an address. A catalog is mapped before any work, so that a new file at its path does not
    /// affect the merge.
    private static func input(_ address: SourceAddress) throws -> CatalogMerger.Input {
        let catalog = try address.path.flatMap { try CatalogPath.open($0) }
        return catalog.map { .catalog($0, address) } ?? .source(address)
    }

    func run() throws {
        let addresses = try others.map { try SourceAddress(parsing: $0) }
        let sources = try addresses.filter { if case .source = try Self.input($0) { true } else { false } }
        var uses = PathConflicts(reading: sources)
        try uses.replaceCatalog(at: output, as: "-o", mayBeObject: true)
        let written = try CatalogOutput(output)
        let lock = try written.lock(write)
        defer { withExtendedLifetime(lock) {} }
        // Map the inputs only after the lock is acquired, because a follower may change an input until then.
        let inputs = try addresses.map { try Self.input($0) }
        let base = try Catalog.open(catalog)
        var options = CatalogImportOptions()
        options.ingest = try source.ingestOptions
        let merger = CatalogMerger(inputs, onto: base, options: options)
        let (summary, isComplete) = try written.naming {
            try ReadingLog.run(output) { log in
                try merger.run(to: written.path, log) { address, isComplete in
                    if !isComplete { StandardError.warn(address.incompleteWarning) }
                }
            }
        }
        try written.send()
        let merged = summary.records - base.count
        if json {
            return try Answer.writeJSON {
                $0.object { json in
                    json.member("catalog", output)
                    json.member("instruments", summary.instruments)
                    json.member("before", base.count)
                    json.member("merged", merged)
                    json.member("removed", summary.removedSymbols)
                    json.member("complete", isComplete)
                    json.member("bytes", summary.fileLength)
                }
            }
        }
        try Answer.write(
            "\(output): \(Numbers.grouped(summary.instruments)) instruments, from \(Numbers.grouped(base.count)) and "
                + "\(Numbers.grouped(merged)) records merged onto them; symbols removed: "
                + "\(Numbers.grouped(summary.removedSymbols))\n")
    }
}
