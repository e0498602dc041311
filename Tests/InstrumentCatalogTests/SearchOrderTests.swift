import TestSupport
import Testing

@testable import CatalogCore
@testable import InstrumentCatalog

/// The order of results, and words written together or apart.
struct SearchOrderTests {
    private static let listing = """
        #STOCK::=TYPE,SYMBOL,DESCRIPTION,LOCAL_SYMBOL,AUTOCOMPLETE_WEIGHT
        STOCK,T,AT&T Inc. Common Stock,,10
        STOCK,KO,Coca-Cola Company (The) Common Stock,,20
        STOCK,JPM,JPMorgan Chase & Co. Common Stock,,30
        STOCK,MCD,McDonald's Corporation Common Stock,,40
        STOCK,XOM,Exxon Mobil Corporation Common Stock,,50
        STOCK,PG,Procter & Gamble Company (The) Common Stock,,60
        STOCK,GOOGL,Alphabet Inc. - Class A Common Stock,,100
        STOCK,GOOG,Alphabet Inc. - Class C Capital Stock,,200
        STOCK,OR:FR,L\u{2019}Oréal S.A.,OR,70
        STOCK,MUV2:DE,Münchener Rück AG,MUV2,80
        STOCK,KOE:DE,Koenig AG,,80
        STOCK,AIR:FR,Airbus SE,,1
        STOCK,AIRY,Airy Clouds Inc.,,900
        STOCK,BRK/A,Berkshire Hathaway Inc. Class A,,300
        STOCK,BRKX,Brake Exchange,,900
        STOCK,ESX,East Sussex Trains,,900
        #INDEX::=TYPE,SYMBOL,DESCRIPTION,AUTOCOMPLETE_WEIGHT
        INDEX,SPX,S&P 500 Index,100
        INDEX,NI225:JP,Nikkei 225,100
        #ETF::=TYPE,SYMBOL,DESCRIPTION,AUTOCOMPLETE_WEIGHT
        ETF,SPY,SPDR S&P 500 ETF Trust,900
        #PRODUCT::=TYPE,SYMBOL,DESCRIPTION
        PRODUCT,/ES,E-mini S&P 500 Futures
        #CRYPTO::=TYPE,SYMBOL,DESCRIPTION
        CRYPTO,BTC/EUR,Bitcoin / Euro
        CRYPTO,BTC/JPY,Bitcoin / Yen
        CRYPTO,BTC/USDT,Bitcoin / Tether
        CRYPTO,BTC/AAA,Bitcoin / Triple A
        CRYPTO,BTC/USD,Bitcoin / US Dollar
        CRYPTO,BTC/GBP,Bitcoin / Pound
        #OPTION::=TYPE,SYMBOL,DESCRIPTION
        OPTION,.KO270115C100,KO Jan 15 2027 100.00 Call

        """

    /// A query, the symbols found, the tier of the first, and the highlights in its description.
    private static let examples: [(String, [String], SearchTier, [String])] = [
        // The query is one word, the description has two.
        ("att", ["T"], .description, ["AT&T"]), ("at&t", ["T"], .description, ["AT&T"]),
        ("at & t", ["T"], .description, ["AT&T"]), ("a t t", ["T"], .description, ["AT&T"]),
        ("cocacola", ["KO"], .description, ["Coca-Cola"]), ("cocac", ["KO"], .description, ["Coca-C"]),
        ("coca cola", ["KO"], .description, ["Coca-Cola"]), ("mcdonalds", ["MCD"], .description, ["McDonald's"]),
        ("mcdonald", ["MCD"], .description, ["McDonald"]), ("loreal", ["OR:FR"], .description, ["L\u{2019}Oréal"]),
        ("l'oreal sa", ["OR:FR"], .description, ["L\u{2019}Oréal", "S.A"]),
        ("nikkei225", ["NI225:JP"], .notation, []),
        // The query has two words, the description is one.
        ("jp morgan", ["JPM"], .description, ["JPMorgan"]), ("j p morgan", ["JPM"], .description, ["JPMorgan"]),
        ("jp morg", ["JPM"], .description, ["JPMorg"]), ("exxonmobil", ["XOM"], .typo, ["Exxon", "Mobil"]),
        ("exxonmob", ["XOM"], .typo, ["Exxon", "Mob"]),
        // `and` equals `&`.
        ("procter and gamble", ["PG"], .description, ["Procter", "Gamble"]),
        ("procter and", ["PG"], .description, ["Procter"]),
        // Umlauts.
        ("muenchener", ["MUV2:DE"], .description, ["Münchener"]),
        ("munchener", ["MUV2:DE"], .description, ["Münchener"]),
        ("könig", ["KOE:DE"], .description, ["Koenig"]), ("koenig", ["KOE:DE"], .description, ["Koenig"]),
        // Matches of whole words come first, then descriptions with the fewest other words, then higher ranks.
        ("alphabet class a", ["GOOGL"], .description, ["Alphabet", "A", "Class"]),
        ("alphabet a", ["GOOGL"], .description, ["Alphabet", "A"]),
        ("alphabet c", ["GOOG", "GOOGL"], .description, ["Alphabet", "C", "C", "C"]),
        ("s&p 500", ["SPX", "SPY", "/ES"], .notation, []),
        ("sp500", ["SPX", "SPY", "/ES"], .notation, []),
        // A day after a month is a separate word.
        ("jan15", [".KO270115C100"], .typo, ["Jan", "15"]),
        // Whole tickers.
        ("es", ["/ES", "ESX"], .notation, []),
        // A few letters may be the beginning of any name, so the weight decides.
        ("air", ["AIRY", "AIR:FR"], .symbolPrefix, []), ("brk", ["BRKX", "BRK/A"], .symbolPrefix, []),
        // Pairs are ordered by the currency of their prices.
        ("btc", ["BTC/USD", "BTC/USDT", "BTC/EUR", "BTC/GBP", "BTC/JPY", "BTC/AAA"], .notation, []),
    ]

    @Test func resultsHaveTheDocumentedOrder() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.listing, in: folder).catalog
        for (text, symbols, tier, highlights) in Self.examples {
            let hits = try catalog.search(text).hits
            let found = hits.prefix(symbols.count).map { catalog.symbol(at: $0.row) }
            #expect(found == symbols, "\(text)")
            guard let hit = hits.first else { continue }
            #expect(hit.tier == tier, "\(text)")
            let bytes = Array(catalog.string(.description, at: hit.row).utf8)
            let shown = (hit.highlights[.description] ?? []).map { String(decoding: bytes[$0], as: UTF8.self) }
            if tier != .symbolPrefix { #expect(Set(shown) == Set(highlights), "\(text): \(shown)") }
        }
        #expect(
            try catalog.search("es").hits.first?.highlights == [.symbol: [1..<3]],
            "the slash is no part of what was typed")
    }

    /// Changed rows are ordered among the rows of the file as if they were in the file.
    @Test func changedRowsRankAmongOthers() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.listing, in: folder).catalog
        let live = try LiveCatalog.open(path: folder.path("live"))
        for symbols in [["BTC/EUR", "SPX", "AIR:FR", "BTC/AAA"], ["SPY", "BTC/USD"]] {
            _ = try live.apply(symbols.map { catalog[$0]! })
        }
        try live.compact()
        _ = try live.apply(catalog.rows(in: .rank, limit: .max).map { catalog.profile(at: $0) })
        for text in ["btc", "s&p 500", "air", "es", "b"] {
            let found = try live.view.search(text).hits
            let expected = try catalog.search(text).hits
            #expect(
                found.map { live.view.symbol(at: $0.row) } == expected.map { catalog.symbol(at: $0.row) }, "\(text)")
        }
        try live.close()
    }

    /// A file of an earlier version has no word counts: all descriptions have one grade.
    @Test func filesWithoutWordCountsHaveOneGrade() throws {
        let sizes = DescriptionSizes(.empty, rows: 5)
        for row in 0..<5 {
            #expect(sizes.descriptionClass(of: row, 0) == 0)
            #expect(sizes.block(from: row, of: 0..<2, 0).lowerBound == row)
            #expect(sizes.block(from: row, of: 1..<3, 0).isEmpty)
        }
    }
}
