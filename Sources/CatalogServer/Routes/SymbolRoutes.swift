internal import HTTPTypes
internal import InstrumentCatalog
internal import Scanning

/// `/v1/symbols`: what a text means that others wrote, and the instruments as others write them.
enum SymbolRoutes {
    static let routes = [
        Route("/v1/symbols", .daily) { exchange in
            let query = exchange.query
            try query.allow(["q", "to", "on", "limit"])
            let text = String((query["q"] ?? "").trimmed())
            guard !text.isEmpty else {
                throw Problem(.badRequest, "'q' is missing: the text to read, such as 'q=AAPL US Equity'.")
            }
            let day = try query["on"].map { (text) throws(Problem) in try FilterParameters.date("on", text) }
            let limit = try query.integer("limit", in: 1...limit, default: limit)
            let notations = try notations(query)
            let view = exchange.view
            let candidates = view.instruments(written: text, on: day)
            var json = JSONWriter(capacity: 512 * min(candidates.count, limit) + 256)
            json.object { json in
                json.member("text", text)
                json.key("candidates")
                json.array { json in
                    for candidate in candidates.prefix(limit) { write(candidate, notations, view, to: &json) }
                }
                if candidates.isEmpty {
                    let readings = SymbolReader(on: day ?? .today).read(text)
                    json.member("understood", strings: readings.map(\.description))
                }
            }
            return .json(json)
        }
    ]

    private static let limit = 100
    private static let writer = SymbolWriter()

    private static func notations(_ query: QueryParameters) throws(Problem) -> [Notation] {
        let names = query.list("to")
        if names.isEmpty { return Notation.writable }
        var notations: [Notation] = []
        for name in names {
            guard let notation = Notation(rawValue: name), Notation.writable.contains(notation) else {
                let known = Notation.writable.map(\.rawValue).joined(separator: ", ")
                throw Problem(.badRequest, "'to' is '\(Problem.excerpt(name))', expected \(known).")
            }
            notations.append(notation)
        }
        return notations
    }

    private static func write(
        _ candidate: SymbolCandidate, _ notations: [Notation], _ view: Catalog, to json: inout JSONWriter
    ) {
        let reference = view.reference(at: candidate.row)
        json.object { json in
            json.field("symbol", .symbol, candidate.row, view)
            json.optionalField("type", .type, candidate.row, view)
            json.optionalField("description", .description, candidate.row, view)
            json.member("notation", candidate.reading.notation.rawValue)
            json.member("understood", candidate.reading.description)
            json.key("written")
            json.object { json in
                for notation in notations {
                    let text =
                        notation == .ipf ? view.symbol(at: candidate.row) : writer.write(reference, as: notation)
                    guard let text else { continue }
                    json.key(named: notation.rawValue)
                    json.string(text)
                }
            }
        }
    }
}
