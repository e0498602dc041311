/// An instrument's number from a numbering agency, without separators.
public struct IdentifierReference: Hashable, Sendable {
    /// The kind of number.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// ISO 6166, 12 characters.
        case isin = "ISIN"
        /// The first 6 to 11 characters of an ISIN.
        case isinBeginning = "beginning of an ISIN"
        /// 9 characters, of North America.
        case cusip = "CUSIP"
        /// 7 characters, of the United Kingdom.
        case sedol = "SEDOL"
        /// The Financial Instrument Global Identifier, 12 characters.
        case figi = "FIGI"
        /// The Wertpapierkennnummer of Germany, 6 characters.
        case wkn = "WKN"
        /// The valor number of Switzerland and Liechtenstein, up to 9 digits.
        case valor = "VALOR"
    }

    /// The kind of number.
    public let kind: Kind
    /// The number in capitals, without spaces and hyphens.
    public let text: String
    /// A Boolean value that indicates whether the check digit is correct; `true` for the beginning of an ISIN, which
    /// has none.
    public let isCheckDigitValid: Bool

    /// Creates an identifier of a kind.
    public init(kind: Kind, text: String, isCheckDigitValid: Bool = true) {
        self.kind = kind
        self.text = text
        self.isCheckDigitValid = isCheckDigitValid
    }

    /// The ISINs that may contain the national number, most likely first; empty for other kinds.
    ///
    /// An ISIN consists of a country code, the national number with leading zeros, and a check digit (ISO 6166).
    package var isins: [String] {
        let (countries, number): ([String], String) =
            switch kind {
            case .cusip: (["US", "CA"], text)
            case .sedol: (["GB", "IE", "JE", "GG", "IM"], "00" + text)
            case .wkn: (["DE"], "000" + text)
            case .valor: (["CH", "LI"], ShareReference.padded(text, to: 9))
            case .isin, .isinBeginning, .figi: ([], "")
            }
        return countries.map { country in
            let body = country + number
            return body + String(CheckDigits.isinDigit(body.utf8Span.span))
        }
    }

    /// The national number that the ISIN contains: a CUSIP in North America, a SEDOL in the British Isles; `nil` for
    /// other ISINs and other kinds.
    package var nationalNumber: IdentifierReference? {
        guard kind == .isin else { return nil }
        let number = text.dropFirst(2).dropLast()
        switch text.prefix(2) {
        case "US", "CA": return IdentifierReference(kind: .cusip, text: String(number))
        case "GB", "IE", "JE", "GG", "IM":
            return number.hasPrefix("00") ? IdentifierReference(kind: .sedol, text: String(number.dropFirst(2))) : nil
        default: return nil
        }
    }

    /// The ISO 3166-1 alpha-2 code of the country that assigned the number; `nil` if the number has none.
    package var country: String? {
        switch kind {
        case .isin, .isinBeginning: String(text.prefix(2))
        case .cusip: "US"
        case .sedol: "GB"
        case .wkn: "DE"
        case .valor: "CH"
        case .figi: nil
        }
    }
}
