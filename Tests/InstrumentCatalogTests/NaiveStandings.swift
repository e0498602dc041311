@testable import CatalogBuilding
@testable import CatalogCore
@testable import InstrumentCatalog
@testable import Scanning
@testable import Symbology

/// The standing of each instrument of a catalog, computed directly from the fields.
struct NaiveStandings {
    /// The venues of each ISIN. A venue is represented by the hash of its MIC modulo 64.
    private var venuesOfISIN: [String: Set<UInt64>] = [:]
    private var venuesOfName: [[String]: Set<UInt64>] = [:]
    private var homeOfName: [[String]: String] = [:]
    private var namesWithISIN: Set<[String]> = []
    private var underlyings: Set<String> = []

    private static let kinds = [["STOCK"], ["ETF"], ["INDEX"], ["FOREX", "CRYPTO"], ["PRODUCT"], ["FUTURE"]]
    private static let quotes = [
        "USD", "USDT", "USDC", "EUR", "GBP", "JPY", "CNY", "AUD", "CAD", "CHF", "HKD", "SGD", "BTC", "ETH",
    ]

    init(_ profiles: [InstrumentProfile]) {
        for profile in profiles {
            if !profile.underlying.isEmpty { underlyings.insert(profile.underlying) }
            if Self.kind(profile) > 1 { continue }
            let name = Self.name(profile)
            if !profile.opol.isEmpty {
                let venue = ByteHash.hash(profile.opol.utf8Span.span) & 63
                if !profile.isin.isEmpty { venuesOfISIN[profile.isin, default: []].insert(venue) }
                if !name.isEmpty { venuesOfName[name, default: []].insert(venue) }
            }
            if name.isEmpty { continue }
            if !profile.isin.isEmpty { namesWithISIN.insert(name) }
            if Self.listing(profile) == .home, !Self.isReceipt(profile) {
                homeOfName[name] = min(homeOfName[name] ?? profile.country, profile.country)
            }
        }
    }

    static func kind(_ profile: InstrumentProfile) -> Int {
        if let index = kinds.firstIndex(where: { $0.contains(profile.type) }) { return index }
        if ["MUTUAL_FUND", "MONEY_MARKET_FUND"].contains(profile.type) { return 6 }
        return profile.type == "OPTION" ? 8 : 7
    }

    /// The first four distinctive words of the description.
    static func name(_ profile: InstrumentProfile) -> [String] {
        let words = NaiveTerms.words(NaiveSearch.fold(profile.description)).map(\.word)
        return Array(words.filter { !CommonWords.contains(Array($0.uppercased().utf8).span) }.prefix(4))
    }

    /// The sort key: the group of the type, the listing, the popularity, the type, and the quote currency or the reach.
    /// In each, lower is better.
    func key(_ profile: InstrumentProfile) -> [Int] {
        let kind = Self.kind(profile)
        let group = kind <= 4 ? 0 : kind <= 7 ? 1 : 2
        if kind > 1 {
            let popularity = [2: 1, 3: 2, 4: 3][kind] ?? 0
            return [group, 0, -popularity, kind, kind == 3 ? Self.quote(profile.symbol) : 0]
        }
        var listing = Self.listing(profile)
        if listing == .main, let home = homeOfName[Self.name(profile)] {
            listing = home == profile.country ? .home : .foreign
        }
        if listing == .home, Self.isReceipt(profile), let home = homeOfName[Self.name(profile)], home != profile.country
        {
            listing = profile.country == "US" ? .unitedStates : .foreign
        }
        let ofISIN = venuesOfISIN[profile.isin]?.count ?? 0
        let ofName = venuesOfName[Self.name(profile)]?.count ?? 0
        let venues = max(1, ofISIN, ofName)
        let isUnderlying = underlyings.contains(profile.symbol)
        let own = !profile.isin.isEmpty ? ofISIN : namesWithISIN.contains(Self.name(profile)) ? 0 : ofName
        let reach = max(1, own) + (isUnderlying ? 2 : 0)
        var popularity = 0
        while 2 << popularity <= venues + 1 { popularity += 1 }
        popularity = min(5, popularity) + (isUnderlying ? 1 : 0)
        return [group, Int(listing.rawValue), -popularity, kind, -min(15, reach)]
    }

    private static func listing(_ profile: InstrumentProfile) -> RankStanding.Listing {
        RankStanding.Listing(
            isin: profile.isin.utf8Span.span, country: profile.country.utf8Span.span,
            venue: profile.opol.utf8Span.span)
    }

    private static func isReceipt(_ profile: InstrumentProfile) -> Bool {
        var receipts = DepositaryReceipts()
        return receipts.isReceipt(profile.description.utf8Span.span)
    }

    private static func quote(_ symbol: String) -> Int {
        guard let slash = symbol.firstIndex(of: "/") else { return quotes.count }
        let code = symbol[symbol.index(after: slash)...].prefix { $0.isASCII && $0.isLetter }
        return quotes.firstIndex(of: String(code)) ?? quotes.count
    }
}
