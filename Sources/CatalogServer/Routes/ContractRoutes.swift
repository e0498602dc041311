internal import CatalogAnswers
internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning

/// `/v1/contracts/{symbol}`: the contracts of a product of futures or options, by public rules.
enum ContractRoutes {
    static let routes = [
        Route("/v1/contracts/{symbol}", .daily) { context in
            let query = context.query
            try query.allow(["symbol", "year", "on", "roll", "kind"])
            let year = try query["year"].map { _ in try query.integer("year", in: 3...9997, default: 3) }
            let day = try query["on"].map { (text) throws(Problem) in try FilterParameters.date("on", text) }
            let answer = try ContractAnswer(
                try product(context), year: year, on: day ?? .today, rollDays: try rollDays(query),
                defaults: context.snapshot.defaults)
            var json = JSONWriter(capacity: 256 * answer.contracts.count + 1024)
            json.object(answer.writeMembers)
            return .json(json)
        }
    ]

    private static func product(_ context: RouteContext) throws(Problem) -> ContractProduct {
        let kind = context.query["kind"]
        guard kind == nil || kind == "future" || kind == "option" else {
            throw .unexpected("kind", kind!, Problem.Expected.kindOfContract)
        }
        let root = try context.symbol
        do throws(ContractAnswer.UnknownProduct) {
            return try ContractAnswer.product(root, kind: kind.flatMap { .init(rawValue: $0) })
        } catch {
            throw .unknownProduct(error.root, error.reason)
        }
    }

    private static func rollDays(_ query: QueryParameters) throws(Problem) -> Int? {
        guard let text = query["roll"] else { return nil }
        do throws(RollRule.RollFault) {
            return try RollRule.days(text)
        } catch {
            throw .badRoll(text, error.reason)
        }
    }
}
