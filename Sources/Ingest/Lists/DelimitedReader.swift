import ProfileFormat
import Scanning

/// Splits text with separators into rows (RFC 4180, and dialects of it that occur in practice).
///
/// ```
/// BRK.B,"Berkshire ""Class A"", Inc.",USD␊      three fields; a doubled quote in quotes is one quote
/// SIZE;5" pipe;USD␊                             a quote within an unquoted field is an ordinary byte
/// ```
/// Rows end with LF, CR or CRLF, and empty rows are skipped. Rows are read in place, but rows with quotes, and rows
/// that straddle two chunks, are copied. If the quoting of a row is malformed, only the first line of the row is
/// rejected, and reading continues after it. So a stray quote does not swallow later rows. The result does not depend
/// on where chunks end: each decision requires a complete row, a complete first line, or more bytes than the limit.
package struct DelimitedReader: ~Copyable {
    /// The byte between two fields.
    package let separator: UInt8
    private var special: SpecialBytes
    private var rows: Rows
    /// The beginning of a row that is not yet complete.
    private var carry: [UInt8] = []

    /// The number of bytes to index at a time, so that the text and its index fit into the second-level cache.
    private static let stretch = 64 << 10

    /// Creates a reader at the start of a text.
    ///
    /// - Parameters:
    ///   - separator: A comma, semicolon, tab or vertical bar.
    ///   - limit: The maximum length of a row in bytes.
    package init(separator: UInt8, limit: Int = ReaderLimits().recordBytes) {
        self.separator = separator
        special = SpecialBytes(separator: separator)
        rows = Rows(separator: separator, limit: limit)
    }

    /// Reads the next chunk of the text, and passes each complete row to `consumer`.
    ///
    /// - Parameter isLast: Whether the text ends with this chunk. If so, its last row needs no line end.
    /// - Returns: The number of lines so far.
    /// - Throws: The errors of `consumer`.
    @discardableResult
    package mutating func read<Consumer: ListRowConsumer & ~Copyable>(
        _ chunk: Span<UInt8>, isLast: Bool = false, into consumer: inout Consumer
    ) throws -> Int {
        var position = 0
        var piece = Self.stretch
        while !carry.isEmpty, position < chunk.count {
            // Complete the row that began in an earlier chunk. Then read on in place.
            let next = min(position + piece, chunk.count)
            carry.append(span: chunk.extracting(position..<next))
            position = next
            piece *= 2
            let text = carry
            special.index(text.span)
            let used = try rows.read(
                text.span, special, isLast: isLast && position == chunk.count, into: &consumer)
            if used == 0 { continue }
            let rest = text.count - used
            carry.removeAll(keepingCapacity: true)
            if rest <= position { position -= rest } else { carry = Array(text[used...]) }
        }
        if chunk.isEmpty || !carry.isEmpty {
            if isLast { try finish(into: &consumer) }
            return rows.line - 1
        }
        piece = Self.stretch
        while position < chunk.count {
            let end = min(position + piece, chunk.count)
            let text = chunk.extracting(position..<end)
            special.index(text)
            let used = try rows.read(text, special, isLast: isLast && end == chunk.count, into: &consumer)
            position += used
            if used > 0 { piece = Self.stretch } else if end < chunk.count { piece *= 2 } else { break }
        }
        carry.append(span: chunk.extracting(position...))
        if isLast { try finish(into: &consumer) }
        return rows.line - 1
    }

    /// Whether the text so far ends between two rows.
    var isBetweenRows: Bool { carry.isEmpty && rows.isBetweenRows }

    /// Counts rows that another reader has read.
    mutating func skip(lines: Int, bytes: Int) {
        rows.line += lines
        rows.byteOffset += bytes
    }

    /// Reads the rest of the text.
    private mutating func finish<Consumer: ListRowConsumer & ~Copyable>(into consumer: inout Consumer) throws {
        while !carry.isEmpty {
            let text = carry
            special.index(text.span)
            let used = try rows.read(text.span, special, isLast: true, into: &consumer)
            carry = Array(text[used...])
        }
    }
}

/// The rows of indexed text.
private struct Rows {
    let separator: UInt8
    let limit: Int
    /// The line of the next row, from 1.
    var line = 1
    /// The number of bytes before the next row.
    var byteOffset = 0
    /// Whether the previous text ended with CR, so that an LF at the beginning belongs to the same line end.
    private var skipsLineFeed = false
    /// Whether the next text begins with the rest of a line that was reported as too long, and must be skipped.
    private var skipsLine = false
    /// The fields of a row with quotes, without these quotes.
    private var unquoted: [UInt8] = []
    private var ends: [UInt32] = []

    init(separator: UInt8, limit: Int) {
        self.separator = separator
        self.limit = limit
    }

    var isBetweenRows: Bool { !skipsLineFeed && !skipsLine }

    /// Reads rows from the beginning of a text.
    ///
    /// - Parameters:
    ///   - special: The index of the text.
    ///   - isLast: Whether the list ends at the end of the text.
    /// - Returns: The number of bytes read.
    mutating func read<Consumer: ListRowConsumer & ~Copyable>(
        _ text: Span<UInt8>, _ special: borrowing SpecialBytes, isLast: Bool, into consumer: inout Consumer
    ) throws -> Int {
        let isASCII = special.isAllASCII
        let offsets = special.offsets
        let hard = special.hard
        var (start, first, next) = (0, 0, 0)
        if skipsLineFeed, !text.isEmpty {
            skipsLineFeed = false
            if text[0] == ASCII.lineFeed { (start, first, next) = (1, 1, 1) }
        }
        let base = byteOffset
        defer { byteOffset = base + start }
        if skipsLine {
            while next < hard.count, text[Int(offsets[Int(hard[next])])] == ASCII.quote { next += 1 }
            guard next < hard.count else {
                start = text.count
                return start
            }
            skipsLine = false
            first = Int(hard[next]) + 1
            next += 1
            start = end(ofLineAt: Int(offsets[first - 1]), text)
            if start > Int(offsets[first - 1]) + 1 { (first, next) = (first + 1, next + 1) }
        }
        while next < hard.count {
            let index = Int(hard[next])
            let at = Int(offsets[index])
            if text[at] == ASCII.quote {
                byteOffset = base + start
                guard
                    let read = try readQuoted(
                        text, from: start, offsets, from: first, isASCII: isASCII, isLast: isLast, into: &consumer)
                else { break }
                (start, first) = read
                if skipsLine { return start }
                while next < hard.count, Int(hard[next]) < first { next += 1 }
                continue
            }
            if at - start > limit { break }
            if at > start {
                try emit(
                    ListRow(
                        text: text, from: start, ends: offsets.extracting(first..<index + 1),
                        source: text.extracting(start..<at), isInPlace: true, form: .delimited(separator), line: line,
                        byteOffset: base + start),
                    isASCII: isASCII, into: &consumer)
            }
            line += 1
            start = end(ofLineAt: at, text)
            let isPair = start > at + 1
            (first, next) = (index + (isPair ? 2 : 1), next + (isPair ? 2 : 1))
        }
        if text.count - start > limit {
            byteOffset = base + start
            start = try reject(tooLong, text, start, at: start, isLast: isLast, into: &consumer) ?? start
        } else if isLast, start < text.count {
            // The last row may lack a line end.
            ends.removeAll(keepingCapacity: true)
            for index in first..<offsets.count { ends.append(offsets[index]) }
            ends.append(UInt32(text.count))
            try emit(
                ListRow(
                    text: text, from: start, ends: ends.span, source: text.extracting(start...),
                    form: .delimited(separator), line: line, byteOffset: base + start), isASCII: isASCII,
                into: &consumer)
            line += 1
            start = text.count
        }
        return start
    }

    /// Returns the offset after the line end at `at`: LF, CR or CRLF.
    private mutating func end(ofLineAt at: Int, _ text: Span<UInt8>) -> Int {
        guard text[at] == ASCII.carriageReturn else { return at + 1 }
        guard at + 1 < text.count else {
            skipsLineFeed = true
            return at + 1
        }
        return text[at + 1] == ASCII.lineFeed ? at + 2 : at + 1
    }

    /// Passes a row to `consumer`, if it is valid UTF-8.
    private func emit<Consumer: ListRowConsumer & ~Copyable>(
        _ row: borrowing ListRow, isASCII: Bool, into consumer: inout Consumer
    ) throws {
        if !isASCII, (try? UTF8Span(validating: row.source)) == nil {
            let error = row.error(
                .invalidUTF8, ListDecoder.notUTF8, field: 0)
            return try consumer.malformed(error, text: row.source)
        }
        try consumer.row(row)
    }

    // MARK: Quotes

    /// Reads a row with quotes.
    ///
    /// - Returns: The offset of the next row, and the index in `offsets` of its first entry; `nil` if the row is
    ///   incomplete.
    private mutating func readQuoted<Consumer: ListRowConsumer & ~Copyable>(
        _ text: Span<UInt8>, from start: Int, _ offsets: Span<UInt32>, from first: Int, isASCII: Bool, isLast: Bool,
        into consumer: inout Consumer
    ) throws -> (start: Int, first: Int)? {
        unquoted.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        let isCut = text.count - start > limit
        var scan = QuotedScan(
            text: text, offsets: offsets, index: first, position: start, end: isCut ? start + limit + 1 : text.count,
            isLast: isLast && !isCut)
        while true {
            var fault = Fault?.none
            if scan.isAtQuote {
                switch scan.readField(into: &unquoted) {
                case .complete: break
                case .incomplete:
                    guard isCut else { return nil }
                    fault = scan.isInQuotes ? Fault(.unclosedQuote, Self.unclosed, at: scan.opening) : tooLong
                case .malformed(let found): fault = found
                }
            }
            // Find the end of the field. Quotes within an unquoted field are ordinary bytes.
            let at = fault == nil ? scan.endOfField() : nil
            guard fault == nil, let at else {
                guard fault != nil || isCut else { return nil }
                let found = fault ?? tooLong
                guard
                    let end = try reject(found, text, start, at: found.at ?? start, isLast: isLast, into: &consumer)
                else { return nil }
                var index = first
                while index < offsets.count, Int(offsets[index]) < end { index += 1 }
                return (end, index)
            }
            unquoted.append(span: text.extracting(scan.position..<at))
            ends.append(UInt32(unquoted.count))
            unquoted.append(separator)
            scan.index += 1
            scan.position = at + 1
            if at < text.count, text[at] == separator { continue }
            try emit(
                ListRow(
                    text: unquoted.span, from: 0, ends: ends.span, source: text.extracting(start..<at),
                    form: .delimited(separator), line: line, byteOffset: byteOffset), isASCII: isASCII, into: &consumer)
            line += scan.lineEnds + 1
            guard at < text.count else { return (at, scan.index) }
            let next = end(ofLineAt: at, text)
            return (next, next > at + 1 ? scan.index + 1 : scan.index)
        }
    }

    fileprivate static let unclosed = "found a quoted field without its closing quote; double each quote inside"

    private var tooLong: Fault {
        Fault(.recordTooLong, "found a row of more than \(limit) bytes; look for a missing quote", at: nil)
    }

    /// Reports the first line of the row at `start` as malformed.
    ///
    /// - Returns: The offset after this line; `nil` if the line is incomplete.
    private mutating func reject<Consumer: ListRowConsumer & ~Copyable>(
        _ fault: Fault, _ text: Span<UInt8>, _ start: Int, at: Int, isLast: Bool, into consumer: inout Consumer
    ) throws -> Int? {
        let most = min(text.count, start + limit)
        var end = start
        while end < most, text[end] != ASCII.lineFeed, text[end] != ASCII.carriageReturn { end += 1 }
        skipsLine = end < text.count && text[end] != ASCII.lineFeed && text[end] != ASCII.carriageReturn
        if end == text.count, !isLast { return nil }
        var (faultLine, lineStart) = (line, start)
        for index in start..<at where text[index] == ASCII.lineFeed || text[index] == ASCII.carriageReturn {
            lineStart = index + 1
            if text[index] == ASCII.lineFeed || text[index + 1] != ASCII.lineFeed { faultLine += 1 }
        }
        let error = ProfileFormatError(
            kind: fault.kind, reason: fault.reason,
            position: SourcePosition(byteOffset: byteOffset, line: faultLine, column: at - lineStart + 1))
        try consumer.malformed(error, text: text.extracting(start..<end))
        line += 1
        return skipsLine || end == text.count ? end : self.end(ofLineAt: end, text)
    }
}

/// The reason that a row is rejected.
private struct Fault {
    let kind: ProfileFormatError.Kind
    let reason: String
    /// The offset of the fault; `nil` for the beginning of the row.
    let at: Int?

    init(_ kind: ProfileFormatError.Kind, _ reason: String, at: Int?) {
        (self.kind, self.reason, self.at) = (kind, reason, at)
    }
}

/// A position in a row with quotes.
private struct QuotedScan: ~Escapable {
    let text: Span<UInt8>
    /// The offsets of all special bytes of the text.
    let offsets: Span<UInt32>
    /// The index in `offsets` of the next special byte to examine.
    var index: Int
    var position: Int
    /// The end of the bytes that may belong to the row.
    let end: Int
    /// Whether the list ends at `end`.
    let isLast: Bool
    /// The offset of the last opening quote.
    private(set) var opening = 0
    private(set) var isInQuotes = false
    /// The number of line ends within quotes.
    private(set) var lineEnds = 0

    enum Field {
        case complete, incomplete
        case malformed(Fault)
    }

    @_lifetime(copy text, copy offsets)
    init(text: Span<UInt8>, offsets: Span<UInt32>, index: Int, position: Int, end: Int, isLast: Bool) {
        self.text = text
        self.offsets = offsets
        self.index = index
        self.position = position
        self.end = end
        self.isLast = isLast
    }

    var isAtQuote: Bool { position < end && text[position] == ASCII.quote }

    /// The offset of the next special byte; `nil` if the end comes first.
    private var next: Int? {
        guard index < offsets.count else { return nil }
        let at = Int(offsets[index])
        return at < end ? at : nil
    }

    /// Returns the offset of the separator or line end after an unquoted field; `nil` if the field is incomplete.
    @_lifetime(self: copy self)
    mutating func endOfField() -> Int? {
        while let at = next {
            if text[at] != ASCII.quote { return at }
            index += 1
        }
        return isLast ? end : nil
    }

    /// Reads a quoted field, and the spaces after it.
    @_lifetime(self: copy self)
    mutating func readField(into output: inout [UInt8]) -> Field {
        opening = position
        isInQuotes = true
        index += 1
        var from = position + 1
        while let at = next {
            index += 1
            switch text[at] {
            case ASCII.quote:
                if at + 1 == end, !isLast { return .incomplete }
                output.append(span: text.extracting(from..<at))
                if at + 1 < end, text[at + 1] == ASCII.quote {
                    output.append(ASCII.quote)
                    from = at + 2
                    index += 1
                    continue
                }
                isInQuotes = false
                position = at + 1
                while position < end, text[position] == ASCII.space { position += 1 }
                if position == end { return isLast ? .complete : .incomplete }
                if next == position, text[position] != ASCII.quote { return .complete }
                return .malformed(
                    Fault(
                        .textAfterClosingQuote, "found text after a closing quote; double each quote inside",
                        at: position))
            case ASCII.lineFeed:
                if text[at - 1] != ASCII.carriageReturn { lineEnds += 1 }
            case ASCII.carriageReturn: lineEnds += 1
            default: break
            }
        }
        return isLast ? .malformed(Fault(.unclosedQuote, Rows.unclosed, at: opening)) : .incomplete
    }
}
