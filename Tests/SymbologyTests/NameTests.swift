import Symbology
import Testing

/// Names of currencies, crypto assets, indexes and products, with all their readings.
@Suite("Names")
struct NameTests {
    private static func sentences(_ text: String) -> [String] { ReadingTests.reader.read(text).map(\.description) }

    @Test(
        "Two currencies are the pair that markets quote, and one currency its pair with the dollar",
        arguments: [
            ("euro dollar", "EUR/USD"), ("dollar euro", "EUR/USD"), ("usd eur", "EUR/USD"), ("pound dollar", "GBP/USD"),
            ("usd yen", "USD/JPY"), ("yen dollar", "USD/JPY"), ("us dollar japanese yen", "USD/JPY"),
            ("sterling euro", "EUR/GBP"), ("aussie kiwi", "AUD/NZD"), ("swiss franc yen", "CHF/JPY"),
            ("canadian dollar swiss franc", "CAD/CHF"), ("dollar peso", "USD/MXN"), ("euro to lira", "EUR/TRY"),
            ("gbp vs usd", "GBP/USD"), ("gold euro", "XAU/EUR"), ("euro-dollar", "EUR/USD"),
            ("swiss franc", "USD/CHF"), ("indian rupee", "USD/INR"), ("british pound", "GBP/USD"),
            ("new zealand dollar", "NZD/USD"), ("us dollar", "EUR/USD"), ("brazilian real", "USD/BRL"),
            ("cable", "GBP/USD"), ("aussie", "AUD/USD"), ("kiwi", "NZD/USD"), ("loonie", "USD/CAD"),
            ("usd/eur", "USD/EUR"), ("dollar/euro", "USD/EUR"),
            ("bitcoin", "BTC/USD"), ("bitcoin cash", "BCH/USD"), ("usd bitcoin", "BTC/USD"),
            ("bitcoin euro", "BTC/EUR"),
            ("bitcoin ether", "ETH/BTC"), ("solana tether", "SOL/USDT"), ("tether dollar", "USDT/USD"),
            ("bitcoin price", "BTC/USD"), ("euro dollar exchange rate", "EUR/USD"), ("gold spot", "XAU/USD"),
            ("TVC:GOLD", "XAU/USD"), ("BTC-PERP", "BTC/USD"), ("BTCPERP", "BTC/USD"), ("BTCUSDT.P", "BTC/USDT"),
            ("BTC-USDT-SWAP", "BTC/USDT"), ("sol perp", "SOL/USD"), ("BTC-PERPETUAL", "BTC/USD"),
            ("WIF9-PERP", "WIF9/USD"),
        ])
    func pairs(text: String, pair: String) {
        let pairs = ReadingTests.reader.read(text).compactMap { reading in
            if case .pair(let pair) = reading.reference { "\(pair.base)/\(pair.quote)" } else { nil }
        }
        #expect(pairs.first == pair)
    }

    @Test("All meanings of a name, best first: prices, indexes, products")
    func meanings() {
        let rows: [(String, [String], Comment)] = [
            ("swiss franc", ["pair USD/CHF", "product 6S"], "a currency, and its futures"),
            ("heating oil", ["product HO"], "a product"),
            ("gold price", ["product GC", "pair XAU/USD"], "a metal: its futures first"),
            ("euro stoxx 50", ["index SX5E", "product FESX"], "an index before its futures"),
            ("nikkei futures", ["product NK225", "product NKD"], "only futures"),
            ("natural gas futures", ["product NG"], "only futures"),
            ("bitcoin cash", ["pair BCH/USD", "pair BCH/USDT", "pair BCH/USDC"], "quotes that follow the dollar"),
            ("bitcoin kraken", ["BTC/USD", "BTC/USDT", "BTC/USDC"].map { "pair \($0), KRAKEN" }, "a venue"),
            ("btc usdt binance", ["pair BTC/USDT, BINANCE"], "a pair at a venue"),
            ("usd eur", ["pair EUR/USD", "pair USD/EUR"], "the usual pair, then the one as written"),
            ("usd coin", ["pair USDC/USD"], "a token that follows the dollar has no other quotes"),
            ("long gilt", ["product R, IFEU"], "roots of one letter differ between exchanges"),
            ("hsi", ["ticker HSI", "index HSI", "product HSI"], "a code of an index and a product"),
            ("dollar", ["ticker DOLLAR"], "a name of several currencies"),
            ("dollar general", [], "a company"),
            ("pound", ["ticker POUND", "ticker POUN, class D"], "not alone"),
        ]
        for (text, expected, comment) in rows { #expect(Self.sentences(text) == expected, "\(text): \(comment)") }
    }

    @Test("Options on an underlying by the name of its company")
    func companies() {
        for (text, root) in [
            ("apple jan 2027 260 call", "APPLE"), ("apple 260 call jan", "APPLE"),
            ("260 call bank of america jan 2027", "BANK OF AMERICA"),
            ("caterpillar 1/15/27 400 put", "CATERPILLAR"),
        ] {
            guard case .option(let option)? = ReadingTests.reader.read(text).first?.reference else {
                Issue.record("\(text) is no option")
                continue
            }
            #expect(option.root == root)
        }
    }

    @Test("Own lines add names")
    func ownNames() throws {
        let places = try SymbolPlaces(
            parsing: """
                source desk https://desk.example/names
                index US DESKX - - - - desk Desk 20
                alias index DESKX desk Our Desk; Desk Twenty
                alias index SPX desk the five hundred
                alias currency CHF desk stutz
                """)
        let reader = SymbolReader(places: places, on: CalendarDate(year: 2026, month: 11, day: 21)!)
        #expect(reader.read("desk 20").first?.description == "index DESKX")
        #expect(reader.read("our desk").first?.description == "index DESKX")
        #expect(reader.read("the five hundred").first?.description == "index SPX")
        #expect(reader.read("stutz yen").first?.description == "pair CHF/JPY")
        #expect(reader.read("swiss franc").first?.description == "pair USD/CHF", "the bundled names stay")
    }
}
