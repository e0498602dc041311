internal import Foundation
internal import HTTPTypes
internal import HummingbirdCore
internal import InstrumentCatalog
internal import NIOCore
internal import Scanning

/// `POST /v1/lookup`: many identifiers at once.
enum LookupRoutes {
    static let routes = [
        Route(later: .post, "/v1/lookup", .changing) { exchange in
            let body: ByteBuffer
            do {
                body = try await exchange.request.body.collect(upTo: exchange.server.options.limits.bodyBytes)
            } catch let error where !(error is NIOTooManyBytesError) && !(error is CancellationError) {
                throw Problem(.badRequest, "The body ended before its time.")
            }
            return try answer(body, exchange.view)
        }
    ]

    private static let limit = 1000

    /// What a request sends: identifiers by kind; plain texts are symbols.
    private struct Question: Decodable {
        var identifiers: [Item]
    }

    private enum Item: Decodable {
        case identifier(Identifier)
        case wrong(String)

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                self = .identifier(.symbol(text))
                return
            }
            guard let fields = try? decoder.singleValueContainer().decode([String: String].self), fields.count == 1,
                let (kind, text) = fields.first
            else {
                self = .wrong("expected a symbol, or an object of one member such as {\"isin\": \"US0378331005\"}")
                return
            }
            switch kind.lowercased() {
            case "symbol": self = .identifier(.symbol(text))
            case "isin": self = .identifier(.isin(text))
            case "cusip": self = .identifier(.cusip(text))
            case "sedol": self = .identifier(.sedol(text))
            case "localsymbol", "local_symbol": self = .identifier(.localSymbol(text))
            default:
                self = .wrong(
                    "there is no kind of identifier '\(Problem.excerpt(kind))'; expected symbol, isin, cusip, sedol or "
                        + "localSymbol")
            }
        }
    }

    private static func answer(_ body: ByteBuffer, _ view: Catalog) throws -> Answer {
        let question: Question
        do {
            question = try JSONDecoder().decode(Question.self, from: Data(body.readableBytesView))
        } catch {
            throw Problem(
                .badRequest,
                "The body isn't what was expected: a JSON object such as {\"identifiers\": [\"AAPL\", {\"isin\": "
                    + "\"US0378331005\"}]}.")
        }
        guard question.identifiers.count <= limit else {
            throw Problem(
                .badRequest, "\(question.identifiers.count) identifiers were sent, expected at most \(limit) at once.")
        }
        var json = JSONWriter(capacity: 256 * question.identifiers.count)
        json.object { json in
            json.key("answers")
            json.array { json in for item in question.identifiers { write(item, view, to: &json) } }
        }
        return .json(json, caching: .none)
    }

    private static func write(_ item: Item, _ view: Catalog, to json: inout JSONWriter) {
        json.object { json in
            switch item {
            case .wrong(let reason): json.member("error", reason)
            case .identifier(let identifier):
                json.key("identifier")
                json.object { json in
                    json.member("kind", identifier.fieldName)
                    json.member("value", identifier.text)
                }
                switch view.lookup([identifier])[0] {
                case .failure(let error): json.member("error", error.description)
                case .success(let rows):
                    json.key("profiles")
                    // Many listings may share an identifier; nobody needs more than some dozens.
                    json.array { json in
                        for row in rows.prefix(50) { ProfileJSON.write(view.profile(at: row), to: &json) }
                    }
                }
            }
        }
    }
}
