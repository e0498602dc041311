/// A number that a numbering agency gave an instrument, without what people write between its characters.
public struct IdentifierReference: Hashable, Sendable {
    /// Whose number it is.
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
    }

    /// Whose number it is.
    public let kind: Kind
    /// The number in capitals, without spaces and hyphens.
    public let text: String
    /// Whether the last character is what the others ask for; true of beginnings, which have none.
    public let isCheckDigitValid: Bool

    /// A number of a kind.
    public init(kind: Kind, text: String, isCheckDigitValid: Bool = true) {
        self.kind = kind
        self.text = text
        self.isCheckDigitValid = isCheckDigitValid
    }
}
