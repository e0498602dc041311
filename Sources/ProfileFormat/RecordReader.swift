/// The tokenizer: is handed the text in chunks of any size, hands records to a consumer as soon as they are whole.
///
/// ```swift
/// var reader = RecordReader()
/// try reader.read(chunk, into: &consumer)   // as often as there are chunks
/// try reader.finish(into: &consumer)
/// ```
///
/// Records are read where they lie. Only one that straddles two chunks is first put together in a buffer of the reader's
/// own, which holds no more than the limit on a record's length.
///
/// **Malformed records.** A record whose fields are wrong is set aside whole. Where the *quoting* is wrong, nothing tells
/// where the record ends: its first line is set aside, and reading goes on with the next line, so that one stray quote
/// never swallows the records behind it.
///
/// After an error was thrown, by the reader or the consumer, the reader is of no more use.
public struct RecordReader: ~Copyable {
    /// What the reader takes before it says no.
    public let limits: ReaderLimits
    /// Bytes taken so far.
    public internal(set) var bytesRead = 0
    /// Line ends passed so far, inside quotes too.
    public internal(set) var linesRead = 0
    /// `##COMPLETE` was seen.
    public internal(set) var isComplete = false

    var formats = FormatTable()
    var special = SpecialBytes()
    var quotedEnds: [UInt32] = []

    /// The beginning of a record whose end has not come yet, and its offset in the source.
    private var carry: [UInt8] = []
    private var carryOffset = 0
    private var boundary = RecordBoundary()
    /// Bytes of the byte order mark found at the start; `nil` once the start is behind.
    private var markBytes: Int? = 0
    /// The chunk before ended in CR: an LF that comes first belongs to it.
    private var skipsLineFeed = false
    /// The record under way was too long and reported: its rest is dropped up to the line end.
    private var isSkipping = false

    /// A reader at the start of a text.
    public init(limits: ReaderLimits = ReaderLimits()) {
        self.limits = limits
    }

    /// Takes the next bytes of the text and hands on every record that they complete.
    ///
    /// - Throws: what `consumer` throws.
    /// - Complexity: O(`chunk.count`).
    public mutating func read<Consumer: RecordConsumer & ~Copyable>(
        _ chunk: Span<UInt8>, into consumer: inout Consumer
    ) throws {
        var position = skipByteOrderMark(chunk)
        let base = bytesRead
        bytesRead += chunk.count
        while position < chunk.count {
            if skipsLineFeed {
                skipsLineFeed = false
                if chunk[position] == ASCII.lineFeed { position += 1 }
            } else if isSkipping {
                position = skipLine(chunk, from: position)
            } else if carry.isEmpty {
                let (end, skipsNext) = try readRecords(
                    chunk, from: position, offset: base, isLast: false, into: &consumer)
                skipsLineFeed = skipsNext
                try keep(chunk, from: end, offset: base, into: &consumer)
                return
            } else {
                position = try complete(with: chunk, from: position, into: &consumer)
            }
        }
    }

    /// Says that there is no more text: a last record without a line end is handed on now.
    ///
    /// - Throws: what `consumer` throws.
    public mutating func finish<Consumer: RecordConsumer & ~Copyable>(into consumer: inout Consumer) throws {
        if let count = markBytes, count < 3 { carry = Array(Self.byteOrderMark[..<count]) }
        markBytes = nil
        guard !carry.isEmpty, !isSkipping else { return }
        let rest = takeCarry()
        _ = try readRecords(rest.span, from: 0, offset: carryOffset, isLast: true, into: &consumer)
    }

    // MARK: - Pieces

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The offset of the first byte behind a byte order mark, which may itself come in pieces.
    private mutating func skipByteOrderMark(_ chunk: Span<UInt8>) -> Int {
        guard var count = markBytes else { return 0 }
        var position = 0
        while position < chunk.count, count < 3, chunk[position] == Self.byteOrderMark[count] {
            position += 1
            count += 1
        }
        if count == 3 {
            markBytes = nil
        } else if position < chunk.count {
            // No mark after all: what looked like one begins the first record. Bytes of this chunk are simply reread.
            let fromEarlier = count - position
            let mark = Self.byteOrderMark
            carry = Array(mark[..<fromEarlier])
            _ = boundary.end(in: mark.span, from: 0, to: fromEarlier)
            markBytes = nil
            return 0
        } else {
            markBytes = count
        }
        return position
    }

    /// Adds bytes to the record under way up to its end, and reads it if it has come.
    ///
    /// - Returns: the offset in `chunk` behind what was used.
    private mutating func complete<Consumer: RecordConsumer & ~Copyable>(
        with chunk: Span<UInt8>, from start: Int, into consumer: inout Consumer
    ) throws -> Int {
        let room = limits.recordBytes + 1 - carry.count
        let limit = min(chunk.count, start + room)
        let end = boundary.end(in: chunk, from: start, to: limit)
        append(chunk, start..<(end ?? limit))
        if end != nil {
            let text = takeCarry()
            boundary = RecordBoundary()
            let offset = carryOffset
            let (used, skipsNext) = try readRecords(
                text.span, from: 0, offset: offset, isLast: false, into: &consumer)
            skipsLineFeed = skipsNext
            try keep(text.span, from: used, offset: offset, into: &consumer)
        } else if carry.count > limits.recordBytes {
            try giveUp(into: &consumer)
        }
        return end ?? limit
    }

    /// Keeps what is left of `text` from `start` on: the beginning of a record.
    private mutating func keep<Consumer: RecordConsumer & ~Copyable>(
        _ text: Span<UInt8>, from start: Int, offset: Int, into consumer: inout Consumer
    ) throws {
        guard start < text.count else { return }
        carryOffset = offset + start
        boundary = RecordBoundary()
        append(text, start..<text.count)
        _ = boundary.end(in: text, from: start, to: text.count)
        if carry.count > limits.recordBytes { try giveUp(into: &consumer) }
    }

    /// The record under way is longer than the limit.
    private mutating func giveUp<Consumer: RecordConsumer & ~Copyable>(into consumer: inout Consumer) throws {
        let text = takeCarry()
        let spansLines = boundary.spansLines
        boundary = RecordBoundary()
        let bytes = text.span
        let error = ProfileFormatError(
            kind: .recordTooLong,
            reason: spansLines
                ? "found a quote that is not closed within \(limits.recordBytes) bytes, the longest record taken; "
                    + "close it or raise the limit"
                : "found a record longer than \(limits.recordBytes) bytes; raise the limit if it is meant",
            position: SourcePosition(byteOffset: carryOffset, line: linesRead + 1, column: 1))
        guard spansLines else {
            isSkipping = true
            return try consumer.malformed(error, text: bytes)
        }
        // Broken quoting: only the first line is lost, and what follows it is read again.
        let (end, next) = Self.firstLine(of: bytes, from: 0)
        linesRead += 1
        try consumer.malformed(error, text: bytes.extracting(0..<end))
        let offset = carryOffset
        let (used, skipsNext) = try readRecords(bytes, from: next, offset: offset, isLast: false, into: &consumer)
        skipsLineFeed = skipsNext
        try keep(bytes, from: used, offset: offset, into: &consumer)
    }

    /// The offset behind the line end that ends a dropped record, or the chunk's end.
    private mutating func skipLine(_ chunk: Span<UInt8>, from start: Int) -> Int {
        for position in start..<chunk.count {
            let byte = chunk[position]
            guard byte == ASCII.lineFeed || byte == ASCII.carriageReturn else { continue }
            isSkipping = false
            linesRead += 1
            skipsLineFeed = byte == ASCII.carriageReturn
            return position + 1
        }
        return chunk.count
    }

    private mutating func append(_ text: Span<UInt8>, _ range: Range<Int>) {
        let part = text.extracting(range)
        unsafe part.withUnsafeBufferPointer { unsafe carry.append(contentsOf: $0) }
    }

    private mutating func takeCarry() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &carry)
        return taken
    }

    /// The end of the line that starts at `start`, and where the next one begins.
    static func firstLine(of text: Span<UInt8>, from start: Int) -> (end: Int, next: Int) {
        for position in start..<text.count {
            if text[position] == ASCII.lineFeed { return (position, position + 1) }
            if text[position] == ASCII.carriageReturn {
                let isPair = position + 1 < text.count && text[position + 1] == ASCII.lineFeed
                return (position, position + (isPair ? 2 : 1))
            }
        }
        return (text.count, text.count)
    }
}
