/// The tokenizer: takes the text in chunks of any size, and hands each record to a consumer as soon as it is whole.
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
/// **Malformed records.** A record whose fields are wrong is set aside whole. Where the *quoting* is wrong, nothing says
/// where the record ends: its first line is set aside, and reading goes on with the next line, so that one stray quote
/// never swallows the records after it.
///
/// **Several files.** What an archive holds is read file by file: `begin(file:into:)` ends a file and begins the next.
///
/// After an error was thrown, by the reader or the consumer, the reader is of no more use.
public struct RecordReader: ~Copyable {
    /// What the reader takes before it says no.
    let limits: ReaderLimits
    /// What it takes for a number or a date.
    let strictness: ReaderStrictness
    /// Bytes taken so far; of the current file, where there are several.
    package internal(set) var bytesRead = 0
    /// Line ends passed so far, inside quotes too; of the current file, where there are several.
    package internal(set) var linesRead = 0
    /// The current file, where the source holds several; `nil` where it is one text.
    package private(set) var file: String?
    /// One warning for each kind so far, with the number of times, in the order in which they came first.
    public internal(set) var warnings: [ProfileWarning] = []
    /// `##COMPLETE` was seen in the text or current file.
    package internal(set) var hasMark = false
    private var earlier = EarlierFiles()

    var formats = FormatTable()
    var special = SpecialBytes()
    var quotedEnds: [UInt32] = []

    /// The beginning of a record whose end has not come yet, and its offset in the source.
    private var carry: [UInt8] = []
    private var carryOffset = 0
    private var boundary = RecordBoundary()
    /// Bytes of the byte order mark found at the start; `nil` after the start.
    private var markBytes: Int? = 0
    /// The chunk before ended in CR: an LF that comes first belongs to it.
    private var skipsLineFeed = false
    /// The record under way was too long and reported: its rest is dropped up to the line end.
    private var isSkipping = false

    /// A reader at the start of a text.
    public init(limits: ReaderLimits = ReaderLimits(), strictness: ReaderStrictness = .strict) {
        self.limits = limits
        self.strictness = strictness
    }

    /// A reader of a part of a text that begins so many bytes after the text's beginning, with a record.
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

    /// The next byte begins a record.
    var isBetweenRecords: Bool { carry.isEmpty && !skipsLineFeed && !isSkipping && markBytes == nil }

    /// `##COMPLETE` was seen; in each file, where there are several. Files that hold nothing don't count.
    public var isComplete: Bool {
        if bytesRead == 0, earlier.isAny { return earlier.areMarked }
        return hasMark && earlier.areMarked
    }

    /// Line ends passed so far, in all files.
    package var totalLines: Int { earlier.lines + linesRead }

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
        try endText(into: &consumer)
        if file != nil, isComplete { try consumer.complete() }
    }

    // MARK: - Files

    /// What is known of the files before the current one.
    private struct EarlierFiles {
        /// Some file was not empty.
        var isAny = false
        /// All that are not empty had their mark.
        var areMarked = true
        var lines = 0
    }

    /// Says that a file of a source that holds several begins, as an archive's entry: the one before is over.
    ///
    /// Each file is a text of its own: its byte order mark, its lines and bytes, its formats and its `##COMPLETE`. The consumer's
    /// `complete` is called once, when all are over, if all had their mark. A file that holds nothing is passed over with a
    /// warning.
    ///
    /// - Throws: what `consumer` throws.
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

    /// Hands on what is left of a text.
    private mutating func endText<Consumer: RecordConsumer & ~Copyable>(into consumer: inout Consumer) throws {
        if file != nil, bytesRead == 0, !countAgain(.emptyFile) {
            try warn(
                .emptyFile, "holds nothing, and was passed over",
                SourcePosition(byteOffset: 0, line: 1, column: 1), into: &consumer)
        }
        if let count = markBytes, count < 3 { carry = Array(Self.byteOrderMark[..<count]) }
        markBytes = nil
        guard !carry.isEmpty, !isSkipping else { return }
        let rest = takeCarry()
        _ = try readRecords(rest.span, from: 0, offset: carryOffset, isLast: true, into: &consumer)
    }

    // MARK: - Pieces

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The offset of the first byte after a byte order mark, which may itself come in pieces.
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
    /// - Returns: the offset in `chunk` after what was used.
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
            position: SourcePosition(byteOffset: carryOffset, line: linesRead + 1, column: 1), file: file)
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

    /// The offset after the line end that ends a dropped record, or the chunk's end.
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
