import Ingest
import ProfileFormat
import Testing

@testable import Lists

/// Forms in which public sources publish lists in JSON. The texts are short and made up, in the form of each source.
@Suite struct JSONFormTests {
    /// Pairs of Kraken: arrays of arrays within each row.
    private static let kraken = """
        {"error":[],"result":{"XXBTZUSD":{"altname":"XBTUSD","wsname":"XBT/USD","base":"XXBT","quote":"ZUSD",
        "lot_decimals":8,"leverage_buy":[2,3],"fees":[[0,0.4],[10000,0.35]],"fees_maker":[[0,0.25]],"tick_size":"0.1"},
        "XETHZUSD":{"altname":"ETHUSD","wsname":"ETH/USD","base":"XETH","quote":"ZUSD","lot_decimals":8,"leverage_buy":[],
        "fees":[],"fees_maker":[],"tick_size":"0.01"}}}
        """

    /// Tables of the Moscow Exchange. The second one has prices.
    private static let moscow = """
        {"securities":{"metadata":{"SECID":{"type":"string","bytes":36},"SHORTNAME":{"type":"string","bytes":30}},
        "columns":["SECID","SHORTNAME"],"data":[["SBER","Сбербанк"],["GAZP","ГАЗПРОМ ао"]]},
        "marketdata":{"metadata":{"SECID":{"type":"string","bytes":36},"LAST":{"type":"double"}},
        "columns":["SECID","LAST"],"data":[["SBER",300.1],["GAZP",120.5]]}}
        """

    @Test(arguments: [
        (
            "Kraken, pairs", kraken, "SYMBOL=wsname,TYPE='CRYPTO',DESCRIPTION=altname",
            ["XBT/USD XBTUSD", "ETH/USD ETHUSD"]
        ),
        (
            "Kraken, assets",
            #"{"error":[],"result":{"XXBT":{"aclass":"currency","altname":"XBT"},"ZEUR":{"aclass":"currency","altname":"EUR"}}}"#,
            "SYMBOL=altname", ["XBT ", "EUR "]
        ),
        ("Moscow Exchange", moscow, "SYMBOL=SECID,DESCRIPTION=SHORTNAME", ["SBER Сбербанк", "GAZP ГАЗПРОМ ао"]),
        (
            "Moscow Exchange, extended",
            #"[{"charsetinfo":{"name":"utf-8"}},{"securities":[{"SECID":"SBER","NAME":"x"},{"SECID":"GAZP","NAME":"y"}],"#
                + #""marketdata":[{"SECID":"SBER","LAST":300.1}]}]"#,
            "SYMBOL=SECID,DESCRIPTION=NAME", ["SBER x", "GAZP y"]
        ),
        (
            "Binance",
            #"{"timezone":"UTC","rateLimits":[{"rateLimitType":"ORDERS","limit":6000}],"exchangeFilters":[],"#
                + #""symbols":[{"symbol":"BTCUSDT","baseAsset":"BTC","quoteAsset":"USDT","filters":[{"tickSize":"0.01"}],"#
                + #""permissionSets":[["SPOT"]]}],"sors":[{"baseAsset":"BTC","symbols":["BTCUSDT"]}]}"#,
            "SYMBOL=symbol,TYPE='CRYPTO',CURRENCY=quoteAsset,DESCRIPTION=baseAsset", ["BTC/USDT BTC"]
        ),
        // The objects before the instruments have the quoted currency, too.
        (
            "Binance, options",
            #"{"optionContracts":[{"baseAsset":"BTC","quoteAsset":"USDT"}],"optionAssets":[{"name":"USDT"}],"#
                + #""optionSymbols":[{"symbol":"BTC-261225-90000-C","quoteAsset":"USDT","side":"CALL"}]}"#,
            "SYMBOL=ipf:symbol,TYPE='OPTION',CURRENCY=quoteAsset,DESCRIPTION=side", ["BTC-261225-90000-C CALL"]
        ),
        (
            "Bybit",
            #"{"retCode":0,"result":{"category":"linear","list":[{"symbol":"BTCUSDT","priceFilter":{"tickSize":"0.10"}}],"#
                + #""nextPageCursor":""},"retExtInfo":{}}"#,
            "SYMBOL=ipf:symbol,DESCRIPTION=priceFilter.tickSize", ["BTCUSDT 0.10"]
        ),
        (
            "OKX", #"{"code":"0","data":[{"instId":"BTC-USDT","instType":"SPOT"}],"msg":""}"#,
            "SYMBOL=ipf:instId,DESCRIPTION=instType", ["BTC-USDT SPOT"]
        ),
        (
            "Deribit",
            #"{"jsonrpc":"2.0","result":[{"instrument_name":"BTC-PERPETUAL","tick_size_steps":[]},"#
                + #"{"instrument_name":"ETH-1","tick_size_steps":[{"tick_size":0.5}]}],"testnet":false}"#,
            "SYMBOL=ipf:instrument_name", ["BTC-PERPETUAL ", "ETH-1 "]
        ),
        (
            "Hyperliquid",
            #"{"universe":[{"szDecimals":5,"name":"BTC"}],"marginTables":[[50,{"marginTiers":[{"lowerBound":"0.0"}]}]]}"#,
            "SYMBOL=name,DESCRIPTION=szDecimals", ["BTC 5"]
        ),
        ("Gemini", #"["btcusd","ethusd"]"#, "SYMBOL=#1", ["btcusd ", "ethusd "]),
        // Arrays without names, whose first value is not a name, because it has numbers.
        (
            "Bitfinex", #"[["tBTCUSD",10645],["tETHUSD",400]]"#, "SYMBOL=#1,DESCRIPTION=#2",
            ["tBTCUSD 10645", "tETHUSD 400"]
        ),
        (
            "Polygon", #"{"count":1,"next_url":"x","results":[{"ticker":"A","name":"Agilent"}],"status":"OK"}"#,
            "SYMBOL=ticker,DESCRIPTION=name", ["A Agilent"]
        ),
        (
            "Twelve Data", #"{"data":[{"symbol":"AAPL","access":{"plan":"Basic"}}],"count":1,"status":"ok"}"#,
            "SYMBOL=symbol,DESCRIPTION=access.plan", ["AAPL Basic"]
        ),
        (
            "Nasdaq, screener",
            #"{"data":{"asOf":null,"headers":{"symbol":"Symbol","name":"Name"},"rows":[{"symbol":"AAPL","name":"Apple"}]},"#
                + #""message":null,"status":{"rCode":200}}"#,
            "SYMBOL=symbol,DESCRIPTION=name", ["AAPL Apple"]
        ),
        (
            "Xetra", #"{"isins":["DE0007164600"],"data":[{"isin":"DE0007164600","name":{"originalValue":"SAP"}}]}"#,
            "SYMBOL=isin,DESCRIPTION=name.originalValue", ["DE0007164600 SAP"]
        ),
        (
            "Euronext", #"{"iTotalRecords":2,"aaData":[["A2A","IT0001233417"],["ENI","IT0003132476"]]}"#,
            "SYMBOL=#1,DESCRIPTION=#2", ["A2A IT0001233417", "ENI IT0003132476"]
        ),
        (
            "TWSE", #"{"stat":"OK","fields":["證券代號","證券名稱"],"data":[["1101","台泥"],["2330","台積電"]],"total":2}"#,
            "SYMBOL=證券代號,DESCRIPTION=證券名稱", ["1101 台泥", "2330 台積電"]
        ),
        (
            "TuShare",
            #"{"code":0,"data":{"fields":["ts_code","name"],"items":[["000001.SZ","平安银行"]],"has_more":false}}"#,
            "SYMBOL=ipf:ts_code,DESCRIPTION=name", ["000001.SZ 平安银行"]
        ),
        (
            "KRX", #"{"OutBlock_1":[{"ISU_SRT_CD":"005930","ISU_ABBRV":"삼성전자"}],"CURRENT_DATETIME":"2026.11.30"}"#,
            "SYMBOL=ISU_SRT_CD,DESCRIPTION=ISU_ABBRV", ["005930 삼성전자"]
        ),
        (
            "Alpha Vantage",
            #"{"metadata":"m","top_gainers":[{"ticker":"A","price":"1"}],"top_losers":[{"ticker":"B","price":"2"}]}"#,
            "SYMBOL=ticker,DESCRIPTION=price", ["A 1", "B 2"]
        ),
        // A single row does not make a table.
        (
            "a fund's holdings",
            #"{"fund":{"symbol":"F","fee":1},"holdings":[{"symbol":"A","n":"x"},{"symbol":"B","n":"y"}]}"#,
            "SYMBOL=symbol,DESCRIPTION=n", ["F ", "A x", "B y"]
        ),
        (
            "GeoJSON",
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"coordinates":[1,2]},"#
                + #""properties":{"ticker":"A"}}]}"#,
            "SYMBOL=properties.ticker,DESCRIPTION=geometry.coordinates", ["A 1;2"]
        ),
        ("pandas, records", #"[{"s":"A","n":"x"},{"s":"B","n":null}]"#, "SYMBOL=s,DESCRIPTION=n", ["A x", "B "]),
        ("pandas, index", #"{"0":{"s":"A","n":"x"},"1":{"s":"B","n":"y"}}"#, "SYMBOL=s,DESCRIPTION=n", ["A x", "B y"]),
        (
            "pandas, columns", #"{"s":{"0":"A","1":"B"},"n":{"0":"x","1":"y"}}"#, "SYMBOL=s,DESCRIPTION=n",
            ["A x", "B y"]
        ),
        (
            "pandas, split", #"{"columns":["s","n"],"index":[0,1],"data":[["A","x"],["B","y"]]}"#,
            "SYMBOL=s,DESCRIPTION=n", ["A x", "B y"]
        ),
        ("pandas, values", #"[["A","x"],["B","y"]]"#, "SYMBOL=#1,DESCRIPTION=#2", ["A x", "B y"]),
        (
            "pandas, table",
            #"{"schema":{"fields":[{"name":"index","type":"integer"},{"name":"s","type":"string"}]},"#
                + #""data":[{"index":0,"s":"A"},{"index":1,"s":"B"}]}"#,
            "SYMBOL=s,DESCRIPTION=index", ["A 0", "B 1"]
        ),
        (
            "TradingView, symbol_info", #"{"symbol":["A","B"],"description":["x","y"],"exchange-listed":"NASDAQ"}"#,
            "SYMBOL=symbol,DESCRIPTION=description", ["A x", "B y"]
        ),
        ("lines of arrays", "[\"s\",\"n\"]\n[\"A\",\"x\"]\n", "SYMBOL=s,DESCRIPTION=n", ["A x"]),
    ])
    func readsTheFormsOfPublicLists(source: String, text: String, map: String, expected: [String]) throws {
        let read = try ReadList(text, map, derives: map.contains("TYPE"))
        #expect(read.errors == [])
        #expect(read.profiles.map { "\($0.symbol) \($0.description)" } == expected, "\(source)")
    }

    /// A proposal is for the table of the instruments, without the columns of other tables.
    @Test(arguments: [
        (
            kraken,
            [
                "altname", "wsname", "base", "quote", "lot_decimals", "leverage_buy", "fees", "fees_maker", "tick_size",
            ]
        ),
        (moscow, ["SECID", "SHORTNAME"]),
        (#"{"limits":[{"type":"X"},{"type":"Y"}],"data":[{"symbol":"A","name":"Alpha"}]}"#, ["symbol", "name"]),
        (#"["AAPL","MSFT"]"#, ["#1"]), ("AAPL\nMSFT\n", ["#1"]), (#"[["btcusd", 1], ["ethusd", 2]]"#, ["#1", "#2"]),
        (#"{"aaData":[["A2A","IT0001233417"],["ENI","IT0003132476"]]}"#, ["#1", "#2"]),
    ])
    func proposesForTheTableOfInstruments(text: String, columns: [String]) throws {
        #expect(try ProposedList(text).columns == columns)
    }

    @Test func proposesNumbersForListsWithoutNames() throws {
        for text in [#"["AAPL","MSFT"]"#, "AAPL\nMSFT\n"] {
            #expect(try ProposedList(text).map == "SYMBOL=#1")
            #expect(try ReadList(text, "SYMBOL=#1").profiles.map(\.symbol) == ["AAPL", "MSFT"])
        }
        #expect(try ProposedList(#"["btcusd","ethusd"]"#).map == nil)
        let error = #expect(throws: IngestError.self) { _ = try ReadList(#"["AAPL","MSFT"]"#, "SYMBOL=ticker") }
        #expect(error?.reason == "the list has no column “ticker”; its columns are #1")
    }

    /// Text is not a list of symbols.
    @Test func linesWithSpacesAreNoList() throws {
        #expect(try ProposedList("Not found\nTry again\n").columns == nil)
    }

    /// A row without the symbol is rejected if the mapping uses another value of it, as in CSV.
    @Test(arguments: [
        (#"[{"s":"A","n":"x"},{"n":"y"},{"s":"B"}]"#, [#"{"n":"y"}"#], ["A", "B"]),
        ("{\"s\":\"A\"}\n{\"n\":\"y\"}\n", [#"{"n":"y"}"#], ["A"]),
        (#"[{"n":"y"},{"s":null,"n":"z"},{"x":1},{"s":"A"}]"#, [#"{"n":"y"}"#, #"{"s":null,"n":"z"}"#], ["A"]),
        (#"{"columns":["s","n"],"data":[["A","x"],[null,"y"],["B"]]}"#, [#"[null,"y"]"#], ["A", "B"]),
        (#"{"s":["A",null],"n":["x","y"]}"#, [#"[null,"y"]"#], ["A"]),
        // The table of the row has no symbols.
        (#"{"a":[{"n":"y"},{"n":"z"}],"b":[{"s":"A","t":1,"u":2}],"c":[{"n":"y"}]}"#, [], ["A"]),
        // No table has symbols.
        (#"[{"s":null,"n":"y"}]"#, [#"{"s":null,"n":"y"}"#], []),
    ])
    func rejectsRowsWithoutASymbol(text: String, rejected: [String], symbols: [String]) throws {
        let read = try ReadList(text, "SYMBOL=s,DESCRIPTION=n")
        #expect(read.rejected == rejected)
        #expect(read.profiles.map(\.symbol) == symbols)
        #expect(read.errors.allSatisfy { $0.hasSuffix("found no symbol; the column of SYMBOL is empty") })
    }

    /// Texts that are almost tables by columns are not read as one instrument with several symbols.
    @Test(arguments: [
        #"{"s":["A","B","C"],"n":["x","y"]}"#,
        #"{"s":["A","B"],"n":["x","y"],"m":{}}"#,
        #"{"s":["A","B"],"n":["x","y"],"note":"\#(String(repeating: "x", count: 300))"}"#,
    ])
    func rejectsSeveralSymbolsInOneRow(text: String) throws {
        let read = try ReadList(text, "SYMBOL=s")
        #expect(read.profiles.isEmpty)
        #expect(read.rejected == [text])
        #expect(read.errors.allSatisfy { $0.contains("found several values of the column of SYMBOL in one row") })
    }

    @Test func anArrayInASingleObjectIsAValue() throws {
        let read = try ReadList(#"{"tags":["a","b"],"s":"A"}"#, "SYMBOL=s")
        #expect(read.profiles.map(\.symbol) == ["A"])
    }

    /// The proposal is made from the table that is imported.
    @Test func proposesTheFirstTable() throws {
        let text =
            #"{"a":[{"symbol":"A","n":1},{"symbol":"B","n":2}],"#
            + #""b":[{"symbol":"C","name":"x","isin":"US0378331005"},{"symbol":"D","name":"y","isin":"US5949181045"}]}"#
        #expect(try ProposedList(text).map == "SYMBOL=symbol")
    }

    /// Rows of a table with other columns are counted in one warning.
    @Test func leavesOutOtherTablesWithAWarning() throws {
        let read = try ReadList(Self.moscow, "SYMBOL=SECID,DESCRIPTION=SHORTNAME")
        #expect(
            read.warnings == [
                "line 4, column 1 (record at byte 334): found symbols in another table, whose columns differ from those of "
                    + "the first table with symbols; left out such rows; to read them instead, remove the first table "
                    + "(the first of 2)"
            ])
    }

    /// Rows are not collected without bound until their table is known.
    @Test func undecidedRowsAreBounded() throws {
        let long = String(repeating: "x", count: 100_000)
        let rows = (0..<20).map { "{\"n\":\"\($0)\(long)\"}" }.joined(separator: ",")
        let read = try ReadList("{\"a\":[\(rows)],\"b\":[{\"s\":\"A\",\"t\":1,\"u\":2}]}", "SYMBOL=s,DESCRIPTION=n")
        #expect(read.rejected.count == 9)
        #expect(read.profiles.map(\.symbol) == ["A"])
    }
}
