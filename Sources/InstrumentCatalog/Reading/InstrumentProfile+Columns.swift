internal import Scanning

/// Fields set from a column's values, without the detour over text that `InstrumentProfile.set` takes.
extension InstrumentProfile {
    mutating func setText(_ field: ProfileField, _ text: String) {
        switch field {
        case .type: type = text
        case .symbol: symbol = text
        case .description: description = text
        case .localSymbol: localSymbol = text
        case .localDescription: localDescription = text
        case .country: country = text
        case .opol: opol = text
        case .exchangeData: exchangeData = text
        case .exchanges: exchanges = text
        case .currency: currency = text
        case .baseCurrency: baseCurrency = text
        case .cfi: cfi = text
        case .isin: isin = text
        case .sedol: sedol = text
        case .cusip: cusip = text
        case .product: product = text
        case .underlying: underlying = text
        case .additionalUnderlyings: additionalUnderlyings = text
        case .mmy: mmy = text
        case .optionType: optionType = text
        case .expirationStyle: expirationStyle = text
        case .settlementStyle: settlementStyle = text
        case .priceIncrements: priceIncrements = text
        case .tradingHours: tradingHours = text
        case .icb, .sic, .multiplier, .spc, .expiration, .lastTrade, .strike: break
        }
    }

    mutating func setInteger(_ field: ProfileField, _ value: Int) {
        if field == .icb { icb = value } else { sic = value }
    }

    mutating func setNumber(_ field: ProfileField, _ value: Double) {
        switch field {
        case .multiplier: multiplier = value
        case .spc: spc = value
        default: strike = value
        }
    }

    mutating func setDate(_ field: ProfileField, _ value: CalendarDate?) {
        if field == .expiration { expiration = value } else { lastTrade = value }
    }
}
