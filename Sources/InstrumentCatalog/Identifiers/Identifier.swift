/// What names an instrument: its symbol, or an identifier that several instruments may share.
///
/// The texts are compared byte for byte.
public enum Identifier: Hashable, Sendable, CustomStringConvertible {
    /// The instrument's own symbol.
    case symbol(String)
    /// ISO 6166: `US0378331005`.
    case isin(String)
    /// CUSIP, nine characters with the check digit: `037833100`.
    case cusip(String)
    /// SEDOL, seven characters with the check digit: `B0YBKJ7`.
    case sedol(String)
    /// The symbol as the local market writes it.
    case localSymbol(String)

    /// The field that holds it.
    public var field: ProfileField {
        switch self {
        case .symbol: .symbol
        case .isin: .isin
        case .cusip: .cusip
        case .sedol: .sedol
        case .localSymbol: .localSymbol
        }
    }

    /// The identifier itself.
    public var text: String {
        switch self {
        case .symbol(let text), .isin(let text), .cusip(let text), .sedol(let text), .localSymbol(let text): text
        }
    }

    /// `ISIN US0378331005`
    public var description: String { "\(field.name) \(text)" }
}

/// Why no instrument was found by an identifier.
public enum IdentifierError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The identifier is well-formed, as far as that can be told; nobody has it.
    case unknown(Identifier)
    /// Nobody has the symbol, but an instrument of the catalog before had: the last import removed it.
    case removed(Identifier)
    /// The check digit is not that of the other characters: a typo. `expected` would be the right one for these.
    case wrongCheckDigit(Identifier, found: Character, expected: Character)
    /// The form is none of such an identifier; the reason is for people.
    case malformed(Identifier, reason: String)

    /// One line, for people: `ISIN US0378331006: the check digit is 6, expected 5: there is a typo in it`
    public var description: String {
        switch self {
        case .unknown(let identifier): "\(identifier): not in the catalog"
        case .removed(let identifier): "\(identifier): not in the catalog; the last import removed it"
        case .wrongCheckDigit(let identifier, let found, let expected):
            "\(identifier): the check digit is \(found), expected \(expected): there is a typo in it"
        case .malformed(let identifier, let reason): "\(identifier): \(reason)"
        }
    }
}
