internal import Scanning

/// The check digits of numbering agencies, over capitals and digits.
enum CheckDigits {
    /// Returns whether the form is that of an ISIN: two letters, nine letters or digits, and a digit.
    static func hasFormOfISIN(_ text: Span<UInt8>) -> Bool {
        text.count == 12 && text[0].isASCIILetter && text[1].isASCIILetter && text[11].isASCIIDigit
    }

    /// Checks the form and the check digit of an ISIN.
    static func isISIN(_ text: Span<UInt8>) -> Bool {
        hasFormOfISIN(text) && isinDigit(text.extracting(0..<11)) == text[11].digitValue
    }

    /// Returns the check digit of an ISIN (ISO 6166) from its other characters in capitals. Letters are two digits (A
    /// is 10). Every second digit from the right is doubled (Luhn), starting with the last.
    static func isinDigit(_ text: Span<UInt8>) -> Int {
        var sum = 0
        var isDoubled = true
        func add(_ digit: Int) {
            let value = isDoubled ? digit * 2 : digit
            sum += value > 9 ? value - 9 : value
            isDoubled.toggle()
        }
        for index in stride(from: text.count - 1, through: 0, by: -1) {
            let value = value(text[index])
            add(value % 10)
            if value > 9 { add(value / 10) }
        }
        return (10 - sum % 10) % 10
    }

    /// Returns whether the form is that of a WKN: six letters and digits without I and O, with a digit among them.
    static func hasFormOfWKN(_ text: Span<UInt8>) -> Bool {
        guard text.count == 6 else { return false }
        var hasDigit = false
        for index in 0..<6 {
            if text[index].isASCIIDigit { hasDigit = true }
            if text[index] == UInt8(ascii: "I") || text[index] == UInt8(ascii: "O") { return false }
        }
        return hasDigit
    }

    /// Returns whether the form is that of a valor number: between `shortest` and 9 digits.
    static func hasFormOfValor(_ text: Span<UInt8>, from shortest: Int) -> Bool {
        guard text.count >= shortest, text.count <= 9 else { return false }
        for index in text.indices where !text[index].isASCIIDigit { return false }
        return true
    }

    /// Checks a CUSIP: every second character from the left is doubled, and digits are summed; the last of nine is a
    /// digit.
    static func isCUSIP(_ text: Span<UInt8>) -> Bool {
        guard hasDigitOfCUSIP(text) else { return false }
        // Excludes words of nine characters that end with a digit: CUSIPs have a digit among their first characters.
        for index in 0..<4 where text[index].isASCIIDigit { return true }
        return false
    }

    /// Returns whether the length and the check digit are those of a CUSIP.
    static func hasDigitOfCUSIP(_ text: Span<UInt8>) -> Bool {
        text.count == 9 && text[8].isASCIIDigit && isDoubleAddDouble(text)
    }

    /// Returns whether the form is that of a FIGI: two consonants and a G, which begin no ISIN, eight non-vowels, and a
    /// digit.
    ///
    /// Countries such as KY, whose ISINs may have a G there, are excluded (OMG, Financial Instrument Global Identifier,
    /// section 6.1.2).
    static func hasFormOfFIGI(_ text: Span<UInt8>) -> Bool {
        guard text.count == 12, text[2] == UInt8(ascii: "G"), text[11].isASCIIDigit else { return false }
        let countries: InlineArray<7, StaticString> = ["BS", "BM", "GG", "GB", "GH", "KY", "VG"]
        for index in countries.indices where text.extracting(0..<2).equalsIgnoringCase(countries[index]) {
            return false
        }
        for index in 0..<11 {
            switch text[index] {
            case UInt8(ascii: "A"), UInt8(ascii: "E"), UInt8(ascii: "I"), UInt8(ascii: "O"), UInt8(ascii: "U"):
                return false
            default: if index < 2, text[index].isASCIIDigit { return false }
            }
        }
        return true
    }

    /// Returns whether the form and the check digit are those of a FIGI.
    static func isFIGI(_ text: Span<UInt8>) -> Bool { hasFormOfFIGI(text) && isDoubleAddDouble(text) }

    /// Checks the modulus-10-double-add-double rule of CUSIP and FIGI: every second character before the last is
    /// doubled.
    private static func isDoubleAddDouble(_ text: Span<UInt8>) -> Bool {
        var sum = 0
        for index in 0..<text.count - 1 {
            let value = value(text[index]) * (index % 2 + 1)
            sum += value / 10 + value % 10
        }
        return (10 - sum % 10) % 10 == text[text.count - 1].digitValue
    }

    /// Checks a SEDOL: weights 1, 3, 1, 7, 3, 9, 1; no vowels; seven characters, the last a digit.
    static func isSEDOL(_ text: Span<UInt8>) -> Bool {
        guard text.count == 7, text[6].isASCIIDigit else { return false }
        let weights: InlineArray<7, Int> = [1, 3, 1, 7, 3, 9, 1]
        var sum = 0
        for index in 0..<7 {
            switch text[index] {
            case UInt8(ascii: "A"), UInt8(ascii: "E"), UInt8(ascii: "I"), UInt8(ascii: "O"), UInt8(ascii: "U"):
                return false
            default: sum += value(text[index]) * weights[index]
            }
        }
        return sum % 10 == 0
    }

    /// The value of a digit, 0…9, or letter, 10…35.
    private static func value(_ byte: UInt8) -> Int { byte.isASCIIDigit ? byte.digitValue : Int(byte) - 55 }
}
