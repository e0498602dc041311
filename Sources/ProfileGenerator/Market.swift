/// The stock market of a country: the properties that its listings have in common.
struct Market {
    /// The form of local symbols.
    enum SymbolForm {
        /// The given number of letters.
        case letters(Int)
        /// Consecutive numbers from `from` on, with `width` digits.
        case digits(from: Int, width: Int)
    }

    let country, mic, currency: Text
    /// The share of this market among the foreign listings, in thousandths.
    let share: Int
    let symbolForm: SymbolForm
    let tradingHours, priceIncrements: Text
    /// The legal forms of companies, and company names in the local script (empty if the script is Latin).
    let forms, localNames: [Text]
    /// The start of the country's ISINs: the country code, and the fixed part before the number.
    let isinPrefix: Text

    init(
        _ country: String, _ mic: String, _ currency: String, share: Int, _ symbolForm: SymbolForm, hours: String,
        increments: String, forms: [String], localNames: [String] = [], isin: String
    ) {
        self.country = Text(country)
        self.mic = Text(mic)
        self.currency = Text(currency)
        self.share = share
        self.symbolForm = symbolForm
        tradingHours = Text(hours)
        priceIncrements = Text(increments)
        self.forms = forms.map { Text($0) }
        self.localNames = localNames.map { Text($0) }
        isinPrefix = Text(isin)
    }

    static let foreign: [Market] = [
        Market(
            "DE", "XETR", "EUR", share: 130, .letters(3),
            hours: "XETR(name=Xetra;tz=Europe/Berlin;hd=DE;td=12345;de=+0000;0=09001730)", increments: europeanSteps,
            forms: [
                " AG", " SE", " GmbH & Co. KGaA", " AG Vz.", " Münchener Beteiligungs-AG",
                " Gruppe für Maschinenbau AG",
            ],
            isin: "000"),
        Market(
            "GB", "XLON", "GBX", share: 150, .letters(4),
            hours: "XLON(name=London Stock Exchange;tz=Europe/London;hd=GB;sd=GB;td=12345;de=+0000;0=08001630)",
            increments: europeanSteps,
            forms: [" PLC", " PLC ORD 10P", " Investment Trust PLC ORD 25P", " LTD ORD NPV"],
            isin: "00"),
        Market(
            "FR", "XPAR", "EUR", share: 90, .letters(3),
            hours: "XPAR(name=Euronext Paris;tz=Europe/Paris;hd=FR;td=12345;de=+0000;0=09001730)",
            increments: europeanSteps, forms: [" S.A.", " SE", " Société Générale d'Énergie S.A.", " Crédit Régional"],
            isin: "0000"),
        Market(
            "TR", "XIST", "TRY", share: 50, .letters(5),
            hours: "BIST(name=BIST;tz=Asia/Istanbul;hd=TR;sd=TR;td=12345;de=+0000;0=10001800)",
            increments: "0.01 20; 0.02 50; 0.05 100; 0.1 250; 0.25 500; 0.5 1000; 1 2500; 2.5",
            forms: [
                " SANAYİ VE TİCARET A.Ş.", " GIDA A.Ş.", " ÇİMENTO FABRİKALARI T.A.Ş.", " ENERJİ ÜRETİM A.Ş.",
                " GAYRİMENKUL YATIRIM ORTAKLIĞI A.Ş.",
            ], isin: "A"),
        Market(
            "JP", "XTKS", "JPY", share: 140, .digits(from: 1301, width: 4),
            hours: "XTKS(name=Tokyo Stock Exchange;tz=Asia/Tokyo;hd=JP;td=12345;de=+0000;0=0900113012301530)",
            increments: "1 3000; 5 5000; 10 30000; 50 50000; 100 300000; 500 500000; 1000",
            forms: [" Co., Ltd.", " Holdings, Inc.", " Corporation", " Group Holdings Co., Ltd."],
            localNames: ["北斗自動車", "東和電機", "日の出製薬", "青葉化学工業", "みなと銀行グループ", "山桜食品", "大洋海運", "富岳ソフトウェア"],
            isin: "3"),
        Market(
            "HK", "XHKG", "HKD", share: 90, .digits(from: 1, width: 5),
            hours: "XHKG(name=Hong Kong;tz=Asia/Hong_Kong;hd=HK;sd=HK;td=12345;de=+0000;0=0930120013001600)",
            increments: "0.001 0.25; 0.005 0.5; 0.01 10; 0.02 20; 0.05 100; 0.1 200; 0.2 500; 0.5",
            forms: [" HOLDINGS LTD", " GROUP CO LTD-H", " INTERNATIONAL", "-W"],
            localNames: ["海港控股", "東方發展集團", "金龍科技", "遠洋航運", "華南電力"], isin: "0000"),
        Market(
            "IN", "XNSE", "INR", share: 120, .letters(6),
            hours: "XNSE(name=National Stock Exchange of India;tz=Asia/Kolkata;hd=IN;td=12345;de=+0000;0=09151530)",
            increments: "0.01 250; 0.05 1000; 0.1 5000; 0.5 10000; 1 20000; 5",
            forms: [" Limited", " Industries Limited", " (India) Limited"], isin: "E"),
        Market(
            "AU", "XASX", "AUD", share: 80, .letters(3),
            hours: "XASX(name=ASX;tz=Australia/Sydney;hd=AU;sd=AU;td=12345;de=+0000;0=10001600)",
            increments: "0.001 0.1; 0.005 2; 0.01", forms: [" LIMITED", " LTD", " CORPORATION LIMITED"], isin: "000000"),
        Market(
            "CA", "XTSE", "CAD", share: 100, .letters(4),
            hours: "XTSE(name=Toronto Stock Exchange;tz=America/Toronto;hd=CA;td=12345;de=+0000;0=09301600)",
            increments: "0.005 0.5; 0.01", forms: [" Corp.", " Inc.", " Resources Ltd.", " Aurifère Québécoise Inc."],
            isin: ""),
        Market(
            "BR", "BVMF", "BRL", share: 50, .letters(4),
            hours: "BVMF(name=B3;tz=America/Sao_Paulo;hd=BR;td=12345;de=+0000;0=10001700)", increments: "0.01",
            forms: [" S.A. ON", " PARTICIPAÇÕES S.A. PN", " MINERAÇÃO S.A."], isin: "B"),
    ]

    private static let europeanSteps =
        "0.0001 0.1; 0.0002 0.2; 0.0005 0.5; 0.001 1; 0.002 2; 0.005 5; 0.01 10; 0.02 20; 0.05 50; 0.1 100; 0.2 200; "
        + "0.5 500; 1 1000; 2"
}
