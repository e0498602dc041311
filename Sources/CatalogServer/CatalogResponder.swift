internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Ingest
internal import InstrumentCatalog
internal import Logging
internal import NIOCore
internal import Scanning

/// What the framework gives with a request.
struct ServiceContext: InitializableFromSource {
    let logger: Logger
    let channel: (any Channel)?

    /// Without a connection, for tests.
    init(logger: Logger) {
        self.logger = logger
        channel = nil
    }

    init(source: ApplicationRequestContextSource) {
        logger = source.logger
        channel = source.channel
    }
}

/// Checks a request, finds its route, and makes a response of the route's answer.
///
/// The framework's own router isn't used: symbols hold slashes, every error is a problem, and a look-up of microseconds
/// should not wait for a chain of middlewares.
struct CatalogResponder: HTTPResponder {
    let server: ServerState
    let table: RouteTable

    init(_ server: ServerState) {
        self.server = server
        table = RouteTable(ServiceRoutes.all)
    }

    func respond(to request: Request, context: ServiceContext) async throws -> Response {
        let start = ContinuousClock.now
        let trace = RequestTrace.begin(server.tracer, server.collector, request)
        var route: Route?
        var served: ServedSnapshot?
        var response: Response
        do {
            response = try await answer(request, context, trace, &route, &served)
        } catch {
            let problem = problem(for: error, context)
            response =
                route?.traits.contains(.feed) == true && problem.status.code < 500
                ? FeedError.response(problem, server.headers) : self.response(to: problem)
        }
        if request.method == .head { response = response.createHeadResponse() }
        let id = server.requestID(request)
        response.headers.append(HTTPField(name: .requestID, value: id))
        response.headers.append(HTTPField(name: .snapshot, value: (served ?? server.catalog.current).name))
        if let since = server.catalog.staleSince {
            response.headers.append(HTTPField(name: .staleSince, value: "\(Instant(milliseconds: since * 1000))"))
        }
        server.cors(request, &response)
        if let limiter = server.limiter, let standing = limiter.standing(context.channel) {
            limiter.describe(standing, &response)
        }
        let status = response.status.code
        server.metrics.record(route?.path, status: status, since: start)
        if let trace {
            trace.describe(&response)
            trace.end(request, path: Self.path(of: request), route: route?.path, status: status, id: id)
        }
        let level: Logger.Level = status >= 500 ? .error : server.options.logsRequests ? .notice : .debug
        context.logger.log(
            level: level, status >= 500 ? "request failed" : "request",
            metadata: [
                "request": "\(id)", "method": "\(Problem.excerpt(request.method.rawValue))",
                "path": "\(Self.path(of: request))", "status": "\(status)",
                "microseconds": "\((ContinuousClock.now - start) / .microseconds(1))",
            ])
        return response
    }

    /// The path without the query, which may hold what doesn't belong into a log.
    private static func path(of request: Request) -> String {
        let target = request.head.path ?? "/"
        return Problem.excerpt(String(target.prefix { $0 != "?" }))
    }

    // MARK: Checks

    private func answer(
        _ request: Request, _ context: ServiceContext, _ trace: RequestTrace?, _ route: inout Route?,
        _ served: inout ServedSnapshot?
    ) async throws -> Response {
        let target = request.head.path ?? "/"
        let (path, query) = Self.split(target)
        let matching = Result { try table.find(path) }
        let method = request.method == .head ? HTTPRequest.Method.get : request.method
        // Counted first, so that every answer counts, refusals too.
        if (try? matching.get())?.route(method)?.traits.contains(.unlimited) != true {
            try server.limiter?.take(context.channel)
        }
        guard target.utf8.count <= server.options.limits.targetBytes else {
            throw Problem(
                .init(code: 414, reasonPhrase: "URI Too Long"),
                "The address is \(target.utf8.count) bytes long, expected at most \(server.options.limits.targetBytes)."
            )
        }
        // The framework takes the first one for itself.
        guard request.headers[.host] == nil else {
            throw Problem(.badRequest, "The request has more than one 'Host' field; send one.")
        }
        try server.hosts.check(request.head.authority)
        guard path.utf8.first == UInt8(ascii: "/") else {
            throw Problem(.badRequest, "The address doesn't begin with '/'.")
        }
        guard let match = try matching.get() else {
            let near = table.paths(near: path)
            throw Problem(
                .notFound,
                sentence: "there is nothing at '\(Problem.excerpt(String(path)))'"
                    + (near.isEmpty ? "; see /openapi.json" : NearestNames.question(near)))
        }
        if request.method == .options { return preflight(match) }
        guard let found = match.route(method) else {
            var problem = Problem(
                .methodNotAllowed, "'\(Problem.excerpt(request.method.rawValue))' isn't for this address.")
            problem.headers = [(.allow, Self.methods(match))]
            throw problem
        }
        route = found
        if !found.traits.contains(.open) { try authorize(request, context) }
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > server.options.limits.bodyBytes {
            throw Problem(
                .contentTooLarge,
                "The body is \(length) bytes long, expected at most \(server.options.limits.bodyBytes).")
        }
        var parameters = try QueryParameters(query)
        if let text = parameters.take("atLeast") { try await wait(forAtLeast: text) }
        var snapshot = server.catalog.current
        if snapshot.identity != nil { parameters.common.append("atLeast") }
        if found.traits.contains(.dated) { parameters.common.append("asOf") }
        if found.traits.contains(.dated), let moment = parameters.take("asOf") {
            snapshot = try await server.past.snapshot(asOf: moment, of: snapshot, server.catalog.past)
        }
        served = snapshot
        let state = parameters["expired"] == nil ? snapshot.tag : snapshot.tagWithExpired
        let tag = found.traits.contains(.daily) ? "\(state)-\(CalendarDate.today)" : state
        let condition = request.headers[.ifNoneMatch].map(EntityTags.init)
        if method == .get, found.traits.isDisjoint(with: [.changing, .feed]), let known = condition?.first(of: tag) {
            return notModified(known)
        }
        let exchange = Exchange(
            request: request, snapshot: snapshot, tag: tag, server: server, query: parameters,
            pathSymbol: match.symbol, condition: condition, channel: context.channel,
            trace: trace)
        if found.traits.contains(.quick) { return try await response(of: found, exchange) }
        return try await Pool.run { try await response(of: found, exchange) }
    }

    private func response(of route: Route, _ exchange: Exchange) async throws -> Response {
        switch route.handler {
        case .now(let handler): response(to: try handler(exchange), exchange)
        case .later(let handler): response(to: try await handler(exchange), exchange)
        }
    }

    /// Waits until a batch of the master is served.
    ///
    /// - Parameter text: `SEQ`, or `EPOCH-SEQ` as the header says it.
    /// - Throws: `Problem` where it isn't in time, and where no master is followed.
    private func wait(forAtLeast text: String) async throws(Problem) {
        guard let now = server.catalog.current.identity else {
            throw Problem(.badRequest, "'atLeast' is for a service that follows a master; this one serves a catalog.")
        }
        let sequence = Int(text).flatMap { $0 >= 0 ? SnapshotIdentity(epoch: now.epoch, sequence: $0) : nil }
        guard let wanted = sequence ?? SnapshotIdentity(text) else {
            throw Problem(
                .badRequest,
                "'atLeast' is '\(Problem.excerpt(text))', expected a batch's number, or EPOCH-SEQ as in IPF-Snapshot.")
        }
        if now >= wanted { return }
        let bound = server.options.limits.waitForBatch
        guard await server.catalog.reaches(wanted, within: bound) else {
            var problem = Problem(
                .serviceUnavailable,
                "Batch \(wanted.sequence) is not served yet; the last one is \(server.catalog.current.name). Ask again."
            )
            problem.headers = [(.retryAfter, "1")]
            throw problem
        }
    }

    /// - Throws: `Problem` where a token is asked for and the request brings none that is known, or its address has sent too many
    ///   wrong ones.
    private func authorize(_ request: Request, _ context: ServiceContext) throws(Problem) {
        let tokens = server.tokens.current
        let authorization = request.headers[.authorization]
        guard authorization != nil, let limiter = server.limiter else {
            return try tokens.standing(authorization).check()
        }
        try limiter.judge(context.channel) { tokens.standing(authorization) }.check()
    }

    private static func split(_ target: String) -> (path: Substring, query: Substring) {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return (target[...], "") }
        let query = target[target.utf8.index(after: mark)...]
        return (target[..<mark], query.utf8.firstIndex(of: UInt8(ascii: "#")).map { query[..<$0] } ?? query)
    }

    private static func methods(_ match: RouteTable.Match) -> String {
        var names: [String] = []
        for route in match.routes {
            names.append(route.method.rawValue)
            if route.method == .get { names.append("HEAD") }
        }
        return (names + ["OPTIONS"]).joined(separator: ", ")
    }

    private func preflight(_ match: RouteTable.Match) -> Response {
        var response = Response(status: .noContent, headers: server.headers)
        response.headers[.allow] = Self.methods(match)
        response.headers[.accessControlAllowMethods] = Self.methods(match)
        response.headers[.accessControlAllowHeaders] = "authorization, content-type, if-none-match"
        response.headers[.accessControlMaxAge] = "600"
        return response
    }

    // MARK: Responses

    private func notModified(_ tag: String) -> Response {
        var headers = server.headers
        headers.append(HTTPField(name: .eTag, value: tag))
        headers.append(HTTPField(name: .cacheControl, value: server.cacheControl))
        return Response(status: .notModified, headers: headers)
    }

    private func response(to answer: Answer, _ exchange: Exchange) -> Response {
        var headers = server.headers
        // Of an answer with everything, the fields of the framework too.
        headers.reserveCapacity(16)
        headers.append(HTTPField(name: .contentType, value: answer.contentType))
        let isCompressed =
            answer.isCompressible && Compressing.pays(answer.body) && Compressing.isAccepted(exchange.request)
        if answer.isCompressible { headers.append(HTTPField(name: .vary, value: "Accept-Encoding")) }
        switch answer.caching {
        case .catalog, .fixed:
            var tag = exchange.tag
            if case .fixed(let etag) = answer.caching { tag = etag }
            let quoted = isCompressed ? "\"\(tag)-gz\"" : "\"\(tag)\""
            if let condition = exchange.condition, condition.isAny || condition.first(of: tag) != nil {
                return notModified(quoted)
            }
            headers.append(HTTPField(name: .eTag, value: quoted))
            headers.append(HTTPField(name: .cacheControl, value: server.cacheControl))
        case .none: headers.append(HTTPField(name: .cacheControl, value: "no-store"))
        case .own: break
        }
        for (name, value) in answer.headers { headers.append(HTTPField(name: name, value: value)) }
        if isCompressed { headers.append(HTTPField(name: .contentEncoding, value: "gzip")) }
        return Response(
            status: answer.status, headers: headers, body: Compressing.body(answer.body, isCompressed: isCompressed))
    }

    private func response(to problem: Problem) -> Response {
        var headers = server.headers
        headers.append(HTTPField(name: .contentType, value: "application/problem+json"))
        headers.append(HTTPField(name: .cacheControl, value: "no-store"))
        for (name, value) in problem.headers { headers.append(HTTPField(name: name, value: value)) }
        return Response(
            status: problem.status, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: problem.json)))
    }

    private func problem(for error: any Error, _ context: ServiceContext) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case let error as CatalogError:
            // The others are mistakes of whoever asked.
            if ![.cursor, .invalidValue, .outOfHistory].contains(error.kind) { context.logger.error("\(error)") }
            return Problem(error)
        case is NIOTooManyBytesError:
            return Problem(
                .contentTooLarge,
                "The body is longer than \(server.options.limits.bodyBytes) bytes; ask for less at once.")
        case is CancellationError: return Problem(.serviceUnavailable, "The service is shutting down.")
        default:
            context.logger.error("\(error)")
            return Problem(.internalServerError, "Something went wrong here; the service's log says what.")
        }
    }
}
