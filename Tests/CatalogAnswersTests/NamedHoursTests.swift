import CatalogAnswers
import InstrumentCatalog
import TestSupport
import Testing

/// Finding trading hours by name.
struct NamedHoursTests {
    private static let text = """
        #STOCK::=TYPE,SYMBOL,TRADING_HOURS
        STOCK,AAPL,NewYorkETH()
        STOCK,XASE,Own(tz=UTC;0=08000900)
        STOCK,Brk,A()
        STOCK,bRK,B()
        STOCK,NONE,
        ##COMPLETE

        """

    private static func catalog(in folder: TemporaryFolder) throws -> Catalog {
        var builder = CatalogBuilder()
        var reader = RecordReader()
        try reader.read(Array(text.utf8).span, into: &builder)
        try reader.finish(into: &builder)
        let path = folder.path("catalog")
        _ = try builder.write(to: path)
        return try Catalog.open(path)
    }

    @Test(arguments: [
        ("XNYS", "venue XNYS"), ("xnys", "venue XNYS"), ("NYSE", "venue XNYS"), ("nyse", "venue XNYS"),
        ("NASDAQ", "venue XNAS"), ("new york stock exchange", "venue XNYS"), ("LSE", "venue XLON"),
        ("BIST", "venue BIST"), ("AAPL", "symbol AAPL NewYorkETH()"), ("aapl", "symbol AAPL NewYorkETH()"),
        // An exact symbol has precedence over a venue, and a venue over a symbol that is written in another case.
        ("XASE", "symbol XASE Own(tz=UTC;0=08000900)"), ("Brk", "symbol Brk A()"), ("BRK", "nothing"),
        ("NONE", "symbol NONE "), ("NewYorkETH()", "hours NewYorkETH()"), ("tz=UTC", "hours tz=UTC"),
        // Characters other than letters and digits are replaced by `_`.
        ("24/7", "venue 24_7"), ("24/5", "venue 24_5"), ("CME Globex Equity", "venue CME_Globex_Equity"),
        ("TSXV", "venue TSXV"), ("NewYork", "venue NewYork"), ("newyorkus", "venue NewYorkUS"),
        ("ZZZZ", "nothing"), ("", "nothing"), ("/", "nothing"),
    ])
    func namesResolveToVenuesSchedulesAndInstruments(name: String, meaning: String) throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog(in: folder)
        let found = NamedHours(name, in: catalog, defaults: .bundled)
        let text = found.map { found in
            switch found.kind {
            case .hours: "hours \(found.text)"
            case .symbol: "symbol \(found.name) \(found.text)"
            case .venue: "venue \(found.name)"
            }
        }
        #expect((text ?? "nothing") == meaning)
        // Without a catalog, there are no symbols.
        let alone = NamedHours(name, in: nil, defaults: .bundled)
        if found?.kind != .symbol { #expect(alone == found) } else { #expect(alone?.kind != .symbol) }
    }

    @Test func unknownNamesHaveSimilarNames() throws {
        let folder = try TemporaryFolder()
        let catalog = try Self.catalog(in: folder)
        #expect(NamedHours.near("XNYX", in: nil, defaults: .bundled) == ["XNYS", "XNYM"])
        #expect(NamedHours.near("AAPLE", in: catalog, defaults: .bundled) == ["AAPL"])
        #expect(NamedHours.near("AAPLE", in: nil, defaults: .bundled) == [])
    }

    /// A venue of a text of hours can have other names. An unknown name is returned unchanged, so that the error can
    /// list the venues.
    @Test func otherNamesOfAVenueSelectItInHours() {
        let hours = "XNYS();XLON(tz=Europe/London;0=08001630)"
        let defaults = ScheduleDefaults.bundled
        for (name, venue) in [("xlon", "XLON"), ("NYSE", "XNYS"), ("XLON", "XLON"), ("XPAR", "XPAR"), ("x", "x")] {
            #expect(defaults.venueName(name, in: hours) == venue)
        }
        #expect(defaults.venueName("x", in: "no hours") == "x")
    }
}
