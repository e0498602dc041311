/// Reads a part of a text that begins with a record, before what comes before it was read.
///
/// A part knows the definitions that the reader had come to when it was made, and reads plain records only: of anything that would
/// change how the next record is read, or that is reported with its line, it says that it couldn't, and nothing is lost but time.
/// Definitions that the reader comes to before the part's turn are of no consequence if the part's records are of other types.
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

    /// A part that was read.
    package struct Outcome<Part: RecordConsumer & Sendable>: Sendable {
        /// What got the records.
        package let consumer: Part
        let count: Int
        let lines: Int
        let definitions: Int
        /// Of its records.
        let formats: [RecordFormat]
    }

    /// Reads all of a part, which ends with a line feed.
    ///
    /// - Parameter offset: of the part in the (inflated) source, or in the current file of several.
    /// - Returns: `nil` where it has to be read in its turn.
    /// - Complexity: O(`text.count`).
    package func read<Part: RecordConsumer & Sendable>(
        _ text: Span<UInt8>, offset: Int, into empty: Part
    ) -> Outcome<Part>? {
        var reader = RecordReader(partOf: file, limits, strictness, FormatTable(formats), offset: offset)
        var plain = PlainRecords(consumer: empty)
        do { try reader.read(text, into: &plain) } catch { return nil }
        // The mark of an archive's file is no call of a consumer.
        guard reader.isBetweenRecords, !reader.hasMark, reader.formats.definitions == formats.count else { return nil }
        return Outcome(
            consumer: plain.consumer, count: text.count, lines: reader.linesRead, definitions: formats.count,
            formats: plain.formats)
    }
}

extension RecordReader {
    /// A reader for parts of what comes next, with the definitions of now.
    package var parts: PartReader {
        PartReader(limits: limits, strictness: strictness, file: file, formats: formats.all)
    }

    /// How many definitions there were so far: parts that were read with as many were read with the same ones.
    package var definitions: Int { formats.definitions }

    /// Goes on after a part, if it is read as it would be now; its records then go to `consumer`.
    ///
    /// - Throws: what `consumer` throws.
    package mutating func take<Consumer: MergingConsumer & ~Copyable>(
        _ part: PartReader.Outcome<Consumer.Part>, into consumer: inout Consumer
    ) throws -> Bool {
        guard isBetweenRecords, isReadAsNow(part) else { return false }
        bytesRead += part.count
        linesRead += part.lines
        try consumer.append(part.consumer)
        return true
    }

    /// The definitions since a part was made change nothing about its records, and none of its comments is a record now.
    private func isReadAsNow<Part>(_ part: PartReader.Outcome<Part>) -> Bool {
        if formats.definitions == part.definitions { return true }
        if formats.hasTypesLikeComments { return false }
        return part.formats.allSatisfy { format in formats.entries.contains { $0.format === format } }
    }
}

/// Hands records on, and stops the reading at anything else.
private struct PlainRecords<Consumer: RecordConsumer>: RecordConsumer {
    struct Stop: Error {}

    var consumer: Consumer
    /// Of the records so far.
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
