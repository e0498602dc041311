import Ingest
import ProfileTransforms

/// Writes the transformed profiles. In a dry run, writes only the changes of each profile.
struct TransformPrinter: RecordConsumer {
    private var runs: [ProfileTransform.Run]
    private let names: [String]?
    private let isDryRun: Bool
    private let file: OutputFile
    private var printer: ProfilePrinter
    private var read = 0
    private var changed = 0
    private var dropped = 0
    private var droppedRemovals = 0

    /// - Parameter names: The names of the transforms; `nil` if there is only one.
    init(runs: [ProfileTransform.Run], names: [String]?, isDryRun: Bool, to file: OutputFile) {
        self.runs = runs
        self.names = names
        self.isDryRun = isDryRun
        self.file = file
        printer = ProfilePrinter(.ipf, fields: .all, to: file)
    }

    var isComplete: Bool { printer.isComplete }

    mutating func consume(_ record: borrowing ProfileRecord) throws {
        var profile = InstrumentProfile(record)
        let before = profile
        read += 1
        for index in runs.indices {
            do {
                if try runs[index].apply(&profile) { continue }
            } catch {
                throw Failure(.badInput, "\(error)")
            }
            dropped += 1
            if before.type == InstrumentType.removed.rawValue { droppedRemovals += 1 }
            if isDryRun { try file.show("- \(before.type) \(before.symbol)\n") }
            return
        }
        if profile != before { changed += 1 }
        guard isDryRun else {
            if let field = profile.unwritableNumber {
                let error = UnwritableProfile(type: before.type, symbol: before.symbol, field: field)
                throw Failure(.badInput, "\(error)")
            }
            return try printer.print(profile)
        }
        let changes = ProfileChange.changes(from: before, to: profile)
        if changes.isEmpty { return }
        try file.show("  \(before.type) \(before.symbol)\n")
        for change in changes { try file.show("    \(change.field): '\(change.before)' → '\(change.after)'\n") }
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }
    mutating func flush() {}
    mutating func complete() { printer.isComplete = true }

    /// Writes the rest of the output.
    mutating func finish() throws {
        if isDryRun { try file.flush() } else { try printer.finish() }
    }

    /// Reports on standard error how many profiles each line of the rules changed.
    func report() {
        for (index, run) in runs.enumerated() {
            let name: TerminalText = names.map { "\($0[index]), line" } ?? "line"
            for count in run.counts { StandardError.write("\(name) \(count.line): \(count.count)\n") }
        }
        let tense: TerminalText = isDryRun ? "would be " : ""
        StandardError.write("\(read) profiles read, \(changed) \(tense)changed, \(dropped) \(tense)dropped\n")
        if droppedRemovals > 0 {
            StandardError.warn(Self.warning(droppedRemovals: droppedRemovals))
        }
    }

    static func warning(droppedRemovals: Int) -> TerminalText {
        "\(droppedRemovals) of the dropped profiles are of type REMOVED, so their removals are lost; exclude them: "
            + "if (TYPE != 'REMOVED' && …) delete();"
    }
}
