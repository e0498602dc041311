import TestSupport
import Testing

@testable import InstrumentCatalog

/// Names, pasted identifiers, venues of pairs and spreads, resolved to instruments of a catalog.
struct NamedNotationTests {
    private static let day = CalendarDate(year: 2026, month: 11, day: 21)!

    private static let listing = """
        #STOCK::=TYPE,SYMBOL,DESCRIPTION,COUNTRY,OPOL,EXCHANGES,ISIN,CUSIP,SEDOL,WKN,AUTOCOMPLETE_WEIGHT
        STOCK,AAPL,Apple,US,XNAS,XNAS,US0378331005,,,,300
        STOCK,APC:DE,Apple,DE,XETR,XETR,US0378331005,,,,900
        STOCK,PIE,Apple Pie Holdings,US,XNYS,XNYS,,,,,500
        STOCK,BAC,Bank of America,US,XNYS,XNYS,,060505104,,,
        STOCK,SIE:DE,Siemens,DE,XETR,XETR,DE0007236101,,,,
        STOCK,SIE:AT,Siemens,AT,XWBO,XWBO,DE0007236101,,,,800
        STOCK,NOVN:CH,Novartis,CH,XSWX,XSWX,CH0012005267,,,,
        STOCK,VOD:GB,Vodafone,GB,XLON,XLON,GB00BH4HKS39,,,,
        STOCK,ULVR:GB,Unilever,GB,XLON,XLON,,,B10RZP7,,
        STOCK,SHOP:CA,Shopify,CA,XTSE,XTSE,CA82509L1076,,,,
        STOCK,005930:KR,Samsung,KR,XKRX,XKRX,,,,,
        STOCK,000001:CN,Ping An Bank,CN,XSHE,XSHE,,,,,
        STOCK,OWN:DE,Own number,DE,XETR,XETR,,,,A1EWWW,
        STOCK,GOLDEN,Golden Gold,US,XNYS,XNYS,,,,,999
        #INDEX::=TYPE,SYMBOL,DESCRIPTION,COUNTRY
        INDEX,000001:CN2,SSE Composite,CN
        INDEX,SHCOMP:CN,SSE Composite,CN
        INDEX,HSI:HK,Hang Seng,HK
        INDEX,COMP:PL,A Polish company,PL
        INDEX,DAX:DE,DAX,DE
        INDEX,$MID,S&P MidCap 400,US
        #FOREX::=TYPE,SYMBOL,DESCRIPTION,CURRENCY
        FOREX,EUR/USD,Euro,USD
        FOREX,USD/EUR,Dollar,EUR
        FOREX,USD/CHF,Swiss franc,CHF
        FOREX,CHF/USD,Swiss franc,USD
        FOREX,XAU/USD,Gold,USD
        FOREX,EUR/USD:OANDA,Euro,USD
        #CRYPTO::=TYPE,SYMBOL,DESCRIPTION,CURRENCY
        CRYPTO,BTC/USD,Bitcoin,USD
        CRYPTO,BTC/USD:COINBASE,Bitcoin,USD
        CRYPTO,BTC/USDT:BINANCE,Bitcoin,USDT
        CRYPTO,BTC/USDT:BYBIT,Bitcoin,USDT
        CRYPTO,SOL/USDT:BYBIT,Solana,USDT
        #CFD::=TYPE,SYMBOL,DESCRIPTION,CURRENCY
        CFD,BCOUSD:OANDA,Brent,USD
        #PRODUCT::=TYPE,SYMBOL,DESCRIPTION,COUNTRY,OPOL
        PRODUCT,/ES,E-mini,US,XCME
        PRODUCT,/GC,Gold,US,XCEC
        PRODUCT,/BTC,Bitcoin,US,XCME
        PRODUCT,/HSI,Hang Seng,HK,XHKF
        #FUTURE::=TYPE,SYMBOL,COUNTRY,OPOL,EXCHANGES,CFI,PRODUCT,MMY,EXPIRATION,LAST_TRADE
        FUTURE,/ESZ26:XCME,US,XCME,XCME,FFXXXX,/ES,202612,2026-12-18,2026-12-18
        FUTURE,/ESH27:XCME,US,XCME,XCME,FFXXXX,/ES,202703,2027-03-19,2027-03-19
        FUTURE,/ESM27:XCME,US,XCME,XCME,FFXXXX,/ES,202706,2027-06-18,2027-06-18
        FUTURE,/NKDZ26:XCME,US,XCME,XCME,FFXXXX,/NKD,202612,2026-12-18,2026-12-18
        #SPREAD::=TYPE,SYMBOL,COUNTRY,OPOL,PRODUCT
        SPREAD,=/ESZ26:XCME-/ESH27:XCME,US,XCME,/ES
        SPREAD,=/ESZ26:XCME-/ESM27:XCME,US,XCME,/ES
        SPREAD,=/ESH27:XCME-/ESM27:XCME,US,XCME,/ES
        #OPTION::=TYPE,SYMBOL,COUNTRY,CFI,UNDERLYING,EXPIRATION,STRIKE
        OPTION,.AAPL270115C260,US,OCASPS,AAPL,2027-01-15,260
        OPTION,.BAC270115C50,US,OCASPS,BAC,2027-01-15,50

        """

    /// Texts, each with the first instruments that a search finds. All of them must be found as a notation.
    private static let rows: [(String, [String], Comment)] = [
        ("ISIN: US0378331005,", ["AAPL", "APC:DE"], "a label and marks; the home listing is first"),
        ("Apple US0378331005 buy", ["AAPL"], "between words"),
        ("CUSIP 037833100", ["AAPL"], "the ISIN contains the CUSIP"),
        ("CUSIP 82509L107", ["SHOP:CA"], "a Canadian ISIN"),
        ("ISIN US0605051046", ["BAC"], "the other way round"),
        ("SEDOL BH4HKS3", ["VOD:GB"], "the ISIN contains the SEDOL"),
        ("isin GB00B10RZP78", ["ULVR:GB"], "the other way round"),
        ("WKN 723610", ["SIE:DE", "SIE:AT"], "the ISIN contains the WKN"),
        ("723610", ["SIE:DE", "SIE:AT"], "a WKN without a label"),
        ("WKN A1EWWW", ["OWN:DE"], "a field of its own, if the catalog has it"),
        ("valor 1200526", ["NOVN:CH"], "the ISIN contains the valor number"),
        ("1200526", ["NOVN:CH"], "a valor number without a label"),
        ("BINANCE:BTCUSDT", ["BTC/USDT:BINANCE", "BTC/USDT:BYBIT", "BTC/USD"], "the venue's pair is first"),
        ("COINBASE:BTCUSD", ["BTC/USD:COINBASE", "BTC/USD"], "another venue"),
        ("KRAKEN:XBTUSD", ["BTC/USD"], "a venue that the catalog lacks"),
        ("OANDA:EUR_USD", ["EUR/USD:OANDA", "EUR/USD"], "a venue of currencies"),
        ("OANDA:BCO_USD", ["BCOUSD:OANDA"], "a contract that is no pair"),
        ("bitcoin", ["BTC/USD", "BTC/USDT:BYBIT"], "a crypto asset"),
        ("solana", ["SOL/USDT:BYBIT"], "no pair with the dollar"),
        ("BTC-PERP", ["BTC/USD", "BTC/USDT:BYBIT"], "a perpetual contract"),
        ("swiss franc", ["USD/CHF"], "the usual pair, although its inverse exists"),
        ("usd eur", ["EUR/USD", "USD/EUR"], "two codes"),
        ("usd/eur", ["USD/EUR"], "the order as written"),
        ("gold", ["/GC", "XAU/USD"], "a product without futures, and the price of the metal"),
        ("gold spot", ["XAU/USD", "/GC"], "the price first"),
        ("btc", ["BTC/USD", "/BTC"], "the price of an asset before its futures"),
        ("chf", ["USD/CHF", "CHF/USD"], "a currency: the usual pair first"),
        ("s&p 400", ["$MID"], "a mark of indexes"),
        ("hsi", ["HSI:HK", "/HSI"], "an index before its futures"),
        ("hang seng futures", ["/HSI"], "futures if they are named"),
        ("dax 40", ["DAX:DE"], "the number of members"),
        ("nikkei dec", ["/NKDZ26:XCME"], "one of several products with the name"),
        ("SZSE:000001", ["000001:CN"], "a share rather than the index of another exchange"),
        ("es1", ["/ESZ26:XCME"], "a known root and a number"),
        ("ESZ6-ESH7", ["=/ESZ26:XCME-/ESH27:XCME"], "a spread"),
        ("ESH7-ESZ6", ["=/ESZ26:XCME-/ESH27:XCME"], "only the inverse spread exists"),
        ("es z6 m7", ["=/ESZ26:XCME-/ESM27:XCME"], "months without the root"),
        (
            "es calendar spread",
            ["=/ESZ26:XCME-/ESH27:XCME", "=/ESH27:XCME-/ESM27:XCME", "=/ESZ26:XCME-/ESM27:XCME"],
            "neighboring months first"
        ),
        ("apple jan 2027 260 call", [".AAPL270115C260"], "a company, although another one has a higher weight"),
        ("bank of america 50 call jan", [".BAC270115C50"], "several words"),
        ("+1 AAPL 100 15 JAN 27 260 CALL", [".AAPL270115C260"], "an order"),
        ("#AAPL", ["AAPL"], "a tag"),
    ]

    @Test func searchesFindTheNamedInstruments() throws {
        let folder = try TemporaryFolder()
        var builder = try Building.builder(Self.listing)
        builder.identifierFields = ["WKN"]
        _ = try builder.write(to: folder.path("catalog"))
        let catalog = try Catalog.open(folder.path("catalog"))
        for (text, expected, comment) in Self.rows {
            let hits = try catalog.search(text, on: Self.day, limit: expected.count).hits
            #expect(hits.map { catalog.symbol(at: $0.row) } == expected, "\(text): \(comment)")
            #expect(hits.allSatisfy { $0.tier <= .notation }, "\(text): \(hits.map(\.tier))")
        }
    }

    /// A ticker is found before another notation with the same digits. Names of companies are found by other tiers.
    @Test func tickersAndNamesOfCompaniesComeFirst() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.listing, in: folder).catalog
        for (text, symbol, tier) in [
            ("005930", "005930:KR", SearchTier.notation), ("apple", "APC:DE", .description),
            ("golden gold", "GOLDEN", .description),
        ] {
            let hit = try #require(try catalog.search(text, on: Self.day, limit: 1).hits.first, "\(text)")
            #expect(catalog.symbol(at: hit.row) == symbol && hit.tier == tier, "\(text): \(hit)")
        }
        #expect(catalog.instruments(written: "nasdaq", on: Self.day).isEmpty, "COMP is not an index of Poland")
    }

    @Test func reasonsNameTheIdentifier() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.listing, in: folder).catalog
        for (text, reason) in [
            ("Apple US0378331005 buy", "ISIN US0378331005"), ("723610", "WKN 723610"),
            ("CUSIP 03783310", "CUSIP 037833100"), ("BINANCE:BTCUSDT", "pair BTC/USDT, BINANCE"),
        ] {
            let hit = try #require(try catalog.search(text, on: Self.day, limit: 1).hits.first, "\(text)")
            #expect(hit.reason == reason, "\(text)")
        }
    }
}
