import ArgumentParser
import MarketRules

/// `ipf price ladder`: prints the valid prices around a price.
struct PriceLadderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ladder", abstract: "List the valid prices around a price",
        discussion: """
            Examples:
              ipf price ladder "0.01 3; 0.05" 3
              ipf price ladder "0.0001 1; 0.01" 1 --above 10 --below 0
            """)

    @OptionGroup var subject: PriceRulesArgument

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of prices above: 0 to \(mostSteps).", valueName: "count"))
    var above = 5

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of prices below: 0 to \(mostSteps).", valueName: "count"))
    var below = 5

    @Argument(parsing: .allUnrecognized, help: "The price: a number such as 227.5.")
    var price: [PriceValue]

    private static let mostSteps = 1_000_000

    func validate() throws {
        if price.count != 1 { throw ValidationError("expected one price, found \(price.count).") }
        for (name, steps) in [("above", above), ("below", below)] where !(0...Self.mostSteps).contains(steps) {
            throw ValidationError("--\(name) is \(steps), expected 0 to \(Self.mostSteps).")
        }
    }

    func run() throws {
        let rules = try subject.resolved()
        let ladder = rules.ladder(around: price[0].value, above: above, below: below)
        switch subject.format {
        case .json: try Answer.writeJSON { $0.array { json in for price in ladder { json.price(price) } } }
        case .text: try Answer.write(ladder.map { "\(rules.format($0))\n" }.joined())
        }
    }
}
