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
        let bands = rules.bands
        switch subject.format {
        case .json:
            try Answer.write(
                .object([
                    ("text", .string(rules.text)), ("numbers", .array(rules.numbers.map(JSON.number))),
                    ("ranges", .array(bands.map { JSON($0) })),
                ]))
        case .text:
            var table = TextTable(
                [.right, .right, .right, .right], header: ["FROM", "UP TO", "INCREMENT", "DECIMALS"])
            for band in bands {
                table.add(
                    DecimalNumber.format(band.from), band.upTo.map(DecimalNumber.format) ?? "–",
                    band.increment == 0 ? "none" : DecimalNumber.format(band.increment), String(band.decimals))
            }
            try Answer.write(table.text())
        }
    }
}

extension JSON {
    fileprivate init(_ band: PriceBand) {
        self = .object([
            ("from", .number(band.from)), ("upTo", band.upTo.map(JSON.number) ?? .null),
            ("increment", .number(band.increment)), ("decimals", .integer(band.decimals)),
        ])
    }
}
