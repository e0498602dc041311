import ProfileFormat

/// Reads a text's chunks, of some of which other threads have read a part, into what one thread would have made of them.
///
/// ```
/// chunk   …rest of a record \n | record \n record \n … record \n | beginning of…
///                              └── part: any thread, any time ──┘
/// ```
/// Whether a line feed ends a record is known when everything before it was read: it may stand inside quotes. So a part is taken only if the
/// chunks up to it ended there, between two records and without a new definition; otherwise it is read again in its turn.
struct ParallelChunkReader<Consumer: MergingConsumer & ~Copyable>: ~Copyable {
    private let board: ChunkQueue
    /// What stands there: the number of the text and of its definitions.
    private var posted: (text: Int, definitions: Int)?

    init(_ board: ChunkQueue) { self.board = board }

    /// Reads the next chunk, and says how those after it are to be read.
    ///
    /// - Parameters:
    ///   - part: a `ChunkPart` of it, or `nil`.
    ///   - text: which text the chunk belongs to.
    /// - Throws: what `consumer` throws.
    mutating func read(
        _ chunk: Span<UInt8>, _ part: (any Sendable)?, text: Int, _ reader: inout RecordReader,
        into consumer: inout Consumer
    ) throws {
        if let part = part as? ChunkPart<Consumer.Part> {
            try reader.read(chunk.extracting(0..<part.range.lowerBound), into: &consumer)
            if try !reader.take(part.outcome, into: &consumer) {
                try reader.read(chunk.extracting(part.range), into: &consumer)
            }
            try reader.read(chunk.extracting(part.range.upperBound...), into: &consumer)
        } else {
            try reader.read(chunk, into: &consumer)
        }
        if let posted, posted == (text, reader.definitions) { return }
        posted = (text, reader.definitions)
        let (parts, newPart) = (reader.parts, consumer.newPart)
        board.post(text: text) { ChunkPart(of: $0, offset: $1, parts, into: newPart()) }
    }
}

/// What was read of a chunk by itself.
private struct ChunkPart<Part: RecordConsumer & Sendable>: Sendable {
    let range: Range<Int>
    let outcome: PartReader.Outcome<Part>

    /// Reads from after the first line feed to after the last one.
    ///
    /// - Parameter offset: of the chunk in its text.
    /// - Returns: `nil` where there is nothing between them, or it has to be read in its turn.
    /// - Complexity: O(`chunk.count`).
    init?(of chunk: Span<UInt8>, offset: Int, _ reader: PartReader, into empty: Part) {
        var start = 0
        while start < chunk.count, chunk[start] != ASCII.lineFeed { start += 1 }
        var end = chunk.count
        while end > start, chunk[end - 1] != ASCII.lineFeed { end -= 1 }
        start += 1
        guard start < end,
            let outcome = reader.read(chunk.extracting(start..<end), offset: offset + start, into: empty)
        else { return nil }
        range = start..<end
        self.outcome = outcome
    }
}
