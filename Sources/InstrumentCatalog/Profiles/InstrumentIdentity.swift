/// What an instrument keeps when its symbol changes.
package struct InstrumentIdentity: Hashable, Sendable {
    /// A text that identifies it: the field's name and the text.
    struct Mark: Hashable, Sendable {
        var field: String
        var text: String
    }

    /// The standard fields that identify an instrument, whatever its symbol, by weight.
    static let fields = [ProfileField.isin, .cusip, .sedol]

    /// By weight: the source's own key first, then ISIN, CUSIP and SEDOL.
    private(set) var marks: [Mark] = []
    /// Market and currency, which tell listings of one ISIN apart.
    let market: String?
    let currency: String
    let description: String
    let type: String
    let expiration: String

    /// The identity of a profile, given as its bytes.
    ///
    /// - Parameter keyField: the field that stays the same in the source, by its policy; `nil` where there is none.
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

    /// Whether a later profile of the same symbol is of another instrument: both have identifiers of some kind, none is the same, and
    /// the description is another one, too. A new ISIN alone is a corporate action.
    package func isOther(than other: InstrumentIdentity) -> Bool {
        let common = Set(marks.map(\.field)).intersection(other.marks.map(\.field))
        return !common.isEmpty && Set(marks).isDisjoint(with: other.marks) && description != other.description
    }

    /// Whether a symbol that was gone for a while came back for the same instrument: an identifier is the same, or there is none to
    /// compare and type and expiration are.
    package func returns(_ other: InstrumentIdentity) -> Bool {
        let common = Set(marks.map(\.field)).intersection(other.marks.map(\.field))
        if common.isEmpty { return type == other.type && expiration == other.expiration }
        return !Set(marks).isDisjoint(with: other.marks)
    }
}

/// The identifiers of one listing, whatever its symbol: ISIN, market and currency.
///
/// The market is OPOL, or EXCHANGES where OPOL is not set and only one is named. The currency belongs to it: in London one ISIN
/// trades in pounds and in dollars, as two instruments.
package enum Listing {
    /// The listing of a profile, given as its bytes: `US0378331005 XNAS USD`; `nil` where a part is not set, names several markets,
    /// or isn't an ISIN with its right check digit.
    ///
    /// - Complexity: O(`profile.count`).
    package static func key(of profile: [UInt8]) -> String? {
        let isin = EncodedProfile.text(.isin, in: profile)
        guard IdentifierCheck.isin(isin.utf8Span.span) == .valid else { return nil }
        guard let market = market(of: profile) else { return nil }
        let currency = EncodedProfile.text(.currency, in: profile)
        return currency.isEmpty ? nil : "\(isin) \(market) \(currency)"
    }

    /// The market where a profile is listed; `nil` where none or several are named.
    static func market(of profile: [UInt8]) -> String? {
        let opol = EncodedProfile.text(.opol, in: profile)
        if !opol.isEmpty { return opol }
        let exchanges = EncodedProfile.text(.exchanges, in: profile)
        return exchanges.isEmpty || exchanges.utf8.contains(UInt8(ascii: ";")) ? nil : exchanges
    }
}
