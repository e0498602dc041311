import ArgumentParser
import MarketRules

/// `ipf price round`: rounds prices to multiples of their increments.
struct PriceRoundCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "round", abstract: "Round prices to their increments",
        discussion: """
            Prints one price per line. NaN and infinite prices do not change.

            Examples:
              ipf price round "0.01 3; 0.05" 2.993 3.021 -3.06
              ipf price round "0.01" 2.999 --direction down
              ipf price round "0.25" 101.125 --mode HALF_UP
            """)

    @OptionGroup var subject: PriceRulesArgument

    @Option(
        parsing: .unconditional,
        help: "down (to minus infinity), nearest (ties to even) or up (to plus infinity).",
        transform: PriceWords.direction)
    var direction: PriceDirection?

    @Option(help: "A mode instead of a direction: \(PriceWords.modes).", transform: PriceWords.mode)
    var mode: PriceRoundingMode?

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Prices: numbers such as 227.5.", valueName: "price"))
    var prices: [PriceValue]

    func validate() throws {
        if direction != nil && mode != nil {
            throw ValidationError("--direction and --mode can't be combined.")
        }
    }

    func run() throws {
        let rules = try subject.resolved()
        let answers = prices.map { price in
            PriceAnswer(
                price: price.value,
                result: mode.map { rules.round(price.value, mode: $0) }
                    ?? rules.round(price.value, direction ?? .nearest))
        }
        try PriceAnswer.write(answers, rules, subject.format)
    }
}

/// A price and its result.
struct PriceAnswer {
    var price: Double
    var result: Double

    static func write(_ answers: [PriceAnswer], _ rules: PriceIncrements, _ format: AnswerFormat) throws {
        switch format {
        case .json:
            try Answer.writeJSON {
                $0.objects(answers) { json, answer in
                    json.member("price", price: answer.price)
                    json.member("result", price: answer.result)
                }
            }
        case .text: try Answer.write(answers.map { "\(rules.format($0.result))\n" }.joined())
        }
    }
}
