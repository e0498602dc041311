import Symbology
import TestSupport
import Testing

@Suite struct SpreadSymbolTests {
    typealias Leg = SpreadSymbol.Leg

    /// The table of `spread-symbols.md`, and this project's own decisions there ("ours").
    @Test(arguments: [
        ("=2*AAPL-MSFT", [Leg(ratio: 2, symbol: "AAPL"), Leg(ratio: -1, symbol: "MSFT")], "=2*AAPL-MSFT"),
        (
            "=/ESZ26:XCME-/ESH27:XCME", [Leg(ratio: 1, symbol: "/ESZ26:XCME"), Leg(ratio: -1, symbol: "/ESH27:XCME")],
            "=/ESZ26:XCME-/ESH27:XCME"
        ),
        (
            "=A-2*B+C", [Leg(ratio: 1, symbol: "A"), Leg(ratio: -2, symbol: "B"), Leg(ratio: 1, symbol: "C")],
            "=A+C-2*B"
        ),
        ("=-A-B", [Leg(ratio: -1, symbol: "A"), Leg(ratio: -1, symbol: "B")], "=-B-A"),
        (
            "=./KCZ26C300:IFUS-0.5*/KCZ26:IFUS@285.5-./KCZ26P250:IFUS",
            [
                Leg(ratio: 1, symbol: "./KCZ26C300:IFUS"), Leg(ratio: -0.5, symbol: "/KCZ26:IFUS", price: 285.5),
                Leg(ratio: -1, symbol: "./KCZ26P250:IFUS"),
            ], "=./KCZ26C300:IFUS-0.5*/KCZ26:IFUS@285.5-./KCZ26P250:IFUS"
        ),
        ("=+A", [Leg(ratio: 1, symbol: "A")], "A"),
        ("=A+A", [Leg(ratio: 2, symbol: "A")], "=2*A"),
        // Ratios are added exactly: as doubles, 0.1 + 0.2 isn't 0.3.
        ("=0.1*A+0.2*A", [Leg(ratio: 0.3, symbol: "A")], "=0.3*A"),
        ("=A-A", [], ""),
        // Legs with different prices are distinct, and a sign after @ belongs to the price.
        ("=A@-5+A", [Leg(ratio: 1, symbol: "A", price: -5), Leg(ratio: 1, symbol: "A")], "=A+A@-5"),
        // A negative strike.
        (
            "=./CLZ26P-5:XNYM-./CLZ26C10:XNYM",
            [Leg(ratio: 1, symbol: "./CLZ26P-5:XNYM"), Leg(ratio: -1, symbol: "./CLZ26C10:XNYM")],
            "=./CLZ26P-5:XNYM-./CLZ26C10:XNYM"
        ),
        // Ratios without `*`.
        (
            "=2/ESZ26-3./ESZ26C100", [Leg(ratio: 2, symbol: "/ESZ26"), Leg(ratio: -3, symbol: "./ESZ26C100")],
            "=2*/ESZ26-3*./ESZ26C100"
        ),
        // Legs with equal ratios are sorted: purchases ascending, sales descending.
        (
            "=B+A-C-D",
            [
                Leg(ratio: 1, symbol: "B"), Leg(ratio: 1, symbol: "A"), Leg(ratio: -1, symbol: "C"),
                Leg(ratio: -1, symbol: "D"),
            ], "=A+B-D-C"
        ),
    ])
    func spreadsAreParsedIntoLegs(text: String, legs: [SpreadSymbol.Leg], canonical: String) throws {
        let spread = try SpreadSymbol(text)
        #expect(spread.legs == legs)
        #expect(spread.canonical == canonical)
        #expect(SpreadSymbol.text(of: legs) == canonical)
        #expect(spread.text == text)
        #expect(spread.suffix == "")
    }

    @Test(arguments: [("=A-B{=d}", "{=d}", "B"), ("=A-B&Q", "&Q", "B"), ("=A-B&Q{=5m}", "&Q{=5m}", "B")])
    func aSuffixBelongsToTheWholeSpread(text: String, suffix: String, last: String) throws {
        let spread = try SpreadSymbol(text)
        #expect(spread.suffix == suffix)
        #expect(spread.legs.last?.symbol == last)
        #expect(spread.canonical == text)
    }

    @Test(arguments: [
        ("A", 0), ("", 0), ("=", 1), ("=A+", 3), ("=A++B", 3), ("=0*A", 1), ("=0.00*A", 1), ("=2*3*A", 4), ("=A*B", 2),
        ("=2**A", 3), ("=A -B", 2), ("=(A-B)", 1), ("=A-=B-C", 3), ("=A@x", 3), ("=A@", 3), ("=1.2.3*A", 1), ("=*A", 1),
        ("=A{x-B", 2),
    ])
    func errorsNameTheirByteOffset(text: String, offset: Int) {
        let error = #expect(throws: GrammarError.self) { _ = try SpreadSymbol(text) }
        #expect(error?.byteOffset == offset)
        #expect(error?.grammar == "spread symbol")
    }

    @Test func errorsSuggestARemedy() {
        let error = #expect(throws: GrammarError.self) { _ = try SpreadSymbol("=A-0*B") }
        #expect(
            error?.description == """
                spread symbol: found a ratio of 0; remove the leg
                  =A-0*B
                     ^
                """)
    }

    /// The canonical form writes a zero before the decimal point.
    @Test func smallRatiosAreReadBack() throws {
        let spread = try SpreadSymbol("=.000000000000007*A-B")
        #expect(spread.canonical == "=0.000000000000007*A-B")
        #expect(try SpreadSymbol(spread.canonical).legs == spread.legs)
    }

    /// The canonical form of any legs is parsed to these legs. Prints its seed.
    @Test func canonicalFormsAreReadBack() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            var legs: [Leg] = []
            for symbol in ["A", "/ESZ26:XCME", "./ESZ26P-5", "EUR/USD", "ü", "\u{10000}", "\u{FFFF}"].shuffled(
                using: &random
            )
            .prefix(Int.random(in: 2...7, using: &random)) {
                let ratio = Double(Int.random(in: 1...400, using: &random)) / 4 * (Bool.random(using: &random) ? 1 : -1)
                legs.append(Leg(ratio: ratio, symbol: symbol, price: Bool.random(using: &random) ? nil : 1.25))
            }
            let text = SpreadSymbol.text(of: legs)
            let spread = try SpreadSymbol(text)
            #expect(Set(spread.legs) == Set(legs), "seed \(seed): \(text)")
            #expect(spread.canonical == text, "seed \(seed)")
        }
    }
}
