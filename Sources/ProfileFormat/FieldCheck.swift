/// Whether the texts of a record's number and date columns are legal, without keeping their values.
///
/// The commonest forms are judged on the spot; whatever else is left to `FieldValue`, which has the last word.
enum FieldCheck {
    /// The column whose text isn't what its field asks for; `nil` where all are.
    static func firstInvalidColumn(of record: borrowing ProfileRecord) -> Int? {
        for index in record.format.checkedColumns {
            let range = record.range(of: index)
            if range.isEmpty { continue }
            let kind = record.format.kinds[index]
            let isValid =
                switch kind {
                case .text: true
                case .integer, .number: isShortNumber(record.text, range) || isValue(record, index, kind)
                case .date: isPlainDate(record.text, range) || isValue(record, index, kind)
                }
            if !isValid { return index }
        }
        return nil
    }

    private static func isValue(_ record: borrowing ProfileRecord, _ index: Int, _ kind: ProfileField.Kind) -> Bool {
        record.withField(index) { FieldValue($0, kind: kind) != nil }
    }

    /// At most 18 digits with at most one point among or before them.
    private static func isShortNumber(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard range.count <= 18 else { return false }
        var points = 0
        for position in range {
            let byte = text[position]
            if byte.isASCIIDigit { continue }
            guard byte == ASCII.period else { return false }
            points += 1
        }
        return points == 0 || points == 1 && range.count > 1
    }

    /// `YYYY-MM-DD` with a month and a day that every such month has.
    private static func isPlainDate(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
        guard range.count == 10 else { return false }
        let start = range.lowerBound
        guard text[start + 4] == ASCII.minus, text[start + 7] == ASCII.minus,
            text[start].isASCIIDigit, text[start + 1].isASCIIDigit, text[start + 2].isASCIIDigit,
            text[start + 3].isASCIIDigit, text[start + 5].isASCIIDigit, text[start + 6].isASCIIDigit,
            text[start + 8].isASCIIDigit, text[start + 9].isASCIIDigit
        else { return false }
        let month = text[start + 5].digitValue * 10 + text[start + 6].digitValue
        let day = text[start + 8].digitValue * 10 + text[start + 9].digitValue
        return month >= 1 && month <= 12 && day >= 1 && day <= 28
    }
}
