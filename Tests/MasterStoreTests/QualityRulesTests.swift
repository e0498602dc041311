import Testing

@testable import MasterStore

/// Parsing quality rules.
struct QualityRulesTests {
    private static let text = """
        \u{FEFF}# What a record must fulfil.\r
        hold field ISIN, "A,B": required   # two rules
        warn source a, b type STOCK, ETF field CURRENCY: one of USD , "one of"

        hold field STRIKE: change 10%
        warn field STRIKE: change 0.5
        hold type OPTION field EXPIRATION: change none
        hold field ISIN: unique
        warn field FIGI: unique with OPOL, CURRENCY
        hold source x field OPOL: count XNAS 50..90
        warn field OPOL: count XNAS 50..
        warn field OPOL: count XNAS ..90
        """

    @Test func rulesAreParsed() throws {
        let rules = try QualityRules(parsing: Self.text)
        func rule(
            _ holds: Bool, _ field: String, _ check: QualityRule.Check, sources: [String] = [], types: [String] = []
        ) -> QualityRule {
            QualityRule(holds: holds, sources: sources, types: types, field: field, check: check)
        }
        #expect(
            rules.rules == [
                rule(true, "ISIN", .required), rule(true, "A,B", .required),
                rule(false, "CURRENCY", .allowed(["USD", "one of"]), sources: ["a", "b"], types: ["STOCK", "ETF"]),
                rule(true, "STRIKE", .change(bound: "10", isPercent: true)),
                rule(false, "STRIKE", .change(bound: "0.5", isPercent: false)),
                rule(true, "EXPIRATION", .change(bound: nil, isPercent: false), types: ["OPTION"]),
                rule(true, "ISIN", .unique(with: [])), rule(false, "FIGI", .unique(with: ["OPOL", "CURRENCY"])),
                rule(true, "OPOL", .count("XNAS", least: 50, most: 90), sources: ["x"]),
                rule(false, "OPOL", .count("XNAS", least: 50, most: nil)),
                rule(false, "OPOL", .count("XNAS", least: nil, most: 90)),
            ])
        #expect(rules.namedSources == ["a", "b", "x"])
        #expect(rules.namedTypes == ["ETF", "OPTION", "STOCK"])
        #expect(rules.namedCustomFields == ["A,B", "FIGI"])
        // Each rule's line is its normal form.
        let lines = rules.rules.map(\.description)
        #expect(lines[1] == "hold field \"A,B\": required")
        #expect(lines[2] == "warn source a, b type STOCK, ETF field CURRENCY: one of USD, \"one of\"")
        #expect(try QualityRules(parsing: lines.joined(separator: "\n")) == rules)
        #expect(try QualityRules(parsing: "# none\n").rules.isEmpty)
    }

    /// A line after a valid one, and its problem.
    @Test(arguments: [
        ("keep field ISIN: required", "column 1: found \"keep\"; expected hold or warn"),
        ("hold ISIN: required", "column 6: found \"ISIN\"; expected source, type or field"),
        ("hold source a ISIN: required", "column 15: found \"ISIN\"; expected \",\", type or field"),
        ("hold type STOCK: required", "column 16: found \":\"; expected \",\" or field"),
        ("hold type STOCK source a field ISIN: required", "column 17: found \"source\"; expected \",\" or field"),
        ("hold field", "column 11: found the end of the line; expected a field"),
        ("hold field ISIN required", "column 17: found \"required\"; expected \",\" or \":\""),
        (
            "hold field ISIN:",
            "column 17: found the end of the line; expected required, one of, change, unique or count"
        ),
        ("hold field ISIN: required here", "column 27: found \"here\"; expected the end of the line"),
        ("hold field ISIN: one USD", "column 22: found \"USD\"; expected of"),
        ("hold field ISIN: one of", "column 24: found the end of the line; expected a value"),
        ("hold field ISIN: one of A B", "column 27: found \"B\"; expected \",\" or the end of the line"),
        (
            "hold field STRIKE: change some",
            "column 27: found \"some\"; expected none, or a bound such as 5 or 10%"
        ),
        ("hold field STRIKE: change -5", "column 27: found \"-5\"; expected none, or a bound such as 5 or 10%"),
        ("hold field STRIKE: change 5.", "column 27: found \"5.\"; expected none, or a bound such as 5 or 10%"),
        (
            "hold field EXPIRATION: change 5",
            "column 31: found \"5\"; expected none, because EXPIRATION is not a number"
        ),
        ("hold field ISIN: unique OPOL", "column 25: found \"OPOL\"; expected with or the end of the line"),
        ("hold field ISIN: unique with", "column 29: found the end of the line; expected a field"),
        ("hold field OPOL: count", "column 23: found the end of the line; expected the value to count"),
        (
            "hold field OPOL: count XNAS 5",
            "column 29: found \"5\"; expected a range such as 5000..9000, 5000.. or ..9000"
        ),
        (
            "hold field OPOL: count XNAS 9..5",
            "column 29: found \"9..5\"; expected a range such as 5000..9000, 5000.. or ..9000"
        ),
        (
            "hold field OPOL: count XNAS ..",
            "column 29: found \"..\"; expected a range such as 5000..9000, 5000.. or ..9000"
        ),
        (
            "hold field SYMBOL: unique",
            "column 12: found SYMBOL; expected another field, because each instrument has its own symbol"
        ),
        ("hold  field  ISIN:unique", "column 1: this rule is already in line 1; remove one of them"),
    ])
    func malformedLinesAreReported(text: String, problem: String) {
        let error = #expect(throws: MasterPolicyError.self) {
            try QualityRules(parsing: "hold field ISIN: unique\n\(text)\n")
        }
        #expect(error?.description == "rules:\n  line 2, \(problem)")
    }
}
