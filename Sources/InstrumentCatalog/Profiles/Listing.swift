/// What one line of trading is known by, whatever its symbol: ISIN, market and currency.
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
