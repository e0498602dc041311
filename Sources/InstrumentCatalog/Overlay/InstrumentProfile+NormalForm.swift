internal import Scanning

extension InstrumentProfile {
    /// The profile as a catalog gives it back: custom fields by name, each once and none empty, those under the name of a
    /// standard field as that field; dates and numbers that count as not set, not set.
    var catalogForm: InstrumentProfile {
        var profile = self
        // 1970-01-01 and minus zero are "not set".
        if expiration?.dayNumber == 0 { profile.expiration = nil }
        if lastTrade?.dayNumber == 0 { profile.lastTrade = nil }
        if multiplier == 0 { profile.multiplier = 0 }
        if spc == 0 { profile.spc = 0 }
        if strike == 0 { profile.strike = 0 }
        if customFields.isEmpty { return profile }
        profile.customFields = []
        for field in customFields where !field.value.isEmpty {
            guard let standard = ProfileField(name: field.name) else {
                profile.setCustomField(field.name, field.value)
                continue
            }
            // As in a builder, what isn't a value of the field is not set.
            if !profile.set(standard, field.value.utf8Span.span) { profile.set(standard, Span()) }
        }
        profile.customFields.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        return profile
    }
}

extension InstrumentProfile {
    /// A standard field as text in normal form, without the detour over a key path.
    func text(_ field: ProfileField) -> String {
        switch field {
        case .type: type
        case .symbol: symbol
        case .description: description
        case .localSymbol: localSymbol
        case .localDescription: localDescription
        case .country: country
        case .opol: opol
        case .exchangeData: exchangeData
        case .exchanges: exchanges
        case .currency: currency
        case .baseCurrency: baseCurrency
        case .cfi: cfi
        case .isin: isin
        case .sedol: sedol
        case .cusip: cusip
        case .product: product
        case .underlying: underlying
        case .additionalUnderlyings: additionalUnderlyings
        case .mmy: mmy
        case .optionType: optionType
        case .expirationStyle: expirationStyle
        case .settlementStyle: settlementStyle
        case .priceIncrements: priceIncrements
        case .tradingHours: tradingHours
        case .icb, .sic, .multiplier, .spc, .expiration, .lastTrade, .strike: self[field]
        }
    }

    /// Sets a standard field from its text in normal form, as `text(_:)`.
    mutating func setNormalText(_ field: ProfileField, _ text: Span<UInt8>) {
        if field.kind == .text { setText(field, String(decoding: text)) } else { set(field, text) }
    }
}
