import Symbology
import Testing

/// A written text is read back as the same instrument, or nothing is written and the reason is reported.
@Suite("Round trips")
struct RoundTripTests {
    private static func day(_ year: Int, _ month: Int, _ day: Int) -> CalendarDate {
        CalendarDate(year: year, month: month, day: day)!
    }

    private static let today = day(2026, 11, 28)
    private static let writer = SymbolWriter(on: today)
    private static let reader = SymbolReader(on: today)

    /// The roots of all products of the bundled table.
    private static let roots = SymbolPlaces.bundledText.split(separator: "\n").filter { $0.hasPrefix("product ") }
        .map { String($0.split(separator: " ")[1]) }

    // MARK: Futures

    /// The futures of all products and years can be written in the notations of terminals, RICs, chart services and
    /// sites, if the product has a root in the notation.
    @Test(arguments: [day(2026, 11, 28), day(2030, 1, 1), day(2019, 12, 31)])
    func everyFutureOf2010To2045IsReadBack(on today: CalendarDate) {
        let writer = SymbolWriter(on: today)
        let reader = SymbolReader(on: today)
        var written: [Notation: Int] = [:]
        for (index, root) in Self.roots.enumerated() {
            for year in 2010...2045 {
                let month = DeliveryMonth((year + index) % 12 + 1)!
                let contract = FutureReference.Contract.month(ContractMonth(month, year))
                for notation in Notation.writable {
                    guard let text = writer.write(.future(.init(root: root, contract: contract)), as: notation) else {
                        continue
                    }
                    written[notation, default: 0] += 1
                    guard case .future(let future)? = reader.read(text).first?.reference else {
                        Issue.record("\(text) is read as \(reader.read(text))")
                        continue
                    }
                    #expect(future.root == root && future.contract == contract, "\(text)")
                }
            }
        }
        // The table has 119 products of 36 years, most of them with a root in each notation.
        for (notation, least) in [(Notation.ipf, 4200), (.terminal, 3000), (.ric, 3200), (.chart, 4200)] {
            #expect(written[notation, default: 0] >= least, "\(notation)")
        }
    }

    /// A future, and its texts of terminals and RICs on 28 November 2026.
    private static let years: [(ContractMonth, terminal: String, ric: String, Comment)] = [
        (.init(DeliveryMonth(12)!, 2026), "CLZ6 Comdty", "CLZ26", "the next December"),
        (.init(DeliveryMonth(10)!, 2036), "CLV6 Comdty", "CLV36", "October 2026 has passed"),
        (.init(DeliveryMonth(12)!, 2036), "CLZ36 Comdty", "CLZ36", "one digit means 2026"),
        (.init(DeliveryMonth(12)!, 2016), "CLZ16 Comdty", "CLZ6^1", "expired when RICs had one digit"),
        (.init(DeliveryMonth(12)!, 2025), "CLZ25 Comdty", "CLZ25^2", "expired when RICs had two digits"),
        (.init(DeliveryMonth(10)!, 2026), "CLV26 Comdty", "CLV26^2", "expired last month"),
    ]

    @Test(arguments: years)
    func yearsHaveTwoDigitsIfOneMeansAnotherYear(row: (ContractMonth, terminal: String, ric: String, Comment)) {
        let future = InstrumentReference.future(.init(root: "CL", contract: .month(row.0)))
        #expect(Self.writer.write(future, as: .terminal) == row.terminal, row.3)
        #expect(Self.writer.write(future, as: .ric) == row.ric, row.3)
        #expect(SymbolWriter().write(future, as: .terminal)?.count == 12, "without a day, years have two digits")
    }

    @Test(arguments: ["ESU6", "/ESU6", "ESU6 Index", "CME_MINI:ESU6"])
    func aMonthThatHasJustPassedIsAFurtherCandidate(text: String) {
        let months = Self.reader.read(text).compactMap { reading -> ContractMonth? in
            guard case .future(let future) = reading.reference, case .month(let month) = future.contract else {
                return nil
            }
            return month
        }
        let september = DeliveryMonth(9)!
        #expect(months == [ContractMonth(september, 2036), ContractMonth(september, 2026)])
    }

    // MARK: Options

    @Test func optionsOfClassesAndHighStrikesAreReadBack() {
        for root in ["AAPL", "F", "BRK/B", "LGF.A", "BRKB", "AAPL1", "SPXW", "GOOGL"] {
            for year in 2020...2040 {
                for (digits, decimals) in [(5, 1), (495, 0), (49_999, 2), (1_500, 0), (68_005, 1)] as [(Int64, Int)] {
                    let option = InstrumentReference.option(
                        .init(
                            root: root, expiration: .day(Self.day(year, 1 + year % 12, 17)),
                            strike: StrikePrice(digits: digits, decimals: decimals)!,
                            side: year % 2 == 0 ? .call : .put))
                    for notation in Notation.writable {
                        let text = Self.writer.write(option, as: notation)
                        #expect(text != nil, "\(option) as \(notation)")
                        #expect(Self.reader.read(text ?? "").first?.reference == option || notation == .terminal)
                    }
                }
            }
        }
    }

    @Test func optionsOfAClassOfSharesHaveTheSpellingOfTheNotation() throws {
        for text in ["BRK/B US 02/06/26 C495 Equity", "BRK B 260206C00495000", "BRK.B 260206C00495000"] {
            let option = try #require(Self.reader.read(text).first?.reference)
            #expect(Self.writer.write(option, as: .ipf) == ".BRKB260206C495", "\(text)")
            #expect(Self.writer.write(option, as: .occ) == "BRKB  260206C00495000", "\(text)")
            #expect(Self.writer.write(option, as: .terminal) == "BRK/B US 02/06/26 C495 Equity", "\(text)")
            #expect(Self.writer.write(option, as: .ric) == "BRKBB062649500.U^B26", "expired")
        }
    }

    // MARK: Nothing is written

    /// A text, a notation that cannot express its best reading, and the reason.
    private static let unwritten: [(String, Notation, String)] = [
        ("BTC-20260130-50000-C", .occ, "occ has no form for it"),
        ("BTC-27JUN25", .terminal, "terminal has no form for it"),
        ("SAP GY 12/17/26 C200 Equity", .occ, "occ has no form for it"),
        ("BANKNIFTY2270733700PE", .occ, "occ has no form for it"),
        ("NIFTY25OCT25000CE", .ipf, "ipf has no form for it"),
        ("ACA.TI", .terminal, "terminal has no known code for TI (ETLX)"),
        ("NASDAQ:CAC", .chart, "the text 'NASDAQ:CAC' would be read as index CAC40"),
    ]

    @Test(arguments: unwritten)
    func eachUnwrittenNotationHasAReason(row: (String, Notation, String)) throws {
        let readings = Self.reader.read(row.0)
        let reference = try #require(
            readings.first { if case .index = $0.reference { false } else { true } }?.reference, "\(row.0)")
        #expect(Self.writer.write(reference, as: row.1) == nil, "\(row.0)")
        let reason = #expect(throws: UnwrittenNotation.self) { try Self.writer.text(of: reference, as: row.1) }
        #expect(reason?.description == row.2, "\(row.0)")
    }
}
