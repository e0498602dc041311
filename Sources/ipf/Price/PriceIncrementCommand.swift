import ArgumentParser
import MarketRules

/// `ipf price increment`: prints the increments at prices.
struct PriceIncrementCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "increment", abstract: "Show the increments below, at and above prices",
        discussion: """
            Examples:
              ipf price increment "0.01 3; 0.05" 2.99 3 3.05
              ipf price increment "0.01 3; 0.05" -3
            """)

    @OptionGroup var subject: PriceRulesArgument

    @Argument(parsing: .allUnrecognized, help: ArgumentHelp("Prices: numbers such as 227.5.", valueName: "price"))
    var prices: [PriceValue]

    func run() throws {
        let rules = try subject.resolved()
        switch subject.format {
        case .json:
            try Answer.writeJSON {
                $0.objects(prices) { json, price in
                    json.member("price", price: price.value)
                    json.member("down", price: rules.increment(at: price.value, moving: .down))
                    json.member("nearest", price: rules.increment(at: price.value))
                    json.member("up", price: rules.increment(at: price.value, moving: .up))
                    json.member("decimals", rules.precision(at: price.value))
                }
            }
        case .text:
            let header = ["PRICE", "DOWN", "NEAREST", "UP", "DECIMALS"]
            var table = TextTable(header.map { _ in .right }, header: header)
            for price in prices.map(\.value) {
                let steps = [PriceDirection.down, .nearest, .up].map { rules.increment(at: price, moving: $0) }
                table.add(([price] + steps).map(PriceValue.text) + [String(rules.precision(at: price))])
            }
            try Answer.write(table.text())
        }
    }
}
