internal import CatalogHistory
internal import Essentials
internal import HTTPTypes
internal import HummingbirdCore
internal import InstrumentCatalog
internal import NIOCore
internal import Scanning

/// `POST /v1/lookup`: many identifiers at once, and texts in any notation.
enum LookupRoutes {
    static let routes = [
        Route(later: .post, "/v1/lookup", [.changing, .dated]) { context in
            let body: ByteBuffer
            let catalogs = try context.catalogs
            do {
                body = try await context.request.body.collect(upTo: context.server.options.limits.bodyBytes)
            } catch let error where !(error is NIOTooManyBytesError) && !(error is CancellationError) {
                throw Problem.incompleteBody
            }
            return try context.limited { try answer(body, catalogs) }
        }
    ]

    private static let limit = 1000

    /// The body of a request.
    private struct Question: Decodable {
        var identifiers: [Item]
        /// The day for which ambiguous notations are resolved; `nil` for today in UTC.
        var on: String?
    }

    private enum Item: Decodable {
        /// A symbol or, if there is no such symbol, a text in any notation.
        case text(String)
        case notation(String)
        case identifier(Identifier)
        /// The name of a field, and its text.
        case field(String, String)
        case wrong(String)

        init(from decoder: any Decoder) throws {
            if let text = try? decoder.singleValueContainer().decode(String.self) {
                self = .text(text)
                return
            }
            guard let fields = try? decoder.singleValueContainer().decode([String: String].self), fields.count == 1,
                let (kind, text) = fields.first
            else {
                self = .wrong("expected a symbol, or an object with one member such as {\"isin\": \"US0378331005\"}")
                return
            }
            switch kind.lowercased() {
            case "symbol": self = .identifier(.symbol(text))
            case "isin": self = .identifier(.isin(text))
            case "cusip": self = .identifier(.cusip(text))
            case "sedol": self = .identifier(.sedol(text))
            case "localsymbol", "local_symbol": self = .identifier(.localSymbol(text))
            case "notation": self = .notation(text)
            default: self = .field(kind, text)
            }
        }

        /// Returns the identifier of the item; a plain text is a symbol. Returns `nil` if the item has no identifier,
        /// or if it names a field without an index.
        func identifier(in catalog: Catalog) -> Identifier? {
            switch self {
            case .text(let text): .symbol(text)
            case .identifier(let identifier): identifier
            case .field(let kind, let text):
                // Compare without case: field names are in upper case, but the members of requests may be in any case.
                catalog.identifierFields.first { $0.uppercased() == kind.uppercased() }
                    .map { Identifier(field: $0, text) }
            case .notation, .wrong: nil
            }
        }
    }

    private static func answer(_ body: ByteBuffer, _ catalogs: SegmentedCatalog) throws -> RouteResponse {
        let question: Question
        do {
            question = try JSONDecoder().decode(Question.self, from: Data(body.readableBytesView))
        } catch {
            throw Problem.notIdentifiers
        }
        guard question.identifiers.count <= limit else {
            throw Problem.tooManyIdentifiers(question.identifiers.count, atMost: limit)
        }
        let day = try question.on.map { (text) throws(Problem) in try FilterParameters.date("on", text) }
        var resolver = NotationResolver(catalogs.live, SymbolReader(on: day ?? .today))
        var json = JSONWriter(capacity: 256 * question.identifiers.count)
        json.object { json in
            json.array("answers") { json in
                for (item, answer) in zip(question.identifiers, answers(to: question.identifiers, catalogs)) {
                    if WorkLimit.look() { return }
                    write(item, found: answer, catalogs.live, &resolver, to: &json)
                }
            }
        }
        return .json(json, caching: .none)
    }

    /// The instruments of an identifier, or the reason why no instrument has it.
    private typealias LookupAnswer = Result<[SegmentedCatalog.Slice<Row>], IdentifierError>

    /// Looks up the identifiers of all items in one batch. The result has an element for each item, which is `nil` for
    /// an item without an identifier.
    private static func answers(
        to items: [Item], _ catalogs: SegmentedCatalog
    ) -> [(identifier: Identifier, answer: LookupAnswer)?] {
        let identifiers = items.map { $0.identifier(in: catalogs.live) }
        var answers = catalogs.lookup(identifiers.compactMap(\.self)).makeIterator()
        return identifiers.map { identifier in identifier.flatMap { id in answers.next().map { (id, $0) } } }
    }

    private static func write(
        _ item: Item, found: (identifier: Identifier, answer: LookupAnswer)?, _ view: Catalog,
        _ resolver: inout NotationResolver, to json: inout JSONWriter
    ) {
        switch (item, found) {
        case (.wrong(let reason), _): json.object { $0.member("error", reason) }
        case (.notation(let text), _), (.text(let text), (_, .failure)?):
            write(notation: text, view, &resolver, to: &json)
        case (.field(let kind, _), nil):
            let known =
                ["symbol", "isin", "cusip", "sedol", "localSymbol"]
                + view.identifierFields.filter { ProfileField(name: $0).map(ProfileField.identifiers.contains) != true }
            json.object { json in
                json.member(
                    "error",
                    "there is no kind of identifier '\(Problem.excerpt(kind))'; expected "
                        + "\(known.joined(separator: ", ")) or notation")
            }
        case (_, let (identifier, answer)?):
            json.object { json in
                key(identifier.fieldName, identifier.text, to: &json)
                switch answer {
                case .failure(let error): json.member("error", error.description)
                case .success(let slices):
                    profiles(slices.flatMap { slice in slice.items.map { (slice.catalog, $0) } }, to: &json)
                }
            }
        case (.text, nil), (.identifier, nil): break
        }
    }

    /// Writes the instruments that a text in another notation may denote, each with its reading of the text.
    private static func write(
        notation text: String, _ view: Catalog, _ resolver: inout NotationResolver, to json: inout JSONWriter
    ) {
        let candidates = resolver.candidates(of: text.utf8Span.span)
        json.object { json in
            key(candidates.isEmpty ? ProfileField.symbol.name : "notation", text, to: &json)
            if candidates.isEmpty {
                let readings = resolver.readings(of: text.utf8Span.span).map(\.description)
                let error = view.lookup([.symbol(text)])[0].failure?.description ?? ""
                let understood = readings.first.map { "; read as \($0), which matches nothing in the catalog" } ?? ""
                json.member("error", error + understood)
                return
            }
            json.member("understood", strings: candidates.prefix(profileLimit).map(\.reading.description))
            profiles(candidates.map { (view, $0.row) }, to: &json)
        }
    }

    private static func key(_ kind: String, _ value: String, to json: inout JSONWriter) {
        json.object("identifier") { json in
            json.member("kind", kind)
            json.member("value", value)
        }
    }

    private static func profiles(_ rows: [(catalog: Catalog, row: Row)], to json: inout JSONWriter) {
        json.array("profiles") { json in
            for (catalog, row) in rows.prefix(profileLimit) {
                ProfileJSON.write(catalog.profile(at: row), to: &json)
            }
        }
    }

    /// The maximum number of profiles per item, because many listings may share an identifier.
    private static let profileLimit = 50
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
