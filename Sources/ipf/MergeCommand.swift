import ArgumentParser
import Ingest
import InstrumentCatalog

/// `ipf merge`: a catalog and what comes on top of it, as a new catalog.
struct MergeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge catalogs or sources onto a catalog.",
        discussion: """
            What comes later wins: a profile takes the place of the one of its symbol, and one of type REMOVED takes the \
            symbol out, as do the symbols that the last import of a merged catalog removed. OUTPUT may be one of the merged \
            catalogs; it is replaced whole, or left as it was where anything goes wrong.

            \(SourceOptions.help)

            Examples:
              ipf merge all.catalog extra.catalog -o both.catalog
              ipf merge yesterday.catalog changes.ipf -o today.catalog
            """)

    @Argument(help: ArgumentHelp("A catalog file.", valueName: "catalog"))
    var catalog: String

    @Argument(help: ArgumentHelp("Catalogs and sources to merge onto it, in order.", valueName: "catalog|address"))
    var others: [String]

    @Option(name: .shortAndLong, help: ArgumentHelp("The catalog file to write.", valueName: "file"))
    var output: String

    @Flag(help: "Print the summary as one JSON object.")
    var json = false

    @OptionGroup var source: SourceOptions

    func run() throws {
        let addresses = try others.map { try SourceAddress(parsing: $0) }
        let base = try Catalog.open(catalog)
        var builder = try CatalogBuilder(baseline: base)
        var isComplete = true
        for address in addresses {
            let wasComplete = try merge(address, into: &builder)
            if !wasComplete { StandardError.warn(address.incompleteWarning) }
            isComplete = isComplete && wasComplete
        }
        builder.isComplete = isComplete
        let summary = try builder.write(to: output)
        let merged = summary.records - base.count
        if json {
            return try Answer.write(
                .object([
                    (key: "catalog", value: .string(output)),
                    (key: "instruments", value: .integer(summary.instruments)),
                    (key: "before", value: .integer(base.count)), (key: "merged", value: .integer(merged)),
                    (key: "removed", value: .integer(summary.removedSymbols)),
                    (key: "complete", value: .bool(isComplete)), (key: "bytes", value: .integer(summary.fileLength)),
                ]))
        }
        try Answer.write(
            "\(output): \(Numbers.grouped(summary.instruments)) instruments, from \(Numbers.grouped(base.count)) and "
                + "\(Numbers.grouped(merged)) records merged onto them; symbols removed: "
                + "\(Numbers.grouped(summary.removedSymbols))\n")
    }

    /// Merges a catalog or a source; whether it was complete.
    private func merge(_ address: SourceAddress, into builder: inout CatalogBuilder) throws -> Bool {
        guard let path = address.path, let catalog = try CatalogFile.open(path) else {
            return try source.read(address, into: &builder).isComplete == true
        }
        try builder.append(contentsOf: catalog)
        for symbol in catalog.removedSymbols {
            var profile = InstrumentProfile()
            profile.type = "REMOVED"
            profile.symbol = symbol
            try builder.append(profile)
        }
        return catalog.isComplete
    }
}
