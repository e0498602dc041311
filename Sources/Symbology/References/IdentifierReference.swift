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
    }

    /// The kind of number.
    public let kind: Kind
    /// The number in capitals, without spaces and hyphens.
    public let text: String
    /// A Boolean value that indicates whether the check digit is correct; `true` for beginnings, which have none.
    public let isCheckDigitValid: Bool

    /// Creates an identifier of a kind.
    public init(kind: Kind, text: String, isCheckDigitValid: Bool = true) {
        self.kind = kind
        self.text = text
        self.isCheckDigitValid = isCheckDigitValid
    }
}
