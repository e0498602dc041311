import ProfileFormat

/// A source of unique identifiers with valid check digits.
struct IdentifierSource {
    private let offset: Int
    private var issuers = 0
    private var sedols = 0

    init(offset: Int) { self.offset = offset }

    /// Returns a CUSIP: five digits and one more character for the issuer, and two characters for the issue.
    mutating func cusip(issue: Text) -> Text {
        let space = 100_000 * 31
        let number = (issuers % space * 1_234_577 + offset) % space
        issuers += 1
        var text: Text = []
        text.append(number / 31, width: 5)
        text.append(Self.alphabet[number % 31])
        text += issue
        text.append(IdentifierCheck.cusipCheckDigit(text.span))
        return text
    }

    /// Returns a SEDOL of the newer kind, which starts with a consonant.
    mutating func sedol() -> Text {
        let space = 21 * 31 * 31 * 31 * 31 * 31
        var number = (sedols % space * 104_729 + offset) % space
        sedols += 1
        var text: Text = [Self.alphabet[10 + number % 21]]
        number /= 21
        for _ in 0..<5 {
            text.append(Self.alphabet[number % 31])
            number /= 31
        }
        text.append(IdentifierCheck.sedolCheckDigit(text.span))
        return text
    }

    /// Returns the ISIN for a country and a nine-character number.
    static func isin(_ country: Text, _ number: Text) -> Text {
        var text = country + number
        text.append(IdentifierCheck.isinCheckDigit(text.span))
        return text
    }

    /// The digits, followed by the consonants in capitals.
    private static let alphabet = Text("0123456789BCDFGHJKLMNPQRSTVWXYZ")
}
