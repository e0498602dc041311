internal import Scanning

/// What names an instrument: its symbol, or an identifier that several instruments may share.
///
/// Symbols and local symbols are compared byte for byte. So are the others at first; where nobody has such a text, case counts no
/// more, and where nobody has that either, spaces and hyphens don't: `us-037833-1005` is found as `US0378331005`.
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
    /// A field that the catalog was built with as an identifier (`Catalog.identifierFields`), by its name: `FIGI`.
    case field(String, String)

    /// An identifier by the name of its field: that of a standard one is what that is, `field("ISIN", text)` is `.isin(text)`.
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

    /// The name of the field that holds it: `ISIN`.
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

    /// The standard field of a case of its own; `nil` for any that is given by its name.
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

    /// The identifier itself.
    public var text: String {
        switch self {
        case .symbol(let text), .isin(let text), .cusip(let text), .sedol(let text), .localSymbol(let text),
            .field(_, let text):
            text
        }
    }

    /// `ISIN US0378331005`
    public var description: String { "\(fieldName) \(text)" }
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
    /// The catalog has no index of the identifier's field; `indexed` are the fields that it has one of.
    case notIndexed(Identifier, indexed: [String])

    /// One line, for people: `ISIN US0378331006: the check digit is 6, expected 5: there is a typo in it`
    public var description: String {
        switch self {
        case .unknown(let identifier): "\(identifier): not in the catalog"
        case .removed(let identifier): "\(identifier): not in the catalog; the last import removed it"
        case .wrongCheckDigit(let identifier, let found, let expected):
            "\(identifier): the check digit is \(found), expected \(expected): there is a typo in it"
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
