import Foundation
import TestSupport
import Testing

@testable import InstrumentCatalog

/// Texts in other notations, resolved to instruments of a catalog.
struct NotationTests {
    private static let day = CalendarDate(year: 2026, month: 11, day: 21)!

    private static let listing = """
        #STOCK::=TYPE,SYMBOL,DESCRIPTION,LOCAL_SYMBOL,COUNTRY,OPOL,EXCHANGES,ISIN,CUSIP,SEDOL,AUTOCOMPLETE_WEIGHT
        STOCK,AAPL,Apple,,US,XNAS,XNAS,US0378331005,037833100,,300
        STOCK,BRK/A,Berkshire A,,US,XNYS,XNYS,US0846701086,,,10
        STOCK,BRK/B,Berkshire B,,US,XNYS,XNYS,US0846707026,,,20
        STOCK,OXY/WS,Occidental warrants,,US,XNYS,XNYS,,,,
        STOCK,SAP,SAP ADR,,US,XNYS,XNYS,,,,
        STOCK,SAP:DE,SAP,SAP,DE,XETR,XETR;XFRA,DE0007164600,,4846288,50
        STOCK,RIO:GB,Rio,RIO,GB,XLON,XLON,,,,
        STOCK,RIO:AU,Rio,RIO,AU,XASX,XASX,,,,
        STOCK,BP.:GB,BP,BP.,GB,XLON,XLON,,,,
        STOCK,BT.A:GB,BT,BT.A,GB,XLON,XLON,,,,
        STOCK,NOVO-B:DK,Novo,NOVO-B,DK,XCSE,XCSE,,,,
        STOCK,700:HK,Tencent,700,HK,XHKG,XHKG,,,,
        STOCK,7203:JP,Toyota,7203,JP,XTKS,XTKS,,,,
        STOCK,005930:KR,Samsung,005930,KR,XKRX,XKRX,,,,
        STOCK,THYAO:TR,Turk Hava,THYAO,TR,XIST,XIST,TRATHYAO91M5,,,
        #INDEX::=TYPE,SYMBOL,DESCRIPTION,COUNTRY
        INDEX,SPX,S&P 500,US
        INDEX,UKX:GB,FTSE 100,GB
        #FOREX::=TYPE,SYMBOL,DESCRIPTION,CURRENCY
        FOREX,EUR/USD,Euro,USD
        FOREX,USD/JPY,Yen,JPY
        #CRYPTO::=TYPE,SYMBOL,DESCRIPTION,CURRENCY
        CRYPTO,BTC/USD,Bitcoin,USD
        #PRODUCT::=TYPE,SYMBOL,DESCRIPTION,COUNTRY,OPOL
        PRODUCT,/ES,E-mini,US,XCME
        #FUTURE::=TYPE,SYMBOL,COUNTRY,OPOL,EXCHANGES,CFI,PRODUCT,MMY,EXPIRATION,LAST_TRADE
        FUTURE,/ESU26:XCME,US,XCME,XCME,FFXXXX,/ES,202609,2026-09-18,2026-09-18
        FUTURE,/ESZ26:XCME,US,XCME,XCME,FFXXXX,/ES,202612,2026-12-18,2026-12-18
        FUTURE,/ESH27:XCME,US,XCME,XCME,FFXXXX,/ES,202703,2027-03-19,2027-03-19
        FUTURE,/QQZ26,US,XNYM,XNYM,FFXXXX,/QQ,202612,2026-12-18,2026-12-18
        FUTURE,/GCF27:XCEC,US,XCEC,XCEC,FCXXXX,/GC,202701,2027-01-27,2027-01-27
        FUTURE,/GCG27:XCEC,US,XCEC,XCEC,FCXXXX,/GC,202702,2027-02-24,2027-02-24
        FUTURE,/GCH27:XCEC,US,XCEC,XCEC,FCXXXX,/GC,202703,2027-03-29,2027-03-29
        #OPTION::=TYPE,SYMBOL,COUNTRY,CFI,PRODUCT,UNDERLYING,EXPIRATION,STRIKE
        OPTION,.AAPL270115C260,US,OCASPS,,AAPL,2027-01-15,260
        OPTION,.AAPL270115P260,US,OPASPS,,AAPL,2027-01-15,260
        OPTION,.AAPL270122C260,US,OCASPS,,AAPL,2027-01-22,260
        OPTION,.AAPL1270115C260,US,OCASPS,,AAPL,2027-01-15,260
        OPTION,.AAPL261218C2.5,US,OCASPS,,AAPL,2026-12-18,2.5
        OPTION,.BRKB270115C500,US,OCASPS,,BRK/B,2027-01-15,500
        OPTION,.SPXW261216C6000,US,OCEICS,,SPX,2026-12-16,6000
        OPTION,.SPX261218C6000,US,OCEICS,,SPX,2026-12-18,6000
        OPTION,.SPXW261218C6000,US,OCEICS,,SPX,2026-12-18,6000
        OPTION,ODAX1,DE,OCEICS,,SAP:DE,2026-12-17,200
        OPTION,./ESZ26C6600:XCME,US,OCAFPS,/ES,/ESZ26:XCME,2026-12-18,6600

        """

    private static func symbols(_ catalog: Catalog, _ text: String, on day: CalendarDate = day) -> [String] {
        catalog.instruments(written: text, on: day).map { catalog.symbol(at: $0.row) }
    }

    /// Texts, and all instruments that they denote, best first.
    private static let rows: [(String, [String], Comment)] = [
        ("AAPL  270115C00260000", [".AAPL270115C260"], "option clearing's form"),
        ("aapl 1/15/27 260 p", [".AAPL270115P260"], "as typed"),
        ("aapl jan 2027 260 call", [".AAPL270115C260"], "a month means its standard options, not the weekly ones"),
        ("AAPL1 270115C00260000", [".AAPL1270115C260"], "an adjusted root"),
        ("AAPL 261218C00002500", [".AAPL261218C2.5"], "a strike with decimals"),
        ("BRK.B 1/15/27 500 C", [".BRKB270115C500"], "the root of a class of shares"),
        ("SPX 12/16/26 6000 C", [".SPXW261216C6000"], "a weekly option by the index itself"),
        ("SPX 12/18/26 6000 C", [".SPX261218C6000"], "the typed text is a root"),
        ("SPXW 12/18/26 6000 C", [".SPXW261218C6000"], "a separate root"),
        ("SAP GY 12/17/26 C200 Equity", ["ODAX1"], "an opaque symbol, found by the chain of the underlying"),
        ("AAPL 1/15/27 261 C", [], "a strike that does not exist"),
        ("ESZ6", ["/ESZ26:XCME"], "the nearest year"),
        ("/ESZ26:XCME", ["/ESZ26:XCME"], "this format's own symbol"),
        ("es dec 26", ["/ESZ26:XCME"], "a month in words"),
        ("ES1!", ["/ESZ26:XCME"], "the front month has not expired"),
        ("ES2!", ["/ESH27:XCME"], "the next one"),
        ("ES9!", [], "fewer contracts exist"),
        ("CME:ESZ2026", ["/ESZ26:XCME"], "a place"),
        ("NYMEX:ESZ2026", [], "a wrong place"),
        ("/QQZ26", ["/QQZ26"], "a future without a venue and with an unknown root"),
        ("/ES", ["/ES", "/ESZ26:XCME"], "the product, then its front month"),
        ("AAPL US Equity", ["AAPL"], "a country"),
        ("AAPL UW Equity", ["AAPL"], "a venue"),
        ("AAPL LN Equity", [], "another country"),
        ("SAP GY Equity", ["SAP:DE"], "one of two with the ticker"),
        ("SAP US", ["SAP"], "the other"),
        ("SAP.F", ["SAP:DE"], "a further venue"),
        ("RIO LN", ["RIO:GB"], "London"),
        ("ASX:RIO", ["RIO:AU"], "Sydney"),
        ("rio", ["RIO:AU", "RIO:GB"], "no place: all listings, by rank"),
        ("BRK.B", ["BRK/B"], "a class of shares"),
        ("BRKB", ["BRK/B"], "without a mark"),
        ("OXY WS", ["OXY/WS"], "warrants"),
        ("BP/ LN Equity", ["BP.:GB"], "a padded ticker"),
        ("BP.L", ["BP.:GB"], "not padded"),
        ("BT-A.L", ["BT.A:GB"], "a class in London"),
        ("NOVOB DC", ["NOVO-B:DK"], "a class in Copenhagen"),
        ("0700", ["700:HK"], "leading zeros"),
        ("700 HK Equity", ["700:HK"], "none"),
        ("TYO:7203", ["7203:JP"], "a site's code of a place"),
        ("5930 KS Equity", ["005930:KR"], "zeros that others omit"),
        ("THYAO TI", ["THYAO:TR"], "Istanbul"),
        ("^GSPC", ["SPX"], "a site's own code of an index"),
        ("UKX Index", ["UKX:GB"], "an index with a country"),
        ("EURUSD=X", ["EUR/USD"], "a pair"),
        ("JPY=X", ["USD/JPY"], "one currency against the dollar"),
        ("USDEUR", ["EUR/USD"], "the pair has one order"),
        ("XBTUSD", ["BTC/USD"], "another code of an asset"),
        ("us-037833-1005", ["AAPL"], "an ISIN as pasted"),
        ("037833 10 0", ["AAPL"], "a CUSIP as pasted"),
        ("US0846", ["BRK/B", "BRK/A"], "an ISIN's beginning"),
        ("turk hava", [], "words"),
        ("", [], "nothing"),
        (String(repeating: "A ", count: 600), [], "longer than any notation"),
    ]

    @Test func textsFindTheirInstruments() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.listing, in: folder).catalog
        for (text, expected, comment) in Self.rows {
            #expect(Self.symbols(catalog, text) == expected, "\(text): \(comment)")
        }
    }

    @Test func theDaySelectsTheContract() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.listing, in: folder).catalog
        let rows: [(String, String, [String])] = [
            ("ES1!", "2026-09-18", ["/ESU26:XCME"]), ("ES1!", "2026-09-19", ["/ESZ26:XCME"]),
            ("ES1!", "2026-12-19", ["/ESH27:XCME"]), ("ES1!", "2027-03-20", []),
            // Few January and March contracts are traded, so the front month skips them.
            ("GC1!", "2027-01-05", ["/GCG27:XCEC"]), ("GC1!", "2027-03-01", ["/GCH27:XCEC"]),
            ("ESU6", "2026-09-01", ["/ESU26:XCME"]), ("ESZ6", "2017-01-01", ["/ESZ26:XCME"]),
        ]
        for (text, day, expected) in rows {
            let date = CalendarDate(dashed: day.utf8Span.span)
            let day = try #require(date)
            #expect(Self.symbols(catalog, text, on: day) == expected, "\(text) on \(day)")
        }
    }

    /// Added and removed futures change what notations denote, such as the front month.
    @Test func changesAffectNotations() throws {
        let folder = try TemporaryFolder()
        let path = try Building.catalog(Self.listing, in: folder).catalog.path
        let live = try LiveCatalog.open(path: path)
        var future = InstrumentProfile()
        future.type = "FUTURE"
        future.symbol = "/ESX26:XCME"
        future.product = "/ES"
        future.cfi = "FFXXXX"
        future.opol = "XCME"
        future.expiration = CalendarDate(year: 2026, month: 11, day: 30)
        var apple = try #require(live.view["AAPL"])
        apple.description = "Apple, changed"
        try live.apply([future, apple, .removal(of: ".AAPL270115C260"), .removal(of: "RIO:GB")])
        let view = live.view
        #expect(Self.symbols(view, "ES1!") == ["/ESX26:XCME"])
        #expect(Self.symbols(view, "ES2!") == ["/ESZ26:XCME"])
        #expect(Self.symbols(view, "AAPL UW Equity") == ["AAPL"])
        #expect(Self.symbols(view, "us-037833-1005") == ["AAPL"])
        #expect(Self.symbols(view, "US03783") == ["AAPL"])
        #expect(Self.symbols(view, "aapl 1/15/27 260 c") == [])
        #expect(Self.symbols(view, "rio") == ["RIO:AU"])
        #expect(try view.search("AAPL UW Equity", on: Self.day).hits.map { view.symbol(at: $0.row) } == ["AAPL"])
        try live.apply([.removal(of: "/ESX26:XCME")])
        #expect(Self.symbols(live.view, "ES1!") == ["/ESZ26:XCME"])
        try live.close()
    }

    @Test func readingsExplainTheText() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.listing, in: folder).catalog
        let hit = try #require(try catalog.search("aapl 1/15/27 260 c", on: Self.day).hits.first)
        #expect(hit.tier == .notation)
        #expect(hit.reason == "option, 15 Jan 2027, 260, call")
        let candidate = try #require(catalog.instruments(written: ".AAPL270115C260", on: Self.day).first)
        #expect(candidate.reading.notation == .ipf)
    }

    /// A search resolves notations, but finds words and plain tickers by its other tiers.
    @Test func searchesResolveNotations() throws {
        let folder = try TemporaryFolder()
        let catalog = try Building.catalog(Self.listing, in: folder).catalog
        let rows: [(String, String, SearchTier?)] = [
            ("0700", "700:HK", .notation), ("/es", "/ES", .exactSymbol), ("es", "/ES", .notation),
            ("brk b", "BRK/B", .notation), ("btc", "BTC/USD", .notation), ("novo b", "NOVO-B:DK", .notation),
            ("US0846", "BRK/B", .notation), ("us-037833-1005", "AAPL", .notation), ("aapl", "AAPL", .exactSymbol),
            ("rio", "RIO:AU", .exactIdentifier), ("turk", "THYAO:TR", .description), ("apple", "AAPL", .description),
        ]
        for (text, symbol, tier) in rows {
            let hit = try #require(try catalog.search(text, on: Self.day, limit: 1).hits.first, "\(text)")
            #expect(catalog.symbol(at: hit.row) == symbol && hit.tier == tier, "\(text): \(hit)")
        }
    }

    // MARK: The recorded table

    /// Returns a catalog of the recorded tables' instruments, and a table's lines: a text and the expected symbols.
    private static func recorded(
        _ name: String, in folder: TemporaryFolder
    ) throws -> (catalog: Catalog, rows: [(text: String, symbols: [String])]) {
        let tables = try #require(Conformance.folder).appending(path: "search")
        let text = try String(contentsOf: tables.appending(path: "instruments.ipf"), encoding: .utf8)
        let lines = try String(contentsOf: tables.appending(path: name), encoding: .utf8).split(separator: "\n")
        let rows = lines.map { line in
            let parts = line.split(separator: "\t")
            return (String(parts[0]), parts[1].split(separator: "|").map(String.init))
        }
        return (try Building.catalog(text, in: folder).catalog, rows)
    }

    @Test(.enabled(if: Conformance.folder != nil))
    func recordedNotationsFindTheirInstruments() throws {
        let folder = try TemporaryFolder()
        let (catalog, rows) = try Self.recorded("notations.tsv", in: folder)
        for (text, symbols) in rows {
            let first = Self.symbols(catalog, text).first ?? "nothing"
            #expect(symbols.contains(first), "\(text): \(first)")
            let hit = try catalog.search(text, on: Self.day, limit: 1).hits.first
            let found = hit.map { catalog.symbol(at: $0.row) } ?? "nothing"
            #expect(symbols.contains(found), "search \(text): \(found)")
        }
    }

    /// Each instrument, written in each notation that can express it, denotes itself.
    @Test(.enabled(if: Conformance.folder != nil))
    func everyInstrumentIsFoundInEachNotation() throws {
        let folder = try TemporaryFolder()
        let (catalog, _) = try Self.recorded("notations.tsv", in: folder)
        let writer = SymbolWriter()
        var written: [Notation: Int] = [:]
        for row in catalog.fileRows {
            let reference = catalog.reference(at: row)
            for notation in Notation.writable {
                guard let text = writer.write(reference, as: notation) else { continue }
                written[notation, default: 0] += 1
                let rows = catalog.instruments(written: text, on: Self.day).map(\.row)
                #expect(rows.contains(row), "\(catalog.symbol(at: row)) as \(notation.rawValue): \(text)")
            }
        }
        for notation in Notation.writable { #expect(written[notation, default: 0] > 100, "\(notation)") }
    }

    /// Every symbol denotes itself, even if it has other readings.
    @Test(.enabled(if: Conformance.folder != nil))
    func everySymbolFindsItsInstrument() throws {
        let folder = try TemporaryFolder()
        let (catalog, _) = try Self.recorded("notations.tsv", in: folder)
        for row in catalog.fileRows {
            let symbol = catalog.symbol(at: row)
            #expect(catalog.instruments(written: symbol, on: Self.day).first?.row == row, "\(symbol)")
        }
    }
}
