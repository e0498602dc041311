import Testing

@testable import Lists

/// Headers of public lists, as their publishers write them, and the fields that they mean.
///
/// Each line: the publisher, the columns separated by `|`, and the expected fields. Columns without an expectation may
/// have any field, but the named fields must have these columns.
@Suite struct ProposalTests {
    static let headers: [(publisher: String, header: String, fields: [String: String])] = [
        (
            "Nasdaq Trader, nasdaqlisted",
            "Symbol|Security Name|Market Category|Test Issue|Financial Status|Round Lot Size|ETF|NextShares",
            ["SYMBOL": "Symbol", "DESCRIPTION": "Security Name", "LOT_SIZE": "Round Lot Size"]
        ),
        (
            "Nasdaq Trader, otherlisted",
            "ACT Symbol|Security Name|Exchange|CQS Symbol|ETF|Round Lot Size|Test Issue|NASDAQ Symbol",
            ["SYMBOL": "ACT Symbol", "DESCRIPTION": "Security Name"]
        ),
        (
            "Nasdaq, screener",
            "Symbol|Name|Last Sale|Net Change|% Change|Market Cap|Country|IPO Year|Volume|Sector|Industry",
            ["SYMBOL": "Symbol", "DESCRIPTION": "Name", "COUNTRY": "Country", "SECTOR": "Sector"]
        ),
        (
            "SEC, company_tickers", "cik_str|ticker|title",
            ["SYMBOL": "ticker", "DESCRIPTION": "title", "CIK": "cik_str"]
        ),
        (
            "SEC, company_tickers_exchange", "cik|name|ticker|exchange",
            ["SYMBOL": "ticker", "DESCRIPTION": "name", "CIK": "cik"]
        ),
        (
            "NSE, EQUITY_L",
            "SYMBOL|NAME OF COMPANY| SERIES| DATE OF LISTING| PAID UP VALUE| MARKET LOT| ISIN NUMBER| FACE VALUE",
            [
                "SYMBOL": "SYMBOL", "DESCRIPTION": "NAME OF COMPANY", "ISIN": " ISIN NUMBER",
                "ISSUE_DATE": " DATE OF LISTING",
            ]
        ),
        (
            "BSE, list of scrips",
            "Security Code|Issuer Name|Security Id|Security Name|Status|Group|Face Value|ISIN No|Industry|Instrument",
            ["SYMBOL": "Security Code", "DESCRIPTION": "Security Name", "ISIN": "ISIN No"]
        ),
        (
            "ASX, listed companies", "Company name|ASX code|GICS industry group",
            ["SYMBOL": "ASX code", "DESCRIPTION": "Company name"]
        ),
        (
            "ASX, ISIN", "ASX code|Company name|Security type|ISIN code",
            ["SYMBOL": "ASX code", "DESCRIPTION": "Company name", "ISIN": "ISIN code", "TYPE": "Security type"]
        ),
        (
            "LSE, instrument list",
            "TIDM|Issuer Name|Instrument Name|ISIN|MiFIR Identifier Code|MiFIR Identifier Description|ICB Industry|Start Date|Country of Incorporation|Trading Currency|LSE Market",
            [
                "SYMBOL": "TIDM", "DESCRIPTION": "Instrument Name", "ISIN": "ISIN", "CURRENCY": "Trading Currency",
                "DOMICILE": "Country of Incorporation",
            ]
        ),
        (
            "Euronext, live", "Name|ISIN|Symbol|Market|Trading Currency|Open Price|High Price|Low Price|Last Price",
            ["SYMBOL": "Symbol", "DESCRIPTION": "Name", "ISIN": "ISIN", "CURRENCY": "Trading Currency"]
        ),
        (
            "Deutsche Börse, all tradable instruments",
            "Product Status|Instrument Status|Instrument|ISIN|Product ID|Instrument ID|WKN|Mnemonic|MIC Code|CCP eligible Code|Trading Model Type|Currency|Tick Size 1|Settlement Currency",
            [
                "SYMBOL": "Mnemonic", "DESCRIPTION": "Instrument", "ISIN": "ISIN", "OPOL": "MIC Code", "WKN": "WKN",
                "CURRENCY": "Currency",
            ]
        ),
        (
            "SIX, share explorer",
            "ShortName|ISIN|ValorSymbol|ValorNumber|IssuerNameFull|TradingBaseCurrency|GeographicalAreaDesc",
            ["SYMBOL": "ValorSymbol", "DESCRIPTION": "ShortName", "ISIN": "ISIN"]
        ),
        (
            "JPX, data_j", "日付|コード|銘柄名|市場・商品区分|33業種コード|33業種区分|17業種コード|17業種区分|規模コード|規模区分",
            ["SYMBOL": "コード", "LOCAL_DESCRIPTION": "銘柄名"]
        ),
        (
            "JPX, data_e", "Effective Date|Local Code|Name (English)|Section/Products|33 Sector(Code)|33 Sector(name)",
            ["SYMBOL": "Local Code", "DESCRIPTION": "Name (English)"]
        ),
        (
            "HKEX, list of securities",
            "Stock Code|Name of Securities|Category|Sub-Category|Board Lot|ISIN|Expiry Date|Trading Currency",
            ["SYMBOL": "Stock Code", "DESCRIPTION": "Name of Securities", "ISIN": "ISIN", "LOT_SIZE": "Board Lot"]
        ),
        (
            "TWSE, twstock", "type|code|name|ISIN|start|market|group|CFI",
            ["SYMBOL": "code", "DESCRIPTION": "name", "ISIN": "ISIN", "CFI": "CFI"]
        ),
        (
            "TWSE, open data", "公司代號|公司名稱|公司簡稱|產業別|上市日期",
            ["SYMBOL": "公司代號", "LOCAL_DESCRIPTION": "公司名稱", "ISSUE_DATE": "上市日期"]
        ),
        ("SSE", "A股代码|证券简称|公司全称|上市日期", ["SYMBOL": "A股代码", "LOCAL_DESCRIPTION": "证券简称", "ISSUE_DATE": "上市日期"]),
        (
            "tushare, stock_basic",
            "ts_code|symbol|name|area|industry|fullname|enname|cnspell|market|exchange|curr_type|list_status|list_date",
            ["SYMBOL": "ts_code", "ISSUE_DATE": "list_date"]
        ),
        ("akshare, stock_info_a_code_name", "code|name", ["SYMBOL": "code", "DESCRIPTION": "name"]),
        (
            "KRX, listed issues", "표준코드|단축코드|한글 종목명|한글 종목약명|영문 종목명|상장일|시장구분|증권구분|주식종류",
            [
                "SYMBOL": "단축코드", "ISIN": "표준코드", "LOCAL_DESCRIPTION": "한글 종목명", "DESCRIPTION": "영문 종목명",
                "ISSUE_DATE": "상장일",
            ]
        ),
        (
            "B3, instruments", "RptDt|TckrSymb|Asst|AsstDesc|SgmtNm|MktNm|SctyCtgyNm|XprtnDt|TradgCcy|ISIN|CFICd",
            ["SYMBOL": "TckrSymb", "ISIN": "ISIN"]
        ),
        (
            "MOEX, ISS", "SECID|BOARDID|SHORTNAME|LOTSIZE|SECNAME|ISIN|LATNAME|CURRENCYID",
            ["SYMBOL": "SECID", "ISIN": "ISIN", "LOT_SIZE": "LOTSIZE", "CURRENCY": "CURRENCYID"]
        ),
        (
            "Bursa", "Stock Code|Stock Short Name|Company Name|Sector|Market",
            ["SYMBOL": "Stock Code", "DESCRIPTION": "Company Name"]
        ),
        (
            "SGX", "Code|Name|Sector|Currency|ISIN|Lot Size",
            ["SYMBOL": "Code", "DESCRIPTION": "Name", "CURRENCY": "Currency", "ISIN": "ISIN"]
        ),
        (
            "TMX", "Exchange|Name|Root Ticker|Market Cap|Sector|Date of TSX Listing",
            ["DESCRIPTION": "Name", "SECTOR": "Sector"]
        ),
        (
            "Borsa Italiana", "Nome|ISIN|Codice Alfanumerico|Mercato|Valuta",
            ["SYMBOL": "Codice Alfanumerico", "DESCRIPTION": "Nome", "ISIN": "ISIN", "CURRENCY": "Valuta"]
        ),
        (
            "Borsa Istanbul", "Kod|Unvan|ISIN Kodu|Pazar",
            ["SYMBOL": "Kod", "DESCRIPTION": "Unvan", "ISIN": "ISIN Kodu"]
        ),
        (
            "GPW", "Nazwa|Kod|ISIN|Rynek|Waluta",
            ["SYMBOL": "Kod", "DESCRIPTION": "Nazwa", "ISIN": "ISIN", "CURRENCY": "Waluta"]
        ),
        (
            "FinanceDatabase, equities",
            "symbol|name|currency|sector|industry_group|industry|exchange|mic|market|country|isin|cusip|figi|composite_figi|shareclass_figi",
            [
                "SYMBOL": "symbol", "DESCRIPTION": "name", "CURRENCY": "currency", "OPOL": "mic", "ISIN": "isin",
                "CUSIP": "cusip", "FIGI": "figi", "COMPOSITE_FIGI": "composite_figi",
            ]
        ),
        (
            "FinanceDatabase, currencies", "symbol|name|base_currency|quote_currency|exchange",
            ["SYMBOL": "symbol", "DESCRIPTION": "name", "BASE_CURRENCY": "base_currency", "CURRENCY": "quote_currency"]
        ),
        (
            "investpy, stocks", "country|name|full_name|tag|isin|id|currency|symbol",
            [
                "SYMBOL": "symbol", "DESCRIPTION": "full_name", "ISIN": "isin", "CURRENCY": "currency",
                "COUNTRY": "country",
            ]
        ),
        (
            "Lean, symbol properties",
            "market|symbol|type|description|quote_currency|contract_multiplier|minimum_price_variation|lot_size|market_ticker",
            [
                "SYMBOL": "symbol", "TYPE": "type", "DESCRIPTION": "description", "CURRENCY": "quote_currency",
                "MULTIPLIER": "contract_multiplier", "PRICE_INCREMENTS": "minimum_price_variation",
                "LOT_SIZE": "lot_size",
            ]
        ),
        (
            "OpenFIGI",
            "figi|name|ticker|exchCode|compositeFIGI|securityType|marketSector|shareClassFIGI|securityType2|securityDescription",
            [
                "FIGI": "figi", "DESCRIPTION": "name", "SYMBOL": "ticker", "COMPOSITE_FIGI": "compositeFIGI",
                "SHARE_CLASS_FIGI": "shareClassFIGI", "TYPE": "securityType",
            ]
        ),
        (
            "ccxt, markets", "id|symbol|base|quote|settle|type|spot|active|contractSize|precision.price",
            [
                "SYMBOL": "symbol", "BASE_CURRENCY": "base", "CURRENCY": "quote", "TYPE": "type",
                "MULTIPLIER": "contractSize",
            ]
        ),
        (
            "OCC, series", "Symbol|Underlying|Expiration|Strike|Call/Put",
            [
                "SYMBOL": "Symbol", "UNDERLYING": "Underlying", "EXPIRATION": "Expiration", "STRIKE": "Strike",
                "OPTION_RIGHT": "Call/Put",
            ]
        ),
        (
            "Yahoo, option chain", "contractSymbol|strike|currency|lastPrice|expiration|contractSize",
            ["SYMBOL": "contractSymbol", "STRIKE": "strike", "CURRENCY": "currency", "EXPIRATION": "expiration"]
        ),
        (
            "Cboe, symbol directory", "Company Name|Stock Symbol|DPM Name|Post/Station",
            ["SYMBOL": "Stock Symbol", "DESCRIPTION": "Company Name"]
        ),
        (
            "CME, product slate",
            "Product Name|Clearing|Globex|Floor|Exchange|Asset Class|Product Group|Category|Cleared As",
            ["SYMBOL": "Globex", "DESCRIPTION": "Product Name", "TYPE": "Asset Class"]
        ),
        (
            "Eurex, product list", "PRODUCT_ID|PRODUCT_NAME|PRODUCT_TYPE|CURRENCY|PRODUCT_ISIN|TICK_SIZE|CONTRACT_SIZE",
            [
                "SYMBOL": "PRODUCT_ID", "DESCRIPTION": "PRODUCT_NAME", "CURRENCY": "CURRENCY",
                "PRICE_INCREMENTS": "TICK_SIZE", "MULTIPLIER": "CONTRACT_SIZE",
            ]
        ),
        (
            "iShares, holdings",
            "Ticker|Name|Sector|Asset Class|Market Value|Weight (%)|Notional Value|Shares|CUSIP|ISIN|SEDOL|Price|Location|Exchange|Currency",
            [
                "SYMBOL": "Ticker", "DESCRIPTION": "Name", "TYPE": "Asset Class", "CUSIP": "CUSIP", "ISIN": "ISIN",
                "SEDOL": "SEDOL", "CURRENCY": "Currency",
            ]
        ),
        (
            "Alpha Vantage, listing status", "symbol|name|exchange|assetType|ipoDate|delistingDate|status",
            [
                "SYMBOL": "symbol", "DESCRIPTION": "name", "TYPE": "assetType", "ISSUE_DATE": "ipoDate",
                "DELISTED": "delistingDate",
            ]
        ),
        (
            "EODHD, symbol list", "Code|Name|Country|Exchange|Currency|Type|Isin",
            [
                "SYMBOL": "Code", "DESCRIPTION": "Name", "COUNTRY": "Country", "CURRENCY": "Currency", "TYPE": "Type",
                "ISIN": "Isin",
            ]
        ),
        (
            "Twelve Data, stocks", "symbol|name|currency|exchange|mic_code|country|type|figi_code|cfi_code|isin|cusip",
            [
                "SYMBOL": "symbol", "OPOL": "mic_code", "COUNTRY": "country", "FIGI": "figi_code", "CFI": "cfi_code",
                "CURRENCY": "currency",
            ]
        ),
        (
            "Financial Modeling Prep", "symbol|name|price|exchange|exchangeShortName|type",
            ["SYMBOL": "symbol", "DESCRIPTION": "name", "TYPE": "type"]
        ),
        (
            "Finnhub", "currency|description|displaySymbol|figi|isin|mic|shareClassFIGI|symbol|symbol2|type",
            [
                "SYMBOL": "symbol", "DESCRIPTION": "description", "OPOL": "mic", "FIGI": "figi", "CURRENCY": "currency",
                "TYPE": "type",
            ]
        ),
        (
            "Polygon, tickers",
            "ticker|name|market|locale|primary_exchange|type|active|currency_name|cik|composite_figi|share_class_figi",
            [
                "SYMBOL": "ticker", "DESCRIPTION": "name", "OPOL": "primary_exchange", "TYPE": "type", "CIK": "cik",
                "COMPOSITE_FIGI": "composite_figi",
            ]
        ),
        (
            "Zerodha, instruments",
            "instrument_token|exchange_token|tradingsymbol|name|last_price|expiry|strike|tick_size|lot_size|instrument_type|segment|exchange",
            [
                "SYMBOL": "tradingsymbol", "DESCRIPTION": "name", "EXPIRATION": "expiry", "STRIKE": "strike",
                "PRICE_INCREMENTS": "tick_size", "LOT_SIZE": "lot_size", "TYPE": "instrument_type",
            ]
        ),
        (
            "Interactive Brokers, contracts",
            "conid|symbol|secType|exchange|primaryExchange|currency|localSymbol|multiplier|strike|right|lastTradeDate",
            [
                "SYMBOL": "symbol", "TYPE": "secType", "CURRENCY": "currency", "LOCAL_SYMBOL": "localSymbol",
                "MULTIPLIER": "multiplier", "STRIKE": "strike", "OPTION_RIGHT": "right",
            ]
        ),
        (
            "Trading 212", "ticker|type|workingScheduleId|isin|currencyCode|name|shortName|maxOpenQuantity|addedOn",
            ["SYMBOL": "ticker", "ISIN": "isin", "CURRENCY": "currencyCode", "DESCRIPTION": "name", "TYPE": "type"]
        ),
        (
            "ESMA, FIRDS as columns", "Id|FullNm|ShrtNm|ClssfctnTp|NtnlCcy|Issr|TradgVnId|MtrtyDt",
            ["DESCRIPTION": "FullNm", "CFI": "ClssfctnTp", "CURRENCY": "NtnlCcy", "LEI": "Issr", "OPOL": "TradgVnId"]
        ),
        (
            "B3, instruments",
            "RptDt|TckrSymb|Asst|AsstDesc|SgmtNm|MktNm|SctyCtgyNm|XprtnDt|XprtnCd|TradgStartDt|TradgEndDt|ISIN|CFICd|OptnTp|CtrctMltplr|AllcnRndLot|TradgCcy|UndrlygTckrSymb1|ExrcPric|OptnStyle|CrpnNm|CorpGovnLvlNm",
            [
                "SYMBOL": "TckrSymb", "TYPE": "SctyCtgyNm", "DESCRIPTION": "CrpnNm", "CFI": "CFICd",
                "EXPIRATION": "XprtnDt", "STRIKE": "ExrcPric", "MULTIPLIER": "CtrctMltplr", "LOT_SIZE": "AllcnRndLot",
                "UNDERLYING": "UndrlygTckrSymb1", "OPTION_RIGHT": "OptnTp",
            ]
        ),
        (
            "KRX, basic information", "Issue code|Issue name|Market Type|Industry|Listed Shares|Par value",
            ["SYMBOL": "Issue code", "DESCRIPTION": "Issue name", "OPOL": "Market Type", "INDUSTRY": "Industry"]
        ),
        (
            "SIX, shares", "ShortName|ISIN|ValorNumber|ValorSymbol|TradingBaseCurrency|SecTypeDesc|ExchangeDesc",
            ["SYMBOL": "ValorSymbol", "DESCRIPTION": "ShortName", "TYPE": "SecTypeDesc", "OPOL": "ExchangeDesc"]
        ),
    ]

    @Test func mostHeadersOfPublicListsAreUnderstood() throws {
        var wrong: [String] = []
        for (publisher, header, fields) in Self.headers {
            let names = header.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            var columns = ProposedColumns(names: names, rows: [])
            columns.chooseByName { ListFacts.bundled.header($0) }
            columns.chooseByName { ListFacts.bundled.header(likeWords: $0) }
            for (field, name) in fields where columns.chosen[field].map({ names[$0.column] }) != name {
                wrong.append(
                    "\(publisher): \(field) is \(columns.chosen[field].map { names[$0.column] } ?? "missing"), expected \(name)"
                )
                break
            }
        }
        #expect(Self.headers.count >= 50)
        #expect(wrong.count <= 3, "\(wrong.joined(separator: "\n"))")
    }

    /// The name of a file may contain the type of its rows. A column of types has priority, except for the classes of a
    /// fund's assets.
    @Test(arguments: [
        ("/lists/etfs.csv", "symbol,name\nX,Alpha\n", "SYMBOL=symbol,TYPE='ETF',DESCRIPTION=name"),
        (
            "https://example.org/us-etf-list.csv?v=2", "symbol,name\nX,Alpha\n",
            "SYMBOL=symbol,TYPE='ETF',DESCRIPTION=name"
        ),
        ("etfs.csv", "symbol,asset_class\nX,equity\nY,bond\n", "SYMBOL=symbol,TYPE='ETF'"),
        ("etfs.csv", "symbol,type\nX,STOCK\nY,ETF\n", "SYMBOL=symbol,TYPE=type"),
        ("etf-holdings.csv", "symbol,name\nX,Alpha\n", "SYMBOL=symbol,DESCRIPTION=name"),
        ("etfs.csv", "symbol,class\nX,Equity\nY,Bond\n", "SYMBOL=symbol,TYPE='ETF'"),
        ("bonds-and-etfs.csv", "symbol,name\nX,Alpha\n", "SYMBOL=symbol,DESCRIPTION=name"),
        ("etfs/list.csv", "symbol,name\nX,Alpha\n", "SYMBOL=symbol,DESCRIPTION=name"),
    ])
    func namesOfFilesGiveTypes(file: String, text: String, map: String) {
        let rows = text.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
        #expect(ListProposal(rows: rows, names: nil, file: file)?.map?.description == map)
    }

    @Test(arguments: [
        // Symbols have Yahoo's suffixes, and the country column has the company's country.
        (
            "symbol,name,country\nA2A.MI,A2A,Italy\nAAPL.MI,Apple,United States\nALV.MI,Allianz,Germany\n",
            "SYMBOL=yahoo:symbol,DESCRIPTION=name,DOMICILE=country"
        ),
        ("country,name,symbol\nbrazil,x,CGRA4\ncanada,y,CPX\n", "SYMBOL=symbol,DESCRIPTION=name,COUNTRY=country"),
        ("Instrument;ISIN\nAPPLE INC.;US0378331005\n", "SYMBOL=ISIN,DESCRIPTION=Instrument,ISIN=ISIN"),
        ("Instrument;ISIN\nAAPL;US0378331005\n", "SYMBOL=Instrument,COUNTRY='US',ISIN=ISIN"),
        ("code,name\n600000,浦发银行\n", "SYMBOL=code,LOCAL_DESCRIPTION=name,COUNTRY='CN'"),
        ("ticker\nNASDAQ:AAPL\nNYSE:IBM\n", "SYMBOL=chart:ticker"),
        ("contractSymbol\nAAPL261218C00150000\n", "SYMBOL=occ:contractSymbol"),
        // Symbols that name their exchange are better than those of a broker, unless a column has the exchange.
        ("Symbol,Ticker\nSIA19,C6L.SI\nDBS19,D05.SI\n", "SYMBOL=yahoo:Ticker"),
        ("Ticker;Exchange;Code\nD05;SGX;D05.SI\n", "SYMBOL=Ticker,OPOL=Exchange"),
        ("ticker;tickerGoogle\nCSPX;LON:CSPX\nSXR8;FRA:SXR8\n", "SYMBOL=chart:tickerGoogle"),
        // The column of names contains the symbols.
        (
            "name,type,displayName\nGBP_SGD,CURRENCY,GBP/SGD\nBCO_USD,CFD,Brent Crude Oil\n",
            "SYMBOL=name,TYPE=type,DESCRIPTION=displayName"
        ),
    ])
    func valuesDecideBetweenNotations(text: String, map: String) throws {
        let separator: Character = text.contains(";") ? ";" : ","
        let rows = text.split(separator: "\n").map { $0.split(separator: separator).map(String.init) }
        #expect(ListProposal(rows: rows, names: nil)?.map?.description == map)
    }

    /// Lists as their publishers write them: the first rows, the proposed mapping, and the first symbol.
    @Test(arguments: [
        (
            "日付,コード,銘柄名,市場・商品区分,33業種コード,33業種区分\n20261031,1301,極洋,プライム（内国株式）,50,水産・農林業\n"
                + "20261031,1305,ｉＦｒｅｅＥＴＦ,ETF・ETN,-,-\n",
            "SYMBOL=コード,TYPE=市場・商品区分,LOCAL_DESCRIPTION=銘柄名,COUNTRY='JP',OPOL=市場・商品区分,SECTOR=33業種区分",
            "STOCK 1301:JP XTKS"
        ),
        (
            "板块,A股代码,A股简称,A股上市日期,A股总股本\n主板,000001,平安银行,1991-04-03,\"19,405,918,198\"\n",
            "SYMBOL=A股代码,LOCAL_DESCRIPTION=A股简称,COUNTRY='CN',ISSUE_DATE=A股上市日期", "STOCK 000001:CN XSHE"
        ),
        ("代码,名称,最新价\n00700,腾讯控股,380.2\n", "SYMBOL=代码,LOCAL_DESCRIPTION=名称,COUNTRY='HK'", "STOCK 0700:HK XHKG"),
        (
            "ACT Symbol|Security Name|Exchange|ETF|Test Issue|NASDAQ Symbol\nBRK.B|Berkshire Hathaway|N|N|N|BRK.B\n"
                + "SPY|SPDR S&P 500|P|Y|N|SPY\nFile Creation Time: 1128202621:31|||||\n",
            "SYMBOL=ACT Symbol,TYPE=ETF [* STOCK, Y ETF],DESCRIPTION=Security Name,COUNTRY='US',OPOL=Exchange,skip Test Issue=Y",
            "STOCK BRK/B XNYS"
        ),
        (
            "Market:;XETR\nInstrument;ISIN;Mnemonic;MIC Code;Currency;Tick Size 1\n"
                + "SAP SE O.N.;DE0007164600;SAP;XETR;EUR;0,02\nISHARES CORE DAX UCITS ETF;DE0005933931;EXS1;XETR;EUR;0,01\n",
            "SYMBOL=Mnemonic,DESCRIPTION=Instrument,OPOL=MIC Code,CURRENCY=Currency,ISIN=ISIN,PRICE_INCREMENTS=Tick Size 1",
            "STOCK SAP:DE XETR"
        ),
        // If nearly all ISINs have the same country, the listings are assumed to be in that country.
        (
            "SYMBOL,NAME OF COMPANY, SERIES, ISIN NUMBER\nRELIANCE,Reliance Industries,EQ,INE002A01018\n",
            "SYMBOL=SYMBOL,DESCRIPTION=NAME OF COMPANY,COUNTRY='IN',ISIN=ISIN NUMBER", "STOCK RELIANCE:IN XNSE"
        ),
        // Without a header, the values determine the fields of the columns.
        (
            "AAPL,Apple Inc.,US0378331005\nMSFT,Microsoft,US5949181045\n",
            "SYMBOL=#1,DESCRIPTION=#2,COUNTRY='US',ISIN=#3", "STOCK AAPL "
        ),
        // This list has the years of American IPOs, so its country column is the country of the company.
        (
            #"{"data": {"headers": {"symbol": "Symbol"}, "rows": [{"symbol": "BABA", "country": "China", "ipoyear": "2014"}]}}"#,
            "SYMBOL=symbol,COUNTRY='US',DOMICILE=country", "STOCK BABA "
        ),
        (
            "Kürzel;Bezeichnung;Währung;Börse;Kontraktgröße;Verfallstag\nFDAX;DAX-Future;EUR;Eurex;25,00;18.12.2026\n",
            "SYMBOL=Kürzel,DESCRIPTION=Bezeichnung,OPOL=Börse,CURRENCY=Währung,MULTIPLIER=Kontraktgröße,EXPIRATION=Verfallstag",
            "STOCK FDAX:DE XEUR"
        ),
        // The first column of exchanges has the broker's router, so the next one is used.
        (
            #"[{"symbol": "BMW", "secType": "STK", "exchange": "SMART", "listingExchange": "XETRA", "currency": "EUR"}, "#
                + #"{"symbol": "EUR", "secType": "CASH", "exchange": "SMART", "listingExchange": "", "currency": "USD"}]"#,
            "SYMBOL=symbol,TYPE=secType,OPOL=listingExchange,CURRENCY=currency", "STOCK BMW:DE XETR"
        ),
        // The ISINs are from several countries, but only exchanges of one country trade in the currency.
        (
            "Stock Code,Name of Securities,Category,Board Lot,ISIN,Trading Currency\n00001,CKH HOLDINGS,Equity,500,"
                + "KYG217651051,HKD\n00005,HSBC HOLDINGS,Equity,400,GB0005405286,HKD\n",
            "SYMBOL=Stock Code,TYPE=Category,DESCRIPTION=Name of Securities,COUNTRY='HK',CURRENCY=Trading Currency,"
                + "ISIN=ISIN,LOT_SIZE=Board Lot", "STOCK 0001:HK XHKG"
        ),
        // Classes of shares are no names if they repeat.
        (
            "TIDM,Issuer Name,Instrument Name\nA,Alpha plc,ORD 5P\nB,Beta plc,ORD 5P\nC,Gamma plc,ORD 5P\n",
            "SYMBOL=TIDM,DESCRIPTION=Issuer Name,COUNTRY='GB'", "STOCK A:GB XLON"
        ),
        // Names of currencies are no codes.
        (
            "ticker,primary_exchange,currency_name\nA,XNYS,US Dollar\nB,XNYS,US Dollar\n",
            "SYMBOL=ticker,OPOL=primary_exchange", "STOCK A XNYS"
        ),
        (
            "Código;Nome da Empresa;Tipo;Mercado\nVALE3;VALE S.A.;Ação ordinária;Bovespa\n",
            "SYMBOL=Código,TYPE=Tipo,DESCRIPTION=Nome da Empresa,OPOL=Mercado", "STOCK VALE3:BR BVMF"
        ),
        (
            "Effective Date,Local Code,Name (English),Section/Products\n20261030,1301,\"KYOKUYO CO.,LTD.\",Prime Market (Domestic)\n"
                + "20261030,1305,iFreeETF TOPIX,ETFs/ ETNs\n20261030,8951,Nippon Building Fund,"
                + "REITs / Venture Funds / Country Funds / Infrastructure Funds\n",
            "SYMBOL=Local Code,TYPE=Section/Products,DESCRIPTION=Name (English),COUNTRY='JP',OPOL=Section/Products",
            "STOCK 1301:JP XTKS"
        ),
        // Rows with a base and a quote are pairs.
        (
            #"{"limits": [{"interval": "DAY"}], "symbols": [{"symbol": "ETHBTC", "baseAsset": "ETH", "quoteAsset": "BTC"}]}"#,
            "SYMBOL=symbol,TYPE='CRYPTO',CURRENCY=quoteAsset,BASE_CURRENCY=baseAsset", "CRYPTO ETH/BTC "
        ),
        (
            "symbol,base,quote\nEURUSD,EUR,USD\n", "SYMBOL=symbol,TYPE='FOREX',CURRENCY=quote,BASE_CURRENCY=base",
            "FOREX EUR/USD "
        ),
        // Kraken has its own codes of currencies, and `lot` is a text.
        (
            #"{"error": [], "result": {"XXBTZUSD": {"altname": "XBTUSD", "wsname": "XBT/USD", "base": "XXBT", "quote": "ZUSD", "#
                + #""lot": "unit", "fees": [[0, 0.4]], "tick_size": "0.1"}, "XETHZEUR": {"altname": "ETHEUR", "#
                + #""wsname": "ETH/EUR", "base": "XETH", "quote": "ZEUR", "lot": "unit", "fees": [[0, 0.4]], "tick_size": "0.01"}}}"#,
            "SYMBOL=wsname,TYPE='CRYPTO',PRICE_INCREMENTS=tick_size", "CRYPTO XBT/USD "
        ),
        // Funds have two currencies, too.
        (
            "Ticker,Name,ISIN,Base Currency,Trading Currency\nCSPX,iShares Core S&P 500,IE00B5BMR087,USD,GBP\n",
            "SYMBOL=Ticker,DESCRIPTION=Name,CURRENCY=Trading Currency,BASE_CURRENCY=Base Currency,ISIN=ISIN",
            "STOCK CSPX "
        ),
        (
            "symbol,base,quote\nCSPX,USD,GBP\nVUSA,USD,USD\n", "SYMBOL=symbol,CURRENCY=quote,BASE_CURRENCY=base",
            "STOCK CSPX "
        ),
        // A column without values is used only if no other column has the field.
        (
            #"[{"instId": "BTC-USDT", "instType": "SPOT", "settleCcy": "", "baseCcy": "BTC", "quoteCcy": "USDT", "lotSz": "1"}]"#,
            "SYMBOL=instId,TYPE=instType,CURRENCY=quoteCcy,BASE_CURRENCY=baseCcy,LOT_SIZE=lotSz", "CRYPTO BTC/USDT "
        ),
        // Symbols of Nordic exchanges contain the class of the share after a space.
        (
            "Name\tSymbol\tCurrency\tISIN\nVolvo B\tVOLV B\tSEK\tSE0000115446\nNokia\tNOKIA SEK\tSEK\tFI0009000681\n",
            "SYMBOL=Symbol,DESCRIPTION=Name,COUNTRY='SE',CURRENCY=Currency,ISIN=ISIN", "STOCK VOLV B:SE XSTO"
        ),
        // A column of instruments may have types, and the end of a name decides if the whole name is unknown.
        (
            "EXCH_ID\tINSTRUMENT\tSYMBOL_NAME\tDISPLAY_NAME\tSM_EXPIRY_DATE\tSTRIKE_PRICE\nNSE\tOPTIDX\tNIFTY-Jul2026-32000-CE\t"
                + "NIFTY 31 JUL 32000 CALL\t7/31/2026\t32000\nNSE\tOPTIDX\tNIFTY-Jul2026-32000-PE\tNIFTY 31 JUL 32000 PUT\t7/31/2026\t32000\n"
                + "NSE\tOPTIDX\tNIFTY-Aug2026-32000-PE\tNIFTY 28 AUG 32000 PUT\t8/28/2026\t32000\n",
            "SYMBOL=SYMBOL_NAME,TYPE=INSTRUMENT,DESCRIPTION=DISPLAY_NAME,OPOL=EXCH_ID,EXPIRATION=mdy:SM_EXPIRY_DATE,STRIKE=STRIKE_PRICE",
            "OPTION NIFTY-Jul2026-32000-CE:IN XNSE"
        ),
        // The number by which a database refers to an instrument is not its symbol.
        (
            #"{"result": [{"instrument_name": "BTC-PERPETUAL", "instrument_id": 124972, "kind": "future"}, "#
                + #"{"instrument_name": "BTC-25DEC26-50000-C", "instrument_id": 2, "kind": "option"}]}"#,
            "SYMBOL=instrument_name,TYPE=kind", "FUTURE BTC-PERPETUAL "
        ),
        (
            "name,full_name,id,base,second\nUSD/AED,US Dollar UAE Dirham,152,USD,AED\nEUR/USD,Euro US Dollar,1,EUR,USD\n",
            "SYMBOL=name,TYPE='FOREX',DESCRIPTION=full_name,CURRENCY=second,BASE_CURRENCY=base", "FOREX USD/AED "
        ),
        // The symbols of a broker have suffixes.
        (
            #"[{"ticker": "AAPL_US_EQ", "type": "STOCK", "name": "Apple", "shortName": "AAPL"}, "#
                + #"{"ticker": "VODl_EQ", "type": "STOCK", "name": "Vodafone", "shortName": "VOD"}]"#,
            "SYMBOL=shortName,TYPE=type,DESCRIPTION=name", "STOCK AAPL "
        ),
        // A list with Bitcoin and Ethereum has coins.
        (
            "name,symbol,currency\nBitcoin,BTC,USD\nEthereum,ETH,USD\n",
            "SYMBOL=symbol,TYPE='CRYPTO',DESCRIPTION=name,CURRENCY=currency", "CRYPTO BTC/USD "
        ),
        // Companies in North America have CUSIPs that begin with a digit.
        (
            "date,company,ticker,cusip\n11/27/2026,TESLA INC,TSLA,88160R101\n11/27/2026,ROKU INC,ROKU,77543R102\n",
            "SYMBOL=ticker,DESCRIPTION=company,COUNTRY='US',CUSIP=cusip", "STOCK TSLA "
        ),
        // Identifiers are recognized by their values, whatever the names of the columns are.
        (
            "Stock,ISIN,Name\nVN000000AAA4,AAA,Công ty cổ phần Nhựa\nVN000000AAM9,AAM,Công ty cổ phần Thủy sản\n",
            "SYMBOL=ISIN,DESCRIPTION=Name,COUNTRY='VN',ISIN=Stock", "STOCK AAA:VN XSTC"
        ),
        // Companies in China have letters as tickers only if they are listed elsewhere.
        (
            "Ticker,Company,Country\nA,Agilent,USA\nBABA,Alibaba,China\nKO,Coca-Cola,USA\n",
            "SYMBOL=Ticker,DESCRIPTION=Company,COUNTRY='US',DOMICILE=Country", "STOCK A "
        ),
        (
            "Ticker,Company,Country\nA,Agilent,USA\n600000,Pudong,China\n",
            "SYMBOL=Ticker,DESCRIPTION=Company,COUNTRY=Country", "STOCK A "
        ),
        // RICs of Singapore have other roots than the tickers of the exchange.
        (
            "Name,Code,RIC\nDBS Group,D05,DBSM.SI\nSingtel,Z74,STEL.SI\n", "SYMBOL=Code,DESCRIPTION=Name,COUNTRY='SG'",
            "STOCK D05:SG XSES"
        ),
        ("Name,Code,RIC\nSAP,SAP,SAP.DE\nBASF,BAS,BAS.DE\n", "SYMBOL=ric:RIC,DESCRIPTION=Name", "STOCK SAP:DE XETR"),
        // The names in the local script and in English.
        (
            "symbol,name,engname\n00001,长和,CK HUTCHISON HOLDINGS\n00700,腾讯控股,TENCENT HOLDINGS\n",
            "SYMBOL=symbol,DESCRIPTION=engname,LOCAL_DESCRIPTION=name,COUNTRY='HK'", "STOCK 0001:HK XHKG"
        ),
        (
            "symbol,display_name,name\n000001.XSHE,平安银行,PAYH\n600000.XSHG,浦发银行,PFYH\n",
            "SYMBOL=symbol,DESCRIPTION=name,LOCAL_DESCRIPTION=display_name", "STOCK 000001:CN XSHE"
        ),
        // The name of a column may contain the type, and the order of days and months follows from all dates.
        (
            "Symbol,ETF Name,Asset Class\nAGG,iShares Core Bond,Bond\nGLD,SPDR Gold Shares,Commodity\n",
            "SYMBOL=Symbol,TYPE='ETF',DESCRIPTION=ETF Name", "ETF AGG "
        ),
        (
            "ASX code,Company name,Listing date\nCBA,COMMONWEALTH BANK,12/09/1991\nBHP,BHP GROUP,13/08/1885\n",
            "SYMBOL=ASX code,DESCRIPTION=Company name,COUNTRY='AU',ISSUE_DATE=dmy:Listing date", "STOCK CBA:AU XASX"
        ),
        (
            #"{"OutBlock_1": [{"ISU_CD": "KR7005930003", "ISU_SRT_CD": "005930", "ISU_NM": "삼성전자보통주", "MKT_TP_NM": "KOSPI"}]}"#,
            "SYMBOL=ISU_SRT_CD,LOCAL_DESCRIPTION=ISU_NM,OPOL=MKT_TP_NM,ISIN=ISU_CD", "STOCK 005930:KR XKRX"
        ),
        // Single letters are the codes of American exchanges.
        (
            "Symbol,Security Name,Listing Exchange,ETF\nARKK,ARK Innovation ETF,Z,Y\nA,Agilent Technologies,N,N\n",
            "SYMBOL=Symbol,TYPE=ETF [* STOCK, Y ETF],DESCRIPTION=Security Name,COUNTRY='US',OPOL=Listing Exchange",
            "ETF ARKK BATS"
        ),
        // The names of columns that are given in several languages end with the language.
        (
            "isin,ticker,instrument_type_en,issuer_name_en\nAMACBAB2EER9,ACBABE,Debt Instrument,ACBA BANK\n",
            "SYMBOL=ticker,TYPE=instrument_type_en,DESCRIPTION=issuer_name_en,COUNTRY='AM',ISIN=isin", "BOND ACBABE:AM "
        ),
        (
            ",代號,股票名稱,上市日,市場別\n2,1101,台泥,1962-02-09,上市\n",
            "SYMBOL=代號,LOCAL_DESCRIPTION=股票名稱,OPOL=市場別,ISSUE_DATE=上市日", "STOCK 1101:TW XTAI"
        ),
        ("コード,銘柄名,市場\n7485,岡谷鋼機,名Ｐ\n", "SYMBOL=コード,LOCAL_DESCRIPTION=銘柄名,OPOL=市場", "STOCK 7485:XNGO XNGO"),
        // A list with one column, and one without a header.
        ("Ticker YF\nAALI.JK\nABBA.JK\n", "SYMBOL=yahoo:Ticker YF", "STOCK AALI:ID XIDX"),
        ("A,Agilent Technologies Inc.\nAA,Alcoa Inc.\n", "SYMBOL=#1,DESCRIPTION=#2", "STOCK A "),
        ("HASI,0001561894\nMSFT,0000789019\n", "SYMBOL=#1", "STOCK HASI "),
        ("tickers\nVALE3\nPETR4\n", "SYMBOL=tickers", "STOCK VALE3 "),
    ])
    func proposesWhatAListMeans(text: String, map: String, first: String) throws {
        let read = try ProposedList(text)
        #expect(read.map == map)
        let profile = try #require(try ReadList(text, map).profiles.first)
        #expect("\(profile.type) \(profile.symbol) \(profile.opol)" == first)
    }
}
