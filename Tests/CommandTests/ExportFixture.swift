import Foundation
import ProfileFormat
import TestSupport
import Testing

/// The catalog that is exported, and the tools that read the exports.
enum ExportFixture {
    /// Returns the Python of `Scripts/python-environment`, which is created if it doesn't exist.
    static func python() throws -> String {
        let result = try Command.shell("\(Command.root.path)/Scripts/python-environment", in: Command.root)
        guard result.status == 0 else { throw CocoaError(.executableLoad) }
        return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// A folder with `all.ipfc`.
    static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try Data(ProfileWriter.snapshot(profiles)).write(to: URL(filePath: folder.path("all.ipf")))
        let imported = try Command.run(["import", "--lenient", "all.ipf", "-o", "all.ipfc"], in: folder.url)
        #expect(imported.status == 0, "\(imported.errors)")
        return folder
    }

    /// Texts and numbers that are prone to errors in some formats.
    private static var profiles: [InstrumentProfile] {
        let texts = [
            "plain", "a, b", "\"quoted\"", "line\nline", "line\r\nline\r", " spaces ", "tab\tand \u{1}\u{7F}",
            "Türk Hava Yolları",
            "日本 🙂 e\u{301}", "back\\slash", "'; DROP TABLE instruments; --", "null", "NaN", "0", "1e5", "#hash", "{}",
            "\u{2028}",
        ]
        let numbers = [
            150.5, 0.1, 0.1 + 0.2, 0.000000125, 123_456_789_012, -5.25, 1e22, 1e-20, 9_007_199_254_740_992, .nan, -0.0,
            1.0 / 3,
        ]
        let dates = [(1, 1, 2), (1900, 2, 28), (1969, 12, 31), (2000, 2, 29), (2027, 1, 15), (9999, 12, 31)]
        var profiles: [InstrumentProfile] = []
        for (index, text) in texts.enumerated() {
            var profile = InstrumentProfile()
            profile.type = index % 3 == 0 ? "STOCK" : index % 3 == 1 ? "OPTION" : "A, \"B\""
            profile.symbol = "S\(index)\(text)"
            profile.description = text
            profile.localDescription = index % 2 == 0 ? text : ""
            profile.strike = numbers[index % numbers.count]
            profile.multiplier = numbers[(index + 5) % numbers.count]
            profile.icb = [0, 10, -7, 9_007_199_254_740_993][index % 4]
            let (year, month, day) = dates[index % dates.count]
            profile.expiration = CalendarDate(year: year, month: month, day: day)
            // Custom fields whose names differ only in case, or have a meaning in SQL or in a format.
            for (number, name) in ["a", "A", "symbol", "STRIKE_TEXT", "x, \"y\"", "Ünïcode", "rowid", "SELECT"]
                .enumerated()
            where (index + number) % 3 == 0 {
                profile.setCustomField(name, text)
            }
            profiles.append(profile)
        }
        var plain = InstrumentProfile()
        plain.symbol = "PLAIN"
        return profiles + [plain]
    }
}
