/// The tokenizer. It accepts text in chunks of any size, and passes each complete record to a consumer.
///
/// ```swift
/// var reader = RecordReader()
/// try reader.read(chunk, into: &consumer)   // once per chunk
/// try reader.finish(into: &consumer)
/// ```
///
/// Records are read in place. Only a record that continues in the next chunk is copied to a buffer, whose size is
/// bounded by the maximum length of a record.
///
/// **Malformed records.** A record with invalid fields is skipped as a whole. If the *quoting* is malformed, the end of
/// the record is unknown. Then only its first line is skipped, so that a stray quote does not hide later records.
///
/// **Several files.** Archives are read file by file: `begin(file:into:)` ends a file and starts the next one.
///
/// After the reader or the consumer has thrown an error, the reader must not be used again.
public struct RecordReader: ~Copyable {
    /// The limits on the input.
    let limits: ReaderLimits
    /// The forms of numbers and dates that are accepted.
    let strictness: ReaderStrictness
    /// The number of bytes read so far; in an archive, of the current file.
    package internal(set) var bytesRead = 0
    /// The number of line ends so far, including those within quotes; in an archive, of the current file.
    package internal(set) var linesRead = 0
    /// The current file of an archive; `nil` if the source is a single text.
    package private(set) var file: String?
    /// The warnings so far: one for each kind with its count, in the order in which the kinds first occurred.
    public internal(set) var warnings: [ProfileWarning] = []
    /// Whether `##COMPLETE` was read in the text or, in an archive, in the current file.
    package internal(set) var hasMark = false
    private var earlier = EarlierFiles()

    var formats = FormatTable()
    var special = SpecialBytes()
    var quotedEnds: [UInt32] = []

    /// The incomplete record at the end of the text so far, and its offset in the source.
    private var carry: [UInt8] = []
    private var carryOffset = 0
    private var boundary = RecordBoundary()
    /// The number of bytes of a byte order mark found so far; `nil` after the start of the text.
    private var markBytes: Int? = 0
    /// Whether the previous chunk ended in CR. In that case, an LF at the start of the next chunk belongs to it.
    private var skipsLineFeed = false
    /// Whether the rest of the current line is skipped, because its record was too long.
    private var isSkipping = false

    /// Creates a reader at the start of a text.
    public init(limits: ReaderLimits = ReaderLimits(), strictness: ReaderStrictness = .strict) {
        self.limits = limits
        self.strictness = strictness
    }

    /// Creates a reader for a chunk that starts with a record at an offset of the text.
    init(
        partOf file: String?, _ limits: ReaderLimits, _ strictness: ReaderStrictness, _ formats: FormatTable,
        offset: Int
    ) {
        self.init(limits: limits, strictness: strictness)
        self.file = file
        self.formats = formats
        bytesRead = offset
        markBytes = nil
    }

    /// Whether the next byte is the first of a record.
    var isBetweenRecords: Bool { carry.isEmpty && !skipsLineFeed && !isSkipping && markBytes == nil }

    /// A Boolean value that indicates whether `##COMPLETE` was read; in an archive, in each file that is not empty.
    public var isComplete: Bool {
        if bytesRead == 0, earlier.isAny { return earlier.areMarked }
        return hasMark && earlier.areMarked
    }

    /// The number of line ends so far, in all files.
    package var totalLines: Int { earlier.lines + linesRead }

    /// Sets the number of the next line, if the text was converted from another format. The next chunk must start at
    /// the start of a line.
    package mutating func number(nextLine line: Int) { linesRead = line - 1 }

    /// Reads the next chunk of the text, and passes each record that it completes to `consumer`.
    ///
    /// - Throws: The errors of `consumer`.
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

    /// Ends the text, and passes on the last record if it has no line end.
    ///
    /// - Throws: The errors of `consumer`.
    public mutating func finish<Consumer: RecordConsumer & ~Copyable>(into consumer: inout Consumer) throws {
        try endText(into: &consumer)
        if file != nil, isComplete { try consumer.complete() }
    }

    // MARK: - Files

    /// The state of the files before the current one.
    private struct EarlierFiles {
        /// Whether at least one file was not empty.
        var isAny = false
        /// Whether each file that was not empty had `##COMPLETE`.
        var areMarked = true
        var lines = 0
    }

    /// Ends the current file of an archive, and starts the next one.
    ///
    /// Each file is a separate text with its own byte order mark, lines, offsets, formats and `##COMPLETE`. If all
    /// files had `##COMPLETE`, `complete` of the consumer is called once, after the last file. An empty file is skipped
    /// with a warning.
    ///
    /// - Throws: The errors of `consumer`.
    public mutating func begin<Consumer: RecordConsumer & ~Copyable>(
        file name: String, into consumer: inout Consumer
    ) throws {
        try endText(into: &consumer)
        earlier.lines += linesRead
        if bytesRead > 0 {
            earlier.isAny = true
            earlier.areMarked = earlier.areMarked && hasMark
        }
        file = name
        (bytesRead, linesRead, hasMark) = (0, 0, false)
        formats.removeAll()
        boundary = RecordBoundary()
        (carryOffset, markBytes, skipsLineFeed, isSkipping) = (0, 0, false, false)
        try consumer.begin(file: name)
    }

    /// Reads the rest of a text.
    private mutating func endText<Consumer: RecordConsumer & ~Copyable>(into consumer: inout Consumer) throws {
        if file != nil, bytesRead == 0, !countAgain(.emptyFile) {
            try warn(
                .emptyFile, "is empty, skipped",
                SourcePosition(byteOffset: 0, line: 1, column: 1), into: &consumer)
        }
        if let count = markBytes, count < 3 { carry = Array(Self.byteOrderMark[..<count]) }
        markBytes = nil
        guard !carry.isEmpty, !isSkipping else { return }
        let rest = takeCarry()
        _ = try readRecords(rest.span, from: 0, offset: carryOffset, isLast: true, into: &consumer)
    }

    // MARK: - Chunks

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Returns the offset after a byte order mark, which may be split over several chunks.
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
            // There is no byte order mark, so the bytes in earlier chunks that looked like one start the first record.
            // Those in this chunk are read again.
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

    /// Appends the rest of the buffered record, and reads the record if it is complete.
    ///
    /// - Returns: The offset in `chunk` after the bytes that were appended.
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

    /// Buffers the text from `start` on, which is the start of a record.
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

    /// Reports a record that is longer than the limit.
    private mutating func giveUp<Consumer: RecordConsumer & ~Copyable>(into consumer: inout Consumer) throws {
        let text = takeCarry()
        let spansLines = boundary.spansLines
        boundary = RecordBoundary()
        let bytes = text.span
        let error = ProfileFormatError(
            kind: .recordTooLong,
            reason: spansLines
                ? "found a quote that is not closed within \(limits.recordBytes) bytes, the limit for a record; close "
                    + "it, or raise the limit"
                : "found a record longer than \(limits.recordBytes) bytes, the limit; raise the limit if the record "
                    + "is valid",
            position: SourcePosition(byteOffset: carryOffset, line: linesRead + 1, column: 1), file: file)
        guard spansLines else {
            isSkipping = true
            return try consumer.malformed(error, text: bytes)
        }
        // The quoting is malformed: skip only the first line, and read the text after it again.
        let (end, next) = Self.firstLine(of: bytes, from: 0)
        linesRead += 1
        try consumer.malformed(error, text: bytes.extracting(0..<end))
        let offset = carryOffset
        let (used, skipsNext) = try readRecords(bytes, from: next, offset: offset, isLast: false, into: &consumer)
        skipsLineFeed = skipsNext
        try keep(bytes, from: used, offset: offset, into: &consumer)
    }

    /// Returns the offset after the line end of a skipped record; the end of the chunk if the line end is not in it.
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
        // SAFETY: the bytes are copied within the call.
        unsafe part.withUnsafeBufferPointer { unsafe carry.append(contentsOf: $0) }
    }

    private mutating func takeCarry() -> [UInt8] {
        var taken: [UInt8] = []
        swap(&taken, &carry)
        return taken
    }

    /// Returns the end of the line at `start`, and the start of the next line.
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
