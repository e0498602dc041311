internal import HTTPTypes
internal import Hummingbird
internal import InstrumentCatalog
internal import NIOCore

/// A request, and what is needed to answer it.
struct Exchange: Sendable {
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

    var view: Catalog { snapshot.view }

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
    func row() throws(Problem) -> (symbol: String, row: Int) {
        let symbol = try symbol
        guard let row = view.row(forSymbol: symbol) else { throw .unknown(symbol, view) }
        return (symbol, row)
    }

    /// The media types of `Accept`, lower case, without parameters; those with `q=0` left out.
    var acceptedTypes: [String] {
        guard let accept = request.headers[.accept] else { return [] }
        return accept.acceptedItems.filter { !$0.isRefused }.map(\.name)
    }
}
