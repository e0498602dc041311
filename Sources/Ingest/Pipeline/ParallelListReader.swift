import ProfileFormat
import Scanning

/// Reads the chunks of a list like `ParallelChunkReader` reads those of IPF. Other threads may have mapped parts of
/// them ahead. The result equals that of a single thread.
struct ParallelListReader<Consumer: MergingConsumer & ~Copyable>: ~Copyable {
    private let board: ChunkQueue
    /// The numbers of the text and of its format lines for which the current offer was posted.
    private var posted: (text: Int, definitions: Int)?

    init(_ board: ChunkQueue) { self.board = board }

    /// Reads the next chunk. If the mapping has changed, passes it to the threads that map later chunks.
    ///
    /// - Parameters:
    ///   - part: The `ListPart` of this chunk; `nil` if the chunk was not mapped ahead.
    ///   - text: The number of the text that contains the chunk.
    /// - Throws: The errors of the consumer, and those of `ListReader.read(_:into:)`.
    mutating func read(
        _ chunk: Span<UInt8>, _ part: (any Sendable)?, text: Int, _ rows: inout ListReader,
        into list: inout ListConsumer<Consumer>
    ) throws {
        if let part = part as? ListPart<Consumer.Part> {
            try rows.read(chunk.extracting(0..<part.range.lowerBound), into: &list)
            if try rows.isBetweenRows && list.take(part, afterLines: rows.lines) {
                rows.skip(lines: part.lines, bytes: part.range.count)
            } else {
                try rows.read(chunk.extracting(part.range), into: &list)
            }
            try rows.read(chunk.extracting(part.range.upperBound...), into: &list)
        } else {
            try rows.read(chunk, into: &list)
        }
        // After flushing the last records, the format lines are those of all rows so far.
        try list.flush()
        if let posted, posted == (text, list.definitions) { return }
        guard let separator = rows.separatorOfParts, let read = list.readPart(separator: separator) else { return }
        posted = (text, list.definitions)
        board.post(text: text, read)
    }
}

/// The rows of a chunk that were mapped ahead.
struct ListPart<Part: RecordConsumer & Sendable>: Sendable {
    let range: Range<Int>
    let lines: Int
    /// The number of format lines that existed when the rows were mapped.
    let definitions: Int
    let findings: any Sendable
    let outcome: PartReader.Outcome<Part>

    /// Maps the rows after the chunk's first line feed, up to its last one.
    ///
    /// - Returns: The mapped rows; `nil` if the chunk has no such rows, or they must be mapped in order.
    /// - Complexity: O(`chunk.count`).
    init?(
        of chunk: Span<UInt8>, _ rows: consuming DelimitedReader, _ mapping: any ListMapping, _ definitions: Int,
        _ reader: PartReader, into empty: Part
    ) {
        guard let range = chunk.rangeBetweenLineFeeds else { return nil }
        var mapped = MappedRows(mapping)
        guard let lines = try? rows.read(chunk.extracting(range), into: &mapped), rows.isBetweenRows,
            let outcome = reader.read(mapped.text.span, offset: 0, into: empty)
        else { return nil }
        self.range = range
        self.lines = lines
        self.definitions = definitions
        self.outcome = outcome
        findings = mapping.endPart()
    }
}

/// The records of rows, on the same lines as the rows. Mapping stops at everything that must be read in order.
private struct MappedRows: ListRowConsumer {
    struct Stop: Error {}

    private let mapping: any ListMapping
    private(set) var text: [UInt8] = []
    private var definitions: [UInt8] = []
    private var line = 1

    init(_ mapping: any ListMapping) { self.mapping = mapping }

    mutating func columns(_ names: [String]) throws { throw Stop() }
    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }

    mutating func row(_ row: borrowing ListRow) throws {
        guard row.line >= line else { throw Stop() }
        for _ in line..<row.line { text.append(ASCII.lineFeed) }
        line = row.line
        let before = text.count
        let lineEnds = try mapping.map(row, definitions: &definitions, to: &text)
        guard definitions.isEmpty else { throw Stop() }
        if text.count > before { line += lineEnds + 1 }
    }
}
