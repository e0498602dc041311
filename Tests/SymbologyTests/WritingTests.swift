import Foundation
import Symbology
import TestSupport
import Testing

@Suite("Writing notations")
struct WritingTests {
    private let writer = SymbolWriter(on: ReadingTests.reader.day)
    private var reader: SymbolReader { ReadingTests.reader }

    /// Returns the best reading of a text in all writable notations: ipf, occ, terminal, ric, chart, yahoo-like.
    private func all(_ text: String) -> [String?] {
        guard let best = reader.read(text).first else { return [] }
        return Notation.writable.map { writer.write(best.reference, as: $0) }
    }

    /// A text, and its best reading in all writable notations.
    private static let readings: [(String, [String?])] = [
        (
            "aapl jan 15 2027 260 c",
            [
                ".AAPL270115C260", "AAPL  270115C00260000", "AAPL US 01/15/27 C260 Equity", "AAPLA152726000.U",
                "OPRA:AAPL270115C260.0", "AAPL270115C00260000",
            ]
        ),
        (
            "spxw 12/18/26 6500.5 p",
            [
                ".SPXW261218P6500.5", "SPXW  261218P06500500", "SPXW US 12/18/26 P6500.5 Index", "SPXWx182665005.U",
                "OPRA:SPXW261218P6500.5", "SPXW261218P06500500",
            ]
        ),
        ("./ESZ26C6600", ["./ESZ26C6600:XCME", nil, "ESZ6C 6600 Index", nil, "CME_MINI:ESZ2026C6600", nil]),
        ("ESZ6", ["/ESZ26:XCME", nil, "ESZ6 Index", "ESZ26", "CME_MINI:ESZ2026", "ESZ26.CME"]),
        ("ES=F", [nil, nil, "ES1 Index", "ESc1", "CME_MINI:ES1!", "ES=F"]),
        ("FGBL2!", [nil, nil, "RX2 Comdty", "FGBLc2", "EUREX:FGBL2!", nil]),
        ("ZC Z26", ["/ZCZ26:XCBT", nil, "C Z6 Comdty", "CZ26", "CBOT:ZCZ2026", "ZCZ26.CBT"]),
        ("/ES", ["/ES", nil, nil, nil, nil, nil]),
        ("NASDAQ:AAPL", ["AAPL", nil, "AAPL US Equity", "AAPL.O", "NASDAQ:AAPL", "AAPL"]),
        // The exchange is unknown.
        ("AAPL US", ["AAPL", nil, "AAPL US Equity", nil, nil, "AAPL"]),
        ("THYAO:TR", ["THYAO:TR", nil, "THYAO TI Equity", "THYAO.IS", "BIST:THYAO", "THYAO.IS"]),
        ("BP/ LN", ["BP.:GB", nil, "BP/ LN Equity", "BP.L", "LSE:BP.", "BP.L"]),
        ("BT.A:GB", ["BT.A:GB", nil, "BT/A LN Equity", "BTa.L", "LSE:BT.A", "BT-A.L"]),
        ("NOVO-B:DK", ["NOVO-B:DK", nil, "NOVOB DC Equity", "NOVOb.CO", "OMXCOP:NOVO_B", "NOVO-B.CO"]),
        ("0700.HK", ["700:HK", nil, "700 HK Equity", "0700.HK", "HKEX:700", "0700.HK"]),
        ("005930.KS", ["005930:KR", nil, "005930 KS Equity", "005930.KS", "KRX:005930", "005930.KS"]),
        ("EUR/USD", ["EUR/USD", nil, "EURUSD Curncy", "EUR=", "FX:EURUSD", "EURUSD=X"]),
        ("USD/JPY", ["USD/JPY", nil, "USDJPY Curncy", "JPY=", "FX:USDJPY", "JPY=X"]),
        ("BTC/EUR", ["BTC/EUR", nil, "BTCEUR Curncy", nil, "CRYPTO:BTCEUR", "BTC-EUR"]),
        ("^GSPC", ["SPX", nil, "SPX Index", ".SPX", "SP:SPX", "^GSPC"]),
        ("UKX Index", ["UKX:GB", nil, "UKX Index", ".FTSE", "FTSE:UKX", "^FTSE"]),
        ("XU100.IS", ["XU100:TR", nil, "XU100 Index", ".XU100", "BIST:XU100", "XU100.IS"]),
        ("US0378331005", [nil, nil, nil, nil, nil, nil]),
    ]

    @Test("Each kind is written in every notation that can express it", arguments: readings)
    func table(_ text: String, _ written: [String?]) { #expect(all(text) == written) }

    @Test("A month is written as its third Friday, and an identifier unchanged")
    func notations() {
        #expect(Notation.writable == [.ipf, .occ, .terminal, .ric, .chart, .yahooLike])
        #expect(all("aapl jan 2027 260 c").first == ".AAPL270115C260")
        #expect(writer.write(.identifier(.init(kind: .isin, text: "US0378331005")), as: .identifier) == "US0378331005")
    }

    @Test("Readings that a notation cannot express give nil")
    func noFit() {
        func option(_ root: String, _ strike: StrikePrice?) -> InstrumentReference {
            .option(.init(root: root, expiration: .day(CalendarDate(dayNumber: 20_000)), strike: strike!, side: .put))
        }
        #expect(writer.write(option("ABCDEFG", StrikePrice(digits: 5)), as: .occ) == nil, "a root of seven letters")
        #expect(writer.write(option("A", StrikePrice(digits: 12_345, decimals: 4)), as: .occ) == nil, "four decimals")
        #expect(writer.write(option("A", StrikePrice(digits: 100_000)), as: .occ) == nil, "six digits before the point")
        #expect(writer.write(option("A", StrikePrice(digits: 10_000)), as: .ric) == nil, "five digits before the point")
        #expect(writer.write(option("A", StrikePrice(digits: .max)), as: .occ) == nil)
        #expect(writer.write(option("A", StrikePrice(digits: -5)), as: .occ) == nil)
        for notation in [Notation.broker, .exchange, .typed] {
            #expect(writer.write(option("A", StrikePrice(digits: 5)), as: notation) == nil)
        }
    }

    /// Returns whether two references are equal. Their places are ignored, because notations use different schemes.
    private func isSame(_ left: InstrumentReference, _ right: InstrumentReference) -> Bool {
        switch (left, right) {
        case (.option(let a), .option(let b)):
            a.root == b.root && a.future == b.future && a.expiration == b.expiration && a.strike == b.strike
                && a.side == b.side
        case (.future(let a), .future(let b)): a.root == b.root && a.contract == b.contract
        case (.product(let a), .product(let b)): a.root == b.root
        case (.share(let a), .share(let b)): a.spellings.contains { b.spellings.contains($0) } && a.series == b.series
        case (.index(let a), .index(let b)): a.tickers == b.tickers
        case (.pair(let a), .pair(let b)): a.base == b.base && a.quote == b.quote
        default: left == right
        }
    }

    private func check(_ reference: InstrumentReference, _ seed: UInt64) {
        for notation in Notation.writable {
            guard let text = writer.write(reference, as: notation) else { continue }
            #expect(
                reader.read(text).contains { isSame($0.reference, reference) },
                "\(reference) as \(notation) is \(text), read as \(reader.read(text)) (seed \(seed))")
        }
    }

    @Test("Random options are read back as written", arguments: [1, 2, 3] as [UInt64])
    func optionsAgain(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        for _ in 0..<2000 {
            var root = String(
                (0..<Int.random(in: 1...5, using: &random)).map { _ in letters.randomElement(using: &random)! })
            if Int.random(in: 0..<10, using: &random) == 0 { root += String(Int.random(in: 1...9, using: &random)) }
            let decimals = Int.random(in: 0...3, using: &random)
            check(
                .option(
                    .init(
                        root: root,
                        expiration: .day(CalendarDate(dayNumber: .random(in: 20_780...25_000, using: &random))),
                        strike: StrikePrice(digits: .random(in: 1...99_999, using: &random), decimals: decimals)!,
                        side: Bool.random(using: &random) ? .call : .put)), seed)
        }
    }

    @Test("Random futures, and options on them, are read back as written", arguments: [4, 5] as [UInt64])
    func futuresAgain(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for root in Self.roots {
            for _ in 0..<5 {
                // Terminals write only one digit of the year, so that these nine years can be written.
                let month = ContractMonth(
                    DeliveryMonth(.random(in: 1...12, using: &random))!, .random(in: 2027...2035, using: &random))
                check(.future(.init(root: root, contract: .month(month))), seed)
                check(.future(.init(root: root, contract: .continuous(.random(in: 1...9, using: &random)))), seed)
                let strike = StrikePrice(digits: .random(in: 1...99_999, using: &random), decimals: 1)!
                check(
                    .option(.init(root: root, future: month, expiration: .withFuture, strike: strike, side: .put)), seed
                )
            }
            check(.product(.init(root: root)), seed)
        }
    }

    /// The roots of all products of the bundled table.
    private static let roots = SymbolPlaces.bundledText.split(separator: "\n").filter { $0.hasPrefix("product ") }
        .map { String($0.split(separator: " ")[1]) }

    @Test("Random shares at all markets are read back as written", arguments: [6, 7] as [UInt64])
    func sharesAgain(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        let mics = SymbolPlaces.bundledText.split(separator: "\n").filter { $0.hasPrefix("market ") }
            .map { String($0.split(separator: " ")[1]) }
        let series: [ShareReference.Series?] = [
            nil, nil, nil, .shareClass(UInt8(ascii: "B")), .preferred(UInt8(ascii: "L")),
        ]
        for mic in mics {
            for _ in 0..<20 {
                let ticker = String(
                    (0..<Int.random(in: 2...5, using: &random)).map { _ in letters.randomElement(using: &random)! })
                check(
                    .share(
                        .init(
                            ticker: ticker, series: series.randomElement(using: &random)!,
                            place: SymbolPlaces.bundled.market(mic))), seed)
            }
        }
    }

    @Test("All indexes and many pairs are read back as written")
    func indexesAndPairs() {
        for line in SymbolPlaces.bundledText.split(separator: "\n") where line.hasPrefix("index ") {
            let words = line.split(separator: " ")
            let ticker = String(words[2].split(separator: ",")[0])
            let readings = reader.read("\(ticker):\(words[1])") + reader.read("^\(ticker)")
            let index = readings.first {
                if case .index(let found) = $0.reference { found.country == String(words[1]) } else { false }
            }
            #expect(index != nil, "\(line)")
            if let index { check(index.reference, 0) }
        }
        for base in ["EUR", "USD", "GBP", "XAU", "TRY", "BTC", "ETH", "DOGE"] {
            for quote in ["USD", "JPY", "EUR", "CHF"] where base != quote {
                check(.pair(.init(base: base, quote: quote)), 0)
            }
        }
    }

    @Test(
        "Recorded notations are written as symbols of IPF", .enabled(if: Conformance.folder != nil))
    func conformance() throws {
        let folder = try #require(Conformance.folder)
        let text = try String(contentsOf: folder.appending(path: "search/notations.tsv"), encoding: .utf8)
        var count = 0
        for line in text.split(separator: "\n") {
            let columns = line.split(separator: "\t")
            let best = try #require(reader.read(String(columns[0])).first, "\(line)")
            let written = writer.write(best.reference, as: .ipf)
            #expect(
                columns[1].split(separator: "|").contains { String($0) == written }, "\(line): \(written ?? "nothing")")
            count += 1
        }
        #expect(count >= 26)
    }
}
