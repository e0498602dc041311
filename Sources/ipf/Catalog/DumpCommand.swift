import ArgumentParser
import CatalogHistory
import Ingest
import InstrumentCatalog
import Scanning

/// `ipf dump`: prints profiles as text, in the order of the source or catalog.
struct DumpCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump",
        abstract: "Print all profiles of a source or catalog",
        discussion: """
            Profiles are printed while they are read, in constant memory: a source in its own order, a catalog by rank.

              jsonl  one JSON object per line: all fields that are set, by IPF name, as
                     text; with --typed, numbers as numbers, and null for unset fields
                     that --fields names
              csv    a header, then the 31 standard fields and the custom fields that
                     occur, or the fields of --fields
              ipf    the format itself; a format line is repeated when a profile needs
                     another column

            For CSV, a file of profiles is read twice, to find the custom fields for the header. The custom fields of \
            a pipe or URL are unknown at the start: if there are any, they are listed at the end, with exit code 2.

            A field that is neither standard nor in any profile is an error (exit code 2). For a source, it is \
            reported at the end. --fields '*' means all fields.

            Profiles are written to standard output, or to the file of --output. A file is compressed if its name ends \
            in ".gz", and it is replaced whole or not at all. A terminal, a named pipe with a reader and /dev/stdout \
            receive the text as it is produced.

            \(SourceOptions.help)

            Examples:
              ipf dump all.ipf.gz | grep '"TYPE": "ETF"'
              ipf dump all.ipfc --format csv --fields DESCRIPTION,CURRENCY > all.csv
              ipf dump all.ipfc --format ipf -o all.ipf.gz
            """)

    @Argument(help: ArgumentHelp("A source or a catalog file.", valueName: "address|catalog"))
    var address: String

    @Option(help: "The output format.")
    var format = ProfileFormatName.jsonl

    @Option(help: ArgumentHelp("Only TYPE, SYMBOL and these fields; '*' means all.", valueName: "fields"))
    var fields = FieldSelection.all

    @Flag(help: JSONTyping.help)
    var typed = false

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The file to write, or s3://BUCKET/KEY; \"-\" is standard output.", valueName: "file"))
    var output = "-"

    @OptionGroup var source: SourceOptions

    func validate() throws { try JSONTyping.check(isAsked: typed, goesWith: format == .jsonl) }

    func run() throws {
        let address = try SourceAddress(parsing: address)
        var uses = PathConflicts(reading: [address])
        try uses.writeText(to: output, as: "-o")
        let file = try OutputFile.create(output, packsByName: true)
        try dump(address, to: file)
        try file.finish()
    }

    private func dump(_ address: SourceAddress, to file: OutputFile) throws {
        if let path = address.path, let catalog = try CatalogPath.open(path) {
            try SegmentedCatalog(catalog).check(CatalogFilter(), fields)
            let form = format.rows(
                fields, of: catalog.fieldNames, isTyped: typed, isComplete: catalog.isComplete)
            return try RowPrinter.print(catalog.rowWriter(form), as: format, to: file)
        }
        let occurring = format == .csv && fields.names == nil ? try customFields(address) : []
        var printer = ProfilePrinter(format, fields: fields, of: occurring, isTyped: typed, to: file)
        do {
            _ = try source.read(address, into: &printer)
        } catch {
            try printer.flushOutput()
            throw error
        }
        try printer.finish()
        if !printer.isComplete { StandardError.warn(address.incompleteWarning) }
        if let name = printer.unseen.first {
            let question = NearestNames.question(NearestNames.find(name, among: ProfileField.allCases.map(\.name)))
            throw Failure(.usage, "the instruments have no field \(name)\(question)")
        }
        if !printer.leftOut.isEmpty {
            throw Failure(
                .usage,
                "the CSV has no columns for the custom fields \(printer.leftOut.joined(separator: ", ")), because \(address) is read "
                    + "once: name the columns with --fields, or dump a file or a catalog")
        }
    }

    /// Reads a source that can be read twice, and returns its custom fields; an empty array for other sources. Stops at
    /// an invalid record, because the second reading reports it.
    private func customFields(_ address: SourceAddress) throws -> [String] {
        guard let path = address.path, CatalogPath.isRegular(path) else { return [] }
        var found = CustomFields()
        do {
            _ = try source.read(address, into: &found, warnsOf: { _ in false })
        } catch let failure as Failure where failure.code == .badInput {}
        return found.names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

/// Collects the custom fields that are set in at least one record of a source.
private struct CustomFields: RecordConsumer {
    private(set) var names: Set<String> = []

    mutating func consume(_ record: borrowing ProfileRecord) {
        for (index, column) in record.format.columns.enumerated() where column.field == nil && index > 0 {
            if !record.field(index).isEmpty, !names.contains(column.name) { names.insert(column.name) }
        }
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }

    mutating func flush() {}

    mutating func complete() {}
}
