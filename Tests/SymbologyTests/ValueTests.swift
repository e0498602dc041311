import Symbology
import TestSupport
import Testing

@Suite("Strikes, months and spellings")
struct ValueTests {
    @Test("A strike is exact and formatted in its shortest form")
    func strikes() {
        func text(_ digits: Int64, _ decimals: Int) -> String? {
            StrikePrice(digits: digits, decimals: decimals)?.description
        }
        #expect(text(260_000, 3) == "260")
        #expect(text(12_500, 3) == "12.5")
        #expect(text(5, 3) == "0.005")
        #expect(text(-25, 2) == "-0.25")
        #expect(text(0, 3) == "0")
        #expect(text(1, 18) == "0.000000000000000001")
        #expect(text(1, 19) == nil)
        #expect(text(1, -1) == nil)
        #expect(StrikePrice(digits: 125, decimals: 1)?.value == 12.5)
        #expect(StrikePrice(digits: 2600, decimals: 1) == StrikePrice(digits: 260))
    }

    @Test("The third Friday of any month is a Friday from 15 to 21")
    func thirdFriday() {
        for year in 1990...2060 {
            for month in 1...12 {
                let day = ContractMonth(DeliveryMonth(month)!, year).thirdFriday
                #expect(day.weekday == 5 && (15...21).contains(day.day) && day.month == month && day.year == year)
            }
        }
    }

    @Test("Contract months are ordered and formatted")
    func months() {
        let december = ContractMonth(DeliveryMonth(12)!, 2026)
        #expect(december < ContractMonth(DeliveryMonth(1)!, 2027))
        #expect(december.description == "Dec 2026")
    }

    @Test("The usual spelling of the place is first")
    func spellings() {
        func spellings(_ text: String, _ mic: String?) -> [String]? {
            ShareReference(spelling: text, place: mic.flatMap { SymbolPlaces.bundled.market($0) })?.spellings
        }
        #expect(spellings("brk.b", nil) == ["BRK/B", "BRK.B", "BRK-B", "BRK B", "BRKB"])
        #expect(spellings("NOVO B", "XCSE") == ["NOVO-B", "NOVO.B", "NOVO/B", "NOVO B", "NOVOB"])
        #expect(spellings("BT/A", "XLON") == ["BT.A", "BT/A", "BT-A", "BT A", "BTA"])
        #expect(spellings("BP", "XLON") == ["BP.", "BP"])
        #expect(spellings("BP", nil) == ["BP", "BP."])
        #expect(spellings("BP.", nil) == ["BP.", "BP"], "the point was written")
        #expect(spellings("0700", "XHKG") == ["700", "0700", "00700"])
        #expect(spellings("0700", nil) == ["0700", "700"])
        #expect(spellings("5930", "XKRX") == ["5930", "005930"])
        #expect(spellings("000", nil) == ["000"])
        #expect(spellings("OXY/WS", nil)?.first == "OXY/WS")
        #expect(spellings("BAC/PRL", nil)?.first == "BAC/PRL")
        #expect(spellings("AAPL", "XNAS") == ["AAPL"])
        #expect(spellings("no ticker!", nil) == nil)
        #expect(spellings("", nil) == nil)
    }
}

/// Parsing any bytes returns, and the resulting values can be described and written.
@Suite("Any text")
struct AnyTextTests {
    private static let seeds = [
        "AAPL  270115C00260000", "O:AAPL270115C00260000", ".AAPL270115C260", "./ESZ26C6600:XCME",
        "aapl jan 15 2027 260 put",
        "AAPL US 01/15/27 C260 Equity", "ESZ6C 6600 Index", "C Z6 Comdty", "CME_MINI:ESZ2026", "CME_MINI:ES1!", "ESc1",
        "ES=F",
        "EURUSD BGN Curncy", "BINANCE:PEPEUSDT.P", "BTC-26DEC26-100000-C", "US-037833-100-5", "BBG000B9XRY4", "^GSPC",
        "$SPX.X", "@ES#", "BRK/B US Equity", "BAC PR L", "BRKb.N", "AAPLA152726000.U", "es futures dec '26", "ES 12-26",
        "LSE:BP.",
        "=AAPL-MSFT", "=", ".", "/", "./", "^", "$", "@", "-", "+", ":", "a:", ":a", "!", "1!", "=X", "=F", ".U", "O:",
        "C",
        "1/2/3 4", "a 1/1/1/1 2", "a '27", "$ 5 c", "a 99999999999999999999 c 1/1/27", "a 1.1.1.1 5 c",
    ]

    private func check(_ bytes: [UInt8]) {
        let writer = SymbolWriter()
        var readings: [SymbolReading] = []
        ReadingTests.reader.read(bytes.span, into: &readings)
        for reading in readings {
            #expect(!reading.description.isEmpty)
            for notation in Notation.writable { _ = writer.write(reading.reference, as: notation) }
            if case .share(let share) = reading.reference { #expect(!share.spellings.isEmpty, "\(share)") }
        }
    }

    @Test("Mutated notations do not crash", arguments: [11, 12, 13] as [UInt64])
    func mutated(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let marks = Array(" :./-_=!^$@+#'&CP019Z".utf8)
        for _ in 0..<20_000 {
            var bytes = Array(Self.seeds.randomElement(using: &random)!.utf8)
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes.insert(marks.randomElement(using: &random)!, at: place)
                case 1 where place < bytes.count: bytes.remove(at: place)
                case 2 where place < bytes.count: bytes[place] = marks.randomElement(using: &random)!
                case 3: bytes += Array(Self.seeds.randomElement(using: &random)!.utf8)
                default: bytes = Array(bytes.prefix(place))
                }
            }
            check(bytes)
        }
    }

    @Test("Random bytes do not crash", arguments: [21, 22] as [UInt64])
    func randomBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20_000 {
            check((0..<Int.random(in: 0...70, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
    }
}
