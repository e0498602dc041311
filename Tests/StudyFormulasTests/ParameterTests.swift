import MarketRules
import StudyFormulas
import Testing

@Suite struct ParameterTests {
    static let bars = SampleBars.waves(2000)

    private static func values(_ study: String, _ id: String, _ value: String) throws -> StudyLines {
        try bars.values(study, [id: value])
    }

    private static func areSame(_ a: StudyLines, _ b: StudyLines) -> Bool {
        zip(a.columns, b.columns).allSatisfy { StudyFormulasTests.areSame($0, $1) }
    }

    /// Returns other values of a parameter.
    private static func others(_ parameter: StudyParameter) -> [String] {
        let number = Double(parameter.value) ?? 0
        return switch parameter.kind {
        case .wholeNumber: ["\(Int(number) + 3)"]
        case .number: ["\(number * 0.75 + 0.125)"]
        case .boolean: [parameter.value == "true" ? "false" : "true"]
        case .average: StudyAverage.allCases.map(\.rawValue).filter { $0 != parameter.value }
        case .price: StudyPrice.allCases.map(\.rawValue).filter { $0 != parameter.value }
        case .aggregation: ["1w", "1mo"]
        }
    }

    /// Each parameter changes a line, and all kinds of averages and prices differ from each other.
    @Test(arguments: StudyFormula.names) func everyParameterChangesALine(_ study: String) throws {
        for parameter in try StudyFormula(study).parameters {
            var seen = [try Self.bars.values(study)]
            for other in Self.others(parameter) {
                let values = try Self.values(study, parameter.id, other)
                #expect(!seen.contains { Self.areSame($0, values) }, "\(study) \(parameter.id)=\(other)")
                seen.append(values)
            }
        }
    }

    @Test(arguments: StudyFormula.names) func everyLineHasValues(_ study: String) throws {
        let lines = try Self.bars.values(study, study == "ZigZag" ? ["reversal": "3"] : [:])
        for (title, column) in zip(lines.titles, lines.columns) {
            #expect(column.count == Self.bars.count && column.contains { $0.isFinite }, "\(study): \(title)")
            #expect(!column.contains { $0.isInfinite }, "\(study): \(title)")
        }
        #expect(Set(lines.titles).count == lines.titles.count)
    }

    /// A displaced line is the same line, moved.
    @Test(arguments: [-7, 5]) func displacementMovesALine(_ distance: Int) throws {
        let line = try #require(try Self.bars.values("EMA")["EMA"])
        let moved = try #require(try Self.bars.values("EMA", ["displace": "\(distance)"])["EMA"])
        for index in line.indices {
            let value = line.indices.contains(index - distance) ? line[index - distance] : .nan
            #expect(moved[index] == value || moved[index].isNaN && value.isNaN)
        }
    }

    @Test(
        arguments: [
            ("NoStudy", [:], "found the study “NoStudy”, expected one of SMA, EMA, WMA"),
            ("SMA", ["average": "HULL"], "SMA: found no parameter “average”, expected one of length, price, displace"),
            ("TrueRange", ["length": "3"], "TrueRange: found no parameter “length”, expected none"),
            ("SMA", ["length": "0"], "length: found “0”, expected a whole number from 1 to 1000000"),
            ("LinearRegrCurve", ["length": "1"], "length: found “1”, expected a whole number from 2 to 1000000"),
            ("SMA", ["length": "3.5"], "length: found “3.5”, expected a whole number from 1 to 1000000"),
            ("BollingerBands", ["deviations": "nan"], "deviations: found “nan”, expected a number"),
            ("RSI", ["average": "MEDIAN"], "average: found “MEDIAN”, expected one of SIMPLE, EXPONENTIAL"),
            ("RSI", ["price": "BID"], "price: found “BID”, expected one of OPEN, HIGH"),
            // VWAP restarts with each trading day, week or month; other periods are rejected.
            ("VWAP", ["aggregation": "4h"], "aggregation: found “4h”, expected 1d, 1w or 1mo"),
            ("ZigZag", ["showLast": "yes"], "showLast: found “yes”, expected true or false"),
        ] as [(String, [String: String], String)])
    func invalidParametersAreRefused(_ study: String, _ values: [String: String], _ message: String) throws {
        let error = #expect(throws: StudyError.self) { try StudyFormula(study, values) }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }

    @Test func unequalColumnsAndDisorderAreRefused() throws {
        let (three, two) = ([1.0, 2, 3], [1.0, 2])
        let error = #expect(throws: StudyError.self) {
            try StudyFormula("ATR").values(on: BarColumns(high: three.span, low: three.span, close: two.span))
        }
        #expect(error?.description == "found 3 bars in the column “high” and 2 in “close”, expected as many")
        // A column that the study does not read may have any length.
        #expect(try StudyFormula("SMA").values(on: BarColumns(high: two.span, close: three.span)).columns[0].count == 3)
        let times = [Instant(seconds: 60), Instant(seconds: 0)]
        let disorder = #expect(throws: StudyError.self) {
            try StudyFormula("VWAP").values(
                on: BarColumns(high: two.span, low: two.span, close: two.span, volume: two.span, time: times.span))
        }
        #expect(
            disorder?.description
                == "found the bar of 1970-01-01T00:00:00Z after that of 1970-01-01T00:01:00Z; expected bars in ascending "
                + "order of time")
    }

    @Test func studiesNameTheColumnsThatTheyRead() throws {
        #expect(try StudyFormula("RSI").columns == [.close])
        #expect(try StudyFormula("RSI", ["price": "HL2"]).columns == [.high, .low])
        #expect(try StudyFormula("VWAP").columns == [.high, .low, .close, .volume, .time])
    }
}
