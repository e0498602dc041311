internal import HTTPTypes
internal import Hummingbird
internal import InstrumentCatalog
internal import Logging
internal import NIOCore

extension CatalogResponder {
    /// What a quick route answers of a symbol that is in the path and in the catalog, made before this returns. Nothing is counted of
    /// a request that gets `nil`.
    ///
    /// - Parameter head: of a request without a body.
    func replyAtOnce(to head: HTTPRequest, _ channel: any Channel) -> Reply? {
        // Entries of requests have fields that the framework sets.
        guard head.method == .get, !logsAll, let path = head.path?[...], !path.utf8.contains(UInt8(ascii: "?")),
            let match = try? table.find(path), let symbol = match.symbol, let route = match.route(.get),
            route.traits.contains(.quick), case let snapshot = server.catalog.current,
            let row = snapshot.view.row(forSymbol: symbol)
        else { return nil }
        let handler: (Exchange) throws -> Answer?
        switch route.handler {
        case .now(let now): handler = now
        case .known(let now, _): handler = now
        case .later: return nil
        }
        let request = Request(head: head, body: .init(buffer: ByteBuffer()))
        let context = ServiceContext(logger: server.logger, channel: channel)
        var course = Course(request, context, server)
        var reply: Reply
        do {
            _ = try check(request, context, path, .success(match))
            course.route = route
            try admit(route, request, context)
            course.served = snapshot
            // The span of a look-up is one of a look-up.
            let known = course.trace == nil ? row : nil
            let exchange = exchange(route, QueryParameters(), symbol, known, snapshot, course)
            if let known = unchanged(route, exchange) {
                reply = known
            } else if let answer = try handler(exchange) {
                reply = self.reply(to: answer, exchange)
            } else {
                throw exchange.unknown(symbol)
            }
        } catch {
            // The framework does it for each request; here only where an entry may follow.
            course.context.logger[metadataKey: "hb.request.id"] = .stringConvertible(RequestID())
            reply = self.reply(to: error, course)
        }
        finish(&reply.response, course)
        reply.response.headers.append(HTTPField(name: .date, value: server.date.current))
        return reply
    }

    private var logsAll: Bool { server.options.logsRequests || server.logger.logLevel <= .debug }
}
