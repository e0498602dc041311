internal import ProfileFormat
internal import Scanning

/// A number that orders instruments of equal weight, lowest first. Instruments with equal numbers are ordered by the
/// length of the symbol, then by symbol.
///
/// From the highest bits to the lowest, it combines the group of the type, the listing, the popularity, the type, and
/// the quote currency of a pair (FOREX, CRYPTO) or the reach of a stock or fund:
///
/// ```
/// AAPL           0 home     popularity 5   STOCK   reach 15
/// SAP:DE         0 home     popularity 4   STOCK   reach 12
/// SAP:AT         0 foreign  popularity 4   STOCK   reach 12
/// .AAPL270115C260  2 home   popularity 0   OPTION
/// ```
package struct RankStanding: Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The relation of a stock's or fund's venue to its home market, best first.
    package enum Listing: UInt16, Comparable {
        /// The main venue of the country in the ISIN.
        case home
        /// A main venue of the United States.
        case unitedStates
        /// A main venue of another country; the home market is unknown.
        case main
        /// A main venue outside the home market, or a secondary venue.
        case foreign
        /// A regional exchange or a trading facility.
        case regional

        package static func < (left: Listing, right: Listing) -> Bool { left.rawValue < right.rawValue }
    }

    /// The highest popularity that fits.
    private static let popularityLimit: UInt16 = 7
    /// The highest reach that fits.
    private static let reachLimit: UInt16 = 15

    /// Creates the standing of an instrument.
    ///
    /// - Parameters:
    ///   - kind: The rank of the type (`InstrumentType.rank(of:)`).
    ///   - symbol: The symbol, which contains the quote currency of a pair.
    ///   - listing: The listing of a stock or fund.
    ///   - popularity: The popularity of a stock or fund, at most 7.
    ///   - reach: The reach of a stock or fund; more than 15 counts as 15.
    @inline(__always)
    package init(
        kind: Int, symbol: Span<UInt8>, listing: Listing = .home, popularity: UInt16? = nil, reach: UInt16 = 1
    ) {
        let popularity = popularity ?? Self.popularity(ofKind: kind)
        let last = Self.isListed(kind: kind) ? Self.reachLimit - min(Self.reachLimit, reach) : 0
        rawValue =
            Self.group(of: kind) << 14 | listing.rawValue << 11 | (Self.popularityLimit - popularity) << 8
            | Self.kindAndQuote(kind: kind, symbol: symbol) | last
    }

    /// Creates a standing by the rules of earlier programs: the type and, by `.quotes`, the quote currency.
    package init(kind: Int, symbol: Span<UInt8>, rules: RankRules) {
        rawValue = Self.kindAndQuote(kind: kind, symbol: symbol) & (rules == .quotes ? 0xFF : 0xF0)
    }

    /// Returns a standing with the listing, popularity and reach of this one, for a stock or fund of type `kind`.
    package func with(kind: Int, symbol: Span<UInt8>) -> RankStanding {
        RankStanding(kind: kind, symbol: symbol, listing: listing, popularity: popularity, reach: reach)
    }

    package var listing: Listing { Listing(rawValue: rawValue >> 11 & 7) ?? .regional }

    /// The popularity, from 0. For a stock or fund that is listed on *n* venues, it is ⌊log₂(*n* + 1)⌋, at most 5, and
    /// one more if the stock or fund is the underlying of options.
    package var popularity: UInt16 { Self.popularityLimit - rawValue >> 8 & 7 }

    /// The reach of a stock or fund: the number of venues that list its ISIN, and two more if it is the underlying of
    /// options. Without an ISIN, the venues of its company's name are counted, unless a row with that name has an ISIN.
    /// Unlike the popularity, the reach distinguishes the classes of shares of a company, and companies that share a
    /// name.
    private var reach: UInt16 { Self.reachLimit - rawValue & 15 }

    /// The rank of the type.
    package var kind: Int { Int(rawValue >> 4 & 15) }

    /// Whether a type's standing depends on its listing and popularity: stocks and funds that are traded like stocks.
    package static func isListed(kind: Int) -> Bool { kind < InstrumentType.rankOfIndexes }

    /// Whether a query of few letters that equals the ticker probably means the instrument.
    ///
    /// Indexes, pairs and products are prominent. So are stocks and funds in their home market or on a main venue, if
    /// they are listed on at least three venues or have options. Tickers of five letters rarely equal the beginning
    /// of a name by chance, so all home listings are prominent for these.
    ///
    /// - Parameter length: The length of the query in bytes.
    func isProminent(for length: Int) -> Bool {
        if (InstrumentType.rankOfIndexes...InstrumentType.rankOfProducts).contains(kind) { return true }
        guard Self.isListed(kind: kind) else { return false }
        return length >= 5 && listing == .home || listing <= .main && popularity >= 2 && reach >= 3
    }

    /// Returns the group of a type. Types that people search by name come first, options last.
    private static func group(of kind: Int) -> UInt16 {
        kind < InstrumentType.rankOfFutures ? 0 : kind <= InstrumentType.rankOfOthers ? 1 : 2
    }

    /// The popularity of a kind, on the scale of companies: a product of futures has that of a company with seven
    /// listings, a pair that of one with three. An index has only that of a company with one listing, because there are
    /// very many indexes.
    private static func popularity(ofKind kind: Int) -> UInt16 {
        switch kind {
        case InstrumentType.rankOfIndexes: 1
        case InstrumentType.rankOfPairs: 2
        case InstrumentType.rankOfProducts: 3
        default: 0
        }
    }

    @inline(__always)
    private static func kindAndQuote(kind: Int, symbol: Span<UInt8>) -> UInt16 {
        UInt16(truncatingIfNeeded: kind) << 4 | (kind == InstrumentType.rankOfPairs ? quote(of: symbol) : 0)
    }

    /// The quote currencies by importance. The dollar, euro, pound and yen come first, in the order in which pairs are
    /// conventionally written. The others follow by turnover (BIS, Triennial Central Bank Survey 2022, table 2).
    /// Stablecoins follow the dollar; coins that serve as quote currencies come last.
    private static let quotes: [[UInt8]] = [
        "USD", "USDT", "USDC", "EUR", "GBP", "JPY", "CNY", "AUD", "CAD", "CHF", "HKD", "SGD", "BTC", "ETH",
    ].map { Array($0.utf8) }

    /// Returns the index of the currency after the first slash of a symbol, or the number of listed currencies if it is
    /// not listed.
    private static func quote(of symbol: Span<UInt8>) -> UInt16 {
        var start = 0
        while start < symbol.count, symbol[start] != UInt8(ascii: "/") { start += 1 }
        start += 1
        var end = start
        while end < symbol.count, symbol[end].isASCIILetter { end += 1 }
        if start < end {
            let currency = symbol.extracting(start..<end)
            for (place, known) in quotes.enumerated() where currency.equals(known.span) { return UInt16(place) }
        }
        return UInt16(quotes.count)
    }
}

extension PackedNumbers {
    /// Returns the standing of a row from the section of standings.
    package func standing(of row: Int) -> RankStanding {
        RankStanding(rawValue: UInt16(truncatingIfNeeded: self[row]))
    }
}

/// The rules by which the rows of a file are ordered. A file of an earlier program keeps the rules with which it was
/// written, because changes are merged into the order of its rows.
package enum RankRules: Sendable {
    /// Rows of equal weight are ordered by type.
    case types
    /// Rows of equal weight are ordered by type and quote currency.
    case quotes
    /// Rows of equal weight are ordered by `RankStanding`.
    case listings
}
