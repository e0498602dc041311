import ProfileFormat

/// Reads the chunks of a text. Other threads may have parsed parts of them ahead. The result equals that of a single
/// thread.
///
/// ```
/// chunk   …rest of a record \n | record \n record \n … record \n | beginning of…
///                              └── part: any thread, any time ──┘
/// ```
/// Parsing ahead is speculative, because a line feed within quotes does not end a record. So a part is accepted only if
/// the text before it ended between two records, and without a new format line. Otherwise the part is parsed again in
/// order.
struct ParallelChunkReader<Consumer: MergingConsumer & ~Copyable>: ~Copyable {
    private let board: ChunkQueue
    /// The numbers of the text and of its format lines for which the current offer was posted.
    private var posted: (text: Int, definitions: Int)?

    init(_ board: ChunkQueue) { self.board = board }

    /// Reads the next chunk. If the format lines have changed, passes them to the threads that parse later chunks.
    ///
    /// - Parameters:
    ///   - part: The `ChunkPart` of this chunk; `nil` if the chunk was not parsed ahead.
    ///   - text: The number of the text that contains the chunk.
    /// - Throws: The errors of `consumer`.
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

/// The part of a chunk that was parsed ahead.
private struct ChunkPart<Part: RecordConsumer & Sendable>: Sendable {
    let range: Range<Int>
    let outcome: PartReader.Outcome<Part>

    /// Parses the bytes after the chunk's first line feed, up to and including its last one.
    ///
    /// - Parameter offset: The offset of the chunk in its text.
    /// - Returns: The parsed part; `nil` if no complete line follows the first line feed, or if the chunk must be
    ///   parsed in order.
    /// - Complexity: O(`chunk.count`).
    init?(of chunk: Span<UInt8>, offset: Int, _ reader: PartReader, into empty: Part) {
        guard let range = chunk.rangeBetweenLineFeeds,
            let outcome = reader.read(chunk.extracting(range), offset: offset + range.lowerBound, into: empty)
        else { return nil }
        self.range = range
        self.outcome = outcome
    }
}

extension Span<UInt8> {
    /// The bytes after the first line feed, up to and including the last one; `nil` if no bytes lie between.
    var rangeBetweenLineFeeds: Range<Int>? {
        var start = 0
        while start < count, self[start] != ASCII.lineFeed { start += 1 }
        var end = count
        while end > start, self[end - 1] != ASCII.lineFeed { end -= 1 }
        start += 1
        return start < end ? start..<end : nil
    }
}
