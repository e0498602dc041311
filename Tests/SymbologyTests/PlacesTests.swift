import Symbology
import Testing

@Suite("Places")
struct PlacesTests {
    private let places = SymbolPlaces.bundled

    @Test("Codes of all schemes denote their markets")
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
        "Common names denote their markets",
        arguments: [
            ("NYSE", "XNYS"), ("nyse", "XNYS"), ("Nasdaq", "XNAS"), ("XNYS", "XNYS"), ("bist", "XIST"), ("LSE", "XLON"),
            ("new york stock exchange", "XNYS"), ("Xetra", "XETR"), ("TSE", "XTKS"),
        ])
    func names(name: String, mic: String) { #expect(places.market(named: name)?.code == mic) }

    @Test("Other names denote no market")
    func noName() { #expect(places.market(named: "NYSEX") == nil) }

    @Test("Each scheme has a code for a market")
    func written() {
        #expect(places.place(of: "XNYS", in: .terminal)?.code == "US")
        #expect(places.place(of: "XNYS", in: .ric)?.code == "N")
        #expect(places.place(of: "XNYS", in: .yahooLike)?.code == "")
        #expect(places.place(of: "XNYS", in: .chart)?.code == "NYSE")
        #expect(places.place(of: "XNYS", in: .country)?.code == "US")
        #expect(places.place(of: "QQQQ", in: .ric) == nil)
    }

    @Test("Lines of a custom file precede the bundled lines")
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
        #expect(reader.read("AAPL UN").first?.description == "ticker AAPL, UN (XNYS)", "the bundled lines remain")
        #expect(reader.read("DSKX Index").first?.description == "index DESKX")
        #expect(reader.read("DFFZ6 Index").first?.description == "future DF, Dec 2026")
        #expect(reader.read("deskfuture dec 26").first?.description == "future DF, Dec 2026")
        #expect(own.places("UW", in: .terminal).map(\.mics) == [["XDSK"], ["XNAS"]])
        #expect(SymbolWriter(places: own).write(reader.read("DESK:ABC")[0].reference, as: .terminal) == "ABC UW Equity")
    }

    @Test("The bundled text alone gives the bundled table")
    func bundledText() throws {
        let again = try SymbolPlaces(parsing: SymbolPlaces.bundledText)
        #expect(again.places("TSE", in: .chart).map(\.mics) == [["XTKS"], ["XTSE"], ["XTKS"], ["XTSE"]])
    }

    @Test("Errors name the line and the position, and suggest a remedy")
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
                places, line 1: unknown kind of line 'plaice'; expected source, market, venues, country, place, feed, index, \
                product, currency, base, crypto, quote, alias, name or a comment after #
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
            message("place chart A XNAS").contains("expected a source, found the end of the line"))
        #expect(message("place chart A XNAS iso10383 more").contains("expected the end of the line, found 'more'"))
        #expect(message("place chart A - iso10383").contains("expected MICs, or a country, found '-'"))
        #expect(message("market NASDAQ US iso10383 x").contains("expected a MIC of 4 characters, found 'NASDAQ'"))
        #expect(message("market XQQQ USA iso10383 x").contains("expected a country of 2 letters, found 'USA'"))
        #expect(
            message("venues chief US iso10383 XNAS") == """
                places, line 1: unknown class 'chief'; expected main, secondary or regional
                  venues chief US iso10383 XNAS
                         ^
                """)
        #expect(message("venues main USA iso10383 XNAS").contains("expected a country of 2 letters, found 'USA'"))
        #expect(
            message("venues main US iso10383").contains("expected a MIC of 4 characters, found the end of the line"))
        #expect(message("venues main US iso10383 XNAS NYSEX").contains("expected a MIC of 4 characters, found 'NYSEX'"))
        #expect(
            message("name city XNYS iso10383 New York") == """
                places, line 1: unknown kind 'city'; expected country, venue, currency, type or adr
                  name city XNYS iso10383 New York
                       ^
                """)
        #expect(message("name country - cldr x").contains("expected countries of 2 letters, found '-'"))
        #expect(message("name country USA cldr x").contains("expected countries of 2 letters, found 'USA'"))
        #expect(message("name venue NYSE2 iso10383 x").contains("expected MICs of 4 characters, found 'NYSE2'"))
        #expect(message("name venue XQQQ iso10383 x").contains("no market or venues line has the MIC XQQQ"))
        #expect(message("name currency USD,EUR cldr x").contains("expected a currency of 3 letters, found 'USD,EUR'"))
        #expect(message("name type ETF cldr x").contains("expected - as the source of types, found 'cldr'"))
        #expect(
            message("name country US cldr").contains("expected names, separated by commas, found the end of the line"))
        #expect(
            message("name country US cldr a,, b") == """
                places, line 1: expected names, separated by commas, found 'a,, b'
                  name country US cldr a,, b
                                       ^
                """)
        #expect(message("market XQQQ US iso10383").contains("expected the market's name, found the end of the line"))
        #expect(
            message("feed shares A iso10383").contains("unknown kind 'shares'; expected currencies, crypto or indexes"))
        #expect(
            message("product X XNAS Y - - - - iso10383 x").contains(
                "expected a root and its sector, as in ES:Index, RX:Comdty"))
        #expect(message("base iso4217 QQQ").contains("no currency line has the currency QQQ"))
        #expect(message("quote USDQ QQQ iso4217").contains("no currency line has the currency QQQ"))
        #expect(message("crypto - iso4217 x").contains("expected a code, found -"))
        #expect(
            message("alias share AAPL iso4217 x").contains(
                "unknown kind 'share'; expected currency, part, crypto, pair, index, product or future"))
        #expect(message("alias index QQQX iso4217 x").contains("no index line has the code QQQX"))
        #expect(message("alias product QQQX iso4217 x").contains("no product line has the code QQQX"))
        #expect(message("alias part QQQ iso4217 x").contains("no currency or crypto line has the code QQQ"))
        #expect(message("alias pair GBPUSD iso4217 x").contains("expected a pair such as GBP/USD, found 'GBPUSD'"))
        #expect(message("alias index SPX iso4217").contains("expected names, found the end of the line"))
        #expect(message("source mine").contains("expected a URL, found the end of the line"))
    }
}
