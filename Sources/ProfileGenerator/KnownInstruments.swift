/// The most popular instruments of the universe: well-known instruments, each with a price in hundredths, around which
/// strikes are generated.
///
/// Their identifiers are empty, because the identifiers of this generator are synthetic.
enum KnownInstruments {
    static let stocks: [(String, String, Int)] = [
        ("AAPL", "Apple Inc. - Common Stock", 23_000), ("MSFT", "Microsoft Corporation - Common Stock", 43_000),
        ("NVDA", "NVIDIA Corporation - Common Stock", 14_000),
        ("AMZN", "Amazon.com, Inc. - Common Stock", 21_000),
        ("GOOGL", "Alphabet Inc. - Class A Common Stock", 17_500),
        ("GOOG", "Alphabet Inc. - Class C Capital Stock", 17_700),
        ("META", "Meta Platforms, Inc. - Class A Common Stock", 58_000),
        ("TSLA", "Tesla, Inc. - Common Stock", 34_000), ("BRK/B", "Berkshire Hathaway Inc. Class B", 47_000),
        ("AVGO", "Broadcom Inc. - Common Stock", 17_000), ("JPM", "JP Morgan Chase & Co. Common Stock", 24_500),
        ("LLY", "Eli Lilly and Company Common Stock", 78_000), ("V", "Visa Inc.", 31_000),
        ("UNH", "UnitedHealth Group Incorporated Common Stock (DE)", 58_500),
        ("XOM", "Exxon Mobil Corporation Common Stock", 12_000), ("MA", "Mastercard Incorporated Common Stock", 52_000),
        ("COST", "Costco Wholesale Corporation - Common Stock", 93_000),
        ("HD", "Home Depot, Inc. (The) Common Stock", 40_500),
        ("PG", "Procter & Gamble Company (The) Common Stock", 17_000),
        ("WMT", "Walmart Inc. Common Stock", 8_700), ("JNJ", "Johnson & Johnson Common Stock", 15_500),
        ("NFLX", "Netflix, Inc. - Common Stock", 83_000), ("CRM", "Salesforce, Inc. Common Stock", 32_000),
        ("BAC", "Bank of America Corporation Common Stock", 4_600), ("ORCL", "Oracle Corporation Common Stock", 18_500),
        ("KO", "Coca-Cola Company (The) Common Stock", 6_300), ("CVX", "Chevron Corporation Common Stock", 15_800),
        ("MRK", "Merck & Company, Inc. Common Stock (new)", 10_000),
        ("AMD", "Advanced Micro Devices, Inc. - Common Stock", 14_000),
        ("PEP", "PepsiCo, Inc. - Common Stock", 16_200), ("ADBE", "Adobe Inc. - Common Stock", 51_000),
        ("CSCO", "Cisco Systems, Inc. - Common Stock (DE)", 5_800),
        ("INTC", "Intel Corporation - Common Stock", 2_400), ("QCOM", "QUALCOMM Incorporated - Common Stock", 16_000),
        ("IBM", "International Business Machines Corporation Common Stock", 21_000),
        ("CAT", "Caterpillar, Inc. Common Stock", 38_500), ("GE", "GE Aerospace Common Stock", 18_000),
        ("DIS", "Walt Disney Company (The) Common Stock", 11_300), ("VZ", "Verizon Communications Inc.", 4_200),
        ("PFE", "Pfizer, Inc. Common Stock", 2_600), ("BA", "Boeing Company (The) Common Stock", 15_000),
        ("NKE", "Nike, Inc. Common Stock", 7_800), ("MCD", "McDonald's Corporation Common Stock", 29_500),
        ("GS", "Goldman Sachs Group, Inc. (The) Common Stock", 60_000),
        ("UBER", "Uber Technologies, Inc. Common Stock", 7_100), ("T", "AT&T Inc.", 2_250),
        ("F", "Ford Motor Company Common Stock", 1_100), ("GM", "General Motors Company Common Stock", 5_500),
        ("PLTR", "Palantir Technologies Inc. - Class A Common Stock", 6_200),
        ("COIN", "Coinbase Global, Inc. - Class A Common Stock", 30_000),
    ]

    static let etfs: [(String, String, Int)] = [
        ("SPY", "SPDR S&P 500 ETF Trust", 59_000), ("QQQ", "Invesco QQQ Trust, Series 1", 50_500),
        ("IWM", "iShares Russell 2000 ETF", 23_800), ("TLT", "iShares 20+ Year Treasury Bond ETF", 9_100),
        ("GLD", "SPDR Gold Trust", 24_500), ("XLF", "Financial Select Sector SPDR Fund", 5_000),
        ("EEM", "iShares MSCI Emerging Markets ETF", 4_400),
        ("HYG", "iShares iBoxx $ High Yield Corporate Bond", 7_900),
        ("SLV", "iShares Silver Trust", 2_850), ("VOO", "Vanguard S&P 500 ETF", 54_200),
        ("SMH", "VanEck Semiconductor ETF", 24_600), ("XLE", "Energy Select Sector SPDR Fund", 9_400),
        ("DIA", "SPDR Dow Jones Industrial Average ETF Trust", 43_500),
        ("ARKK", "ARK Innovation ETF", 5_400), ("VTI", "Vanguard Total Stock Market ETF", 29_300),
        ("EFA", "iShares MSCI EAFE ETF", 7_800), ("XBI", "SPDR S&P Biotech ETF", 9_800),
        ("USO", "United States Oil Fund, LP", 7_200), ("KRE", "SPDR S&P Regional Banking ETF", 6_300),
        ("IBIT", "iShares Bitcoin Trust ETF", 5_500),
    ]

    static let indexes: [(String, String, Int)] = [
        ("SPX", "S&P 500 Index", 590_000), ("NDX", "Nasdaq 100 Index", 2_070_000),
        ("RUT", "Russell 2000 Index", 240_000),
        ("VIX", "Cboe Volatility Index", 1_600), ("XSP", "S&P 500 Mini Index", 59_000),
        ("DJX", "1/100 Dow Jones Industrial Average Index", 43_500), ("OEX", "S&P 100 Index", 285_000),
        ("COMP", "Nasdaq Composite Index", 1_900_000), ("SOX", "PHLX Semiconductor Index", 500_000),
        ("DJI", "Dow Jones Industrial Average Index", 4_350_000),
    ]
}
