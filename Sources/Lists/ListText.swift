import ProfileFormat
import Scanning

/// The forms of values in lists.
enum ListText {
    /// Returns a value without spaces around it; an empty text if the value stands for a missing one.
    ///
    /// - Parameter isSymbol: Whether words such as `None` may be values.
    @_lifetime(copy text)
    static func value(_ text: Span<UInt8>, isSymbol: Bool) -> Span<UInt8> {
        guard !text.isEmpty else { return text }
        var value = text
        if text[0] <= ASCII.space || text[text.count - 1] <= ASCII.space {
            value = text.trimmed { $0 <= ASCII.space }
        }
        if isSymbol || value.count > 4 { return value }
        return isMissing(value) ? value.extracting(0..<0) : value
    }

    private static let missing: [[UInt8]] = ["-", "--", "N/A", "n/a", "#N/A", "nan", "NaN", "null", "NULL", "None", "\\N", "－"].map { Array($0.utf8) }

    private static func isMissing(_ value: Span<UInt8>) -> Bool {
        guard let first = value.first else { return true }
        // Most values begin with another byte.
        switch first {
        case ASCII.minus, UInt8(ascii: "N"), UInt8(ascii: "n"), ASCII.hash, UInt8(ascii: "\\"), 0xEF:
            return missing.contains { value.elementsEqual($0) }
        default: return false
        }
    }

    /// Appends a field of a record, in quotes if necessary.
    static func append(_ value: Span<UInt8>, to record: inout [UInt8]) {
        var needsQuotes = false
        for index in value.indices {
            let byte = value[index]
            if byte == ASCII.comma || byte == ASCII.quote || byte == ASCII.lineFeed || byte == ASCII.carriageReturn {
                needsQuotes = true
                break
            }
        }
        guard needsQuotes else { return record.append(span: value) }
        record.append(ASCII.quote)
        for index in value.indices {
            if value[index] == ASCII.quote { record.append(ASCII.quote) }
            record.append(value[index])
        }
        record.append(ASCII.quote)
    }

    /// Appends a number without separators between thousands, and without an exponent.
    ///
    /// - Parameter orText: Whether to append another text as it is.
    /// - Returns: Whether the text is a number.
    @discardableResult
    static func appendNumber(_ text: Span<UInt8>, orText: Bool, to record: inout [UInt8]) -> Bool {
        if let number = DecimalNumber.parse(text) {
            var isPlain = true
            for index in text.indices where !text[index].isASCIIDigit && text[index] != ASCII.period { isPlain = false }
            if isPlain { record.append(span: text) } else { record += DecimalNumber.format(number).utf8 }
            return true
        }
        var digits: [UInt8] = []
        for index in text.indices where text[index] != ASCII.comma && text[index] != ASCII.space { digits.append(text[index]) }
        if let number = DecimalNumber.parse(digits.span), isGrouped(text) {
            record += DecimalNumber.format(number).utf8
            return true
        }
        if orText { append(text, to: &record) }
        return false
    }

    /// Returns whether each comma or space of a number precedes three digits: `1,234,567.5`.
    private static func isGrouped(_ text: Span<UInt8>) -> Bool {
        for index in text.indices where text[index] == ASCII.comma || text[index] == ASCII.space {
            guard index > 0, index + 3 < text.count else { return false }
            for place in index + 1...index + 3 where !text[place].isASCIIDigit { return false }
            if index + 4 < text.count, text[index + 4].isASCIIDigit { return false }
        }
        return true
    }

    /// Returns the date in a text: `2026-12-31`, `20261231`, `2026/12/31`, `31-Dec-2026`, `31 December 2026`, also with a
    /// time after it; `nil` for other texts.
    static func date(_ text: Span<UInt8>, _ form: ListMap.Form?) -> CalendarDate? {
        if let date = CalendarDate(dashed: text) { return date }
        if let date = CalendarDate(compact: text) { return date }
        var parts: [[UInt8]] = [[]]
        for index in text.indices {
            let byte = text[index]
            let isPart = byte.isASCIIDigit || byte.isASCIILetter
            // A time follows `T` after digits, or a space after the third part.
            if byte == UInt8(ascii: "T"), let last = parts.last, !last.isEmpty, last.allSatisfy(\.isASCIIDigit) { break }
            if isPart { parts[parts.count - 1].append(byte) } else if parts.last?.isEmpty == false { parts.append([]) }
            if parts.count > 3 { break }
        }
        parts.removeAll(where: \.isEmpty)
        if parts.count == 1 {
            let digits = parts[0]
            return CalendarDate(compact: digits.span)
        }
        guard parts.count == 3 else { return nil }
        func number(_ part: [UInt8]) -> Int? { part.count <= 4 ? Int(String(decoding: part, as: UTF8.self)) : nil }
        if let month = monthNumber(parts[1]), let day = number(parts[0]), let year = year(parts[2]) {
            return CalendarDate(year: year, month: month, day: day)
        }
        if let month = monthNumber(parts[0]), let day = number(parts[1]), let year = year(parts[2]) {
            return CalendarDate(year: year, month: month, day: day)
        }
        if parts[0].count == 4, let year = number(parts[0]), let month = number(parts[1]), let day = number(parts[2]) {
            return CalendarDate(year: year, month: month, day: day)
        }
        guard let form, form.isOfDates, let first = number(parts[0]), let second = number(parts[1]), let year = year(parts[2])
        else { return nil }
        return CalendarDate(year: year, month: form == .mdy ? first : second, day: form == .mdy ? second : first)
    }

    private static func year(_ part: [UInt8]) -> Int? {
        guard let year = Int(String(decoding: part, as: UTF8.self)) else { return nil }
        return part.count == 4 ? year : part.count == 2 ? 2000 + year : nil
    }

    private static func monthNumber(_ part: [UInt8]) -> Int? {
        guard part.count >= 3, part[0].isASCIILetter else { return nil }
        let word = part.map(\.asciiLowercased)
        let names = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"]
        return names.firstIndex { $0.utf8.starts(with: word) }.map { $0 + 1 }
    }

    /// Returns the code of a currency; the text itself if it is not one. The hundredth part of a currency has its own
    /// code: `GBp` is GBX.
    static func currency(_ text: Span<UInt8>) -> [UInt8] {
        let written = String(decoding: text)
        if let minor = ListFacts.bundled.minorUnits[written] { return Array(minor.utf8) }
        if text.count == 3 { return Array(written.uppercased().utf8) }
        return Array(copying: text)
    }

    /// Appends the check digit to an ISIN, CUSIP or SEDOL that has all other characters. Returns whether it was missing.
    static func completeCheckDigit(of text: inout [UInt8], _ field: ProfileField) -> Bool {
        guard text.allSatisfy({ $0.isASCIIDigit || $0.isASCIILetter && $0 < 0x60 }) else { return false }
        switch field {
        case .isin where text.count == 11 && text[0].isASCIILetter && text[1].isASCIILetter:
            text.append(IdentifierCheck.isinCheckDigit(text.span))
        case .cusip where text.count == 8: text.append(IdentifierCheck.cusipCheckDigit(text.span))
        case .sedol where text.count == 6: text.append(IdentifierCheck.sedolCheckDigit(text.span))
        default: return false
        }
        return true
    }
}
