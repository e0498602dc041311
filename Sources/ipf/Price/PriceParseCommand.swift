import ArgumentParser
import MarketRules

/// `ipf price parse`: the ranges of a rule.
struct PriceParseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parse", abstract: "Show the ranges of prices and their increments.",
        discussion: """
            Examples:
              ipf price parse "0.01 3; 0.05"
              ipf price parse "0.0001 1; 0.01" --format json
            """)

    @OptionGroup var subject: PriceRulesArgument

    func run() throws {
        let rules = try subject.resolved()
        let ranges = Self.ranges(of: rules)
        switch subject.format {
        case .json:
            try Answer.write(
                .object([
                    ("text", .string(rules.text)), ("numbers", .array(rules.numbers.map(JSON.number))),
                    ("ranges", .array(ranges.map(\.json))),
                ]))
        case .text:
            var table = TextTable(
                [.right, .right, .right, .right], header: ["FROM", "UP TO", "INCREMENT", "DECIMALS"])
            for range in ranges {
                table.add(
                    DecimalNumber.format(range.from), range.upTo.map(DecimalNumber.format) ?? "–",
                    range.increment == 0 ? "none" : DecimalNumber.format(range.increment), String(range.decimals))
            }
            try Answer.write(table.text())
        }
    }

    private struct Range {
        var from: Double
        /// `nil` in the last range.
        var upTo: Double?
        var increment: Double
        var decimals: Int

        var json: JSON {
            .object([
                ("from", .number(from)), ("upTo", upTo.map(JSON.number) ?? .null), ("increment", .number(increment)),
                ("decimals", .integer(decimals)),
            ])
        }
    }

    private static func ranges(of rules: PriceIncrements) -> [Range] {
        let numbers = rules.numbers
        return stride(from: 0, to: numbers.count, by: 2).map { index in
            let from = index == 0 ? 0 : numbers[index - 1]
            let upTo = index + 1 < numbers.count ? numbers[index + 1] : nil
            // Within the range, away from limits that belong to two.
            let inside = upTo.map { from + ($0 - from) / 2 } ?? from * 2 + 1
            return Range(from: from, upTo: upTo, increment: numbers[index], decimals: rules.precision(at: inside))
        }
    }
}
