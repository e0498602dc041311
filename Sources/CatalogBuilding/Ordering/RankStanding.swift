/// What ranks instruments of equal weight before their symbols do, as one number: the kind, and of pairs (FOREX, CRYPTO) the currency in
/// which they are quoted. So `BTC/USD` comes before `BTC/EUR`, which the alphabet would have first.
package enum RankStanding {
    /// Of an instrument whose type has a rank.
    @inline(__always)
    package static func of(kind: Int, symbol: Span<UInt8>) -> UInt8 {
        UInt8(truncatingIfNeeded: kind << 4) | (kind == InstrumentType.rankOfPairs ? quote(of: symbol) : 0)
    }

    /// The standing as catalogs had it that know no order of quotes.
    package static func withoutQuote(_ standing: UInt8) -> UInt8 { standing & 0xF0 }

    /// Currencies by how much is traded in them against others: the euro, pound and yen after the dollar as pairs are written by
    /// custom, then by turnover (BIS, Triennial Central Bank Survey 2022, table 2); coins that stand for a dollar after it, and the coins
    /// in which others are quoted at the end.
    private static let quotes: [[UInt8]] = [
        "USD", "USDT", "USDC", "EUR", "GBP", "JPY", "CNY", "AUD", "CAD", "CHF", "HKD", "SGD", "BTC", "ETH",
    ].map { Array($0.utf8) }

    /// The place of the currency after the first slash of a symbol; that of all others where it isn't listed.
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
    /// Its rows are in an order that knows the quotes of pairs; earlier programs' aren't. Their sections came together.
    package var ranksQuotes: Bool { count == 0 || rows.sections[.searchTextSizes].count > 0 }
}
