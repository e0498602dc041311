import ArgumentParser
import InstrumentCatalog
import ProfileFormat

/// The formats of printed profiles.
enum ProfileFormatName: String, ExpressibleByArgument, CaseIterable {
    case jsonl, csv, ipf

    /// The use of control characters by the format, for output to a terminal.
    var onTerminal: TerminalFilter.Form { self == .jsonl ? .lines : .quotedFields }
}

/// Prints profiles in one of the formats, piece by piece.
struct ProfilePrinter: RecordConsumer {
    private let format: ProfileFormatName
    private let fields: FieldSelection
    private let columns: [String]
    private let isTyped: Bool
    private let output: OutputFile
    private var writer: ProfileWriter
    private var text: [UInt8] = []
    /// Whether the output ends with `##COMPLETE`.
    var isComplete = false

    /// The custom fields that occurred but have no CSV column, in the order of their first occurrence.
    private(set) var leftOut: [String] = []

    /// The fields that have a column, and those in `leftOut`.
    private var known: Set<String>

    /// The requested custom fields that no profile printed so far has.
    private(set) var unseen: [String]

    private static let pieceBytes = 1 << 16

    /// - Parameters:
    ///   - occurring: The fields known to be in use. If no fields are requested, the custom fields among them become
    ///     CSV columns after the standard fields.
    ///   - isTyped: Whether JSON contains numeric values as numbers, not as strings.
    init(
        _ format: ProfileFormatName, fields: FieldSelection, of occurring: [String] = [], isTyped: Bool = false,
        to output: OutputFile
    ) {
        self.format = format
        self.fields = fields
        columns = fields.columns(occurring)
        known = Set(columns)
        self.isTyped = isTyped
        self.output = output
        unseen = (fields.names ?? []).filter { ProfileField(name: $0) == nil }
        writer = ProfileWriter(fields: fields.names)
        if format == .csv { appendCSV(columns) }
    }

    mutating func print(_ profile: InstrumentProfile) throws {
        if !unseen.isEmpty { unseen = zip(unseen, profile.values(named: unseen)).filter(\.1.isEmpty).map(\.0) }
        switch format {
        case .jsonl:
            var json = JSONWriter(isTyped ? .compact : .spaced)
            if isTyped { json.typedProfile(profile, fields) } else { json.profile(profile, fields) }
            text += json.bytes
            text.append(ASCII.lineFeed)
        case .csv:
            appendCSV(profile.values(named: columns))
            if fields.names == nil { noteLeftOut(profile) }
        case .ipf: writer.write(profile, to: &text)
        }
        if text.count >= Self.pieceBytes { try flushOutput() }
    }

    /// Prints the rest of the output, and what the format requires at its end.
    mutating func finish() throws {
        if format == .ipf, isComplete { writer.writeComplete(to: &text) }
        try flushOutput()
    }

    mutating func flushOutput() throws {
        try output.write(text.span, as: format.onTerminal)
        try output.flush()
        text.removeAll(keepingCapacity: true)
    }

    // MARK: Records

    mutating func consume(_ record: borrowing ProfileRecord) throws { try print(InstrumentProfile(record)) }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }

    mutating func flush() {}

    mutating func complete() { isComplete = true }

    // MARK: CSV

    private mutating func noteLeftOut(_ profile: InstrumentProfile) {
        for field in profile.customFields where !field.value.isEmpty {
            if known.insert(field.name).inserted { leftOut.append(field.name) }
        }
    }

    private mutating func appendCSV(_ values: [String]) {
        for (index, value) in values.enumerated() {
            if index > 0 { text.append(ASCII.comma) }
            ProfileWriter.appendField(value, to: &text)
        }
        text.append(ASCII.lineFeed)
    }
}

/// Prints instruments of a catalog in one of the formats, directly from the columns of the catalog. The output equals
/// that of `ProfilePrinter`.
enum RowPrinter {
    static func print(_ writer: consuming RowWriter, as format: ProfileFormatName, to output: OutputFile) throws {
        while try writer.write({ try output.write($0, as: format.onTerminal) }) {}
        try output.flush()
    }
}

extension ProfileFormatName {
    /// Returns the format of rows.
    ///
    /// - Parameters:
    ///   - occurring: The fields in use in the catalog.
    ///   - isTyped: Whether JSON contains numeric values as numbers, not as strings.
    ///   - isComplete: Whether the output ends with `##COMPLETE`.
    func rows(_ fields: FieldSelection, of occurring: [String], isTyped: Bool, isComplete: Bool) -> RowForm {
        switch self {
        case .jsonl:
            isTyped
                ? .json(fields: fields.named(occurring), style: .typed) : .json(fields: fields.names, style: .sorted)
        case .csv: .csv(columns: fields.columns(occurring))
        case .ipf: .ipf(fields: fields.names, definitions: .asNeeded, ending: isComplete ? .complete : .open)
        }
    }
}
