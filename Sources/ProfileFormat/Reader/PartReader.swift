/// Reads a chunk of text that starts with a record, in parallel with the text before it.
///
/// The chunk is read with the definitions that were known when this reader was created. Only plain records are allowed:
/// reading fails at text that changes the meaning of later records, or that must be reported with its line. The chunk
/// is then read again in order. If the text before the chunk contains further definitions, the result remains valid,
/// provided that they define types other than those of the chunk's records.
package struct PartReader: Sendable {
    private let limits: ReaderLimits
    private let strictness: ReaderStrictness
    private let file: String?
    private let formats: FormatTable.Definitions

    init(limits: ReaderLimits, strictness: ReaderStrictness, file: String?, formats: FormatTable.Definitions) {
        self.limits = limits
        self.strictness = strictness
        self.file = file
        self.formats = formats
    }

    /// The result of reading a chunk.
    package struct Outcome<Part: RecordConsumer & Sendable>: Sendable {
        /// The consumer of the records.
        package let consumer: Part
        let count: Int
        let lines: Int
        let definitions: Int
        /// The formats of the chunk's records.
        let formats: [RecordFormat]
    }

    /// Reads a whole chunk, which must end with a line feed.
    ///
    /// - Parameter offset: The offset of the chunk in the (inflated) source, or in the current file of an archive.
    /// - Returns: `nil` if the chunk must be read in order.
    /// - Complexity: O(`text.count`).
    package func read<Part: RecordConsumer & Sendable>(
        _ text: Span<UInt8>, offset: Int, into empty: Part
    ) -> Outcome<Part>? {
        var reader = RecordReader(partOf: file, limits, strictness, FormatTable(formats), offset: offset)
        var plain = PlainRecords(consumer: empty)
        do { try reader.read(text, into: &plain) } catch { return nil }
        // In an archive, `##COMPLETE` at the end of a file calls no method of the consumer, so check for it separately.
        guard reader.isBetweenRecords, !reader.hasMark, reader.formats.definitions == formats.count else { return nil }
        return Outcome(
            consumer: plain.consumer, count: text.count, lines: reader.linesRead, definitions: formats.count,
            formats: plain.formats)
    }
}

extension RecordReader {
    /// A reader for the chunks that follow, with the current definitions.
    package var parts: PartReader {
        PartReader(limits: limits, strictness: strictness, file: file, formats: formats.all)
    }

    /// The number of definitions so far. If it is unchanged, the definitions are unchanged.
    package var definitions: Int { formats.definitions }

    /// Passes the records of a chunk to `consumer`, if reading the chunk now would give the same result. Returns
    /// whether it did.
    ///
    /// - Throws: The errors of `consumer`.
    package mutating func take<Consumer: MergingConsumer & ~Copyable>(
        _ part: PartReader.Outcome<Consumer.Part>, into consumer: inout Consumer
    ) throws -> Bool {
        guard isBetweenRecords, isReadAsNow(part) else { return false }
        bytesRead += part.count
        linesRead += part.lines
        try consumer.append(part.consumer)
        return true
    }

    /// Returns whether the chunk would be read in the same way with the current definitions: its records have the same
    /// formats, and none of its comments would be a record.
    private func isReadAsNow<Part>(_ part: PartReader.Outcome<Part>) -> Bool {
        if formats.definitions == part.definitions { return true }
        if formats.hasTypesLikeComments { return false }
        return part.formats.allSatisfy { format in formats.entries.contains { $0.format === format } }
    }
}

/// Passes plain records to a consumer, and stops the reader at anything else.
private struct PlainRecords<Consumer: RecordConsumer>: RecordConsumer {
    struct Stop: Error {}

    var consumer: Consumer
    /// The formats of the records so far, each once.
    private(set) var formats: [RecordFormat] = []

    init(consumer: Consumer) { self.consumer = consumer }

    mutating func consume(_ record: borrowing ProfileRecord) throws {
        if formats.last !== record.format, !formats.contains(where: { $0 === record.format }) {
            formats.append(record.format)
        }
        try consumer.consume(record)
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw Stop() }
    mutating func flush() throws { throw Stop() }
    mutating func complete() throws { throw Stop() }
    mutating func warning(_ warning: ProfileWarning) throws { throw Stop() }
}
