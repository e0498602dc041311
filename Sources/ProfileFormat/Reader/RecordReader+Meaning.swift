extension RecordReader {
    /// Interprets one record: a profile, a definition, a command or a comment (`ipf-format.md`, section 1).
    ///
    /// - Parameters:
    ///   - range: The range of the record in `text`; never empty.
    ///   - ends: The end of each field, as an offset in `text`.
    ///   - nonASCII: The part of the record that may contain non-ASCII bytes, as a range of `text`.
    ///   - offset: The offset of `text` in the source.
    mutating func handle<Consumer: RecordConsumer & ~Copyable>(
        _ text: Span<UInt8>, _ range: Range<Int>, _ ends: Span<UInt32>, nonASCII: Range<Int>, hasQuotes: Bool,
        offset: Int, into consumer: inout Consumer
    ) throws {
        let bytes = text.extracting(range)
        guard bytes.count <= limits.recordBytes else {
            return try report(
                .recordTooLong,
                "found a record longer than \(limits.recordBytes) bytes, the limit; raise the limit if the record is "
                    + "valid",
                bytes, range, offset, into: &consumer)
        }
        let firstEnd = Int(ends[0]) - range.lowerBound
        if bytes[0] == ASCII.hash || bytes[0] == ASCII.quote {
            return try handleSpecial(
                bytes, range, ends, nonASCII: nonASCII, hasQuotes: hasQuotes, offset: offset, into: &consumer)
        }
        guard let place = formats.place(of: bytes, count: firstEnd) else {
            return try reportUndefined(bytes.extracting(0..<firstEnd), bytes, range, offset, into: &consumer)
        }
        try handOn(place, bytes, range, ends, nonASCII: nonASCII, hasQuotes: hasQuotes, offset: offset, into: &consumer)
    }

    /// Interprets a record that starts with `#` or a quote, by the unquoted text of its first field.
    private mutating func handleSpecial<Consumer: RecordConsumer & ~Copyable>(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ ends: Span<UInt32>, nonASCII: Range<Int>, hasQuotes: Bool,
        offset: Int, into consumer: inout Consumer
    ) throws {
        let probe = ProfileRecord(
            format: Self.noFormat, text: bytes, fieldEnds: ends, origin: UInt32(range.lowerBound),
            hasQuotes: hasQuotes, line: linesRead + 1, byteOffset: offset + range.lowerBound)
        let first = probe.withField(0) { Array(copying: $0) }
        // The line is empty without its quotes.
        if first.isEmpty, ends.count == 1 { return }
        guard first.first == ASCII.hash else {
            guard let place = formats.place(of: first.span, count: first.count) else {
                return try reportUndefined(first.span, bytes, range, offset, into: &consumer)
            }
            return try handOn(
                place, bytes, range, ends, nonASCII: nonASCII, hasQuotes: hasQuotes, offset: offset, into: &consumer)
        }
        let command = Command(first)
        // Definitions are checked for their limits first, and for UTF-8 later.
        if command == .flush || command == .complete || command == .comment, !nonASCII.isEmpty, !Self.isUTF8(bytes) {
            return try reportEncoding(bytes, range, offset, into: &consumer)
        }
        switch command {
        case .flush: try consumer.flush()
        case .complete:
            hasMark = true
            // If the source has several files, the snapshot is complete only after the last one.
            if file == nil { try consumer.complete() }
        case .comment:
            if formats.hasTypesLikeComments, formats.isDefined(first), !countAgain(.typeReadsAsComment) {
                try warn(
                    .typeReadsAsComment,
                    "skipped a record of type '\(GrammarError.excerpt(String(decoding: first, as: UTF8.self)))': it "
                        + "starts with #, so it reads as a comment; rename the type",
                    SourcePosition(byteOffset: probe.byteOffset, line: probe.line, column: 1), into: &consumer)
            }
        case .definition(let type):
            guard Command(type) == .comment || type.first != ASCII.hash else {
                return try report(
                    .forbiddenFormatName,
                    "found a format line for type '\(String(decoding: type, as: UTF8.self))', whose records would "
                        + "read as commands or format lines; rename the type",
                    bytes, range, offset, into: &consumer)
            }
            try define(type, probe, range, offset, into: &consumer)
        }
    }

    private mutating func define<Consumer: RecordConsumer & ~Copyable>(
        _ type: [UInt8], _ record: borrowing ProfileRecord, _ range: Range<Int>, _ offset: Int,
        into consumer: inout Consumer
    ) throws {
        guard record.fieldCount <= limits.columns else {
            return try report(
                .tooManyColumns,
                "found a format line with \(record.fieldCount) columns, expected at most \(limits.columns); raise the "
                    + "limit if the line is valid",
                record.text, range, offset, into: &consumer)
        }
        guard formats.isDefined(type) || formats.count < limits.types else {
            return try report(
                .tooManyTypes,
                "found more than \(limits.types) types, the limit; raise the limit if they are valid",
                record.text, range, offset, into: &consumer)
        }
        guard Self.isUTF8(record.text) else { return try reportEncoding(record.text, range, offset, into: &consumer) }
        var names = [ProfileField.type.name]
        for index in 1..<max(1, record.fieldCount) { names.append(record.string(index)) }
        formats.define(type, columnNames: names)
    }

    /// Checks a record of a profile against the format at an index of the table, and passes the record on.
    private mutating func handOn<Consumer: RecordConsumer & ~Copyable>(
        _ place: Int, _ bytes: Span<UInt8>, _ range: Range<Int>, _ ends: Span<UInt32>, nonASCII: Range<Int>,
        hasQuotes: Bool,
        offset: Int, into consumer: inout Consumer
    ) throws {
        guard ends.count == formats.entries[place].columnCount else {
            return try reportFieldCount(ends.count, place, bytes, range, offset, into: &consumer)
        }
        let suspect = (nonASCII.lowerBound - range.lowerBound)..<(nonASCII.upperBound - range.lowerBound)
        if !suspect.isEmpty, !Self.isUTF8(bytes.extracting(suspect)) {
            return try reportEncoding(bytes, range, offset, into: &consumer)
        }
        let record = ProfileRecord(
            format: formats.entries[place].format, text: bytes, fieldEnds: ends,
            origin: UInt32(truncatingIfNeeded: range.lowerBound), hasQuotes: hasQuotes, line: linesRead + 1,
            byteOffset: offset + range.lowerBound)
        if let column = record.firstInvalidColumn(formats.entries[place].forms) {
            guard strictness == .strict else {
                return try handOnLeniently(record, range, offset, into: &consumer)
            }
            return try reportValue(record, column, range, offset, into: &consumer)
        }
        try consumer.consume(record)
    }

    static func isUTF8(_ bytes: Span<UInt8>) -> Bool {
        (try? UTF8Span(validating: bytes)) != nil
    }

    private static let noFormat = RecordFormat(id: -1, type: "", columnNames: [])

    // MARK: - Reports

    private func reportFieldCount<Consumer: RecordConsumer & ~Copyable>(
        _ count: Int, _ place: Int, _ bytes: Span<UInt8>, _ range: Range<Int>, _ offset: Int,
        into consumer: inout Consumer
    ) throws {
        let format = formats.entries[place].format
        try report(
            .fieldCount,
            "found \(count) \(count == 1 ? "field" : "fields"), expected \(format.columns.count) as in the format "
                + "line #\(format.type)::=TYPE,…",
            bytes, range, offset, into: &consumer)
    }

    func reportValue<Consumer: RecordConsumer & ~Copyable>(
        _ record: borrowing ProfileRecord, _ index: Int, _ range: Range<Int>, _ offset: Int,
        into consumer: inout Consumer
    ) throws {
        let column = record.format.columns[index]
        let kind = column.field?.kind ?? .text
        let isReadLeniently = record.withField(index) { LenientValue($0, kind: kind) != nil }
        try report(
            kind == .date ? .invalidDate : .invalidNumber,
            "found '\(GrammarError.excerpt(record.string(index)))' in \(column.name), expected "
                + Self.expectation(kind) + (isReadLeniently ? "; lenient reading accepts it" : ""),
            record.text, range, offset, column: record.range(of: index).lowerBound + 1, into: &consumer)
    }

    private func reportUndefined<Consumer: RecordConsumer & ~Copyable>(
        _ type: Span<UInt8>, _ bytes: Span<UInt8>, _ range: Range<Int>, _ offset: Int, into consumer: inout Consumer
    ) throws {
        try report(
            .undefinedFormat,
            "found the type '\(GrammarError.excerpt(String(decoding: type)))' without a format line #TYPE::=TYPE,… "
                + "before it",
            bytes, range, offset, into: &consumer)
    }

    private func reportEncoding<Consumer: RecordConsumer & ~Copyable>(
        _ bytes: Span<UInt8>, _ range: Range<Int>, _ offset: Int, into consumer: inout Consumer
    ) throws {
        var column = 1
        do throws(UTF8.ValidationError) {
            _ = try UTF8Span(validating: bytes)
        } catch {
            column = error.byteOffsets.lowerBound + 1
        }
        try report(
            .invalidUTF8, "found bytes that are not UTF-8; convert the file to UTF-8", bytes, range, offset,
            column: column, into: &consumer)
    }

    private func report<Consumer: RecordConsumer & ~Copyable>(
        _ kind: ProfileFormatError.Kind, _ reason: String, _ bytes: Span<UInt8>, _ range: Range<Int>, _ offset: Int,
        column: Int = 1, into consumer: inout Consumer
    ) throws {
        let position = SourcePosition(byteOffset: offset + range.lowerBound, line: linesRead + 1, column: column)
        try consumer.malformed(
            ProfileFormatError(kind: kind, reason: reason, position: position, file: file), text: bytes)
    }
}

/// The meaning of a first field that starts with `#`.
enum Command: Hashable {
    case flush, complete, comment
    /// `#T::=TYPE`: defines the type T, whose name may be empty.
    case definition([UInt8])

    private static let definitionEnd = Array("::=TYPE".utf8)

    /// Interprets a field. A field that does not start with `#` is a comment.
    init(_ field: [UInt8]) {
        guard field.first == ASCII.hash else {
            self = .comment
            return
        }
        if field == Array("##".utf8) {
            self = .flush
        } else if field == Array("##COMPLETE".utf8) {
            self = .complete
        } else if field.count >= 1 + Self.definitionEnd.count,
            field.suffix(Self.definitionEnd.count) == Self.definitionEnd[...]
        {
            self = .definition(Array(field[1..<(field.count - Self.definitionEnd.count)]))
        } else {
            self = .comment
        }
    }
}
