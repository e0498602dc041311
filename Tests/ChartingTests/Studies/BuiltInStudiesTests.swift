import Charting
import Foundation
import Testing

@Suite struct BuiltInStudiesTests {
    static let all = StudySettings.builtIn

    @Test func builtInStudiesAreUnique() {
        #expect(Self.all.count >= 60)
        #expect(Set(Self.all.map(\.uuid)).count == Self.all.count)
        #expect(Set(Self.all.map(\.id)).count == Self.all.count)
        #expect(Set(Self.all.map(\.title)).count == Self.all.count)
        #expect(Self.all.uuidDictionary() == StudySettings.defaultStudiesSettings)
        #expect(StudySettings.defaultStudiesSettings.count == Self.all.count)
        #expect(StudySettings.defaultStudiesSettings["ADX"] == .adx)
    }

    /// An id is identified by its text: both spellings of a built-in id are equal, also when encoded and as a key.
    @Test(arguments: all.map(\.id)) func idsAreEqualIfTheirTextsAreEqual(_ id: StudySettings.ID) throws {
        let text = id.rawValue
        #expect(StudySettings.ID(rawValue: text) == id && .custom(text) == id)
        #expect(Set([id, .custom(text)]).count == 1)
        if case .custom = StudySettings.ID(rawValue: text) { Issue.record("“\(text)” has no case") }
        #expect(String(decoding: try JSONEncoder().encode([id]), as: UTF8.self) == "[\"\(text)\"]")
        #expect(try JSONDecoder().decode([StudySettings.ID].self, from: Data("[\"\(text)\"]".utf8)) == [id])
        #expect(
            StudySettings(id).id == id
                && StudySettings(id) == StudySettings.defaultStudiesSettings[.init(rawValue: text)])
    }

    @Test func customIDsGiveEmptyStudies() throws {
        let own = StudySettings(.custom("Mine"))
        #expect(own.id.rawValue == "Mine" && own.uuid == "Mine" && own.title == "Mine" && "\(own.id)" == "Mine")
        #expect(own.parameters.isEmpty && own.lines.isEmpty && !own.isOverlay)
        #expect(StudySettings.ID(rawValue: "Mine") == .custom("Mine"))
        #expect(try JSONDecoder().decode(StudySettings.self, from: JSONEncoder().encode(own)) == own)
    }

    /// Every default value is valid as typed text, and each study has lines to draw.
    @Test(arguments: all) func everyStudyIsValid(_ study: StudySettings) throws {
        #expect(study.uuid.rawValue == study.id.rawValue && !study.title.isEmpty)
        #expect(!study.lines.isEmpty && study.lines.contains { $0.isVisible })
        #expect(Set(study.lines.map(\.title)).count == study.lines.count)
        #expect(Set(study.parameters.map(\.id)).count == study.parameters.count)
        for parameter in study.parameters {
            var same = parameter
            try same.set(parameter.value)
            #expect(same == parameter)
            #expect(parameter.choices.isEmpty || parameter.choices.contains(parameter.value))
            if let bounds = parameter.validationTO, let min = bounds.min, let max = bounds.max { #expect(min < max) }
            let isNumber = parameter.studyParamType == .intRange || parameter.studyParamType == .doubleRange
            #expect((parameter.validationTO != nil) == isNumber)
        }
        #expect(try JSONDecoder().decode(StudySettings.self, from: JSONEncoder().encode(study)) == study)
    }

    /// The customary parameters of the best-known studies.
    @Test(
        arguments: [
            (StudySettings.sma, ["length": "9", "price": "CLOSE"], true),
            (
                .relativeStrengthIndex, ["length": "14", "average": "WILDERS", "overBought": "70", "overSold": "30"],
                false
            ),
            (.macd, ["fastLength": "12", "slowLength": "26", "signalLength": "9", "average": "EXPONENTIAL"], false),
            (.ppo, ["fastLength": "12", "slowLength": "26", "signalLength": "9"], false),
            (.aroonIndicator, ["length": "25"], false), (.aroonOscillator, ["length": "25"], false),
            (.bollingerBands, ["length": "20", "deviations": "2", "average": "SIMPLE"], true),
            (.keltnerChannels, ["length": "20", "factor": "1.5"], true), (.donchianChannel, ["length": "20"], true),
            (.ichimoku, ["tenkanLength": "9", "kijunLength": "26", "senkouLength": "52", "displace": "26"], true),
            (.linearRegression, ["length": "100"], true),
            (.linearRegressionChannel, ["length": "100", "width": "100"], true),
            (.standardErrorBands, ["length": "21", "averageLength": "3"], true), (.vwap, ["aggregation": "1d"], true),
            (.adx, ["length": "14", "average": "WILDERS"], false), (.atr, ["length": "14"], false),
            (.stochasticFast, ["kPeriod": "14", "dPeriod": "3", "overBought": "80"], false),
            (.stochasticFull, ["kPeriod": "14", "dPeriod": "3", "slowingPeriod": "3"], false),
            (
                .commodityChannelIndex, ["length": "20", "price": "HLC3", "overBought": "100", "overSold": "-100"],
                false
            ),
            (.williamsPercentR, ["length": "14", "overBought": "-20", "overSold": "-80"], false),
            (.parabolicSAR, ["accelerationFactor": "0.02", "accelerationLimit": "0.2"], true),
            (.ultimateOscillator, ["shortLength": "7", "middleLength": "14", "longLength": "28"], false),
            (.trix, ["length": "15", "signalLength": "9"], false), (.moneyFlowIndex, ["length": "14"], false),
            (.chaikinOscillator, ["fastLength": "3", "slowLength": "10"], false),
            (.vortexIndicator, ["length": "14"], false),
            (.kaufmanAdaptiveAverage, ["length": "10", "fastLength": "2", "slowLength": "30"], true),
            (.rateOfChange, ["length": "12"], false), (.momentum, ["length": "10"], false),
            (.zigzag, ["reversal": "5"], true),
        ] as [(StudySettings, [String: String], Bool)])
    func wellKnownStudiesHaveTheirCustomaryParameters(
        _ study: StudySettings, _ values: [String: String], _ isOverlay: Bool
    ) {
        for (id, value) in values { #expect(study[parameter: id]?.value == value, "\(study.id) \(id)") }
        #expect(study.isOverlay == isOverlay)
    }

    @Test func mappingRetainsTheKeys() {
        let mapped: [StudySettings.UUID: StudySettings] = StudySettings.defaultStudiesSettings.map { study in
            var study = study
            study.uuid = "another"
            study.title += "!"
            return study
        }
        #expect(Set(mapped.keys) == Set(Self.all.map(\.uuid)))
        #expect(mapped["ADX"]?.title == "Average directional index!" && mapped["ADX"]?.uuid == "ADX")
    }
}
