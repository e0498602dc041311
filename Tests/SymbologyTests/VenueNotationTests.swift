import Symbology
import Testing

/// Notations of crypto exchanges, of India, and of brokers and feeds.
@Suite("Notations of venues and brokers")
struct VenueNotationTests {
    private static let reader = SymbolReader(on: CalendarDate(year: 2026, month: 1, day: 10)!)

    private func check(_ rows: [(text: String, sentence: String, Comment)]) {
        for row in rows {
            #expect(Self.reader.read(row.text).first?.description == row.sentence, "\(row.text): \(row.2)")
        }
    }

    @Test func cryptoContractsAreAKindOfTheirOwn() {
        check([
            ("BTC-27JUN25", "crypto future BTC, 27 Jun 2025", "inverse"),
            ("BTC_USDC-27JUN25", "crypto future BTC/USDC, 27 Jun 2025", "linear"),
            ("BTC-2JAN26-100000-C", "crypto option BTC, 2 Jan 2026, 100000, call", "a day of one digit"),
            ("XRP_USDC-30JAN26-2d5-C", "crypto option XRP/USDC, 30 Jan 2026, 2.5, call", "d is the point"),
            ("DERIBIT:BTC-27JUN25", "crypto future BTC, 27 Jun 2025, DERIBIT", "with the venue"),
            ("BTC-USD-260130-50000-C", "crypto option BTC/USD, 30 Jan 2026, 50000, call", "with the quote"),
            ("BTC-20260130-50000-C", "crypto option BTC, 30 Jan 2026, 50000, call", "a year of four digits"),
            (
                "BTC-30JAN26-50000-P-USDT", "crypto option BTC, 30 Jan 2026, 50000, put, settled in USDT",
                "the settlement last"
            ),
            (
                "BTC/USDT:USDT-260130-50000-C",
                "crypto option BTC/USDT, 30 Jan 2026, 50000, call, settled in USDT", "a library of many exchanges"
            ),
            ("BTC/USD:BTC-250627", "crypto future BTC/USD, 27 Jun 2025, settled in BTC", "inverse"),
            ("BTCUSDT_250627", "crypto future BTC/USDT, 27 Jun 2025", "joined codes"),
            ("PEPE/USDT:USDT-250627", "crypto future PEPE/USDT, 27 Jun 2025, settled in USDT", "an unknown asset"),
            ("FI_XBTUSD_250627", "crypto future BTC/USD, 27 Jun 2025", "the kind first"),
            ("C-BTC-50000-300126", "crypto option BTC, 30 Jan 2026, 50000, call", "the day first"),
            ("XBTM25", "crypto future BTC, Jun 2025", "a month's code"),
            ("BTCUSDTH26", "crypto future BTC/USDT, Mar 2026", "a month's code after the quote"),
            ("BTCH26", "future BTC, Mar 2026", "a product of an exchange of futures"),
            ("BTC   260130C00050000", "option, 30 Jan 2026, 50, call", "an option on the US fund"),
            ("AAPL-20260130-250-C", "option, 30 Jan 2026, 250, call", "no crypto asset"),
        ])
    }

    @Test func indianContractsAreReadAsBrokersWriteThem() {
        check([
            ("NIFTY25OCTFUT", "future NIFTY, Oct 2025", "a month"),
            ("NIFTY28OCT25FUT", "future NIFTY, Oct 2025", "a day"),
            ("NFO:NIFTY25OCTFUT", "future NIFTY, Oct 2025, NFO (XNSE)", "with the segment"),
            ("360ONE25OCTFUT", "future 360ONE, Oct 2025", "a root that begins with digits"),
            ("M&M25OCTFUT", "future M&M, Oct 2025", "a root with a mark"),
            ("NIFTY25OCT25000CE", "option, Oct 2025, 25000, call", "a month's options"),
            ("BANKNIFTY2270733700PE", "option, 7 Jul 2022, 33700, put", "year, month, day and strike"),
            ("NIFTY25O0725000CE", "option, 7 Oct 2025, 25000, call", "O is October"),
            ("NIFTY30SEP2111000CE", "option, 30 Sep 2021, 11000, call", "day, month, year and strike"),
            ("RELIANCE28OCT251400CE", "option, 28 Oct 2025, 1400, call", "2028 is too far ahead"),
            ("NIFTY 30 Sep 2021 CE 11000", "option, 30 Sep 2021, 11000, call", "words"),
            ("CE 1/15/27 100 C", "option, 15 Jan 2027, 100, call", "CE is also a ticker"),
        ])
        #expect(Self.reader.read("PRICE").first?.description == "ticker PRICE", "a word that ends with CE")
    }

    @Test func prefixesAndAttributesOfBrokersAndFeedsAreUnderstood() {
        check([
            ("HK.00700", "ticker 00700, HK", "the country first"),
            ("US.TSLA", "ticker TSLA, US", "the country first"),
            ("US.TO", "ticker US, TO (XTSE)", "rather a place after the ticker"),
            ("SH.600519", "ticker 600519, SH (XSHG)", "the exchange first"),
            ("SZ.000001", "ticker 000001, SZ (XSHE)", "a share, although an index has the number"),
            ("TSLA-US", "ticker TSLA, US", "the country last"),
            ("700-HK", "ticker 700, HK", "the country last"),
            ("BAC-PL", "ticker BAC, preferred L", "rather a series than Poland"),
            ("AAPL{=d}", "ticker AAPL; without the attributes {=d}", "a candle"),
            ("AAPL&Q", "ticker AAPL; without the attributes &Q", "an exchange"),
            ("AAPL&Q{=5m,price=bid}", "ticker AAPL; without the attributes &Q{=5m,price=bid}", "both"),
            ("M&M", "ticker M&M", "a ticker of Mumbai"),
            ("M&M.NS", "ticker M&M, NS (XNSE)", "not at the end"),
        ])
    }

    @Test func seriesComeBeforePlacesOfOneLetter() {
        check([
            ("BAC.PR.L", "ticker BAC, preferred L", "L is also London"),
            ("BAC.PR.L.TO", "ticker BAC, preferred L, TO (XTSE)", "with a place"),
            ("PEB^G", "ticker PEB, preferred G", "a caret"),
            ("XYZ.U", "ticker XYZ, units", "U is also the feed of options"),
            ("HOM-UN.TO", "ticker HOM, units, TO (XTSE)", "Canadian units"),
            ("HOM_u.TO", "ticker HOM, units, TO (XTSE)", "a RIC"),
            ("XYZ.W", "ticker XYZ, class W", "a class; then warrants"),
        ])
        #expect(Self.reader.read("XYZ.W").last?.description == "ticker XYZ, warrants")
        #expect(Self.reader.read("XYZ.R").last?.description == "ticker XYZ, rights")
    }

    @Test func identifiersMayHaveLettersAndMayBeTickers() {
        check([
            ("FDIC99425", "CUSIP FDIC99425", "I among the first letters, and a correct check digit"),
            ("FDIC99426", "ticker FDIC99426", "a wrong check digit"),
            ("ISIN: US0378331005", "ISIN US0378331005", "with its label"),
            ("AT0000496898.VI", "ticker AT0000496898, VI (XWBO)", "a fund's ticker at a place"),
        ])
        #expect(Self.reader.read("AT0000496898.VI").last?.description == "ISIN AT0000496898")
    }

    /// A share's text on a site, and its texts of terminals and of this format.
    @Test(arguments: [
        ("SAP.MU", "SAP GM Equity", "SAP:XMUN"), ("SAP.F", "SAP GF Equity", "SAP:XFRA"),
        ("SAP.BE", "SAP GB Equity", "SAP:XBER"), ("SAP.DU", "SAP GD Equity", "SAP:XDUS"),
        ("SAP.HM", "SAP GH Equity", "SAP:XHAM"), ("SAP.HA", "SAP GI Equity", "SAP:XHAN"),
        ("SAP.SG", "SAP GS Equity", "SAP:XSTU"), ("SAP.DE", "SAP GY Equity", "SAP:DE"),
        ("500325.BO", "500325 IB Equity", "500325:XBOM"), ("RELIANCE.NS", "RELIANCE IN Equity", "RELIANCE:IN"),
        ("NESN.SW", "NESN SW Equity", "NESN:CH"), ("OMV.VI", "OMV AV Equity", "OMV:AT"),
    ])
    func regionalVenuesHaveTheirOwnCodes(site: String, terminal: String, ipf: String) throws {
        let share = try #require(Self.reader.read(site).first?.reference)
        let writer = SymbolWriter(on: Self.reader.day)
        #expect(writer.write(share, as: .yahooLike) == site)
        #expect(writer.write(share, as: .terminal) == terminal)
        #expect(writer.write(share, as: .ipf) == ipf)
    }
}
