import Scanning

/// Finds an identifier inside other text: `ISIN: US0378331005,`, `AAPL US0378331005`, `WKN 723610`.
///
/// The text is split into tokens of letters and digits. A label such as `ISIN` determines the kind of number, which may
/// then consist of several tokens. Without a label, only numbers with a correct check digit are found.
struct IdentifierScanner: ~Escapable {
    /// The text, in any case.
    private let text: Span<UInt8>
    private var tokens: [Range<Int>] = []

    /// The maximum number of tokens. A text with more tokens is a sentence.
    private static let tokenLimit = 32

    @_lifetime(copy text)
    init(_ text: Span<UInt8>) {
        self.text = text
        var start = 0
        while start < text.count, tokens.count < Self.tokenLimit {
            var end = start
            while end < text.count, Self.isPart(text[end]) { end += 1 }
            if end > start { tokens.append(start..<end) }
            start = end + 1
        }
    }

    private static func isPart(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte.isASCIIDigit }

    // MARK: With a label

    /// Returns the number next to a label; `nil` if there is no label, or no number of the label's kind.
    func labeled() -> IdentifierReference? {
        for (index, token) in tokens.enumerated() {
            guard let kind = label(token) else { continue }
            var rest = Array(tokens[(index + 1)...])
            while let first = rest.first, isFiller(first) { rest.removeFirst() }
            // The number usually follows the label: `ISIN US0378331005`. It may also precede the label: `US0378331005
            // (ISIN)`.
            if let number = number(kind, rest) { return number }
            if index > 0, let number = number(kind, [tokens[index - 1]]) { return number }
        }
        return nil
    }

    private func label(_ token: Range<Int>) -> IdentifierReference.Kind? { Self.label(text.extracting(token)) }

    /// Returns whether a word labels an identifier.
    static func isLabel(_ word: Span<UInt8>) -> Bool { label(word) != nil }

    private static func label(_ word: Span<UInt8>) -> IdentifierReference.Kind? {
        switch word.count {
        case 3: word.equalsIgnoringCase("WKN") ? .wkn : nil
        case 4: word.equalsIgnoringCase("ISIN") ? .isin : word.equalsIgnoringCase("FIGI") ? .figi : nil
        case 5:
            word.equalsIgnoringCase("CUSIP")
                ? .cusip
                : word.equalsIgnoringCase("SEDOL") ? .sedol : word.equalsIgnoringCase("VALOR") ? .valor : nil
        case 7: word.equalsIgnoringCase("VALOREN") ? .valor : nil
        default: nil
        }
    }

    /// Returns whether a token can be skipped between a label and its number: `ISIN code`, `Valor Nr.`
    private func isFiller(_ token: Range<Int>) -> Bool {
        let word = text.extracting(token)
        switch word.count {
        case 2: return word.equalsIgnoringCase("NO") || word.equalsIgnoringCase("NR") || word.equalsIgnoringCase("ID")
        case 4: return word.equalsIgnoringCase("CODE")
        case 6: return word.equalsIgnoringCase("NUMBER") || word.equalsIgnoringCase("NUMMER")
        default: return false
        }
    }

    /// Returns the number of a kind that consists of the first tokens; `nil` if they are no such number.
    private func number(_ kind: IdentifierReference.Kind, _ tokens: [Range<Int>]) -> IdentifierReference? {
        var joined: [UInt8] = []
        var found: IdentifierReference?
        for token in tokens where joined.count + token.count <= 12 {
            for index in token { joined.append(text[index].asciiUppercased) }
            if let number = Self.number(kind, joined.span) { found = number }
        }
        return found
    }

    private static func number(_ kind: IdentifierReference.Kind, _ text: Span<UInt8>) -> IdentifierReference? {
        func reference(_ isValid: Bool = true) -> IdentifierReference {
            IdentifierReference(kind: kind, text: String(decoding: text), isCheckDigitValid: isValid)
        }
        switch kind {
        case .isin: return CheckDigits.hasFormOfISIN(text) ? reference(CheckDigits.isISIN(text)) : nil
        case .figi: return CheckDigits.hasFormOfFIGI(text) ? reference(CheckDigits.isFIGI(text)) : nil
        case .cusip:
            if text.count == 9 { return text[8].isASCIIDigit ? reference(CheckDigits.isCUSIP(text)) : nil }
            return text.count == 8 ? completed(kind, text, CheckDigits.isCUSIP) : nil
        case .sedol:
            if text.count == 7 { return text[6].isASCIIDigit ? reference(CheckDigits.isSEDOL(text)) : nil }
            return text.count == 6 ? completed(kind, text, CheckDigits.isSEDOL) : nil
        case .wkn: return CheckDigits.hasFormOfWKN(text) ? reference() : nil
        case .valor: return CheckDigits.hasFormOfValor(text, from: 3) ? reference() : nil
        case .isinBeginning: return nil
        }
    }

    /// Returns a number with its check digit, which is added if the text omits it.
    private static func completed(
        _ kind: IdentifierReference.Kind, _ text: Span<UInt8>, _ isValid: (Span<UInt8>) -> Bool
    ) -> IdentifierReference? {
        for digit in 0...9 {
            let whole = String(decoding: text) + String(digit)
            if isValid(whole.utf8Span.span) { return IdentifierReference(kind: kind, text: whole) }
        }
        return nil
    }

    // MARK: Without a label

    /// Returns the first ISIN or FIGI with a correct check digit; `nil` if no number is one. It may consist of several
    /// tokens that are separated by spaces or hyphens.
    func twelve(_ table: PlaceTable) -> IdentifierReference? {
        var joined: [UInt8] = []
        for start in tokens.indices {
            joined.removeAll(keepingCapacity: true)
            var end = tokens[start].lowerBound
            for token in tokens[start...] where joined.count < 12 {
                guard isJoined(end..<token.lowerBound) else { break }
                end = token.upperBound
                for index in token.prefix(13) { joined.append(text[index].asciiUppercased) }
            }
            guard joined.count == 12 else { continue }
            let number = joined.span
            if CheckDigits.isFIGI(number) { return IdentifierReference(kind: .figi, text: String(decoding: number)) }
            // Several words in a row may have the form of an ISIN, but then have few digits.
            let isOne = tokens[start].count == 12 || joined.count(where: \.isASCIIDigit) >= 6
            if isOne, CheckDigits.isISIN(number), table.has(.country, number.extracting(0..<2)) {
                return IdentifierReference(kind: .isin, text: String(decoding: number))
            }
        }
        return nil
    }

    /// Returns whether the characters between two tokens may separate the parts of a number.
    private func isJoined(_ range: Range<Int>) -> Bool {
        for index in range where text[index] != ASCII.space && text[index] != ASCII.minus { return false }
        return true
    }

    /// Returns the first token that is a CUSIP or a SEDOL with a correct check digit; otherwise `nil`.
    ///
    /// Numbers with few digits may be words, and short numbers without letters may be quantities.
    func national() -> IdentifierReference? {
        for token in tokens where token.count == 9 || token.count == 7 {
            let number = token.map { text[$0].asciiUppercased }
            let digits = number.count { $0.isASCIIDigit }
            if number.count == 9, digits >= 6, CheckDigits.isCUSIP(number.span) {
                return IdentifierReference(kind: .cusip, text: String(decoding: number.span))
            }
            if number.count == 7, digits >= 2, digits < 7, CheckDigits.isSEDOL(number.span) {
                return IdentifierReference(kind: .sedol, text: String(decoding: number.span))
            }
        }
        return nil
    }
}
