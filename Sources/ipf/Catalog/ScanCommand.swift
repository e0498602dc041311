import ArgumentParser
import Ingest

/// `ipf scan`: counts the records of sources and stores nothing.
struct ScanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scan",
        abstract: "Count the records of sources without storing them",
        discussion: """
            \(SourceOptions.help)

            Examples:
              ipf scan all.ipf.gz
              ipf scan https://example.org/ipf/all.ipf.gz
              zcat all.ipf.gz | ipf scan -
            """)

    @Argument(help: ArgumentHelp("The sources to read.", valueName: "address"))
    var addresses: [String]

    @OptionGroup var source: SourceOptions

    func run() throws {
        let addresses = try addresses.map { try SourceAddress(parsing: $0) }
        for (index, address) in addresses.enumerated() {
            var counter = ScanCounter()
            let report = try source.read(address, merging: &counter) { $0 = ScanCounter() }
            if index > 0 { try Answer.write("\n") }
            try Answer.write(counter.summary(report))
            if !counter.isComplete { StandardError.warn(address.incompleteWarning) }
        }
    }
}

/// Counts the records of one source.
struct ScanCounter: MergingConsumer {
    private(set) var types = TypeCounter()
    private(set) var malformed = 0
    private(set) var firstMalformed: ProfileFormatError?
    private(set) var isComplete = false

    mutating func consume(_ record: borrowing ProfileRecord) { types.count(record) }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) {
        malformed += 1
        if firstMalformed == nil { firstMalformed = error }
    }

    mutating func flush() {}

    mutating func complete() { isComplete = true }

    var newPart: @Sendable () -> ScanCounter { { ScanCounter() } }

    /// Parts contain no malformed records, so only the counts of types are merged.
    mutating func append(_ part: ScanCounter) { types.append(part.types) }

    /// Formats the counts of a scan, and how much time its stages took.
    func summary(_ report: SnapshotReport) -> TerminalText {
        var counts = TextTable([.left, .right])
        for (type, count) in types.byType { counts.add(type.isEmpty ? "(no type)" : type, Numbers.grouped(count)) }
        counts.add("total", Numbers.grouped(types.total))
        counts.add("malformed", Numbers.grouped(malformed))
        let warnings = report.warnings.reduce(0) { $0 + $1.count }
        if warnings > 0 { counts.add("warnings", Numbers.grouped(warnings)) }
        counts.add("complete", isComplete ? "yes" : "no")
        var text: TerminalText = "\(Style.bold("\(report.address)"))\n\(counts.text(indent: 2))"
        if let firstMalformed { text += "  first malformed: \(firstMalformed)\n" }
        return "\(text)\n\(StageTable.text(report, rows: types.total + malformed))"
    }
}

/// The table of the stages of reading, with bytes, seconds and rates.
enum StageTable {
    static func text(_ report: SnapshotReport, rows: Int) -> TerminalText {
        var table = TextTable([.left, .right, .right, .right], header: ["stage", "bytes", "time", "rate"])
        func add(_ name: String, _ bytes: Int, _ seconds: Double) {
            table.add(name, Numbers.bytes(bytes), Numbers.seconds(seconds), Numbers.rate(bytes, seconds: seconds))
        }
        if report.seconds.transfer > 0 { add("transfer", report.bytesIn, report.seconds.transfer) }
        if let library = report.inflatedBy {
            add("inflate (\(library.rawValue))", report.inflatedBytes, report.seconds.inflate)
        }
        add("read", report.inflatedBytes, report.seconds.consume)
        add("whole", report.inflatedBytes, report.seconds.wall)
        var text = table.text(indent: 2)
        if report.seconds.wall > 0 {
            text += "  \(Numbers.grouped(Int(clamping: Double(rows) / report.seconds.wall))) rows/s\n"
        }
        return text
    }
}
