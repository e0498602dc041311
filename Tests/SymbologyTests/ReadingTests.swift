import Symbology
import Testing

/// The readings of a text, on the day of the conformance tables.
@Suite("Reading notations")
struct ReadingTests {
    static let reader = SymbolReader(on: CalendarDate(year: 2026, month: 11, day: 21)!)

    /// A text, its notation, and a description of the best reading.
    typealias Row = (text: String, notation: Notation, sentence: String)

    static func check(_ rows: [Row]) {
        for row in rows {
            let best = reader.read(row.text).first
            #expect(best?.description == row.sentence, "\(row.text)")
            #expect(best?.notation == row.notation, "\(row.text)")
        }
    }

    @Test("Options are read in the notations of clearing, brokers, terminals, chart services and RICs")
    func writtenOptions() {
        Self.check([
            ("AAPL  270115C00260000", .occ, "option, 15 Jan 2027, 260, call"),
            ("AAPL270115C00260000", .occ, "option, 15 Jan 2027, 260, call"),
            ("O:AAPL270115P00260000", .occ, "option, 15 Jan 2027, 260, put"),
            ("F     261218C00012500", .occ, "option, 18 Dec 2026, 12.5, call"),
            ("AAPL--270115C00260000", .occ, "option, 15 Jan 2027, 260, call"),
            (".AAPL270115C260", .ipf, "option, 15 Jan 2027, 260, call"),
            (".F261218P12.5", .ipf, "option, 18 Dec 2026, 12.5, put"),
            ("./ESZ26C6600:XCME", .ipf, "option on the future ES Dec 2026, 6600, call"),
            ("AAPL_011527C260", .broker, "option, 15 Jan 2027, 260, call"),
            ("-AAPL270115C260", .broker, "option, 15 Jan 2027, 260, call"),
            ("+AAPL270115C260", .broker, "option, 15 Jan 2027, 260, call"),
            ("AAPL270115C260", .broker, "option, 15 Jan 2027, 260, call"),
            ("AAPL20270115C260", .broker, "option, 15 Jan 2027, 260, call"),
            ("AAPL 15JAN27 260 C", .broker, "option, 15 Jan 2027, 260, call"),
            ("AAPL 01/15/2027 260.00 C", .broker, "option, 15 Jan 2027, 260, call"),
            ("BRK.B 260206C00495000", .broker, "option, 6 Feb 2026, 495, call"),
            ("BRK B 270115C00495000", .occ, "option, 15 Jan 2027, 495, call"),
            ("BRK/B US 02/06/26 C495 Equity", .terminal, "option, 6 Feb 2026, 495, call"),
            ("O:QQQ   260126C00626000", .occ, "option, 26 Jan 2026, 626, call"),
            ("OPRA:AAPL  270115C00260000", .chart, "option, 15 Jan 2027, 260, call"),
            ("US.AAPL260116C260000", .broker, "option, 16 Jan 2026, 260, call"),
            ("AAPLL182426000.U^L24", .ric, "option, 18 Dec 2024, 260, call"),
            ("AAPLX182426000.U^L24", .ric, "option, 18 Dec 2024, 260, put"),
            ("SPXx182615000.U", .ric, "option, 18 Dec 2026, 1500, put"),
            ("./ZBU5 OZBN5 250620C142.5", .broker, "option on the future OZB Jul 2025, 142.5, call"),
            ("AAPL US 01/15/27 C260 Equity", .terminal, "option, 15 Jan 2027, 260, call"),
            ("AAPL 1/15/27 C260 Equity", .terminal, "option, 15 Jan 2027, 260, call"),
            ("SPX US 12/18/26 C6500 Index", .terminal, "option, 18 Dec 2026, 6500, call"),
            ("ESZ6C 6600 Index", .terminal, "option on the future ES Dec 2026, 6600, call"),
            ("AAPLA152726000.U", .ric, "option, 15 Jan 2027, 260, call"),
            ("AAPLM152726000.U", .ric, "option, 15 Jan 2027, 260, put"),
            ("OPRA:AAPL270115C260.0", .chart, "option, 15 Jan 2027, 260, call"),
            ("ESZ26C6600", .exchange, "option on the future ES Dec 2026, 6600, call"),
            ("ESZ6 P6600", .exchange, "option on the future ES Dec 2026, 6600, put"),
        ])
    }

    @Test(
        "Typed options are read in any order",
        arguments: [
            "aapl 1/15/27 260 c", "aapl 01/15/2027 260 call", "aapl 15jan27 260 calls", "aapl jan 15 2027 260 c",
            "aapl jan 15, 2027 $260 c", "AAPL Jan 15'27 $260 Call", "AAPL Jan 15th 2027 260 Call", "aapl 270115 260 c",
            "aapl 270115C260", "aapl 270115c00260000", "aapl 20270115 260 c", "aapl 2027-01-15 260c",
            "AAPL 260C 1/15/27",
            "260 call aapl jan 15 2027", "aapl 27jan15 260 c", "1/15/27 aapl c260", "aapl 15 january 2027 260 c",
            "aapl jan 15 260 c",
            "aapl 15 jan 260 c", "aapl 1/15 260 c", "aapl 15.1.27 260 c", "AAPL\u{A0}1/15/27 260 C",
            "aapl 260 call 15-jan-27",
            "aapl 260 strike call exp 1/15/27", "aapl option 1/15/27 260 c", "aapl us 1/15/27 260 c",
        ])
    func typedOptions(text: String) {
        let best = Self.reader.read(text).first
        #expect(best?.description == "option, 15 Jan 2027, 260, call")
        guard case .option(let option)? = best?.reference else { return }
        #expect(option.root == "AAPL")
    }

    @Test("A month without a day denotes its standard expiration")
    func monthsOfOptions() {
        for text in ["aapl jan 2027 260 call", "aapl jan27 260 c", "aapl jan '27 260 c", "aapl jan 260 call"] {
            #expect(Self.reader.read(text).first?.description == "option, Jan 2027, 260, call", "\(text)")
        }
        let january = ContractMonth(DeliveryMonth(1)!, 2027)
        #expect(january.thirdFriday == CalendarDate(year: 2027, month: 1, day: 15))
    }

    @Test("Ambiguous texts have all their readings, best first")
    func ambiguous() {
        func sentences(_ text: String) -> [String] { Self.reader.read(text).map(\.description) }
        // In the United States the month is first, elsewhere the day.
        #expect(sentences("aapl 5/1/27 260 c") == ["option, 1 May 2027, 260, call", "option, 5 Jan 2027, 260, call"])
        // 27 is a year, or a day of January.
        #expect(sentences("aapl jan 27 260 c") == ["option, Jan 2027, 260, call", "option, 27 Jan 2027, 260, call"])
        // Without a side, the option can be a call or a put.
        #expect(sentences("aapl 1/15/27 260") == ["option, 15 Jan 2027, 260, call", "option, 15 Jan 2027, 260, put"])
        // TSE is Tokyo in some notations and Toronto in others.
        #expect(sentences("TSE:7203") == ["ticker 7203, TSE (XTKS)", "ticker 7203, TSE (XTSE)"])
        // A country in this format; a terminal's code for another one.
        #expect(sentences("SAP:GR") == ["ticker SAP, GR", "ticker SAP, GR (XETR)"])
        // A ticker, a crypto asset, and a futures product.
        #expect(sentences("btc") == ["ticker BTC", "pair BTC/USD", "product BTC"])
        // A token pegged to the dollar.
        #expect(sentences("BINANCE:BTCUSDT") == ["pair BTC/USDT, BINANCE", "pair BTC/USD, BINANCE"])
        // Terminals always write the month first.
        #expect(sentences("AAPL US 05/01/27 C260 Equity") == ["option, 1 May 2027, 260, call"])
    }

    @Test("Order lines of trading platforms, with quantity, multiplier and price")
    func orders() {
        Self.check([
            ("+1 AAPL 100 15 JAN 27 260 CALL", .typed, "option, 15 Jan 2027, 260, call"),
            ("BUY +1 AAPL 100 15 JAN 27 260 CALL @3.20 LMT", .typed, "option, 15 Jan 2027, 260, call"),
            ("-10 SPX 100 (Weeklys) 16 DEC 26 6000 PUT", .typed, "option, 16 Dec 2026, 6000, put"),
            ("+2 /ESZ26", .ipf, "future ES, Dec 2026"),
            ("sold -100 AAPL", .typed, "ticker AAPL"),
        ])
    }

    @Test("The country determines the order of day and month")
    func orderOfDays() {
        let german = SymbolReader(on: CalendarDate(year: 2026, month: 11, day: 21)!, country: "DE")
        #expect(german.read("sap 5/1/27 260 c").first?.description == "option, 5 Jan 2027, 260, call")
        #expect(german.read("sap 1/15/27 260 c").first?.description == "option, 15 Jan 2027, 260, call")
    }

    @Test("Futures are read in all notations")
    func futures() {
        Self.check([
            ("/ESZ26", .ipf, "future ES, Dec 2026"),
            ("/ESZ6", .ipf, "future ES, Dec 2026"),
            ("/ESZ26:XCME", .ipf, "future ES, Dec 2026, XCME"),
            ("/ES", .ipf, "product ES"),
            ("/NK225M", .ipf, "product NK225M"),
            ("ESZ6", .exchange, "future ES, Dec 2026"),
            ("ESZ26", .exchange, "future ES, Dec 2026"),
            ("ESZ2026", .exchange, "future ES, Dec 2026"),
            ("6EZ26", .exchange, "future 6E, Dec 2026"),
            ("@ESZ26", .exchange, "future ES, Dec 2026"),
            ("@ES#", .exchange, "future ES, front month"),
            ("ES Z26", .typed, "future ES, Dec 2026"),
            ("ES DEC26", .typed, "future ES, Dec 2026"),
            ("ES Dec 2026", .typed, "future ES, Dec 2026"),
            ("es dec", .typed, "future ES, Dec 2026"),
            ("december 2026 es", .typed, "future ES, Dec 2026"),
            ("natural gas jan 2027", .typed, "future NG, Jan 2027"),
            ("crude oil march", .typed, "future CL, Mar 2027"),
            ("es1", .typed, "ticker ES1"),
            ("ES 1", .typed, "future ES, front month"),
            ("es 1!", .typed, "future ES, front month"),
            ("gold front month", .typed, "future GC, front month"),
            ("nikkei futures", .typed, "product NK225"),
            ("dax futures dec", .typed, "future FDAX, Dec 2026"),
            ("ESZ6-ESH7", .typed, "spread ES, Dec 2026 - Mar 2027"),
            ("ESZ6/H7", .typed, "spread ES, Dec 2026 - Mar 2027"),
            ("/ESZ26-/ESH27", .typed, "spread ES, Dec 2026 - Mar 2027"),
            ("es z6 h7", .typed, "spread ES, Dec 2026 - Mar 2027"),
            ("es dec mar", .typed, "spread ES, Dec 2026 - Mar 2027"),
            ("es dec 26 mar 27 spread", .typed, "spread ES, Dec 2026 - Mar 2027"),
            ("es calendar spread", .typed, "spread ES, front month"),
            ("crude oil jun calendar", .typed, "spread CL, Jun 2027"),
            ("es oct", .typed, "future ES, Oct 2027"),
            ("dec 26 es", .typed, "future ES, Dec 2026"),
            ("es futures dec '26", .typed, "future ES, Dec 2026"),
            ("/ES DEC 26", .typed, "future ES, Dec 2026"),
            ("ES 202612", .typed, "future ES, Dec 2026"),
            ("ES 12-26", .typed, "future ES, Dec 2026"),
            ("ES 2026-12", .typed, "future ES, Dec 2026"),
            ("gold feb 27", .typed, "future GC, Feb 2027"),
            ("ES1!", .chart, "future ES, front month"),
            ("CME_MINI:ES2!", .chart, "future ES, contract 2 from the front, CME_MINI (XCME)"),
            ("CBOE:VX1!", .chart, "future VX, front month, CBOE (XCBF)"),
            ("CME_MINI:ESZ2026", .chart, "future ES, Dec 2026, CME_MINI (XCME)"),
            ("SR31!", .chart, "future SR3, front month"),
            ("ES12!", .chart, "future ES, contract 12 from the front"),
            ("ES=F", .yahooLike, "future ES, front month"),
            ("CLF27.NYM", .yahooLike, "future CL, Jan 2027, NYM (XNYM)"),
            ("ESc1", .ric, "future ES, front month"),
            ("LCOc2", .ric, "future BRN, contract 2 from the front"),
            ("ESZ6 Index", .terminal, "future ES, Dec 2026"),
            ("ES1 Index", .terminal, "future ES, front month"),
            ("ESA Index", .terminal, "future ES, front month"),
            ("C Z6 Comdty", .terminal, "future ZC, Dec 2026"),
            ("C 1 Comdty", .terminal, "future ZC, front month"),
            ("CLF7 Comdty", .terminal, "future CL, Jan 2027"),
            ("RXZ6 Comdty", .terminal, "future FGBL, Dec 2026"),
            ("ECZ6 Curncy", .terminal, "future 6E, Dec 2026"),
        ])
    }

    @Test("A year of one digit is the nearest whose month has not passed")
    func yearsOfOneDigit() {
        func month(_ text: String, on day: (Int, Int, Int)) -> String? {
            let reader = SymbolReader(on: CalendarDate(year: day.0, month: day.1, day: day.2)!)
            return reader.read(text).first?.description
        }
        #expect(month("ESZ6", on: (2026, 12, 31)) == "future ES, Dec 2026")
        #expect(month("/ESZ6", on: (2027, 1, 1)) == "future ES, Dec 2036")
        #expect(month("/ESX6", on: (2026, 12, 1)) == "future ES, Nov 2036")
        #expect(month("ESH0", on: (2029, 6, 1)) == "future ES, Mar 2030")
        #expect(month("ESZ99", on: (2026, 1, 1)) == "future ES, Dec 1999")
    }

    @Test("A digit that denotes a distant year is part of the ticker")
    func tickersWithDigits() {
        for text in ["HEN3", "PETR4", "VOW3", "ABEV3"] {
            #expect(Self.reader.read(text).first?.description == "ticker \(text)")
        }
    }

    @Test("Shares are read with their place")
    func shares() {
        Self.check([
            ("AAPL", .typed, "ticker AAPL"),
            ("aapl us equity", .terminal, "ticker AAPL, US"),
            ("AAPL US", .terminal, "ticker AAPL, US"),
            ("AAPL UW Equity", .terminal, "ticker AAPL, UW (XNAS)"),
            ("VOD LN Equity", .terminal, "ticker VOD, LN (XLON)"),
            ("BP/ LN", .terminal, "ticker BP, LN (XLON)"),
            ("THYAO TI", .terminal, "ticker THYAO, TI (XIST)"),
            ("700 HK Equity", .terminal, "ticker 700, HK (XHKG)"),
            ("SAP GY", .terminal, "ticker SAP, GY (XETR)"),
            ("AAPL.O", .ric, "ticker AAPL, O (XNAS)"),
            ("BRKb.N", .ric, "ticker BRK, class B, N (XNYS)"),
            ("2222.SE", .ric, "ticker 2222, SE (XSAU)"),
            ("THYAO.IS", .yahooLike, "ticker THYAO, IS (XIST)"),
            ("7203.T", .yahooLike, "ticker 7203, T (XTKS)"),
            ("BT-A.L", .yahooLike, "ticker BT, class A, L (XLON)"),
            ("M&M.NS", .yahooLike, "ticker M&M, NS (XNSE)"),
            ("NASDAQ:AAPL", .chart, "ticker AAPL, NASDAQ (XNAS)"),
            ("BIST:THYAO", .chart, "ticker THYAO, BIST (XIST)"),
            ("BP.", .typed, "ticker BP."),
            ("LSE:BP.", .chart, "ticker BP, LSE (XLON)"),
            ("EPA:AIR", .chart, "ticker AIR, EPA (XPAR)"),
            ("AAPL:NASDAQ", .chart, "ticker AAPL, NASDAQ (XNAS)"),
            ("XNAS:AAPL", .chart, "ticker AAPL, XNAS"),
            ("SZSE:000001", .chart, "ticker 000001, SZSE (XSHE)"),
            ("#AAPL", .typed, "ticker AAPL"),
            ("(AAPL),", .typed, "ticker AAPL"),
            ("THYAO:TR", .ipf, "ticker THYAO, TR"),
            ("AAPL:XNAS", .ipf, "ticker AAPL, XNAS"),
            ("VOD:LN", .terminal, "ticker VOD, LN (XLON)"),
            ("\u{FF17}\u{FF12}\u{FF10}\u{FF13}.T", .yahooLike, "ticker 7203, T (XTKS)"),
        ])
    }

    @Test("Classes and other series are read with any separator")
    func series() {
        Self.check([
            ("BRK.B", .typed, "ticker BRK, class B"),
            ("BRK/B", .typed, "ticker BRK, class B"),
            ("BRK-B", .yahooLike, "ticker BRK, class B"),
            ("BRK B", .typed, "ticker BRK, class B"),
            ("NOVO B DC", .terminal, "ticker NOVO, class B, DC (XCSE)"),
            ("BRK/B US Equity", .terminal, "ticker BRK, class B, US"),
            ("OMXSTO:ERIC_B", .chart, "ticker ERIC, class B, OMXSTO (XSTO)"),
            ("BAC.PRL", .typed, "ticker BAC, preferred L"),
            ("BAC-PL", .yahooLike, "ticker BAC, preferred L"),
            ("BAC PR L", .typed, "ticker BAC, preferred L"),
            ("BAC^L", .typed, "ticker BAC, preferred L"),
            ("oxy ws", .typed, "ticker OXY, warrants"),
            ("OXY-WT", .yahooLike, "ticker OXY, warrants"),
            ("OXY+", .typed, "ticker OXY, warrants"),
            ("REI.UN", .typed, "ticker REI, units"),
            ("ABC.RT", .typed, "ticker ABC, rights"),
        ])
        #expect(Self.reader.read("BRKB").map(\.description) == ["ticker BRKB", "ticker BRK, class B"])
    }

    /// The base and the quote of the best reading; `nil` if it is no pair.
    static func bestPair(_ text: String) -> String? {
        guard case .pair(let pair)? = reader.read(text).first?.reference else { return nil }
        return "\(pair.base)/\(pair.quote)"
    }

    @Test("Pairs, crypto assets and metals are read")
    func pairs() {
        for text in [
            "EURUSD", "eur/usd", "EUR.USD", "EUR-USD", "EUR_USD", "EUR USD", "EURUSD=X", "EUR=", "EURUSD Curncy",
            "EUR Curncy",
            "EURUSD BGN Curncy", "FX:EURUSD", "OANDA:EURUSD", "C:EURUSD", "EURUSD:CUR", "CURRENCY:EURUSD",
        ] {
            #expect(Self.bestPair(text) == "EUR/USD", "\(text)")
        }
        for text in [
            "BTCUSD", "BTC-USD", "BTC/USD", "XBT/USD", "XBTUSD", "XXBTZUSD", "X:BTCUSD", "COINBASE:BTC-USD",
            "BINANCE:BTCUSD",
            "KRAKEN:XBTUSD", "BTC.USD", "XBT Curncy",
        ] {
            #expect(Self.bestPair(text) == "BTC/USD", "\(text)")
        }
        Self.check([
            ("JPY=X", .yahooLike, "pair USD/JPY"),
            ("JPY=", .ric, "pair USD/JPY"),
            ("JPY Curncy", .terminal, "pair USD/JPY"),
            ("EURJPY=", .ric, "pair EUR/JPY"),
            ("XAUUSD", .typed, "pair XAU/USD"),
            ("XAU=", .ric, "pair XAU/USD"),
            ("PEPE-USD", .yahooLike, "pair PEPE/USD"),
            ("BINANCE:PEPEUSDT.P", .chart, "pair PEPE/USDT, BINANCE"),
            ("OANDA:EUR_USD", .chart, "pair EUR/USD, OANDA"),
            ("COINBASE:BTCUSD", .chart, "pair BTC/USD, COINBASE"),
            ("BTCUSD.P", .chart, "pair BTC/USD"),
        ])
    }

    @Test(
        "An index has its tickers in all notations",
        arguments: [
            ("^GSPC", "SPX"), (".SPX", "SPX"), (".INX", "SPX"), ("SPX Index", "SPX"), ("SP:SPX", "SPX"),
            ("TVC:SPX", "SPX"),
            ("CBOE:SPX", "SPX"), ("INDEXSP:.INX", "SPX"), ("SPX:IND", "SPX"), ("^DJI", "DJI"), ("INDU Index", "DJI"),
            ("^IXIC", "COMP"), ("NASDAQ:IXIC", "COMP"), ("^FTSE", "UKX"), ("UKX Index", "UKX"), ("^GDAXI", "DAX"),
            ("XETR:DAX", "DAX"), ("^FCHI", "CAC40"), ("CAC Index", "CAC40"), ("^N225", "NI225"), ("NKY Index", "NI225"),
            ("XU100.IS", "XU100"), ("BIST:XU100", "XU100"), ("000001.SS", "000001"), ("DX-Y.NYB", "DXY"),
            ("DAX:DE", "DAX"), ("VIX.X", "VIX"), ("dax 40", "DAX"), ("eurostoxx 50", "SX5E"),
            ("Euro Stoxx 50", "SX5E"),
            ("s&p 500", "SPX"), ("sp 500", "SPX"), ("hang seng", "HSI"), ("Hang Seng Index", "HSI"),
            ("FTSE 100", "UKX"),
            ("volatility index", "VIX"), ("SSE:000001", "000001"),
        ])
    func indexes(text: String, ticker: String) {
        guard case .index(let index)? = Self.reader.read(text).first?.reference else {
            Issue.record("\(text) is not an index")
            return
        }
        #expect(index.tickers.first == ticker)
    }

    @Test("Other symbols of IPF denote themselves")
    func symbols() {
        let spread = "=./KCZ26C300:IFUS-0.5*/KCZ26:IFUS@285.5-./KCZ26P250:IFUS-./KCZ26P240:IFUS"
        #expect(Self.reader.read(spread) == [SymbolReading(.symbol(spread), .ipf)])
        #expect(Self.reader.read("=aapl-MSFT").first?.reference == .symbol("=aapl-MSFT"))
        #expect(Self.reader.read("$TOP10").first?.reference == .symbol("$TOP10"))
        #expect(Self.reader.read("US500:CFD").first?.reference == .symbol("US500:CFD"))
    }

    @Test(
        "Names and sentences have no reading",
        arguments: [
            "", " ", "bank of china", "air liquide", "rolls royce", "saudi aramco", "l'oreal",
            "treasury 2034",
            "jp morgan", "international business machines", "贵州茅台", "dollar general", "dollar tree", "won seng",
            "gold miners", "bitcoin etf", "general mills jan 50", "10 year bond yield",
            "türk",
            "spy call", String(repeating: "A", count: 65), "a\u{0}b", "\u{FFFF}",
        ])
    func names(text: String) { #expect(Self.reader.read(text).isEmpty) }

    @Test("The array is emptied before it is filled")
    func reused() {
        var readings = Self.reader.read("AAPL US")
        Self.reader.read("bank of china".utf8Span.span, into: &readings)
        #expect(readings.isEmpty)
    }
}
