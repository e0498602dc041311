import ArgumentParser
import MarketRules

/// `ipf price step`: prints the next valid price above or below a price.
struct PriceStepCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "step", abstract: "Move prices by one increment",
        discussion: """
            Examples:
              ipf price step "0.01 3; 0.05" 2.99 3 --direction up
              ipf price step "0.01" 100 --direction down --minimum 0.5
            """)

    @OptionGroup var subject: PriceRulesArgument

    @Option(parsing: .unconditional, help: "The direction: up or down.", transform: PriceWords.direction)
    var direction: PriceDirection

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The minimum distance: a number, 0 or more.", valueName: "distance"))
    var minimum = PriceValue(0)

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Prices: numbers such as 227.5.", valueName: "price"))
    var prices: [PriceValue]

    func run() throws {
        let rules = try subject.resolved()
        do {
            let answers = try prices.map { price in
                PriceAnswer(
                    price: price.value, result: try rules.step(price.value, direction, minimum: minimum.value))
            }
            try PriceAnswer.write(answers, rules, subject.format)
        } catch let error as PriceStepError {
            throw Failure(.usage, "\(error)")
        }
    }
}
