import ProfileFormat
import Scanning

/// Passes the profiles of a list's rows to a consumer of records.
///
/// Rows are converted to IPF text in large pieces. Where the list has lines without a record, empty lines are added to
/// the text, so that a record has the same line number as its row.
struct ListConsumer<Inner: RecordConsumer & ~Copyable>: ListRowConsumer, ~Copyable {
    private var inner: Inner
    private var mapping: any ListMapping
    private let limits: ReaderLimits
    private let strictness: ReaderStrictness
    private var reader: RecordReader
    private var text: [UInt8] = []
    private var definitions: [UInt8] = []
    /// The lines of the records in `text`: from the first one to the end of the last one.
    private var lines = 1..<1
    /// The warnings about earlier files of the archive.
    private var earlier: [ProfileWarning] = []
    /// The current file of the archive; `nil` if the source is a single text.
    private var file: String?

    private static var pieceBytes: Int { 256 << 10 }
    /// The maximum number of empty lines within a piece.
    private static var gap: Int { 64 }

    init(_ inner: consuming Inner, _ mapping: any ListMapping, _ options: IngestOptions) {
        self.inner = inner
        self.mapping = mapping
        limits = options.limits.records
        strictness = options.strictness
        reader = RecordReader(limits: options.limits.records, strictness: options.strictness)
    }

    consuming func finish() -> Inner { inner }

    /// All warnings so far: one of each kind, with its count.
    var warnings: [ProfileWarning] {
        var all = earlier
        for var warning in reader.warnings + mapping.warnings {
            if let index = all.firstIndex(where: { $0.kind == warning.kind }) {
                all[index].count += warning.count
            } else {
                warning.file = file
                all.append(warning)
            }
        }
        return all
    }

    mutating func begin(file name: String) throws {
        file = name
        try inner.begin(file: name)
    }

    mutating func columns(_ names: [String]) throws { mapping.columns(names) }

    mutating func row(_ row: borrowing ListRow) throws {
        if !(lines.upperBound...lines.upperBound + Self.gap).contains(row.line) { try flush() }
        if text.isEmpty { lines = row.line..<row.line }
        for _ in lines.upperBound..<row.line { text.append(ASCII.lineFeed) }
        lines = lines.lowerBound..<row.line
        let before = text.count
        do {
            let lineEnds = try mapping.map(row, definitions: &definitions, to: &text)
            if text.count > before { lines = lines.lowerBound..<row.line + lineEnds + 1 }
        } catch let error as ProfileFormatError {
            text.removeSubrange(before...)
            return try malformed(error, text: row.source)
        }
        if !definitions.isEmpty { try define(before, row.line) }
        if text.count >= Self.pieceBytes { try flush() }
    }

    /// Reads the text before a record, and then the format line that the record needs.
    private mutating func define(_ before: Int, _ line: Int) throws {
        let record = Array(text[before...])
        let end = lines.upperBound
        text.removeSubrange(before...)
        try flush()
        var definition: [UInt8] = []
        swap(&definition, &definitions)
        try reader.read(definition.span, into: &inner)
        text = record
        lines = line..<end
    }

    /// Passes all records so far to the consumer.
    mutating func flush() throws {
        for (error, text) in mapping.takeRejects() { try inner.malformed(error, text: text.span) }
        guard !text.isEmpty else { return }
        reader.number(nextLine: lines.lowerBound)
        var piece: [UInt8] = []
        swap(&piece, &text)
        try reader.read(piece.span, into: &inner)
        piece.removeAll(keepingCapacity: true)
        swap(&piece, &text)
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws {
        try flush()
        try inner.malformed(error, text: text)
    }

    /// Ends the list. A list contains no `##COMPLETE`; it is complete when it ends.
    mutating func end(complete: Bool) throws {
        try flush()
        try mapping.end()
        try flush()
        if complete { try inner.complete() }
    }

    /// Begins another text, such as the next file of an archive.
    mutating func begin(_ mapping: any ListMapping) {
        earlier = warnings
        self.mapping = mapping
        text.removeAll()
        reader = RecordReader(limits: limits, strictness: strictness)
    }

    /// Begins again with the start of the source, discarding all warnings.
    mutating func startOver(
        _ mapping: any ListMapping, _ startingOver: ((inout Inner) throws -> Void)?
    ) throws {
        try startingOver?(&inner)
        begin(mapping)
        (earlier, file) = ([], nil)
    }
}

extension ListConsumer where Inner: MergingConsumer & ~Copyable {
    /// Accepts the records of rows that were read ahead, if mapping them now would give the same result.
    ///
    /// - Parameter lines: The number of lines before these rows.
    mutating func take(_ part: ListPart<Inner.Part>, afterLines lines: Int) throws -> Bool {
        try flush()
        guard reader.definitions == part.definitions, mapping.append(part.findings, afterLines: lines) else {
            return false
        }
        reader.number(nextLine: lines + 1)
        return try reader.take(part.outcome, into: &inner)
    }

    /// Returns a function that reads rows ahead; `nil` before the header is known.
    func readPart(separator: UInt8) -> ChunkQueue.Read? {
        guard let newMapping = mapping.parts else { return nil }
        let (limit, definitions) = (limits.recordBytes, reader.definitions)
        let (records, newPart) = (reader.parts, inner.newPart)
        return { chunk, _ in
            let rows = DelimitedReader(separator: separator, limit: limit)
            return ListPart(of: chunk, rows, newMapping(), definitions, records, into: newPart())
        }
    }

    /// The number of format lines so far.
    var definitions: Int { reader.definitions }
}

/// Reads a list into a consumer of records.
///
/// - Parameter read: A closure that reads a chunk of the list.
func readList<Consumer: RecordConsumer & ~Copyable>(
    _ pipeline: Pipeline, _ mapper: any ListMapper, into consumer: inout Consumer,
    startingOver: ((inout Consumer) throws -> Void)?,
    _ read: (borrowing Pipeline.Chunk, inout ListReader, inout ListConsumer<Consumer>) throws -> Void = {
        try $1.read($0.bytes, into: &$2)
    }
) throws -> SnapshotReport {
    func makeReader() -> ListReader {
        ListReader(
            mapper.encoding, limit: pipeline.options.limits.records.recordBytes,
            arraysHaveNames: !mapper.hasNumbersOnly, elements: mapper.elements)
    }
    var rows = makeReader()
    var list = ListConsumer(consumer, mapper.begin(), pipeline.options)
    let result = Result {
        var hasBegun = false
        var lines = 0
        var report = try pipeline.run { chunk in
            if chunk.startsOver {
                if hasBegun, startingOver == nil { throw IngestError.sourceChanged }
                rows = makeReader()
                try list.startOver(mapper.begin(), hasBegun ? startingOver : nil)
                (hasBegun, lines) = (false, 0)
            }
            if let file = chunk.file {
                if hasBegun {
                    try rows.finish(into: &list)
                    try list.end(complete: false)
                    lines += rows.lines
                }
                rows = makeReader()
                list.begin(mapper.begin())
                try list.begin(file: file)
            }
            hasBegun = hasBegun || !chunk.bytes.isEmpty
            try read(chunk, &rows, &list)
            try list.flush()
            return lines + rows.lines
        }
        guard !report.notModified else { return report }
        try rows.finish(into: &list)
        try list.end(complete: true)
        report.lines = lines + rows.lines
        report.isComplete = true
        report.warnings = list.warnings
        return report
    }
    consumer = list.finish()
    return try result.get()
}
