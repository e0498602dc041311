internal import CatalogAnswers
internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning

/// `/v1/price/{symbol}/…`: the price increments of an instrument.
enum PriceRoutes {
    static let routes = [
        Route("/v1/price/{symbol}/round", .quick) { context in
            let query = context.query
            try query.allow(["symbol", "price", "direction"])
            let (symbol, rules) = try subject(context)
            let price = try price(query)
            let direction = try direction(query)
            let rounded = rules.round(price, direction)
            var json = JSONWriter()
            json.object { json in
                json.member("symbol", symbol)
                json.member("price", price)
                json.member("direction", direction.word)
                json.member("rounded", rounded)
                json.member("text", rules.format(rounded))
                json.member("increment", rules.increment(at: rounded, moving: direction))
            }
            return .json(json)
        },
        Route("/v1/price/{symbol}/ladder") { context in
            let query = context.query
            try query.allow(["symbol", "price", "above", "below"])
            let (symbol, rules) = try subject(context)
            let price = try price(query)
            let above = try query.integer("above", in: 0...1000, default: 10)
            let below = try query.integer("below", in: 0...1000, default: 10)
            var json = JSONWriter(capacity: 4096)
            json.object { json in
                json.member("symbol", symbol)
                json.member("rules", rules.text)
                json.member("price", price)
                json.array("steps") { json in
                    for step in rules.ladder(around: price, above: above, below: below).reversed() {
                        json.object { json in
                            json.member("price", step)
                            json.member("text", rules.format(step))
                            json.member("increment", rules.increment(at: step))
                        }
                    }
                }
            }
            return .json(json)
        },
    ]

    private static func subject(_ context: RouteContext) throws(Problem) -> (symbol: String, rules: PriceIncrements) {
        let (symbol, row) = try context.row()
        do throws(GrammarError) {
            return (symbol, try PriceIncrements(context.view.string(.priceIncrements, at: row)))
        } catch {
            throw .unreadablePriceIncrements(symbol, error)
        }
    }

    private static func price(_ query: QueryParameters) throws(Problem) -> Double {
        try FilterParameters.number("price", query.required("price", Problem.Expected.number))
    }

    private static func direction(_ query: QueryParameters) throws(Problem) -> PriceDirection {
        guard let text = query["direction"] else { return .nearest }
        if let direction = PriceDirection(word: text) { return direction }
        throw Problem.unexpected("direction", text, PriceDirection.words)
    }
}
