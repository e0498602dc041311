import ProfileFormat
import Scanning

/// Splits text with separators into rows (RFC 4180 and the dialects that occur).
///
/// ```
/// BRK.B,"Berkshire ""Class A"", Inc.",USD␊      three fields; a doubled quote in quotes is one quote
/// SIZE;5" pipe;USD␊                             a quote inside of an unquoted field is an ordinary byte
/// ```
/// Rows end with LF, CR or CRLF, and empty rows are skipped. Rows are read in place. Only rows with quotes, and rows
/// that straddle two chunks, are copied. If the quoting is malformed, the first line of the row is reported, and
/// reading continues after it, so that a stray quote does not consume later rows.
package struct DelimitedReader: ~Copyable {
    /// The byte between two fields.
    package let separator: UInt8
    private var special: SpecialBytes
    private var rows: Rows
    /// The beginning of an incomplete row.
    private var carry: [UInt8] = []

    /// The bytes to index at once: the text and its index fit the second-level cache.
    private static let stretch = 64 << 10

    /// Creates a reader at the start of a text.
    ///
    /// - Parameters:
    ///   - separator: A comma, a semicolon, a tab or a vertical bar.
    ///   - limit: The maximum length of a row in bytes.
    package init(separator: UInt8, limit: Int = ReaderLimits().recordBytes) {
        self.separator = separator
        special = SpecialBytes(separator: separator)
        rows = Rows(separator: separator, limit: limit)
    }

    /// Reads the next chunk of the text, and passes on every complete row.
    ///
    /// - Parameter isLast: Whether the text ends with this chunk. Its last row then needs no line end.
    /// - Returns: The number of lines so far.
    /// - Throws: The errors of `consumer`.
    @discardableResult
    package mutating func read<Consumer: ListRowConsumer & ~Copyable>(
        _ chunk: Span<UInt8>, isLast: Bool = false, into consumer: inout Consumer
    ) throws -> Int {
        var position = 0
        var piece = Self.stretch
        while !carry.isEmpty, position < chunk.count {
            // Complete the row that began in an earlier chunk, and read on in place after it.
            let next = min(position + piece, chunk.count)
            carry.append(span: chunk.extracting(position..<next))
            position = next
            piece *= 2
            let text = carry
            special.index(text.span)
            let used = try rows.read(
                text.span, special, isLast: isLast && position == chunk.count, isOne: true, into: &consumer)
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
            let used = try rows.read(
                text, special, isLast: isLast && end == chunk.count,
                isOne: false, into: &consumer)
            position += used
            if used > 0 { piece = Self.stretch } else if end < chunk.count { piece *= 2 } else { break }
        }
        carry.append(span: chunk.extracting(position...))
        if isLast { try finish(into: &consumer) }
        return rows.line - 1
    }

    /// Reads the rest of the text.
    private mutating func finish<Consumer: ListRowConsumer & ~Copyable>(into consumer: inout Consumer) throws {
        while !carry.isEmpty {
            let text = carry
            special.index(text.span)
            let used = try rows.read(
                text.span, special, isLast: true, isOne: false,
                into: &consumer)
            carry = Array(text[max(used, 1)...])
        }
    }
}

/// The rows of indexed text.
private struct Rows {
    let separator: UInt8
    let limit: Int
    /// The line of the next row, from 1.
    var line = 1
    /// The bytes before the next row.
    var byteOffset = 0
    /// Whether the previous text ended in CR, so that a leading LF belongs to it.
    private var skipsLineFeed = false
    /// The fields of a row with quotes.
    private var unquoted: [UInt8] = []
    private var ends: [UInt32] = []

    init(separator: UInt8, limit: Int) {
        self.separator = separator
        self.limit = limit
    }

    /// Reads rows from the beginning of a text.
    ///
    /// - Parameters:
    ///   - special: The index of the text.
    ///   - isLast: Whether the list ends with the text.
    ///   - isOne: Whether to stop after the first row.
    /// - Returns: The number of bytes read.
    mutating func read<Consumer: ListRowConsumer & ~Copyable>(
        _ text: Span<UInt8>, _ special: borrowing SpecialBytes, isLast: Bool, isOne: Bool, into consumer: inout Consumer
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
        while next < hard.count {
            let index = Int(hard[next])
            let at = Int(offsets[index])
            if text[at] == ASCII.quote {
                byteOffset = base + start
                guard
                    let read = try readQuoted(
                        text, from: start, offsets, from: first, isASCII: isASCII, isLast: isLast, into: &consumer)
                else { break }
                start = read.start
                first = read.first
                while next < hard.count, Int(hard[next]) < first { next += 1 }
                if isOne { return start }
                continue
            }
            if at > start {
                try emit(
                    ListRow(
                        text: text, from: start, ends: offsets.extracting(first..<index + 1),
                        source: text.extracting(start..<at), separator: separator, line: line,
                        byteOffset: base + start),
                    isASCII: isASCII, into: &consumer)
            }
            line += 1
            next += 1
            let wasEmpty = at == start
            (start, first) = (at + 1, index + 1)
            if text[at] == ASCII.carriageReturn {
                if start == text.count {
                    skipsLineFeed = true
                } else if text[start] == ASCII.lineFeed {
                    (start, first, next) = (start + 1, first + 1, next + 1)
                }
            }
            if isOne, !wasEmpty { return start }
        }
        if isLast, start < text.count, next >= hard.count {
            // The last row has no line end.
            ends.removeAll(keepingCapacity: true)
            for index in first..<offsets.count { ends.append(offsets[index]) }
            ends.append(UInt32(text.count))
            try emit(
                ListRow(
                    text: text, from: start, ends: ends.span, source: text.extracting(start...), separator: separator, line: line,
                    byteOffset: base + start), isASCII: isASCII, into: &consumer)
            line += 1
            start = text.count
        } else if text.count - start > limit {
            byteOffset = base + start
            start = try reject(
                .recordTooLong, "found a row of more than \(limit) bytes; look for a missing quote", text, start, at: start,
                into: &consumer)
        }
        return start
    }

    /// Passes on a row, if it is UTF-8.
    private func emit<Consumer: ListRowConsumer & ~Copyable>(
        _ row: borrowing ListRow, isASCII: Bool, into consumer: inout Consumer
    ) throws {
        if !isASCII, (try? UTF8Span(validating: row.source)) == nil {
            let error = row.error(
                .invalidUTF8, "found bytes that are not UTF-8; name the encoding: --encoding latin-1", field: 0)
            return try consumer.malformed(error, text: row.source)
        }
        try consumer.row(row)
    }

    // MARK: Quotes

    /// Reads a row with quotes.
    ///
    /// - Returns: The offset of the next row, and its first index in `offsets`; `nil` if the row is incomplete.
    private mutating func readQuoted<Consumer: ListRowConsumer & ~Copyable>(
        _ text: Span<UInt8>, from start: Int, _ offsets: Span<UInt32>, from first: Int, isASCII: Bool, isLast: Bool,
        into consumer: inout Consumer
    ) throws -> (start: Int, first: Int)? {
        unquoted.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        var position = start
        var index = first
        var lineEnds = 0
        while true {
            if position < text.count, text[position] == ASCII.quote {
                switch readField(text, &position, offsets, &index, &lineEnds, isLast: isLast) {
                case .complete: break
                case .incomplete: return nil
                case .malformed(let kind, let reason, let at):
                    let end = try reject(kind, reason, text, start, at: at, into: &consumer)
                    while index > first, Int(offsets[index - 1]) >= end { index -= 1 }
                    while index < offsets.count, Int(offsets[index]) < end { index += 1 }
                    return (end, index)
                }
            }
            // The rest of an unquoted field, in which quotes are ordinary bytes.
            while index < offsets.count, text[Int(offsets[index])] == ASCII.quote { index += 1 }
            guard index < offsets.count || isLast else { return nil }
            let at = index < offsets.count ? Int(offsets[index]) : text.count
            unquoted.append(span: text.extracting(position..<at))
            ends.append(UInt32(unquoted.count))
            unquoted.append(separator)
            index += 1
            if at < text.count, text[at] == separator {
                position = at + 1
                continue
            }
            return try endQuoted(text, start, at, index, lineEnds, isASCII: isASCII, into: &consumer)
        }
    }

    /// Passes on a row with quotes that ends at `at`.
    private mutating func endQuoted<Consumer: ListRowConsumer & ~Copyable>(
        _ text: Span<UInt8>, _ start: Int, _ at: Int, _ index: Int, _ lineEnds: Int, isASCII: Bool,
        into consumer: inout Consumer
    ) throws -> (start: Int, first: Int) {
        try emit(
            ListRow(
                text: unquoted.span, from: 0, ends: ends.span, source: text.extracting(start..<at), separator: separator, line: line,
                byteOffset: byteOffset), isASCII: isASCII, into: &consumer)
        line += lineEnds + 1
        guard at < text.count, text[at] == ASCII.carriageReturn else { return (min(at + 1, text.count), index) }
        if at + 1 == text.count { skipsLineFeed = true }
        let isPair = at + 1 < text.count && text[at + 1] == ASCII.lineFeed
        return isPair ? (at + 2, index + 1) : (at + 1, index)
    }

    private enum Field {
        case complete, incomplete
        case malformed(ProfileFormatError.Kind, String, at: Int)
    }

    /// Reads a field in quotes, up to the separator or line end after it.
    private mutating func readField(
        _ text: Span<UInt8>, _ position: inout Int, _ offsets: Span<UInt32>, _ index: inout Int,
        _ lineEnds: inout Int, isLast: Bool
    ) -> Field {
        let opening = position
        var from = position + 1
        index += 1
        while true {
            guard index < offsets.count else {
                guard isLast || text.count - opening > limit else { return .incomplete }
                return .malformed(
                    .unclosedQuote, "found a quoted field without its closing quote; double each quote inside", at: opening)
            }
            let at = Int(offsets[index])
            index += 1
            switch text[at] {
            case ASCII.quote:
                if at + 1 == text.count, !isLast { return .incomplete }
                unquoted.append(span: text.extracting(from..<at))
                if at + 1 < text.count, text[at + 1] == ASCII.quote {
                    unquoted.append(ASCII.quote)
                    from = at + 2
                    index += 1
                    continue
                }
                position = at + 1
                while position < text.count, text[position] == ASCII.space { position += 1 }
                if position == text.count { return isLast ? .complete : .incomplete }
                if index < offsets.count, position == Int(offsets[index]), text[position] != ASCII.quote {
                    return .complete
                }
                return .malformed(
                    .textAfterClosingQuote, "found text after a closing quote; double each quote inside", at: position)
            case ASCII.lineFeed:
                if text[at - 1] != ASCII.carriageReturn { lineEnds += 1 }
            case ASCII.carriageReturn: lineEnds += 1
            default: break
            }
        }
    }

    /// Reports the line at `start`.
    ///
    /// - Returns: The offset after it.
    private mutating func reject<Consumer: ListRowConsumer & ~Copyable>(
        _ kind: ProfileFormatError.Kind, _ reason: String, _ text: Span<UInt8>, _ start: Int, at: Int,
        into consumer: inout Consumer
    ) throws -> Int {
        var end = start
        while end < text.count, text[end] != ASCII.lineFeed, text[end] != ASCII.carriageReturn { end += 1 }
        let error = ProfileFormatError(
            kind: kind, reason: reason,
            position: SourcePosition(byteOffset: byteOffset, line: line, column: max(at - start, 0) + 1))
        try consumer.malformed(error, text: text.extracting(start..<end))
        line += 1
        guard end < text.count else { return end }
        if text[end] == ASCII.carriageReturn {
            if end + 1 == text.count { skipsLineFeed = true } else if text[end + 1] == ASCII.lineFeed { end += 1 }
        }
        return end + 1
    }
}
