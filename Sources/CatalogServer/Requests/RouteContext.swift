internal import CatalogHistory
internal import HTTPTypes
internal import Hummingbird
internal import InstrumentCatalog
internal import NIOCore
internal import Scanning

/// A request, and the state needed to answer it.
struct RouteContext: Sendable {
    let request: Request
    /// The state from which the whole answer is computed.
    let snapshot: ServedSnapshot
    /// The entity tag of answers from this state, without quotes.
    let tag: String
    let server: ServerState
    /// The permission of the request.
    let admission: Admission
    let query: QueryParameters
    /// The decoded symbol of the path (`{symbol}`); `nil` if the query contains it.
    let pathSymbol: String?
    /// The header field `If-None-Match`; `nil` if it is absent.
    let condition: EntityTags?
    /// The client's connection; `nil` in tests without one.
    let channel: (any Channel)?
    /// The request's span; `nil` if it isn't recorded.
    let trace: RequestTrace?
    /// The limit of the work; `nil` for answers that take only microseconds.
    private(set) var limit: WorkLimit?

    /// The state that answers the request.
    var audience: Audience { admission.audience }

    var view: Catalog { snapshot.view }

    /// The catalogs to search: the live one and, with `?expired=true`, also those of expired instruments.
    ///
    /// - Throws: `Problem` if the service has no expired instruments.
    var catalogs: SegmentedCatalog {
        get throws(Problem) {
            guard try query.flag("expired") else { return SegmentedCatalog(view) }
            if let all = snapshot.withExpired { return all }
            throw audience.restricted?.rights.sources == nil ? .noExpired : .pastOfSources
        }
    }

    /// The symbol of the request: in the path, or as `?symbol=`.
    ///
    /// - Throws: `Problem` if the symbol is missing.
    var symbol: String {
        get throws(Problem) {
            if let pathSymbol { return pathSymbol }
            guard let symbol = query["symbol"], !symbol.isEmpty else {
                throw .noSymbol
            }
            return symbol
        }
    }

    /// Returns the row of the request's symbol.
    ///
    /// - Throws: `Problem` with suggestions if the catalog has no such symbol.
    func row() throws(Problem) -> (symbol: String, row: Row) {
        let symbol = try symbol
        guard let row = view.row(forSymbol: symbol) else { throw unknown(symbol) }
        return (symbol, row)
    }

    /// Returns the row of the request's symbol, and the catalog of that row, which may be a catalog of expired
    /// instruments.
    func place() throws(Problem) -> (symbol: String, catalog: Catalog, row: Row) {
        let symbol = try symbol
        guard let place = try place(of: symbol) else { throw unknown(symbol) }
        return (symbol, place.catalog, place.row)
    }

    /// Returns the row of a symbol, and the catalog of that row; `nil` if none of the requested catalogs contains the
    /// symbol.
    ///
    /// - Throws: `Problem`, as `catalogs` does.
    func place(of symbol: String) throws(Problem) -> (catalog: Catalog, row: Row)? {
        try catalogs.place(ofSymbol: symbol)
    }

    /// Returns the problem for an unknown symbol, with suggestions.
    func unknown(_ symbol: String) -> Problem {
        guard let removal = snapshot.withExpired?.removal(ofSymbol: symbol) else { return .unknown(symbol, view) }
        return .notLive(symbol, removal)
    }

    /// Returns a copy of the context with a limit of its work.
    func under(_ limit: WorkLimit) -> RouteContext {
        var copy = self
        copy.limit = limit
        return copy
    }

    /// Runs synchronous work within the limit of the request.
    ///
    /// - Throws: `Problem` with status 503 if the work was stopped; the errors of `body`.
    func limited<Result>(_ body: () throws -> Result) throws -> Result {
        if let limit { return try limit.answer(body) }
        return try body()
    }

    /// Runs a part of the work. If the request has a span, the part gets a span, too.
    func traced<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
        if let trace { return try trace.part(name, body) }
        return try body()
    }

    /// The media types of `Accept`, in lower case, without parameters and without those with `q=0`.
    var acceptedTypes: [String] {
        guard let accept = request.headers[.accept] else { return [] }
        return accept.acceptedItems.filter { !$0.isRefused }.map(\.name)
    }
}
