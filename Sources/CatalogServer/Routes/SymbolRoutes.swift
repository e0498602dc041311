internal import CatalogAnswers
internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning

/// `/v1/symbols`: the instruments that a text in any notation may denote, with their symbols in other notations.
enum SymbolRoutes {
    static let routes = [
        Route("/v1/symbols", .daily) { context in
            let query = context.query
            try query.allow(["q", "to", "on", "limit"])
            let text = String((query["q"] ?? "").trimmed())
            guard !text.isEmpty else {
                throw Problem.missing("q", Problem.Expected.notation)
            }
            let day = try query["on"].map { (text) throws(Problem) in try FilterParameters.date("on", text) }
            let limit = try query.integer("limit", in: 1...limit, default: limit)
            let notations = try notations(query)
            let view = context.view
            var finder = SymbolFinder(view, SymbolReader(on: day ?? .today), notations: notations)
            let answer = finder.answer(to: text.utf8Span.span, limit: limit)
            var json = JSONWriter(capacity: 512 * answer.candidates.count + 256)
            json.object { json in
                json.member("text", text)
                json.array("candidates") { json in
                    for candidate in answer.candidates { write(candidate, view, to: &json) }
                }
                if answer.candidates.isEmpty { json.member("understood", strings: answer.readings) }
            }
            return .json(json)
        }
    ]

    private static let limit = 100

    private static func notations(_ query: QueryParameters) throws(Problem) -> [Notation] {
        let names = query.list("to")
        if names.isEmpty { return Notation.writable }
        var notations: [Notation] = []
        for name in names {
            guard let notation = Notation(rawValue: name), Notation.writable.contains(notation) else {
                let known = Notation.writable.map(\.rawValue).joined(separator: ", ")
                throw Problem.unexpected("to", name, known)
            }
            notations.append(notation)
        }
        return notations
    }

    private static func write(_ candidate: SymbolAnswer.Candidate, _ view: Catalog, to json: inout JSONWriter) {
        guard let row = candidate.row else { return }
        json.object { json in
            json.field("symbol", .symbol, of: row, in: view)
            json.optionalField("type", .type, of: row, in: view)
            json.optionalField("description", .description, of: row, in: view)
            candidate.writeMembers(to: &json)
        }
    }
}
