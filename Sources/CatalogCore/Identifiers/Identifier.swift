internal import Scanning

/// A reference to instruments: a symbol, or an identifier that several instruments may share.
///
/// Symbols and local symbols are compared byte for byte. All others are compared exactly first, then without regard to
/// case, then without spaces and hyphens, until an instrument is found: `us-037833-1005` finds `US0378331005`.
public enum Identifier: Hashable, Sendable, CustomStringConvertible {
    /// The symbol of an instrument.
    case symbol(String)
    /// An ISIN (ISO 6166): `US0378331005`.
    case isin(String)
    /// A CUSIP, nine characters with the check digit: `037833100`.
    case cusip(String)
    /// A SEDOL, seven characters with the check digit: `B0YBKJ7`.
    case sedol(String)
    /// The symbol in the notation of the local market.
    case localSymbol(String)
    /// The value of a field, which is given by its name, such as `FIGI`. The catalog must have been built with the
    /// field as an identifier (`Catalog.identifierFields`).
    case field(String, String)

    /// Creates an identifier from the name of its field. For a standard field, the result is the case of that field:
    /// `Identifier(field: "ISIN", text)` equals `.isin(text)`.
    public init(field: String, _ text: String) {
        switch ProfileField(name: field) {
        case .symbol: self = .symbol(text)
        case .isin: self = .isin(text)
        case .cusip: self = .cusip(text)
        case .sedol: self = .sedol(text)
        case .localSymbol: self = .localSymbol(text)
        default: self = .field(field, text)
        }
    }

    /// The name of the field: `ISIN`.
    public var fieldName: String {
        switch self {
        case .symbol: ProfileField.symbol.name
        case .isin: ProfileField.isin.name
        case .cusip: ProfileField.cusip.name
        case .sedol: ProfileField.sedol.name
        case .localSymbol: ProfileField.localSymbol.name
        case .field(let name, _): name
        }
    }

    /// The standard field of the case; `nil` for `field`.
    var standardField: ProfileField? {
        switch self {
        case .symbol: .symbol
        case .isin: .isin
        case .cusip: .cusip
        case .sedol: .sedol
        case .localSymbol: .localSymbol
        case .field: nil
        }
    }

    /// The text of the identifier.
    public var text: String {
        switch self {
        case .symbol(let text), .isin(let text), .cusip(let text), .sedol(let text), .localSymbol(let text),
            .field(_, let text):
            text
        }
    }

    /// The field name and the text: `ISIN US0378331005`.
    public var description: String { "\(fieldName) \(text)" }
}

/// The reason why an identifier found no instrument.
public enum IdentifierError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The identifier appears well-formed, but no instrument has it.
    case unknown(Identifier)
    /// No instrument has the symbol; the last import removed it.
    case removed(Identifier)
    /// The check digit does not match the other characters, so there is a typo. `expected` is the check digit that
    /// matches.
    case wrongCheckDigit(Identifier, found: Character, expected: Character)
    /// The identifier is malformed; the reason is a message for users.
    case malformed(Identifier, reason: String)
    /// The catalog has no index of the field; `indexed` lists the fields that have one.
    case notIndexed(Identifier, indexed: [String])

    /// The message, on one line: `ISIN US0378331006: the check digit is 6, expected 5; check for a typo`
    public var description: String {
        switch self {
        case .unknown(let identifier): "\(identifier): not in the catalog"
        case .removed(let identifier): "\(identifier): not in the catalog; the last import removed it"
        case .wrongCheckDigit(let identifier, let found, let expected):
            "\(identifier): the check digit is \(found), expected \(expected); check for a typo"
        case .malformed(let identifier, let reason): "\(identifier): \(reason)"
        case .notIndexed(let identifier, let indexed):
            "\(identifier): the catalog has no index of \(identifier.fieldName), only of "
                + indexed.joined(separator: ", ")
                + Self.remedy(identifier.fieldName, NearestNames.find(identifier.fieldName, among: indexed))
        }
    }

    private static func remedy(_ field: String, _ near: [String]) -> String {
        near.isEmpty ? "; import it with --identifier \(field)" : NearestNames.question(near)
    }
}
