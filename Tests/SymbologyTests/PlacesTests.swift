import Symbology
import Testing

@Suite("Places")
struct PlacesTests {
    private let places = SymbolPlaces.bundled

    @Test("Codes of all schemes")
    func codes() {
        #expect(places.places("UW", in: .terminal).first?.mics == ["XNAS"])
        #expect(places.places("oq", in: .ric).first?.mics == ["XNAS"])
        #expect(places.places("IS", in: .yahooLike).first?.mics == ["XIST"])
        #expect(places.places("BIST", in: .chart).first?.countries == ["TR"])
        #expect(places.places("XLON", in: .mic).first?.title == "London Stock Exchange")
        #expect(places.places("DE", in: .country).first?.mics.first == "XETR")
        #expect(places.places("TSE", in: .chart).map(\.mics) == [["XTKS"], ["XTSE"]])
        #expect(places.places("QQQQ", in: .chart).isEmpty)
        #expect(places.places("", in: .chart).isEmpty)
        #expect(places.places("A code that is far too long", in: .chart).isEmpty)
        #expect(places.places("UW", in: .terminal).first?.source.hasPrefix("https://") == true)
    }

    @Test(
        "Markets by the names that people have for them",
        arguments: [
            ("NYSE", "XNYS"), ("nyse", "XNYS"), ("Nasdaq", "XNAS"), ("XNYS", "XNYS"), ("bist", "XIST"), ("LSE", "XLON"),
            ("new york stock exchange", "XNYS"), ("Xetra", "XETR"), ("TSE", "XTKS"),
        ])
    func names(name: String, mic: String) { #expect(places.market(named: name)?.code == mic) }

    @Test("No market has another name")
    func noName() { #expect(places.market(named: "NYSEX") == nil) }

    @Test("What a scheme writes for a market")
    func written() {
        #expect(places.place(of: "XNYS", in: .terminal)?.code == "US")
        #expect(places.place(of: "XNYS", in: .ric)?.code == "N")
        #expect(places.place(of: "XNYS", in: .yahooLike)?.code == "")
        #expect(places.place(of: "XNYS", in: .chart)?.code == "NYSE")
        #expect(places.place(of: "XNYS", in: .country)?.code == "US")
        #expect(places.place(of: "QQQQ", in: .ric) == nil)
    }

    @Test("A file of one's own adds lines, which come before the bundled ones")
    func extended() throws {
        let text = """
            # our desk
            source desk https://desk.example/codes
            market XDSK US desk Desk Exchange
            place chart DESK XDSK desk
            place terminal UW XDSK desk\r
            index US DESKX,DSK DSKX - - DESK:DSK desk Desk 20
            market XDSF US desk Desk Futures Exchange
            product DF XDSF DFF:Index DFR DF DESK DESKFUTURE https://desk.example Desk futures
            """
        let own = try SymbolPlaces(parsing: text)
        let reader = SymbolReader(places: own, on: CalendarDate(year: 2026, month: 11, day: 21)!)
        #expect(reader.read("DESK:ABC").first?.description == "ticker ABC, DESK (XDSK)")
        #expect(reader.read("AAPL UW").first?.description == "ticker AAPL, UW (XDSK)")
        #expect(reader.read("AAPL UN").first?.description == "ticker AAPL, UN (XNYS)", "the bundled lines stay")
        #expect(reader.read("DSKX Index").first?.description == "index DESKX")
        #expect(reader.read("DFFZ6 Index").first?.description == "future DF, Dec 2026")
        #expect(reader.read("deskfuture dec 26").first?.description == "future DF, Dec 2026")
        #expect(own.places("UW", in: .terminal).map(\.mics) == [["XDSK"], ["XNAS"]])
        #expect(SymbolWriter(places: own).write(reader.read("DESK:ABC")[0].reference, as: .terminal) == "ABC UW Equity")
    }

    @Test("A table stands alone where none is extended: the bundled text reads as the bundled table")
    func bundledText() throws {
        let again = try SymbolPlaces(parsing: SymbolPlaces.bundledText)
        #expect(again.places("TSE", in: .chart).map(\.mics) == [["XTKS"], ["XTSE"], ["XTKS"], ["XTSE"]])
    }

    @Test("Errors say line, place and how to go on")
    func errors() {
        func message(_ text: String) -> String {
            do throws(GrammarError) {
                _ = try SymbolPlaces(parsing: text)
                return ""
            } catch {
                return error.description
            }
        }
        #expect(
            message("# a comment\n\nplace chat NASDAQ XNAS tradingview") == """
                places, line 3: unknown scheme 'chat'; expected terminal, ric, yahoo-like or chart
                  place chat NASDAQ XNAS tradingview
                        ^
                """)
        #expect(
            message("plaice chart A XNAS iso10383") == """
                places, line 1: unknown kind of line 'plaice'; expected source, market, country, place, feed, index, name, \
                product, currency, base, crypto, quote or a comment after #
                  plaice chart A XNAS iso10383
                  ^
                """)
        #expect(
            message("place chart A XQQQ iso10383") == """
                places, line 1: no market line has the MIC XQQQ
                  place chart A XQQQ iso10383
                                ^
                """)
        #expect(message("place chart A QQ iso10383").contains("no market line has the country QQ"))
        #expect(
            message("place chart A XNAS mine") == """
                places, line 1: no source line has the name 'mine'; write 'source mine URL' before, or a URL here
                  place chart A XNAS mine
                                     ^
                """)
        #expect(
            message("place chart A XNAS").contains("expected a source, found the line's end"))
        #expect(message("place chart A XNAS iso10383 more").contains("expected the line's end, found 'more'"))
        #expect(message("place chart A - iso10383").contains("expected MICs, or a country, found '-'"))
        #expect(message("market NASDAQ US iso10383 x").contains("expected a MIC of 4 characters, found 'NASDAQ'"))
        #expect(message("market XQQQ USA iso10383 x").contains("expected a country of 2 letters, found 'USA'"))
        #expect(message("market XQQQ US iso10383").contains("expected the market's name, found the line's end"))
        #expect(
            message("feed shares A iso10383").contains("unknown kind 'shares'; expected currencies, crypto or indexes"))
        #expect(
            message("product X XNAS Y - - - - iso10383 x").contains(
                "expected a root and its sector, as in ES:Index, RX:Comdty"))
        #expect(message("base iso4217 QQQ").contains("no currency line has the currency QQQ"))
        #expect(message("quote USDQ QQQ iso4217").contains("no currency line has the currency QQQ"))
        #expect(message("crypto - iso4217 x").contains("expected a code, found -"))
        #expect(
            message("name share AAPL iso4217 x").contains(
                "unknown kind 'share'; expected currency, part, crypto, pair, index, product or future"))
        #expect(message("name index QQQX iso4217 x").contains("no index line has the code QQQX"))
        #expect(message("name product QQQX iso4217 x").contains("no product line has the code QQQX"))
        #expect(message("name part QQQ iso4217 x").contains("no currency or crypto line has the code QQQ"))
        #expect(message("name pair GBPUSD iso4217 x").contains("expected a pair such as GBP/USD, found 'GBPUSD'"))
        #expect(message("name index SPX iso4217").contains("expected names, found the line's end"))
        #expect(message("source mine").contains("expected a URL, found the line's end"))
    }
}
