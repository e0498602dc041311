import ArgumentParser
import Ingest

/// `ipf convert`: converts a list to IPF.
struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert a list (CSV, TSV, JSON) to IPF",
        discussion: """
            The profiles are those that ipf import makes of the list, in the order of the list. Without --map, a \
            mapping is proposed, and nothing is written.

            \(ListOptions.help)

            The file is compressed if its name ends in ".gz", and it is replaced whole or not at all.

            \(SourceOptions.help)

            Examples:
              ipf convert tickers.csv -o tickers.ipf --map SYMBOL=yahoo:ticker,DESCRIPTION=name
              ipf convert list.json -o list.ipf.gz --map mapping.txt
            """)

    @Argument(help: ArgumentHelp("The list to read.", valueName: "address"))
    var address: String

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write, or s3://BUCKET/KEY; \"-\" is standard output.", valueName: "file"))
    var output = "-"

    @OptionGroup var source: SourceOptions

    func run() throws {
        let address = try SourceAddress(parsing: address)
        if source.list.map == nil {
            try ProposedMapping.stopAtLists([address], source)
            throw Failure(.usage, "\(address): the columns suggest no mapping; give one with --map")
        }
        var uses = PathConflicts(reading: [address])
        try uses.writeText(to: output, as: "-o")
        let file = try OutputFile.create(output, packsByName: true)
        var printer = ProfilePrinter(.ipf, fields: .all, of: [], isTyped: false, to: file)
        _ = try source.read(address, into: &printer)
        try printer.finish()
        try file.finish()
    }
}
