import ArgumentParser
import MarketRules

/// `ipf price parse`: prints the price ranges of a rule, with their increments.
struct PriceParseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "parse", abstract: "Show price ranges and their increments",
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
            try Answer.writeJSON {
                $0.object { json in
                    json.member("text", rules.text)
                    json.key("numbers")
                    json.array { json in for number in rules.numbers { json.number(number) } }
                    json.member("ranges", objects: bands) { json, band in
                        json.member("from", band.from)
                        json.key("upTo")
                        // The last range has no end, so its end is infinity, which is written as `null`.
                        json.number(band.upTo ?? .infinity)
                        json.member("increment", band.increment)
                        json.member("decimals", band.decimals)
                    }
                }
            }
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
