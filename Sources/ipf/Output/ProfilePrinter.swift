import ArgumentParser
import InstrumentCatalog
import ProfileFormat

/// The forms in which profiles are printed one after another.
enum ProfileFormatName: String, ExpressibleByArgument, CaseIterable {
    case jsonl, csv, ipf

    /// How the form uses control characters, for a terminal that shows it.
    var onTerminal: TerminalFilter.Form { self == .jsonl ? .lines : .quotedFields }
}

/// Prints profiles in one of the forms, a piece at a time.
struct ProfilePrinter: RecordConsumer {
    private let format: ProfileFormatName
    private let fields: FieldSelection
    private let columns: [String]
    private let isTyped: Bool
    private let output: OutputFile
    private var writer: ProfileWriter
    private var text: [UInt8] = []
    /// `##COMPLETE` belongs at the end.
    var isComplete = false

    /// Custom fields that CSV has no column for, in the order in which they came.
    private(set) var leftOut: [String] = []

    /// The columns, and what is in `leftOut`.
    private var known: Set<String>

    /// The fields that were asked for, are not standard, and were in no profile so far.
    private(set) var unseen: [String]

    private static let pieceBytes = 1 << 16

    /// - Parameters:
    ///   - occurring: fields that are known to occur: what CSV has columns for where none were asked for.
    ///   - isTyped: JSON has numbers.
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

    /// Prints what is left, and the end that the form has.
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

/// Prints instruments of a catalog in one of the forms, straight from its columns: the same text that a
/// `ProfilePrinter` prints of their profiles.
enum RowPrinter {
    static func print(_ writer: consuming RowWriter, as format: ProfileFormatName, to output: OutputFile) throws {
        while try writer.write({ try output.write($0, as: format.onTerminal) }) {}
        try output.flush()
    }
}

extension ProfileFormatName {
    /// The form of rows.
    ///
    /// - Parameters:
    ///   - occurring: the fields that occur in the catalog.
    ///   - isTyped: JSON has numbers.
    ///   - isComplete: `##COMPLETE` belongs at the end.
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
