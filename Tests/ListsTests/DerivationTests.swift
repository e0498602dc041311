import ProfileFormat
import Testing

@testable import Lists

/// Each row: a list of one row, its mapping, the symbol, and other fields, with the reason beside it.
@Suite struct DerivationTests {
    static let rows: [(list: String, map: String, symbol: String, fields: [String: String])] = [
        // A suffix of a finance site denotes the place of the listing.
        (
            "s\n0A05.L\n", "SYMBOL=yahoo:s", "0A05:GB",
            ["COUNTRY": "GB", "OPOL": "XLON", "CURRENCY": "", "TRADING_HOURS": "XLON()"]
        ),
        ("s\nA2A.MI\n", "SYMBOL=yahoo:s", "A2A:IT", ["COUNTRY": "IT", "OPOL": "MTAA", "CURRENCY": "EUR"]),
        (
            "s\nAAPL\n", "SYMBOL=yahoo:s", "AAPL",
            ["COUNTRY": "US", "OPOL": "", "CURRENCY": "USD", "PRICE_INCREMENTS": "0.0001 1; 0.01"]
        ),
        // Symbols of listings on regional and secondary venues end with the MIC.
        ("s\nADS.BE\n", "SYMBOL=yahoo:s", "ADS:XBER", ["COUNTRY": "DE", "OPOL": "XBER", "EXCHANGES": "XBER"]),
        ("s\nBBD-B.TO\n", "SYMBOL=yahoo:s", "BBD-B:CA", ["OPOL": "XTSE", "CURRENCY": "CAD"]),
        ("s\n0009.HK\n", "SYMBOL=yahoo:s", "0009:HK", ["OPOL": "XHKG"]),
        // Hong Kong's numbers have four digits in all notations.
        ("s\n0009.HK\n", "SYMBOL=ric:s", "0009:HK", ["OPOL": "XHKG"]),
        ("s\n80700.HK\n", "SYMBOL=ric:s", "80700:HK", ["OPOL": "XHKG"]),
        ("s\n9 HK Equity\n", "SYMBOL=terminal:s", "0009:HK", ["OPOL": "XHKG"]),
        ("s\nHKEX:9\n", "SYMBOL=chart:s", "0009:HK", ["OPOL": "XHKG"]),
        ("s,m\n00009,XHKG\n", "SYMBOL=s,OPOL=m", "0009:HK", ["OPOL": "XHKG"]),
        ("s,m\n9,XHKG\n", "SYMBOL=s,OPOL=m", "0009:HK", ["OPOL": "XHKG"]),
        ("s\n9:HK\n", "SYMBOL=ipf:s", "9:HK", [:]),
        // If a pair has one currency, the other one is the dollar.
        (
            "s\nAED=X\n", "SYMBOL=yahoo:s", "USD/AED",
            ["TYPE": "FOREX", "BASE_CURRENCY": "USD", "CURRENCY": "AED", "COUNTRY": ""]
        ),
        ("s\nBTC-USD\n", "SYMBOL=yahoo:s", "BTC/USD", ["TYPE": "CRYPTO", "BASE_CURRENCY": "BTC", "CURRENCY": "USD"]),
        ("s\n^GSPC\n", "SYMBOL=yahoo:s", "SPX", ["TYPE": "INDEX"]),
        ("s\nES=F\n", "SYMBOL=yahoo:s", "/ES", ["OPOL": "XCME"]),
        // An operating MIC in the list is replaced by the MIC of the segment. The country is that of the listing.
        (
            "s,mic,country\nAAPL.MI,XMIL,United States\n", "SYMBOL=yahoo:s,OPOL=mic,COUNTRY=country", "AAPL:IT",
            ["COUNTRY": "IT", "OPOL": "MTAA"]
        ),
        // If only the country is known, the ticker gets the country's suffix, and the place is its main exchange.
        (
            "s,c\nCGRA4,brazil\n", "SYMBOL=s,COUNTRY=c", "CGRA4:BR",
            ["COUNTRY": "BR", "OPOL": "BVMF", "CURRENCY": "BRL"]
        ),
        ("s,c\n600601,china\n", "SYMBOL=s,COUNTRY=c", "600601:CN", ["OPOL": "XSHG"]),
        ("s,c\n002457,China\n", "SYMBOL=s,COUNTRY=c", "002457:CN", ["OPOL": "XSHE"]),
        ("s,c\nPRU,united states\n", "SYMBOL=s,COUNTRY=c", "PRU", ["COUNTRY": "US", "OPOL": ""]),
        // The mapping names a fixed place.
        (
            "コード,銘柄名\n1301,極洋\n", "SYMBOL=コード,LOCAL_DESCRIPTION=銘柄名,OPOL='XTKS'", "1301:JP",
            ["COUNTRY": "JP", "CURRENCY": "JPY", "LOCAL_DESCRIPTION": "極洋"]
        ),
        // The list has names of exchanges.
        ("s,e\nIBM,NYSE\n", "SYMBOL=s,OPOL=e", "IBM", ["OPOL": "XNYS", "COUNTRY": "US"]),
        ("s,e\nVOD,London Stock Exchange\n", "SYMBOL=s,OPOL=e", "VOD:GB", ["OPOL": "XLON"]),
        // Symbols can be in other notations.
        ("s\nAAPL.O\n", "SYMBOL=ric:s", "AAPL", ["OPOL": "XNAS"]),
        ("s\nTHYAO TI Equity\n", "SYMBOL=terminal:s", "THYAO:TR", ["OPOL": "XIST"]),
        ("s\nNASDAQ:AAPL\n", "SYMBOL=chart:s", "AAPL", ["OPOL": "XNAS"]),
        (
            "s\nAAPL  261218C00150000\n", "SYMBOL=occ:s", ".AAPL261218C150",
            ["TYPE": "OPTION", "STRIKE": "150", "EXPIRATION": "2026-12-18", "UNDERLYING": "AAPL", "CFI": "OC"]
        ),
        // The list has the market in a separate column.
        ("m,s,t\noanda,SUGARUSD,cfd\n", "SYMBOL=chart:{m}:{s},TYPE=t", "SUGARUSD:OANDA", ["TYPE": "CFD"]),
        (
            "m,s,t,q\ncoinbase,ADAETH,crypto,ETH\n", "SYMBOL=chart:{m}:{s},TYPE=t,CURRENCY=q", "ADA/ETH",
            ["TYPE": "CRYPTO", "BASE_CURRENCY": "ADA"]
        ),
        (
            "m,s,t\ncme,6B,future\n", "SYMBOL=chart:{m}:{s},TYPE=t", "/6B",
            ["TYPE": "PRODUCT", "OPOL": "XCME", "COUNTRY": "US"]
        ),
        // The list has the base of a pair as the symbol, and the quote as the currency.
        ("s,t,q\nEUR,CASH,USD\n", "SYMBOL=s,TYPE=t,CURRENCY=q", "EUR/USD", ["TYPE": "FOREX", "BASE_CURRENCY": "EUR"]),
        ("m,s,t,q\noanda,AUDSGD,forex,SGD\n", "SYMBOL=chart:{m}:{s},TYPE=t,CURRENCY=q", "AUD/SGD", ["TYPE": "FOREX"]),
        // Pence remain distinct from pounds, missing check digits are added, and separators are removed from numbers.
        ("s,c\nVOD.L,GBp\n", "SYMBOL=yahoo:s,CURRENCY=c", "VOD:GB", ["CURRENCY": "GBX"]),
        ("s,c\nVOD.L,GBP\n", "SYMBOL=yahoo:s,CURRENCY=c", "VOD:GB", ["CURRENCY": "GBP"]),
        ("s,i\nA,US03783310\n", "SYMBOL=s,ISIN=i", "A", ["ISIN": "US03783310"]),
        ("s,i,c\nA,US037833100,03783310\n", "SYMBOL=s,ISIN=i,CUSIP=c", "A", ["CUSIP": "037833100"]),
        (
            "s,m,d\nA,\"1,250.5\",31-Dec-2026\n", "SYMBOL=s,MULTIPLIER=m,EXPIRATION=d", "A",
            ["MULTIPLIER": "1250.5", "EXPIRATION": "2026-12-31"]
        ),
        ("s,d\nA,12/31/2026\n", "SYMBOL=s,EXPIRATION=mdy:d", "A", ["EXPIRATION": "2026-12-31"]),
        ("s,f\nA,ESVUFR\n", "SYMBOL=s,CFI=f", "A", ["TYPE": "STOCK"]),
        ("s,f\nB,CEOGES\n", "SYMBOL=s,CFI=f", "B", ["TYPE": "ETF"]),
        ("s,t\nB,Preferred Stock\n", "SYMBOL=s,TYPE=t", "B", ["TYPE": "STOCK"]),
        ("s,p\n6Z,2.5e-05\n", "SYMBOL=s,PRICE_INCREMENTS=p", "6Z", ["PRICE_INCREMENTS": "0.000025"]),
        // The symbol contains its place, which has priority over the exchange's name in the list.
        ("s,e\nSAP:xetr,FSE\n", "SYMBOL=s,OPOL=e", "SAP:DE", ["OPOL": "XETR", "COUNTRY": "DE"]),
        ("s\nBRK.B:xnys\n", "SYMBOL=s", "BRK/B", ["OPOL": "XNYS"]),
        ("s\n600000.XSHG\n", "SYMBOL=s", "600000:CN", ["OPOL": "XSHG"]),
        ("s\nsh.600000\n", "SYMBOL=s", "600000:CN", ["OPOL": "XSHG"]),
        ("s\nSZ000001\n", "SYMBOL=s", "000001:CN", ["OPOL": "XSHE"]),
        ("s\nhk00700\n", "SYMBOL=s", "0700:HK", ["OPOL": "XHKG"]),
        ("s\nSHOP1234\n", "SYMBOL=s", "SHOP1234", ["OPOL": ""]),
        // Codes of common shares of Japan may end with a further 0; other classes have another digit.
        ("s,c\n13760,JP\n", "SYMBOL=s,COUNTRY=c", "1376:JP", ["OPOL": "XTKS"]),
        ("s,c\n130A0,JP\n", "SYMBOL=s,COUNTRY=c", "130A:JP", [:]),
        ("s,c\n25935,JP\n", "SYMBOL=s,COUNTRY=c", "25935:JP", [:]),
        ("s,c\n10320,JP\n", "SYMBOL=s,COUNTRY=c,TYPE=BOND", "10320:JP", [:]),
        // The country of the list has priority over letters before a number.
        ("s,c\nHK12345,CA\n", "SYMBOL=s,COUNTRY=c", "HK12345:CA", ["OPOL": "XTSE"]),
        // Classes of American shares have several spellings.
        ("s,c\nBRKb,US\n", "SYMBOL=s,COUNTRY=c", "BRK/B", [:]),
        ("s,c\nGMEw,US\n", "SYMBOL=s,COUNTRY=c", "GMEw", [:]),
        ("s,c\nBRK_B,US\n", "SYMBOL=s,COUNTRY=c", "BRK/B", [:]),
        ("s,c\nBRK.b,US\n", "SYMBOL=s,COUNTRY=c", "BRK/B", [:]),
        ("s,c\nABRpD,US\n", "SYMBOL=s,COUNTRY=c", "ABR-D", [:]),
        ("s,c\nABR.PRD,US\n", "SYMBOL=s,COUNTRY=c", "ABR-D", [:]),
        ("s,c\nOXY.WS,US\n", "SYMBOL=s,COUNTRY=c", "OXY/WS", [:]),
        // Indexes and certificates of a country need not be listed on its exchange.
        (
            "s,t,c\nMERV,INDEX,Argentina\n", "SYMBOL=s,TYPE=t,COUNTRY=c", "MERV:AR",
            ["OPOL": "", "EXCHANGES": "", "TRADING_HOURS": "", "CURRENCY": "ARS"]
        ),
        ("s,t,c\nX,CERTIFICATE,France\n", "SYMBOL=s,TYPE=t,COUNTRY=c", "X:FR", ["OPOL": ""]),
        ("s,t,e\nX,INDEX,XPAR\n", "SYMBOL=s,TYPE=t,OPOL=e", "X:FR", ["OPOL": "XPAR"]),
        ("s,c\nX,PS\n", "SYMBOL=s,COUNTRY=c", "X:PS", ["OPOL": "XPAE"]),
        // Lists name places in several ways.
        ("s,c\nARMX,dubai\n", "SYMBOL=s,COUNTRY=c", "ARMX:AE", ["OPOL": "XDFM"]),
        ("s,c\nX,andorra\n", "SYMBOL=s,COUNTRY=c", "X:AD", ["COUNTRY": "AD", "OPOL": ""]),
        ("s,c,t\nX,Euro zone,INDEX\n", "SYMBOL=s,COUNTRY=c,TYPE=t", "X:EU", ["COUNTRY": ""]),
        ("s,e\nNESN,Switzerland\n", "SYMBOL=s,OPOL=e", "NESN:CH", ["OPOL": "XSWX"]),
        ("s,e\nAAPL,NMS\n", "SYMBOL=s,OPOL=e", "AAPL", ["OPOL": "XNAS"]),
        ("s,e,c\nX,ASE,USA\n", "SYMBOL=s,OPOL=e,COUNTRY=c", "X", ["OPOL": "XASE"]),
        ("s,e\nX,ASE\n", "SYMBOL=s,OPOL=e", "X:GR", ["OPOL": "XATH"]),
        ("s,e\nX,NGM\n", "SYMBOL=yahoo:s,OPOL=e", "X", ["OPOL": "XNAS"]),
        ("s,e\nX.ST,NGM\n", "SYMBOL=yahoo:s,OPOL=e", "X:SE", ["OPOL": "XSTO"]),
        ("s,e,y\nSBER,MISX,SUR\n", "SYMBOL=s,OPOL=e,CURRENCY=y", "SBER:RU", ["CURRENCY": "RUB"]),
        // The list has coins with the currency of their prices, and contracts of crypto exchanges.
        ("s,t\nEUR_USD,CURRENCY\n", "SYMBOL=s,TYPE=t", "EUR/USD", ["TYPE": "FOREX", "CURRENCY": "USD"]),
        ("s,q,t\nBTC,USD,CRYPTO\n", "SYMBOL=s,CURRENCY=q,TYPE=t", "BTC/USD", ["BASE_CURRENCY": "BTC"]),
        ("s,t\nBTC-25DEC26,FUTURE\n", "SYMBOL=s,TYPE=t", "BTC-25DEC26", ["TYPE": "FUTURE"]),
        ("s,t\nBTC-PERPETUAL,FUTURE\n", "SYMBOL=s,TYPE=t", "BTC-PERPETUAL", [:]),
        ("s,t\nBTC-USDT-SWAP,SWAP\n", "SYMBOL=s,TYPE=t", "BTC-USDT-SWAP", ["TYPE": "CRYPTO"]),
        ("s,t\nESZ26,FUTURE\n", "SYMBOL=s,TYPE=t", "/ESZ26", [:]),
        // A type may describe the assets of a fund, or mean any equity.
        ("s,t\nX,ETF EQUITIES\n", "SYMBOL=s,TYPE=t", "X", ["TYPE": "ETF"]),
        ("s,t\nX,Bond ETF\n", "SYMBOL=s,TYPE=t", "X", ["TYPE": "ETF"]),
        ("s,t\nX,ETFs & Closed End Funds\n", "SYMBOL=s,TYPE=t", "X", ["TYPE": "ETF"]),
        ("s,t\nX,ETF Option\n", "SYMBOL=s,TYPE=t", "X", ["TYPE": "OPTION"]),
        ("s,t\nX,Equity WRT\n", "SYMBOL=s,TYPE=t", "X", ["TYPE": "WARRANT"]),
        ("s,t\nX,Debt Instrument\n", "SYMBOL=s,TYPE=t", "X", ["TYPE": "BOND"]),
        ("s,t,n\nSPY,us_equity,SPDR S&P 500 ETF Trust\n", "SYMBOL=s,TYPE=t,DESCRIPTION=n", "SPY", ["TYPE": "ETF"]),
        ("s,t,n\nX,Common Stock,ETF Managers\n", "SYMBOL=s,TYPE=t,DESCRIPTION=n", "X", ["TYPE": "STOCK"]),
        // Dates without separators, with a time, and in milliseconds. The last one is the year 3000.
        ("s,d\nA,04Apr2024\n", "SYMBOL=s,EXPIRATION=d", "A", ["EXPIRATION": "2024-04-04"]),
        ("s,d\nA,20261218080000\n", "SYMBOL=s,EXPIRATION=d", "A", ["EXPIRATION": "2026-12-18"]),
        ("s,d\nA,1798185600000\n", "SYMBOL=s,EXPIRATION=d", "A", ["EXPIRATION": "2026-12-25"]),
        ("s,d\nA,32503708800000\n", "SYMBOL=s,EXPIRATION=d", "A", ["EXPIRATION": "3000-01-01"]),
    ]

    @Test(arguments: rows.indices)
    func derivesWhatTheRowImplies(_ index: Int) throws {
        let row = Self.rows[index]
        let read = try ReadList(row.list, row.map)
        #expect(read.errors.isEmpty)
        let profile = try #require(read.profiles.first)
        #expect(profile.symbol == row.symbol)
        for (name, value) in row.fields {
            let field = try #require(ProfileField(name: name))
            #expect(profile[field] == value, "\(name) of \(row.list)")
        }
    }

    @Test func marksDerivedValues() throws {
        let profile = try ReadList("s,c\nA2A.MI,EUR\n", "SYMBOL=yahoo:s,CURRENCY=c").profiles[0]
        #expect(
            profile.customFields.first { $0.name == "DERIVED" }?.value
                == "TYPE;SYMBOL;COUNTRY;OPOL;EXCHANGES;TRADING_HOURS")
    }

    /// Names of countries become codes in DOMICILE as in COUNTRY. Unknown names remain.
    @Test(arguments: [
        ("United States", "US"), ("USA", "US"), ("Cayman Islands", "KY"), ("Bermuda", "BM"), ("CN", "CN"),
        ("Atlantis", "Atlantis"), ("Euro zone", "Euro zone"),
    ])
    func writesCodesOfDomiciles(text: String, code: String) throws {
        let list = "s,d\nA,\(text)\n"
        let profile = try ReadList(list, "SYMBOL=s,DOMICILE=d").profiles[0]
        #expect(profile["DOMICILE"] == code)
        #expect(profile["DERIVED"].contains("DOMICILE") == (text != code))
        #expect(try ReadList(list, "SYMBOL=s,DOMICILE=d", derives: false).profiles[0]["DOMICILE"] == text)
    }

    @Test func derivesNothingOnRequest() throws {
        let profile = try ReadList("s,c\nA2A.MI,GBp\n", "SYMBOL=yahoo:s,CURRENCY=c", derives: false).profiles[0]
        #expect(profile.symbol == "A2A.MI")
        #expect(profile.country.isEmpty)
        #expect(profile.customFields.isEmpty)
    }
}
