internal import CatalogHistory
internal import HTTPTypes
internal import Hummingbird
internal import InstrumentCatalog
internal import NIOCore
internal import Scanning

/// A request, and what is needed to answer it.
struct RouteRequest: Sendable {
    let request: Request
    /// The state that the answer is about, the same from the first byte to the last.
    let snapshot: ServedSnapshot
    /// The entity tag of answers about it, without quotes.
    let tag: String
    let server: ServerState
    let query: QueryParameters
    /// What stands in the path in place of `{symbol}`, decoded; `nil` where the query names it.
    let pathSymbol: String?
    /// `If-None-Match`; `nil` where the request has none.
    let condition: EntityTags?
    /// The client's connection; `nil` in tests without one.
    let channel: (any Channel)?
    /// The request's span; `nil` where it isn't recorded.
    let trace: RequestTrace?
    /// The limit of the work; `nil` for answers of microseconds.
    private(set) var limit: WorkLimit?

    var view: Catalog { snapshot.view }

    /// What is asked: what is live, and with `?expired=true` what is gone, too.
    ///
    /// - Throws: `Problem` where the service has nothing of what is gone.
    var catalogs: SegmentedCatalog {
        get throws(Problem) {
            guard try query.flag("expired") else { return SegmentedCatalog(view) }
            if let all = snapshot.withExpired { return all }
            throw Problem(
                .badRequest,
                "'expired' is for a node that has segments, and for the present; here only what is live "
                    + "is known.")
        }
    }

    /// The symbol that the request is about: in the path, or as `?symbol=`.
    ///
    /// - Throws: `Problem` where there is none.
    var symbol: String {
        get throws(Problem) {
            if let pathSymbol { return pathSymbol }
            guard let symbol = query["symbol"], !symbol.isEmpty else {
                throw Problem(
                    .badRequest, "No symbol is given; put it into the path, percent-encoded, or add '?symbol='.")
            }
            return symbol
        }
    }

    /// The row of that symbol.
    ///
    /// - Throws: `Problem` where there is none, with suggestions.
    func row() throws(Problem) -> (symbol: String, row: Row) {
        let symbol = try symbol
        guard let row = view.row(forSymbol: symbol) else { throw unknown(symbol) }
        return (symbol, row)
    }

    /// The same where what is gone may be asked, too.
    func place() throws(Problem) -> (symbol: String, catalog: Catalog, row: Row) {
        let symbol = try symbol
        guard let place = try place(of: symbol) else { throw unknown(symbol) }
        return (symbol, place.catalog, place.row)
    }

    /// Where the request's symbol is; `nil` where none of the catalogs that are asked has it.
    ///
    /// - Throws: as `catalogs`.
    func place(of symbol: String) throws(Problem) -> (catalog: Catalog, row: Row)? {
        try catalogs.place(ofSymbol: symbol)
    }

    /// What is told of a symbol that isn't there, with suggestions.
    func unknown(_ symbol: String) -> Problem {
        guard let removal = snapshot.withExpired?.removal(ofSymbol: symbol) else { return .unknown(symbol, view) }
        let path = PercentCoding.encodeForRequest(symbol[...])
        var problem = Problem(
            .notFound,
            "'\(Problem.excerpt(symbol))' is gone: \(removal). /v1/instruments/\(path)?expired=true has it.")
        problem.wasRemoved = true
        return problem
    }

    /// A copy whose work has a limit.
    func under(_ limit: WorkLimit) -> RouteRequest {
        var copy = self
        copy.limit = limit
        return copy
    }

    /// Runs work without a pause, within the limit of the request.
    ///
    /// - Throws: `Problem` of status 503 if the work was stopped; what `body` throws.
    func limited<Result>(_ body: () throws -> Result) throws -> Result {
        if let limit { return try limit.answer(body) }
        return try body()
    }

    /// Runs a part of the work, with a span where the request has one.
    func traced<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
        if let trace { return try trace.part(name, body) }
        return try body()
    }

    /// The media types of `Accept`, lower case, without parameters; those with `q=0` left out.
    var acceptedTypes: [String] {
        guard let accept = request.headers[.accept] else { return [] }
        return accept.acceptedItems.filter { !$0.isRefused }.map(\.name)
    }
}
