import ProfileFormat

/// The columns that the universe uses: the standard fields first, with their numbers, then custom ones alphabetically.
enum Column: Int, CaseIterable {
    case type, symbol, description, localSymbol, localDescription, country, opol, exchangeData, exchanges, currency
    case baseCurrency, cfi, isin, sedol, cusip, icb, sic, multiplier, product, underlying, spc, additionalUnderlyings
    case mmy, expiration, lastTrade, strike, optionType, expirationStyle, settlementStyle, priceIncrements, tradingHours
    case autocompleteWeight, bitipSymbol, firstInterestDate, interestRate, issueDate, lastTradeTime, industryCode
    case naics, otcPrimaryMarket, otcSecurityType, priceType, subtypes, testInstrument

    /// The column's name in a format line.
    var name: String {
        if let field = ProfileField(rawValue: UInt8(rawValue)) { return field.name }
        return Self.customNames[rawValue - ProfileField.allCases.count]
    }

    /// The value may need quotes.
    var isFreeText: Bool { self == .description || self == .localDescription }

    private static let customNames = [
        "AUTOCOMPLETE_WEIGHT", "BITIP_SYMBOL", "FIRST_INTEREST_DATE", "INTEREST_RATE", "ISSUE_DATE", "LAST_TRADE_TIME",
        "MS_INDUSTRY_CODE", "MS_NAICS", "OTC_PRIMARY_MARKET", "OTC_SECURITY_TYPE", "PRICE_TYPE", "SUBTYPES",
        "TEST_INSTRUMENT",
    ]
}
