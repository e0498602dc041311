internal import Scanning

/// The check digits of numbering agencies, for texts of capitals and digits.
enum CheckDigits {
    /// Returns whether a text has the form of an ISIN: two letters, nine letters or digits, and a digit.
    static func hasFormOfISIN(_ text: Span<UInt8>) -> Bool {
        text.count == 12 && text[0].isASCIILetter && text[1].isASCIILetter && text[11].isASCIIDigit
    }

    /// Checks the form and the check digit of an ISIN.
    static func isISIN(_ text: Span<UInt8>) -> Bool {
        hasFormOfISIN(text) && isinDigit(text.extracting(0..<11)) == text[11].digitValue
    }

    /// Returns the check digit of an ISIN (ISO 6166), given its other characters in capitals. A letter counts as two
    /// digits (A is 10). From the right, every second digit is doubled, starting with the last (Luhn).
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

    /// Returns whether a text has the form of a WKN: six letters or digits, at least one a digit, without I and O.
    static func hasFormOfWKN(_ text: Span<UInt8>) -> Bool {
        guard text.count == 6 else { return false }
        var hasDigit = false
        for index in 0..<6 {
            if text[index].isASCIIDigit { hasDigit = true }
            if text[index] == UInt8(ascii: "I") || text[index] == UInt8(ascii: "O") { return false }
        }
        return hasDigit
    }

    /// Returns whether a text has the form of a valor number: between `shortest` and 9 digits.
    static func hasFormOfValor(_ text: Span<UInt8>, from shortest: Int) -> Bool {
        guard text.count >= shortest, text.count <= 9 else { return false }
        for index in text.indices where !text[index].isASCIIDigit { return false }
        return true
    }

    /// Checks the form and the check digit of a CUSIP: nine characters, the last of which is a digit. From the left,
    /// every second character's value is doubled, and the digits are summed.
    static func isCUSIP(_ text: Span<UInt8>) -> Bool {
        guard hasDigitOfCUSIP(text) else { return false }
        // Reject words of nine characters that end with a digit. The first characters of a CUSIP include a digit.
        for index in 0..<4 where text[index].isASCIIDigit { return true }
        return false
    }

    /// Returns whether a text has the length and the check digit of a CUSIP.
    static func hasDigitOfCUSIP(_ text: Span<UInt8>) -> Bool {
        text.count == 9 && text[8].isASCIIDigit && isDoubleAddDouble(text)
    }

    /// Returns whether a text has the form of a FIGI: two consonants with which no ISIN begins, a G, eight digits or
    /// consonants, and a digit.
    ///
    /// Countries such as KY, whose ISINs may have G as the third character, are excluded (OMG, Financial Instrument
    /// Global Identifier, section 6.1.2).
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

    /// Returns whether a text has the form and the check digit of a FIGI.
    static func isFIGI(_ text: Span<UInt8>) -> Bool { hasFormOfFIGI(text) && isDoubleAddDouble(text) }

    /// Checks the last digit by the rule modulus 10 double-add-double of CUSIP and FIGI: from the left, every second
    /// character's value is doubled.
    private static func isDoubleAddDouble(_ text: Span<UInt8>) -> Bool {
        var sum = 0
        for index in 0..<text.count - 1 {
            let value = value(text[index]) * (index % 2 + 1)
            sum += value / 10 + value % 10
        }
        return (10 - sum % 10) % 10 == text[text.count - 1].digitValue
    }

    /// Checks the form and the check digit of a SEDOL: seven characters without vowels, the last of which is a digit,
    /// with the weights 1, 3, 1, 7, 3, 9, 1.
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

    /// Returns the value of a digit, 0…9, or of a letter, 10…35.
    private static func value(_ byte: UInt8) -> Int { byte.isASCIIDigit ? byte.digitValue : Int(byte) - 55 }
}
