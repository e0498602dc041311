import ArgumentParser
import Ingest
import InstrumentCatalog

/// `ipf verify`: is everything as it should be?
struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check catalogs and sources, and report what is wrong.",
        discussion: """
            A catalog is read whole and held against its checksums. A source is checked record by record: its syntax, the \
            fields that the type of an instrument must have, the check digits of ISIN, CUSIP and SEDOL, symbols that come \
            twice, and ##COMPLETE. Each finding stands on a line with the line of its record. With findings the exit code \
            is 1.

            \(SourceOptions.help)

            Examples:
              ipf verify all.ipfc
              ipf verify all.ipf.gz --limit 10
              ipf verify all.ipf.gz --all-errors > findings.txt
            """)

    @Argument(help: ArgumentHelp("Catalog files and sources.", valueName: "file"))
    var files: [String]

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Most findings printed for each file: 1 or more, or 0 for all. All are counted.", valueName: "count"))
    var limit = UnreadableRecords.printed

    @Flag(help: "Print every finding.")
    var allErrors = false

    @OptionGroup var source: SourceOptions

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit is \(limit), expected 0 or more.") }
    }

    func run() throws {
        var isClean = true
        for address in try files.map({ try SourceAddress(parsing: $0) }) {
            let answer = try verify(address)
            isClean = isClean && answer
        }
        if !isClean { throw ExitCode.no }
    }

    private func verify(_ address: SourceAddress) throws -> Bool {
        if let path = address.path, let answer = try verifyCatalog(path) { return answer }
        var verifier = SourceVerifier(address: address, limit: limit == 0 || allErrors ? .max : limit)
        _ = try source.read(address, into: &verifier)
        return try verifier.finish()
    }

    /// Whether the catalog at a path is whole; `nil` where it is no catalog.
    private func verifyCatalog(_ path: String) throws -> Bool? {
        let fault: CatalogError
        do {
            guard let catalog = try CatalogFile.open(path) else { return nil }
            try catalog.verify()
            try Answer.write("\(path): catalog of \(Numbers.grouped(catalog.count)) instruments, no findings\n")
            return true
        } catch let error as CatalogError {
            fault = error
        }
        try Answer.write("\(path): \(fault.reason)\n")
        return false
    }
}
