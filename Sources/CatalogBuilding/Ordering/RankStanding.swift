/// The number that ranks instruments of equal weight before their symbols do. It combines the kind with, for pairs
/// (FOREX, CRYPTO), the quote currency. Thus `BTC/USD` ranks before `BTC/EUR`, against alphabetical order.
package enum RankStanding {
    /// Returns the standing of an instrument whose type has a rank.
    @inline(__always)
    package static func of(kind: Int, symbol: Span<UInt8>) -> UInt8 {
        UInt8(truncatingIfNeeded: kind << 4) | (kind == InstrumentType.rankOfPairs ? quote(of: symbol) : 0)
    }

    /// Returns the standing without the quote currency, as in catalogs of earlier programs.
    package static func withoutQuote(_ standing: UInt8) -> UInt8 { standing & 0xF0 }

    /// The quote currencies by importance. The dollar, euro, pound and yen come first, in the order in which pairs are
    /// conventionally written. The others follow by turnover (BIS, Triennial Central Bank Survey 2022, table 2).
    /// Stablecoins follow the dollar; coins that serve as quote currencies come last.
    private static let quotes: [[UInt8]] = [
        "USD", "USDT", "USDC", "EUR", "GBP", "JPY", "CNY", "AUD", "CAD", "CHF", "HKD", "SGD", "BTC", "ETH",
    ].map { Array($0.utf8) }

    /// Returns the index of the currency after the first slash of a symbol, or the number of listed currencies if it is
    /// not listed.
    private static func quote(of symbol: Span<UInt8>) -> UInt8 {
        var start = 0
        while start < symbol.count, symbol[start] != UInt8(ascii: "/") { start += 1 }
        start += 1
        var end = start
        while end < symbol.count, symbol[end].isASCIILetter { end += 1 }
        if start < end {
            let currency = symbol.extracting(start..<end)
            for (place, known) in quotes.enumerated() where currency.equals(known.span) { return UInt8(place) }
        }
        return UInt8(quotes.count)
    }
}

extension CatalogFile {
    /// A Boolean value that indicates whether the rank of rows depends on the quote currency of pairs. It does not in
    /// files of earlier programs, which also lack the section tested here.
    package var ranksQuotes: Bool { count == 0 || rows.sections[.searchTextSizes].count > 0 }
}
