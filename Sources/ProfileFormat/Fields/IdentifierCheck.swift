/// The result of checking the form and the check digit of an ISIN, CUSIP or SEDOL.
///
/// ```
/// IdentifierCheck.isin("US0378331005".utf8Span.span)    // .valid
/// IdentifierCheck.isin("US0378331006".utf8Span.span)    // .wrongCheckDigit(found: "6", expected: "5")
/// ```
package enum IdentifierCheck: Hashable, Sendable {
    /// The form and the check digit are correct.
    case valid
    /// The form is correct, but the check digit is not.
    case wrongCheckDigit(found: Character, expected: Character)
    /// The form is incorrect. The text says why, for people.
    case malformed(String)

    /// Checks an ISIN (ISO 6166): two letters, nine letters or digits, and the check digit. Letters must be capitals.
    package static func isin(_ text: Span<UInt8>) -> IdentifierCheck {
        guard text.count == 12 else { return .malformed("has \(text.count) characters, expected 12") }
        guard text[0].isCapital, text[1].isCapital else {
            return .malformed("expected a country code of two capital letters at the start")
        }
        for index in 2..<11 where !text[index].isCapital && !text[index].isASCIIDigit {
            return .malformed("expected capital letters and digits, found something else at character \(index + 1)")
        }
        return verdict(text[11], isinCheckDigit(text.extracting(0..<11)))
    }

    /// Checks a CUSIP: eight capital letters, digits, `*`, `@` or `#`, and the check digit.
    package static func cusip(_ text: Span<UInt8>) -> IdentifierCheck {
        guard text.count == 9 else { return .malformed("has \(text.count) characters, expected 9") }
        for index in 0..<8 where cusipValue(text[index]) == nil {
            return .malformed(
                "expected capital letters, digits, \"*\", \"@\" or \"#\", "
                    + "found something else at character \(index + 1)")
        }
        return verdict(text[8], cusipCheckDigit(text.extracting(0..<8)))
    }

    /// Checks a SEDOL: six digits or capital consonants, and the check digit.
    package static func sedol(_ text: Span<UInt8>) -> IdentifierCheck {
        guard text.count == 7 else { return .malformed("has \(text.count) characters, expected 7") }
        for index in 0..<6 where !text[index].isASCIIDigit && (!text[index].isCapital || text[index].isVowel) {
            return .malformed(
                "expected digits and capital consonants, found something else at character \(index + 1)")
        }
        return verdict(text[6], sedolCheckDigit(text.extracting(0..<6)))
    }

    private static func verdict(_ found: UInt8, _ expected: UInt8) -> IdentifierCheck {
        guard found.isASCIIDigit else { return .malformed("expected a check digit at the end") }
        if found == expected { return .valid }
        return .wrongCheckDigit(
            found: Character(UnicodeScalar(found)), expected: Character(UnicodeScalar(expected)))
    }

    // MARK: Check digits

    /// Returns the check digit of an ISIN, as ASCII, from the first eleven characters, whose form the caller has
    /// checked.
    package static func isinCheckDigit(_ body: Span<UInt8>) -> UInt8 {
        // A letter counts as two digits (A = 10 … Z = 35). Every second digit from the right is doubled (Luhn).
        var sum = 0
        var isDoubled = true
        func add(_ digit: Int) {
            let value = isDoubled ? digit * 2 : digit
            sum += value / 10 + value % 10
            isDoubled.toggle()
        }
        for index in (0..<body.count).reversed() {
            let byte = body[index]
            if byte.isASCIIDigit {
                add(byte.digitValue)
            } else {
                let value = Int(byte) - 55
                add(value % 10)
                add(value / 10)
            }
        }
        return checkDigit(sum)
    }

    /// Returns the check digit of a CUSIP, as ASCII, from the first eight characters, whose form the caller has
    /// checked.
    package static func cusipCheckDigit(_ body: Span<UInt8>) -> UInt8 {
        var sum = 0
        for index in 0..<body.count {
            let value = (cusipValue(body[index]) ?? 0) * (index % 2 == 1 ? 2 : 1)
            sum += value / 10 + value % 10
        }
        return checkDigit(sum)
    }

    /// Returns the check digit of a SEDOL, as ASCII, from the first six characters, whose form the caller has checked.
    package static func sedolCheckDigit(_ body: Span<UInt8>) -> UInt8 {
        var sum = 0
        for index in 0..<body.count {
            let byte = body[index]
            sum += (byte.isASCIIDigit ? byte.digitValue : Int(byte) - 55) * Int(sedolWeights[index])
        }
        return checkDigit(sum)
    }

    private static let sedolWeights: [UInt8] = [1, 3, 1, 7, 3, 9]

    private static func checkDigit(_ sum: Int) -> UInt8 { ASCII.zero + UInt8((10 - sum % 10) % 10) }

    private static func cusipValue(_ byte: UInt8) -> Int? {
        switch byte {
        case _ where byte.isASCIIDigit: byte.digitValue
        case _ where byte.isCapital: Int(byte) - 55
        case ASCII.asterisk: 36
        case UInt8(ascii: "@"): 37
        case ASCII.hash: 38
        default: nil
        }
    }
}

extension UInt8 {
    fileprivate var isCapital: Bool { isASCIILetter && self < 0x60 }

    fileprivate var isVowel: Bool {
        switch UnicodeScalar(self) {
        case "A", "E", "I", "O", "U": true
        default: false
        }
    }
}
