extension RecordReader {
    /// Passes on a record with numbers or dates in nonstandard form if lenient reading accepts them. The record is
    /// rewritten in standard form.
    mutating func handOnLeniently<Consumer: RecordConsumer & ~Copyable>(
        _ record: borrowing ProfileRecord, _ range: Range<Int>, _ offset: Int, into consumer: inout Consumer
    ) throws {
        var text: [UInt8] = []
        text.reserveCapacity(record.text.count + 8)
        var ends: [UInt32] = []
        var found: [(kind: ProfileWarning.Kind, column: Int, value: [UInt8])] = []
        for index in 0..<record.fieldCount {
            if index > 0 { text.append(ASCII.comma) }
            if let kind = record.format.columns[index].field?.kind, kind != .text {
                guard let value = record.withField(index, { LenientValue($0, kind: kind) }) else {
                    return try reportValue(record, index, range, offset, into: &consumer)
                }
                // The value needs no quotes, because no accepted form contains a comma or a quote.
                text += value.text
                for warning in value.warnings { found.append((warning, index, value.text)) }
            } else {
                let start = index == 0 ? 0 : record.end(of: index - 1) + 1
                let field = record.text.extracting(start..<record.end(of: index))
                text += Array(copying: field)
            }
            ends.append(UInt32(truncatingIfNeeded: text.count))
        }
        for warning in found {
            try warn(warning.kind, record, warning.column, readAs: warning.value, into: &consumer)
        }
        let read = ProfileRecord(
            format: record.format, text: text.span, fieldEnds: ends.span, origin: 0, hasQuotes: record.hasQuotes,
            line: record.line, byteOffset: record.byteOffset)
        try consumer.consume(read)
    }

    private mutating func warn<Consumer: RecordConsumer & ~Copyable>(
        _ kind: ProfileWarning.Kind, _ record: borrowing ProfileRecord, _ index: Int, readAs value: [UInt8],
        into consumer: inout Consumer
    ) throws {
        if countAgain(kind) { return }
        let text = GrammarError.excerpt(record.string(index))
        let value = value.isEmpty ? "not set" : String(decoding: value, as: UTF8.self)
        let column = record.format.columns[index]
        let expected =
            switch kind {
            case .spacesAroundValue: "no spaces around it"
            default: Self.expectation(column.field?.kind)
            }
        try warn(
            kind, "found '\(text)' in \(column.name), read as \(value); expected \(expected)",
            SourcePosition(
                byteOffset: record.byteOffset, line: record.line, column: record.range(of: index).lowerBound + 1),
            into: &consumer)
    }

    // MARK: Warnings

    /// Counts a warning if there was one of its kind before. Otherwise, returns `false`.
    mutating func countAgain(_ kind: ProfileWarning.Kind) -> Bool {
        guard let index = warnings.firstIndex(where: { $0.kind == kind }) else { return false }
        warnings[index].count += 1
        return true
    }

    /// Stores the first warning of a kind, and informs the consumer.
    mutating func warn<Consumer: RecordConsumer & ~Copyable>(
        _ kind: ProfileWarning.Kind, _ reason: String, _ position: SourcePosition, into consumer: inout Consumer
    ) throws {
        let warning = ProfileWarning(kind: kind, reason: reason, position: position, file: file)
        warnings.append(warning)
        try consumer.warning(warning)
    }

    /// Returns a description of the text that a field may have, for people.
    static func expectation(_ kind: ProfileField.Kind?) -> String {
        switch kind {
        case .date: "a date YYYY-MM-DD"
        case .integer: "a whole number"
        default: "a number"
        }
    }
}
