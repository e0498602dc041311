import ProfileFormat
import Scanning

/// Parses and normalizes values of lists.
enum ListText {
    /// Returns a value without surrounding spaces; empty if the text means that the value is missing.
    ///
    /// - Parameter isSymbol: Whether the value is a symbol, so that words such as `None` are values.
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

    private static let missing: [[UInt8]] = [
        "-", "--", "N/A", "n/a", "#N/A", "nan", "NaN", "null", "NULL", "None", "\\N", "－",
    ].map { Array($0.utf8) }

    private static func isMissing(_ value: Span<UInt8>) -> Bool {
        guard let first = value.first else { return true }
        // Most values start with a byte that none of these words starts with.
        switch first {
        case ASCII.minus, UInt8(ascii: "N"), UInt8(ascii: "n"), ASCII.hash, UInt8(ascii: "\\"), 0xEF:
            return missing.contains { value.elementsEqual($0.span) }
        default: return false
        }
    }

    /// Returns whether a name contains `ETF` as a word.
    static func hasWordETF(_ name: Span<UInt8>) -> Bool {
        var end = 3
        while end <= name.count {
            if name[end - 1] == UInt8(ascii: "F"), name[end - 2] == UInt8(ascii: "T"),
                name[end - 3] == UInt8(ascii: "E"),
                end == 3 || !name[end - 4].isASCIILetter, end == name.count || !name[end].isASCIILetter
            {
                return true
            }
            end += 1
        }
        return false
    }

    /// Appends a field to a record, in quotes if necessary.
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

    /// Appends a number with a point as its decimal mark, without separators between thousands and without an exponent.
    ///
    /// - Parameters:
    ///   - hasDecimalCommas: Whether a comma before three digits is a decimal mark: `1,250` is 1.25.
    ///   - orText: Whether a text that is not a number is appended unchanged.
    /// - Returns: Whether the text is a number.
    @discardableResult
    static func appendNumber(
        _ text: Span<UInt8>, hasDecimalCommas: Bool, orText: Bool, to record: inout [UInt8]
    ) -> Bool {
        if let number = DecimalNumber.parse(text) {
            var isPlain = true
            for index in text.indices where !text[index].isASCIIDigit && text[index] != ASCII.period { isPlain = false }
            if isPlain { record.append(span: text) } else { record += DecimalNumber.format(number).utf8 }
            return true
        }
        // A text with several price increments is not a number, so do not search it for separators.
        if !text.indices.contains(where: { text[$0] == ASCII.semicolon }),
            let plain = plainNumber(String(decoding: text), hasDecimalCommas: hasDecimalCommas),
            let number = DecimalNumber.parse(plain.utf8Span.span)
        {
            record += DecimalNumber.format(number).utf8
            return true
        }
        if orText { append(text, to: &record) }
        return false
    }

    /// Returns a number such as `1,234,567.5`, `1.234,5` or `1 234,5` with a decimal point and without separators;
    /// `nil` if the separators do not separate thousands.
    private static func plainNumber(_ text: String, hasDecimalCommas: Bool) -> String? {
        // Separators of thousands besides points and commas: spaces of three widths, and the Swiss apostrophe.
        let spaces: Set<Character> = [" ", "\u{A0}", "\u{202F}", "'", "’"]
        let characters = Array(text)
        let marks = characters.indices.filter { characters[$0] == "." || characters[$0] == "," }
        var decimal: Int?
        if let last = marks.last, marks.count(where: { characters[$0] == characters[last] }) == 1 {
            let isGrouped =
                characters[last] == "," && last + 4 == characters.count && (1...3).contains(last)
                && characters[0] != "0" && !hasDecimalCommas
            if marks.count > 1 || !isGrouped { decimal = last }
        }
        var plain = ""
        var digits: Int?
        for (index, character) in characters[..<(decimal ?? characters.count)].enumerated() {
            if spaces.contains(character) || marks.contains(index) {
                guard !plain.isEmpty, digits ?? 3 == 3 else { return nil }
                digits = 0
            } else {
                plain.append(character)
                if let count = digits { digits = count + 1 }
            }
        }
        guard digits ?? 3 == 3 else { return nil }
        return decimal.map { plain + "." + String(characters[($0 + 1)...]) } ?? plain
    }

    /// Returns the date in a text: `2026-12-31`, `20261231`, `2026/12/31`, `31-Dec-2026`, `31Dec2026`,
    /// `31 December 2026`, `31.12.2026`, `2026年12月31日`. A time may follow the date. The text may also be the seconds or
    /// milliseconds since 1970. Returns `nil` for other texts.
    static func date(_ text: Span<UInt8>, _ form: ListMap.Form?) -> CalendarDate? {
        if let date = CalendarDate(dashed: text) { return date }
        if let date = CalendarDate(compact: text) { return date }
        var parts: [[UInt8]] = [[]]
        for index in text.indices {
            let byte = text[index]
            let isPart = byte.isASCIIDigit || byte.isASCIILetter
            // A time starts at a `T` after digits, or at a space after the third part of the date.
            if byte == UInt8(ascii: "T"), let last = parts.last, !last.isEmpty, last.allSatisfy(\.isASCIIDigit) {
                break
            }
            if isPart { parts[parts.count - 1].append(byte) } else if parts.last?.isEmpty == false { parts.append([]) }
            if parts.count > 3 { break }
        }
        parts.removeAll(where: \.isEmpty)
        if parts.count == 1 { return date(ofDigits: parts[0]) }
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
        guard let first = number(parts[0]), let second = number(parts[1]), let year = year(parts[2]) else { return nil }
        // If the separators are points, the day comes first.
        guard let form = form ?? (text.indices.contains { text[$0] == ASCII.period } ? .dmy : nil), form.isOfDates
        else { return nil }
        return CalendarDate(year: year, month: form == .mdy ? first : second, day: form == .mdy ? second : first)
    }

    private static func date(ofDigits digits: [UInt8]) -> CalendarDate? {
        if let date = CalendarDate(compact: digits.span) { return date }
        // A day with the name of its month, such as 04Apr2024.
        if let start = digits.firstIndex(where: \.isASCIILetter), digits.count > 5, (1...2).contains(start),
            let month = monthNumber(Array(digits[start..<start + 3])),
            let day = Int(String(decoding: digits[..<start], as: UTF8.self)),
            let year = year(Array(digits[(start + 3)...]))
        {
            return CalendarDate(year: year, month: month, day: day)
        }
        // A day and a time, such as 20261218080000.
        if digits.count == 14, let date = CalendarDate(compact: Array(digits[..<8]).span) { return date }
        guard [10, 13, 14].contains(digits.count), let number = Int(String(decoding: digits, as: UTF8.self)) else {
            return nil
        }
        return CalendarDate(dayNumber: number / (digits.count > 10 ? 1000 : 1) / 86_400)
    }

    private static func year(_ part: [UInt8]) -> Int? {
        guard let year = Int(String(decoding: part, as: UTF8.self)) else { return nil }
        return part.count == 4 ? year : part.count == 2 ? 2000 + year : nil
    }

    private static func monthNumber(_ part: [UInt8]) -> Int? {
        guard part.count >= 3, part[0].isASCIILetter else { return nil }
        let word = part.map(\.asciiLowercased)
        let names = [
            "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
            "november", "december",
        ]
        return names.firstIndex { $0.utf8.starts(with: word) }.map { $0 + 1 }
    }

    /// Returns the ISO 4217 code of a currency, or GBX and the like for a hundredth of a currency: `GBp` is GBX.
    /// Returns the text itself if it is not a currency.
    static func currency(_ text: Span<UInt8>) -> [UInt8] {
        let written = String(decoding: text)
        if let code = ListFacts.bundled.currencySpellings[written] { return Array(code.utf8) }
        if text.count == 3 { return Array(written.uppercased().utf8) }
        return Array(copying: text)
    }

    /// Returns the check digit of an ISIN, CUSIP or SEDOL from which only the check digit is missing; `nil` for other
    /// texts.
    static func missingCheckDigit(of text: Span<UInt8>, _ field: ProfileField) -> UInt8? {
        let count = field == .isin ? 11 : field == .cusip ? 8 : 6
        guard text.count == count else { return nil }
        for index in text.indices {
            guard text[index].isASCIIDigit || text[index].isASCIILetter && text[index] < 0x60 else { return nil }
        }
        switch field {
        case .isin:
            return text[0].isASCIILetter && text[1].isASCIILetter ? IdentifierCheck.isinCheckDigit(text) : nil
        case .cusip: return IdentifierCheck.cusipCheckDigit(text)
        default: return IdentifierCheck.sedolCheckDigit(text)
        }
    }
}

extension Span<UInt8> {
    var first: UInt8? { isEmpty ? nil : self[0] }

    /// Returns whether the bytes equal other bytes.
    ///
    /// - Parameter isCaseless: Whether to ignore the case of ASCII letters.
    func elementsEqual(_ other: Span<UInt8>, isCaseless: Bool = false) -> Bool {
        guard count == other.count, !other.isEmpty || !isCaseless else { return false }
        for index in indices where self[index] != other[index] {
            guard isCaseless, self[index].asciiLowercased == other[index].asciiLowercased else { return false }
        }
        return true
    }
}
