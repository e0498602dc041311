import Foundation
import MarketRules
import StudyFormulas
import Testing

/// Compares studies with the values that TA-Lib, pandas-ta and talipp gave. `Recorded/record.py` recorded them.
@Suite struct RecordedTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recorded")

    private static func rows(_ name: String) -> [[String]] {
        let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    private static let bars: [String: SampleBars] = rows("bars.tsv").reduce(into: [:]) { bars, row in
        let numbers = row.dropFirst().map { Double($0) ?? .nan }
        bars[row[0], default: SampleBars()].add(
            Instant(seconds: Int64(numbers[0])), numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    }

    struct Row: CustomTestStringConvertible {
        let series, study, line, source, reason: String
        let parameters: [String: String]
        let values: [String]

        var testDescription: String { "\(series) \(study) \(parameters) \(line) by \(source)" }
    }

    static let recorded: [Row] = rows("values.tsv").map { row in
        let parameters = row[2].split(separator: " ").map { $0.split(separator: "=").map(String.init) }
        return Row(
            series: row[0], study: row[1], line: row[3], source: row[4], reason: row[5],
            parameters: Dictionary(uniqueKeysWithValues: parameters.map { ($0[0], $0[1]) }),
            values: row[6].split(separator: " ").map(String.init))
    }

    @Test func thereAreRecordedValues() {
        #expect(Self.recorded.count >= 390 && Set(Self.recorded.map(\.series)) == ["daily", "minutes", "thin"])
        // A value that is not compared needs a reason.
        for row in Self.recorded where row.values.contains("?") { #expect(!row.reason.isEmpty) }
    }

    /// The relative error of values is at most 1e-9. Near 0, the error is relative to a thousandth of the line's
    /// greatest absolute value.
    @Test(arguments: recorded) func valuesAreThoseOfLibraries(_ row: Row) throws {
        let bars = try #require(Self.bars[row.series])
        let line = try #require(try bars.values(row.study, row.parameters)[row.line])
        let expected = row.values.map { Double($0) ?? .nan }
        let greatest = expected.filter { !$0.isNaN }.map { abs($0) }.max() ?? 0
        var differences: [String] = []
        for (place, text) in row.values.enumerated() where text != "?" {
            let (value, wanted) = (line[place * 7 + 6], expected[place])
            let isEqual =
                value.isNaN && wanted.isNaN || abs(value - wanted) <= 1e-9 * max(abs(wanted), greatest / 1000)
            if !isEqual { differences.append("\(place * 7 + 6): \(value), recorded \(text)") }
        }
        #expect(differences.isEmpty, "\(differences.count) of \(row.values.count): \(differences.prefix(4))")
    }
}
