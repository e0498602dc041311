/// The custom columns that the universe uses, by the bytes of their names: in a format line they follow the standard fields.
enum CustomColumn: String, CaseIterable {
    case autocompleteWeight = "AUTOCOMPLETE_WEIGHT"
    case bitipSymbol = "BITIP_SYMBOL"
    case firstInterestDate = "FIRST_INTEREST_DATE"
    case interestRate = "INTEREST_RATE"
    case issueDate = "ISSUE_DATE"
    case lastTradeTime = "LAST_TRADE_TIME"
    case industryCode = "MS_INDUSTRY_CODE"
    case naics = "MS_NAICS"
    case otcPrimaryMarket = "OTC_PRIMARY_MARKET"
    case otcSecurityType = "OTC_SECURITY_TYPE"
    case priceType = "PRICE_TYPE"
    case subtypes = "SUBTYPES"
    case testInstrument = "TEST_INSTRUMENT"
}
