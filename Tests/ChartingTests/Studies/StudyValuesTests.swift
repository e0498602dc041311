import Charting
import Testing

/// Values of studies, computed by their formulas.
@Suite struct StudyValuesTests {
    static let candles: [Candle] = (0..<300).map { index in
        let price = 100 + Double(index % 17) - Double(index % 5)
        return Candle(
            time: Instant(seconds: 1_772_409_600 + Int64(index) * 86_400), open: price, high: price + 1, low: price - 2,
            close: price + 0.5, volume: Double(1000 + index % 7))
    }

    /// The formula has each parameter and line of the settings, with the same default values.
    @Test(arguments: StudySettings.builtIn) func settingsAgreeWithTheFormula(_ study: StudySettings) throws {
        let formula = try StudyFormula(study.id.rawValue)
        #expect(formula.parameters.map(\.id) == study.parameters.map(\.id))
        #expect(formula.parameters.map(\.value) == study.parameters.map(\.value))
        #expect(formula.lines == study.lines.map(\.title))
        let kinds: [StudySettings.StudyParamType: StudyParameter.Kind] = [
            .intRange: .wholeNumber, .doubleRange: .number, .boolean: .boolean, .average: .average, .priceField: .price,
            .aggregation: .aggregation,
        ]
        #expect(formula.parameters.map(\.kind) == study.parameters.compactMap { kinds[$0.studyParamType] })
        // The formula accepts the lowest and highest values that the settings allow.
        for parameter in study.parameters {
            for bound in [parameter.validationTO?.min, parameter.validationTO?.max].compactMap({ $0 }) {
                var changed = study
                changed[parameter: parameter.id]?.value = "\(bound)"
                #expect(throws: Never.self) { try changed.formula }
            }
        }
        #expect(StudyFormula.names.count == StudySettings.builtIn.count)
    }

    @Test func aCopyOfAStudyIsComputed() throws {
        var custom = StudySettings.adx
        custom.uuid = "customADX"
        custom.title = "Custom ADX"
        try custom.set("length", to: "15")
        custom.lines[0].title = "Strength"
        let own = try #require(try custom.values(on: Self.candles)["Strength"])
        var adx = StudySettings.adx
        #expect(try adx.values(on: Self.candles)["ADX"]?.last != own.last)
        try adx.set("length", to: "15")
        #expect(try adx.values(on: Self.candles)["ADX"]?.last == own.last)
    }

    @Test func linesFollowTheSettings() throws {
        var macd = StudySettings.macd
        macd.lines.reverse()
        let values = try macd.values(on: Self.candles)
        #expect(values.titles == ["Zero", "Difference", "Signal", "MACD"])
        #expect(values.columns[0].allSatisfy { $0 == 0 } && values.columns[0].count == 300)
        #expect(values["MACD"]?.last == (try StudySettings.macd.values(on: Self.candles)["MACD"]?.last))
        macd.lines.append(StudySettings.Line(title: "Fifth", color: macd.lines[0].color))
        #expect(throws: StudyError.self) { try macd.values(on: Self.candles) }
    }

    @Test func unknownStudiesAndParametersAreRefused() throws {
        let unknown = #expect(throws: StudyError.self) {
            try StudySettings(.custom("Mine")).values(on: Self.candles)
        }
        #expect(unknown?.description.hasPrefix("found the study “Mine”, expected one of SMA") == true)
        var sma = StudySettings.sma
        sma.parameters.append(.init(id: "factor", title: "Factor", studyParamType: .doubleRange, value: "2"))
        let further = #expect(throws: StudyError.self) { try sma.values(on: Self.candles) }
        #expect(further?.description == "SMA: found no parameter “factor”, expected one of length, price, displace")
        #expect(further?.parameter == "factor")
    }

    @Test func anchorsOfTheInstrumentSeparateDays() throws {
        let schedule = try Trading.Schedule("NewYorkETH()")
        let opening = Instant(seconds: 1_709_562_600)  // 2024-03-04, 9:30 in New York
        let candles = (-60..<90).map { index in
            let price = index < 0 ? 500 : Double(index)
            return Candle(
                time: opening + .seconds(index * 300), open: price, high: price, low: price, close: price, volume: 1)
        }
        let range = try StudySettings(.openingRange).values(on: candles, anchors: SessionAnchors(schedule))
        // The first six bars of regular trading have prices from 0 to 5.
        #expect(range["High"]?[60 + 6] == 5 && range["Low"]?[60 + 6] == 0 && range["High"]?[60 + 5].isNaN == true)
    }
}
