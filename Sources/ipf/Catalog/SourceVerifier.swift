import Ingest

/// Checks the records of one source, and prints a line for each finding.
struct SourceVerifier: RecordConsumer {
    /// What a finding is about.
    enum Kind: String, CaseIterable {
        case syntax, missingField = "missing field", checkDigit = "check digit", duplicate, leftOut = "left out",
            incomplete
    }

    /// A line of a text, or of a file of an archive.
    private struct Place {
        /// Place in `files`; -1 where the source is one text.
        var file: Int32
        var line: UInt32
    }

    private let address: SourceAddress
    private let limit: Int
    private let output = OutputFile.standard
    private var counts: [Kind: Int] = [:]
    private var printed = 0
    private var records = 0
    private var isComplete = false
    /// The files of an archive that have begun.
    private var files: [String] = []
    /// Where each symbol came last.
    private var places: [String: Place] = [:]

    init(address: SourceAddress, limit: Int) {
        self.address = address
        self.limit = limit
    }

    mutating func consume(_ record: borrowing ProfileRecord) throws {
        records += 1
        let profile = InstrumentProfile(record)
        let line = record.line
        let name = profile.symbol.isEmpty ? "a profile without symbol" : profile.symbol
        for field in MandatoryFields.of(profile.type) where profile[field].isEmpty {
            try report(
                .missingField, line, "\(name): \(field.name) is not set, and \(Self.article(profile.type)) must have it"
            )
        }
        try check(profile, .isin, IdentifierCheck.isin, line)
        try check(profile, .cusip, IdentifierCheck.cusip, line)
        try check(profile, .sedol, IdentifierCheck.sedol, line)
        let place = Place(file: Int32(files.count - 1), line: UInt32(clamping: line))
        if !profile.symbol.isEmpty, let earlier = places.updateValue(place, forKey: profile.symbol) {
            let file = earlier.file == place.file ? "" : " of \(files[Int(earlier.file)])"
            try report(.duplicate, line, "\(name): came before, on line \(earlier.line)\(file); the last one counts")
        }
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws {
        records += 1
        try report(.syntax, error.position.line, "column \(error.position.column): \(error.reason)")
    }

    mutating func begin(file name: String) { files.append(name) }

    mutating func flush() {}

    mutating func complete() { isComplete = true }

    /// Prints what was left out, of which `warnings` tell, and the sum; tells whether there was no finding.
    mutating func finish(_ warnings: [ProfileWarning]) throws -> Bool {
        for warning in warnings where !warning.kind.isOfLenientReading {
            try report(.leftOut, nil, "\(warning)")
        }
        if !isComplete { try report(.incomplete, nil, "no ##COMPLETE was seen: it may have been cut off") }
        let total = counts.values.reduce(0, +)
        if total > printed {
            try output.show(
                "\(address): \(Numbers.grouped(total - printed)) more findings are not shown (--all-errors, --limit)\n")
        }
        var text: TerminalText = "\(address): \(Numbers.grouped(records)) records, "
        let kinds = Kind.allCases.compactMap { kind in counts[kind].map { "\(kind.rawValue) \(Numbers.grouped($0))" } }
        text += total == 0 ? "no findings" : "\(Numbers.grouped(total)) findings: \(kinds.joined(separator: ", "))"
        try output.show(text + "\n")
        try output.flush()
        return total == 0
    }

    private mutating func check(
        _ profile: InstrumentProfile, _ field: ProfileField, _ check: (Span<UInt8>) -> IdentifierCheck, _ line: Int
    ) throws {
        let text = profile[field]
        if text.isEmpty { return }
        switch check(text.utf8Span.span) {
        case .valid: break
        case .wrongCheckDigit(_, let expected):
            try report(
                .checkDigit, line,
                "\(profile.symbol): \(field.name) \(text) ends with the wrong check digit, expected \(expected)")
        case .malformed(let reason):
            try report(.checkDigit, line, "\(profile.symbol): \(field.name) \(text) \(reason)")
        }
    }

    private mutating func report(_ kind: Kind, _ line: Int?, _ message: String) throws {
        counts[kind, default: 0] += 1
        guard printed < limit else { return }
        printed += 1
        let place = line.map { (files.last.map { ":\($0)" } ?? "") + ":\($0)" } ?? ""
        try output.show("\(address)\(place): \(kind.rawValue): \(message)\n")
    }

    private static func article(_ type: String) -> String { type.isEmpty ? "every profile" : "every \(type)" }
}

/// The fields that a type must have (`ipf-format.md`, section 2).
enum MandatoryFields {
    static func of(_ type: String) -> [ProfileField] {
        switch type {
        case "REMOVED": [.symbol]
        case "FOREX": always + [.baseCurrency]
        case "FUTURE": always + [.multiplier, .product, .expiration, .lastTrade]
        case "OPTION": always + [.cfi, .multiplier, .underlying, .spc, .expiration, .lastTrade, .strike]
        default: always
        }
    }

    private static let always: [ProfileField] = [.type, .symbol, .currency, .tradingHours]
}
