import ArgumentParser
import Ingest
import InstrumentCatalog
import MarketRules

/// `ipf verify`: checks sources and catalogs.
struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check catalogs and sources for errors",
        discussion: """
            A catalog is read whole and compared with its checksums. The journals beside it, which a follower writes, \
            are read, too: bytes that are not part of a written change are reported, even if a follower has set the \
            journal aside.

            A source is checked record by record:

              - syntax, fields that the type requires, ##COMPLETE
              - check digits of ISIN, CUSIP and SEDOL
              - expirations on days that the record's own hours close
              - last trades after the expiration
              - expirations and last trades of futures that the rules of the product contradict (ipf contract)
              - strikes, dates and rights that the symbol contradicts
              - CFI that contradicts OPTION_TYPE
              - duplicate symbols, and records that look like comments

            Each finding is one line with the line of its record, and the file of a zip. A field that nearly all \
            records of a type lack is one finding. The last line counts the findings by kind. The exit code is 1 if \
            there are findings. Values that --lenient accepts are warnings. Instruments whose trading hours can't be \
            read with the schedule defaults are counted, but are not findings.

            \(SourceOptions.help)

            Examples:
              ipf verify all.ipfc
              ipf verify all.ipf.gz --limit 10
              ipf verify all.ipf.gz --all-errors > findings.txt
            """)

    @Argument(help: ArgumentHelp("The catalog files and sources to check.", valueName: "file"))
    var files: [String]

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The number of findings to print per file: 1 or more, or 0 for all. All are counted.", valueName: "count"))
    var limit = UnreadableRecords.printed

    @Flag(help: "Print all findings.")
    var allErrors = false

    @OptionGroup var source: SourceOptions

    @OptionGroup var defaultsOptions: ScheduleDefaultsOptions

    func validate() throws {
        guard limit >= 0 else { throw ValidationError("--limit is \(limit), expected 0 or more.") }
    }

    func run() throws {
        var isClean = true
        let defaults = try defaultsOptions.load()
        for address in try files.map({ try SourceAddress(parsing: $0) }) {
            let answer = try verify(address, defaults)
            isClean = isClean && answer
        }
        if !isClean { throw ExitCode.negativeAnswer }
    }

    private func verify(_ address: SourceAddress, _ defaults: ScheduleDefaults) throws -> Bool {
        if let path = address.path, let answer = try verifyCatalog(path, defaults) { return answer }
        let printer = FindingPrinter(address: address, limit: limit == 0 || allErrors ? .max : limit)
        var verifier = ProfileVerifier(
            hoursFault: { hours in
                do throws(GrammarError) {
                    _ = try Trading.Schedule(hours, defaults: defaults)
                    return nil
                } catch {
                    return error
                }
            }, contradictions: DerivativeContradictions(defaults: defaults).find, report: { try printer.print($0) })
        let report = try source.read(address, into: &verifier, warnsOf: \.isOfLenientReading)
        try verifier.finish(report.warnings)
        return try printer.finish(verifier)
    }

    /// Checks the catalog at a path and its journals. Returns `true` if there were no findings; `nil` if the file is
    /// not a catalog.
    private func verifyCatalog(_ path: String, _ defaults: ScheduleDefaults) throws -> Bool? {
        do {
            guard let catalog = try CatalogPath.open(path) else { return nil }
            return try verify(catalog, defaults)
        } catch let error as CatalogError {
            try Answer.write("\(path): \(error.reason)\n")
            return false
        }
    }

    private func verify(_ catalog: Catalog, _ defaults: ScheduleDefaults) throws -> Bool {
        var findings: [String] = []
        do throws(CatalogError) {
            try catalog.verify()
        } catch {
            findings.append(error.reason)
        }
        let journals = LiveCatalog.inspectJournals(of: catalog)
        findings += journals.damage.map(\.description)
        if let refusal = journals.refusal { findings.append("journal \(refusal.path): \(refusal.reason)") }
        for finding in findings { try Answer.write("\(catalog.path): \(finding)\n") }
        if journals.damage.isEmpty, journals.refusal == nil, !findings.isEmpty { return false }
        if findings.isEmpty { try printUnreadableHours(of: catalog, defaults) }
        let count =
            switch findings.count {
            case 0: "no findings"
            case 1: "1 finding"
            default: "\(findings.count) findings"
            }
        try Answer.write("\(catalog.path): catalog of \(Numbers.grouped(catalog.count)) instruments, \(count)\n")
        return findings.isEmpty
    }

    private func printUnreadableHours(of catalog: Catalog, _ defaults: ScheduleDefaults) throws {
        let coverage = catalog.scheduleCoverage(defaults: defaults)
        if let first = coverage.unreadable.first, let fault = first.fault {
            let count = coverage.unreadable.reduce(0) { $0 + $1.instruments }
            try Answer.write(
                Self.unreadableHours(
                    catalog.path, count: count, first: "\(first.tradingHours): \(fault.reason)"))
        }
        if let first = coverage.partlyUnreadable.first, let fault = first.furtherFault {
            let count = coverage.partlyUnreadable.reduce(0) { $0 + $1.instruments }
            try Answer.write(
                Self.unreadableHours(
                    catalog.path, count: count, first: "\(first.tradingHours): \(fault.reason)",
                    hours: "trading hours of an additional venue"))
        }
    }

    /// Formats the line for instruments whose trading hours can't be read.
    static func unreadableHours(
        _ source: String, count: Int, first: String, hours: String = "trading hours"
    ) -> TerminalText {
        let what = count == 1 ? "1 instrument has" : "\(Numbers.grouped(count)) instruments have"
        return "\(source): \(what) \(hours) that can't be read with these schedule defaults; first \(first)\n"
    }
}
