import Charting
import Foundation
import TestSupport
import Testing

/// No sequence of changes breaks a rule, from any initial settings.
@Suite struct SettingsPropertyTests {
    @Test(arguments: 0..<40 as Range<UInt64>) func noSequenceOfChangesBreaksARule(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        // Half of the sequences start with damaged settings.
        var settings = seed % 2 == 0 ? .default : try Self.decode(Self.damaged(&generator))
        var trail = "seed \(seed)"
        for _ in 0..<150 {
            let change = SettingsRules.randomChange(&generator)
            trail += " \(change)"
            let new = settings.applying(change)
            #expect(SettingsRules.broken(by: new) == [], "\(trail)")
            #expect(new.applying(change) == new, "applying the change twice gives another result: \(trail)")
            settings = new
        }
        #expect(!Chart.Settings.default.adapted(as: settings).differs(from: .default), "\(trail)")
        let coded = try JSONDecoder().decode(Chart.Settings.self, from: JSONEncoder().encode(settings))
        #expect(coded == settings, "\(trail)")
    }

    /// A change of a disabled setting has no effect.
    @Test(arguments: 100..<110 as Range<UInt64>) func changesOfDisabledSettingsHaveNoEffect(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var settings = Chart.Settings.default
        for _ in 0..<100 {
            settings.apply(SettingsRules.randomChange(&generator))
            for flag in Chart.Flag.allCases where !settings.isEnabled(flag) {
                #expect(settings.applying(.flag(flag, true)) == settings, "seed \(seed), \(flag)")
                #expect(!settings[flag], "seed \(seed), \(flag) is disabled and on")
            }
        }
    }

    @Test(arguments: 200..<500 as Range<UInt64>) func anyStoredTextDecodesToValidSettings(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let text = Self.damaged(&generator)
        let settings = try Self.decode(text)
        #expect(SettingsRules.broken(by: settings) == [], "seed \(seed): \(text)")
        // Valid settings decode unchanged.
        let again = try JSONDecoder().decode(Chart.Settings.self, from: JSONEncoder().encode(settings))
        #expect(again == settings, "seed \(seed): \(text)")
    }

    @Test(arguments: ["[]", "1", "\"x\"", "null", "{}", "{\"flags\": 3}", "{\"candleStyle\": \"pie\", \"future\": {}}"])
    func otherValuesDecodeToTheDefault(_ text: String) throws {
        #expect(try Self.decode(text) == .default)
    }

    @Test func settingsOfAnotherVersionRetainTheirReadableParts() throws {
        let settings = try Self.decode(
            """
            {"candleStyle": "line", "scaleType": "percent", "theme": 7, "timezone": "No/Where",
             "colors": {"up": "#010203", "down": "red", "halo": "#000000"},
             "flags": {"autoScale": true, "highLow": true, "lockScale": true, "news": true, "volume": false, "sparkle": true}}
            """)
        #expect(settings.candleStyle == .line && settings.scaleType == .percent && settings.theme == .dark)
        #expect(settings.timezone == .exchange)
        #expect(settings.colors.chosen == [.up: ChartColor(rgba: 0x0102_03FF)])
        #expect(settings.flags == [.highLow, .verticalGrid])
    }

    private static func decode(_ text: String) throws -> Chart.Settings {
        try JSONDecoder().decode(Chart.Settings.self, from: Data(text.utf8))
    }

    /// Returns the JSON of settings with random values, of which only some are valid.
    private static func damaged(_ generator: inout SeededGenerator) -> String {
        func any(_ sound: [String]) -> String {
            let others = ["null", "-1", "[]", "{}", "\"\"", "\"no\"", "true", "1e99"]
            return (Int.random(in: 0..<4, using: &generator) == 0 ? others : sound).randomElement(using: &generator)!
        }
        func quoted(_ names: [String]) -> [String] { names.map { "\"\($0)\"" } }
        let flags = Chart.Flag.allCases.map { "\"\($0.rawValue)\": \(any(["true", "false"]))" }
        func booleans(_ names: [String]) -> [String] { names.map { "\"\($0)\": \(any(["true", "false"]))" } }
        let zones = quoted(["exchange", "device", "UTC", "Asia/Tokyo", "No/Where"])
        var fields = [
            "\"candleStyle\": \(any(quoted(Chart.CandleStyle.allCases.map(\.rawValue))))",
            "\"scaleType\": \(any(quoted(Chart.ScaleType.allCases.map(\.rawValue))))",
            "\"timezone\": \(any(zones))",
            "\"theme\": \(any(["\"light\""]))",
            "\"colors\": \(any(["{\"up\": \"#123\", \"down\": 4}"]))",
            "\"flags\": \(any(["{\(flags.joined(separator: ", "))}"]))",
            "\"conditions\": \(any(["{\(booleans(["hasExtendedHours", "hasSessionBreaks"]).joined(separator: ", "))}"]))",
            "\"heldBack\": \(any(["{\(booleans(["extendedHours", "sessionBreaks"]).joined(separator: ", "))}"]))",
        ]
        fields.removeAll { _ in Int.random(in: 0..<8, using: &generator) == 0 }
        return "{\(fields.joined(separator: ", "))}"
    }
}
