import Charting
import Foundation
import TestSupport
import Testing

@Suite struct ParameterTests {
    typealias Parameter = StudySettings.Parameter

    static let length = Parameter(
        id: "length", title: "Length", studyParamType: .intRange, value: "14",
        validationTO: .init(min: 1, max: 500, precision: 0))
    static let factor = Parameter(
        id: "factor", title: "Factor", studyParamType: .doubleRange, value: "2",
        validationTO: .init(min: 0.1, max: 20, precision: 2))
    static let free = Parameter(id: "free", title: "Free", studyParamType: .doubleRange, value: "0")
    static let flag = Parameter(id: "flag", title: "Flag", studyParamType: .boolean, value: "true")
    static let average = Parameter(id: "average", title: "Average", studyParamType: .average, value: "SIMPLE")
    static let price = Parameter(id: "price", title: "Price", studyParamType: .priceField, value: "CLOSE")
    static let period = Parameter(id: "period", title: "Period", studyParamType: .aggregation, value: "1d")
    static let name = Parameter(id: "name", title: "Name", studyParamType: .string, value: "x")

    @Test(
        arguments: [
            (length, "1", "1"), (length, "500", "500"), (length, " 020 ", "20"), (length, "+7", "7"),
            (factor, "0.1", "0.1"), (factor, "20", "20"), (factor, "2.50", "2.5"), (factor, ".5", "0.5"),
            (factor, "3.", "3"),
            (free, "-12.123456789", "-12.123456789"), (free, "-0", "0"), (flag, "false", "false"),
            (average, "WILDERS", "WILDERS"),
            (price, "HLC3", "HLC3"), (period, "w", "1w"), (name, " any text ", " any text "), (name, "", ""),
        ] as [(Parameter, String, String)])
    func validTextsAreAccepted(_ parameter: Parameter, _ text: String, _ value: String) throws {
        var parameter = parameter
        try parameter.set(text)
        #expect(parameter.value == value)
    }

    static let whole = "expected a whole number from 1 to 500"
    static let two = "expected a number with at most 2 digits after the point from 0.1 to 20"

    @Test(
        arguments: [
            (length, "", "Length: found “”, \(whole)"), (length, "0", "Length: found “0”, \(whole)"),
            (length, "501", "Length: found “501”, \(whole)"), (length, "1.5", "Length: found “1.5”, \(whole)"),
            (length, "ten", "Length: found “ten”, \(whole)"), (length, "1e2", "Length: found “1e2”, \(whole)"),
            (length, "0x10", "Length: found “0x10”, \(whole)"), (length, "١٤", "Length: found “١٤”, \(whole)"),
            (length, "- 5", "Length: found “- 5”, \(whole)"), (length, "--5", "Length: found “--5”, \(whole)"),
            (factor, "0.09", "Factor: found “0.09”, \(two)"), (factor, "0.123", "Factor: found “0.123”, \(two)"),
            (factor, "20.01", "Factor: found “20.01”, \(two)"), (factor, "nan", "Factor: found “nan”, \(two)"),
            (factor, "inf", "Factor: found “inf”, \(two)"), (factor, ".", "Factor: found “.”, \(two)"),
            (factor, "1,5", "Factor: found “1,5”, \(two)"),
            (factor, "99999999999999999999", "Factor: found “99999999999999999999”, \(two)"),
            (flag, "yes", "Flag: found “yes”, expected one of true, false"),
            (price, "close", "Price: found “close”, expected one of OPEN, HIGH, LOW, CLOSE, HL2, HLC3, OHLC4"),
            (period, "5 minutes", "Period: found “5 minutes”, expected a length of bars such as 5m, 1h, 1d or 1w"),
            (free, "x", "Free: found “x”, expected a number with at most 9 digits after the point"),
        ] as [(Parameter, String, String)])
    func invalidTextsAreRefusedWithAReason(_ parameter: Parameter, _ text: String, _ words: String) {
        var changed = parameter
        let error = #expect(throws: StudyError.self) { try changed.set(text) }
        #expect(error?.description == words && error?.parameter == parameter.id)
        #expect(changed == parameter)
    }

    /// An initializer or decoder replaces an invalid value by the nearest valid value, or by the type's first value.
    @Test(
        arguments: [
            (length, "0", "1"), (length, "9999", "500"), (length, "7.6", "8"), (length, "x", "1"), (length, "nan", "1"),
            (length, "-inf", "1"), (factor, "0", "0.1"), (factor, "1e9", "20"), (factor, "2.345", "2.35"),
            (flag, "1", "false"), (average, "", "SIMPLE"), (price, "X", "CLOSE"), (period, "soon", "1d"),
            // A text is truncated to 1,000 bytes, but only between characters: "é" has two bytes, the flag eight.
            (name, String(repeating: "x", count: 1001), String(repeating: "x", count: 1000)),
            (name, String(repeating: "é", count: 501), String(repeating: "é", count: 500)),
            (name, "x" + String(repeating: "é", count: 500), "x" + String(repeating: "é", count: 499)),
            (name, String(repeating: "x", count: 994) + "🇹🇷🇹🇷", String(repeating: "x", count: 994)),
        ] as [(Parameter, String, String)])
    func initializedAndDecodedValuesAreValid(_ parameter: Parameter, _ text: String, _ value: String) throws {
        let made = Parameter(
            id: parameter.id, title: parameter.title, studyParamType: parameter.studyParamType, value: text,
            validationTO: parameter.validationTO)
        #expect(made.value == value)
        var object = try #require(
            try JSONSerialization.jsonObject(with: JSONEncoder().encode(parameter)) as? [String: Any])
        object["value"] = text
        let data = try JSONSerialization.data(withJSONObject: object)
        #expect(try JSONDecoder().decode(Parameter.self, from: data).value == value)
    }

    /// For any text, the stored value is valid: setting it again doesn't change it.
    @Test(arguments: 0..<20 as Range<UInt64>) func anyTextGivesAValidValue(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let characters = Array("0123456789.-+e xSIMPLE١")
        for parameter in [Self.length, Self.factor, Self.free, Self.flag, Self.average, Self.period] {
            var parameter = parameter
            for _ in 0..<100 {
                let text = String(
                    (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                        characters.randomElement(using: &generator)!
                    })
                try? parameter.set(text)
                var again = parameter
                try again.set(parameter.value)
                #expect(again == parameter, "seed \(seed), “\(text)”")
                if let number = parameter.doubleValue, let bounds = parameter.validationTO {
                    #expect(number >= 0.1 && number <= Double(bounds.max ?? 0), "seed \(seed), “\(text)”")
                }
            }
        }
    }

    @Test func typedValuesMatchTheParameterType() {
        #expect(Self.length.intValue == 14 && Self.length.doubleValue == 14 && Self.length.boolValue == nil)
        #expect(Self.factor.doubleValue == 2 && Self.factor.intValue == nil)
        #expect(Self.flag.boolValue == true && Self.average.doubleValue == nil)
    }

    @Test func parametersAreSetByTheStudy() throws {
        var study = StudySettings.adx
        study.uuid = "customADX"
        try study.set("length", to: "20")
        #expect(study[parameter: "length"]?.intValue == 20 && study.id == .adx && study.uuid == "customADX")
        let error = #expect(throws: StudyError.self) { try study.set("colour", to: "20") }
        #expect(
            error?.description
                == "Average directional index: found no parameter “colour”, expected one of length, average")
        #expect(throws: StudyError.self) { try study.set("length", to: "0") }
        #expect(study[parameter: "length"]?.intValue == 20)
        study[line: "ADX"]?.thickness = 99
        study[line: "ADX"]?.color = ChartColor(rgba: 0x0102_03FF)
        #expect(study.lines.map(\.thickness) == [10] && study[line: "ADX"]?.color.description == "#010203")
        #expect(study[line: "none"] == nil)
    }
}
