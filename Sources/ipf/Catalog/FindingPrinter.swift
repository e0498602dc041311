import Ingest

/// Prints a line for each finding in a source, up to a limit, and the totals.
final class FindingPrinter {
    private let address: SourceAddress
    private let limit: Int
    private let output = OutputFile.standard
    private var counts: [ProfileVerifier.Finding.Kind: Int] = [:]
    private var printed = 0

    init(address: SourceAddress, limit: Int) {
        self.address = address
        self.limit = limit
    }

    func print(_ finding: ProfileVerifier.Finding) throws {
        counts[finding.kind, default: 0] += 1
        guard printed < limit else { return }
        printed += 1
        let place = (finding.file.map { ":\($0)" } ?? "") + (finding.line.map { ":\($0)" } ?? "")
        try output.show("\(address)\(place): \(finding.kind.rawValue): \(finding.reason)\n")
    }

    /// Prints the number of unreadable trading hours and the totals. Returns `true` if there were no findings.
    func finish(_ verifier: borrowing ProfileVerifier) throws -> Bool {
        if let first = verifier.unreadableHours.first {
            try output.show(
                VerifyCommand.unreadableHours(
                    "\(address)", count: verifier.unreadableHours.count, first: first))
        }
        let total = counts.values.reduce(0, +)
        if total > printed {
            try output.show(
                "\(address): \(Numbers.grouped(total - printed)) more findings are not shown (--all-errors, --limit)\n")
        }
        let kinds = ProfileVerifier.Finding.Kind.allCases.compactMap { kind in
            counts[kind].map { "\(kind.rawValue) \(Numbers.grouped($0))" }
        }
        var text: TerminalText = "\(address): \(Numbers.grouped(verifier.records)) records, "
        text += total == 0 ? "no findings" : "\(Numbers.grouped(total)) findings: \(kinds.joined(separator: ", "))"
        try output.show(text + "\n")
        try output.flush()
        return total == 0
    }
}
