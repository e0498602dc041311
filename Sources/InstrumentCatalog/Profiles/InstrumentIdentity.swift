/// The properties that identify an instrument even if its symbol changes.
package struct InstrumentIdentity: Hashable, Sendable {
    /// An identifying text: the field's name and its text.
    struct Mark: Hashable, Sendable {
        var field: String
        var text: String
    }

    /// The standard fields that identify an instrument independently of its symbol, most reliable first.
    static let fields = [ProfileField.isin, .cusip, .sedol]

    /// The identifying texts, most reliable first: the source's own key, followed by ISIN, CUSIP and SEDOL.
    private(set) var marks: [Mark] = []
    /// The market and currency, which distinguish listings of one ISIN.
    let market: String?
    let currency: String
    let description: String
    let type: String
    let expiration: String

    /// Creates the identity of an encoded profile.
    ///
    /// - Parameter keyField: The field whose value the source never changes, by its policy; `nil` if the policy names
    ///   no such field.
    package init(of profile: [UInt8], keyField: String? = nil) {
        market = Listing.market(of: profile)
        currency = EncodedProfile.text(.currency, in: profile)
        description = EncodedProfile.text(.description, in: profile)
        type = EncodedProfile.text(.type, in: profile)
        expiration = EncodedProfile.text(.expiration, in: profile)
        if let keyField {
            let key = EncodedProfile.text(named: keyField, in: profile)
            if !key.isEmpty { marks.append(Mark(field: keyField, text: key)) }
        }
        for field in Self.fields where field.name != keyField {
            let text = EncodedProfile.text(field, in: profile)
            if field.check(text.utf8Span.span) == .valid { marks.append(Mark(field: field.name, text: text)) }
        }
    }

    /// Returns whether the symbol's other profile describes another instrument. That is so if both have identifiers of
    /// a common kind but none is equal, and the descriptions differ. If only the ISIN differs, it is a corporate
    /// action.
    package func isOther(than other: InstrumentIdentity) -> Bool {
        let common = Set(marks.map(\.field)).intersection(other.marks.map(\.field))
        return !common.isEmpty && Set(marks).isDisjoint(with: other.marks) && description != other.description
    }

    /// Returns whether a symbol that was absent for a time denotes the same instrument again: an identifier is equal,
    /// or, if the profiles have no identifiers of a common kind, type and expiration are equal.
    package func returns(_ other: InstrumentIdentity) -> Bool {
        let common = Set(marks.map(\.field)).intersection(other.marks.map(\.field))
        if common.isEmpty { return type == other.type && expiration == other.expiration }
        return !Set(marks).isDisjoint(with: other.marks)
    }
}

/// A key that identifies a listing independently of its symbol: ISIN, market and currency.
///
/// The market is OPOL, or EXCHANGES if OPOL is not set and there is only one exchange. The currency is included
/// because, for example, one ISIN trades in London both in pounds and in dollars, as two instruments.
package enum Listing {
    /// Returns the key of an encoded profile's listing: `US0378331005 XNAS USD`.
    ///
    /// The result is `nil` if a component is not set, if there are several markets, or if the ISIN is invalid.
    ///
    /// - Complexity: O(`profile.count`).
    package static func key(of profile: [UInt8]) -> String? {
        let isin = EncodedProfile.text(.isin, in: profile)
        guard IdentifierCheck.isin(isin.utf8Span.span) == .valid else { return nil }
        guard let market = market(of: profile) else { return nil }
        let currency = EncodedProfile.text(.currency, in: profile)
        return currency.isEmpty ? nil : "\(isin) \(market) \(currency)"
    }

    /// Returns the market of an encoded profile; `nil` if the profile has none or several.
    static func market(of profile: [UInt8]) -> String? {
        let opol = EncodedProfile.text(.opol, in: profile)
        if !opol.isEmpty { return opol }
        let exchanges = EncodedProfile.text(.exchanges, in: profile)
        return exchanges.isEmpty || exchanges.utf8.contains(UInt8(ascii: ";")) ? nil : exchanges
    }
}
