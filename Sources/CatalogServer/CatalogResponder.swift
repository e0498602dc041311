internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Ingest
internal import InstrumentCatalog
internal import Logging
internal import NIOCore
internal import Scanning

/// The context that the framework creates for a request.
struct ServiceContext: InitializableFromSource {
    var logger: Logger
    let channel: (any Channel)?

    /// Creates a context; tests pass no channel.
    init(logger: Logger, channel: (any Channel)? = nil) {
        self.logger = logger
        self.channel = channel
    }

    init(source: ApplicationRequestContextSource) {
        logger = source.logger
        channel = source.channel
    }
}

/// Checks a request, finds its route, and turns the route's answer into a response.
///
/// The framework's own router isn't used, because symbols contain slashes, every error is reported as a problem, and a
/// chain of middlewares would take longer than a look-up.
struct CatalogResponder: HTTPResponder {
    let server: ServerState
    let table: RouteTable

    init(_ server: ServerState) {
        self.server = server
        table = RouteTable(ServiceRoutes.all)
    }

    func respond(to request: Request, context: ServiceContext) async throws -> Response {
        var progress = RequestProgress(request, context, server)
        var response: Response
        do {
            response = try await answer(request, context, &progress)
        } catch {
            response = reply(to: error, progress)
        }
        if request.method == .head { response = response.createHeadResponse() }
        finish(&response, progress)
        return response
    }

    /// The state of a request that is being answered.
    struct RequestProgress {
        let request: Request
        var context: ServiceContext
        let start = ContinuousClock.now
        let trace: RequestTrace?
        var route: Route?
        var admission: Admission?
        var served: ServedSnapshot?

        init(_ request: Request, _ context: ServiceContext, _ server: ServerState) {
            self.request = request
            self.context = context
            trace = RequestTrace.begin(server.tracer, server.collector, request)
        }
    }

    /// Adds the common header fields to a response, then counts and logs the request.
    private func finish(_ response: inout Response, _ progress: RequestProgress) {
        let (request, context) = (progress.request, progress.context)
        let id = server.requestID(request)
        response.headers.append(HTTPField(name: .requestID, value: id))
        let audience = progress.admission?.audience ?? server.audiences.open
        response.headers.append(HTTPField(name: .snapshot, value: (progress.served ?? audience.catalog.current).name))
        if let since = server.condition.staleSince {
            response.headers.append(HTTPField(name: .staleSince, value: "\(Instant(milliseconds: since * 1000))"))
        }
        server.cors(request, &response)
        server.limiter?.describe(context.channel, &response)
        let status = response.status.code
        let person = progress.admission?.person
        server.metrics.record(
            progress.route?.path, status: status, since: progress.start, entitlement: person?.entitlement)
        if let trace = progress.trace {
            trace.describe(&response)
            trace.end(request, path: Self.path(of: request), route: progress.route?.path, status: status, id: id)
        }
        let level: Logger.Level = status >= 500 ? .error : server.options.logsRequests ? .notice : .debug
        var metadata: Logger.Metadata = [
            "request": "\(id)", "method": "\(Problem.excerpt(request.method.rawValue))",
            "path": "\(Self.path(of: request))", "status": "\(status)",
            "microseconds": "\((ContinuousClock.now - progress.start) / .microseconds(1))",
        ]
        if let person { metadata["person"] = "\(person.name)" }
        context.logger.log(level: level, status >= 500 ? "request failed" : "request", metadata: metadata)
    }

    /// Returns the path without the query, which may contain secrets and must not be logged.
    private static func path(of request: Request) -> String {
        let target = request.head.path ?? "/"
        return Problem.excerpt(String(target.prefix { $0 != "?" }))
    }

    // MARK: Checks

    private func answer(_ request: Request, _ context: ServiceContext, _ progress: inout RequestProgress) async throws
        -> Response
    {
        let target = request.head.path ?? "/"
        let (path, query) = Self.split(target)
        let match = try check(request, context, path)
        if request.method == .options { return preflight(match) }
        let found = try route(match, request, context)
        progress.route = found
        let admission = try admit(found, request, context)
        progress.admission = admission
        let catalog = admission.audience.catalog
        if catalog.isUnbegun, !found.traits.contains(.unlimited) {
            throw Problem.noCatalog
        }
        var parameters = try QueryParameters(query)
        if let text = parameters.take("atLeast") { try await wait(forAtLeast: text, of: catalog) }
        var snapshot = catalog.current
        if snapshot.identity != nil { parameters.common.append("atLeast") }
        if found.traits.contains(.dated) {
            parameters.common += ["asOf", "knownAt"]
            let (moment, knownAt) = (parameters.take("asOf"), parameters.take("knownAt"))
            if let moment {
                snapshot = try await admission.audience.past.snapshot(
                    asOf: moment, knownAt: knownAt, of: snapshot, catalog.past)
            } else if knownAt != nil {
                throw Problem.knownAtAlone
            }
        }
        progress.served = snapshot
        let routeContext = routeContext(
            found, parameters, symbol: match.symbol, of: snapshot, admission, progress)
        if let reply = unchanged(found, routeContext) { return reply }
        if found.traits.contains(.quick) { return try await reply(of: found, routeContext) }
        return try await server.work.track(for: context.channel) { limit in
            let routeContext = routeContext.under(limit)
            guard found.isHeavy(routeContext.query) else {
                return try await Pool.run { try await reply(of: found, routeContext) }
            }
            return try await server.heavy.with {
                try await Pool.run(isHeavy: true) { try await reply(of: found, routeContext) }
            }
        }
    }

    /// Checks a request by the rules that apply to all routes, and finds the routes of its path.
    private func check(
        _ request: Request, _ context: ServiceContext, _ path: Substring
    ) throws -> RouteTable.Match {
        let target = request.head.path ?? "/"
        let matching = Result { try table.find(path) }
        let method = request.method == .head ? HTTPRequest.Method.get : request.method
        // Count the request before the other checks, so that refused requests count too.
        if (try? matching.get())?.route(method)?.traits.contains(.unlimited) != true {
            try server.limiter?.take(context.channel)
        }
        guard target.utf8.count <= server.options.limits.targetBytes else {
            throw Problem.longTarget(target.utf8.count, atMost: server.options.limits.targetBytes)
        }
        // The framework removes the first `Host` field from the header; a field that is still here is a second one.
        guard request.headers[.host] == nil else {
            throw Problem.twoHosts
        }
        try server.hosts.check(request.head.authority)
        try Self.checkTransfer(request)
        guard path.utf8.first == UInt8(ascii: "/") else {
            throw Problem.relativePath
        }
        guard let match = try matching.get() else {
            let accepted = request.headers[.accept]?.acceptedItems.contains { $0.name == "text/html" && !$0.isRefused }
            if method == .get, accepted == true, !path.hasPrefix("/v1/") {
                return RouteTable.Match(routes: [ViewRoutes.missing])
            }
            throw Problem.noPage(path, near: table.paths(near: path))
        }
        return match
    }

    /// Checks the header fields that describe how the body is transferred.
    private static func checkTransfer(_ request: Request) throws(Problem) {
        func check(_ name: HTTPField.Name, is expected: String, _ status: HTTPResponse.Status, _ words: String)
            throws(Problem)
        {
            guard let value = request.headers[name], value.trimmed().lowercased() != expected else { return }
            throw .unsupported(name, value, status, expected: words)
        }
        try check(.transferEncoding, is: "chunked", .notImplemented, "only chunked")
        try check(.expect, is: "100-continue", .expectationFailed, "100-continue or none")
    }

    private func route(_ match: RouteTable.Match, _ request: Request, _ context: ServiceContext) throws -> Route {
        if let found = match.route(request.method == .head ? .get : request.method) { return found }
        throw Problem.methodNotAllowed(request.method, allowed: Self.methods(match))
    }

    /// Checks that the request may use the route, and returns the audience that it belongs to.
    private func admit(_ route: Route, _ request: Request, _ context: ServiceContext) throws -> Admission {
        let isOpen = route.traits.contains(.open)
        let admission = isOpen ? Admission(audience: server.audiences.open) : try authorize(request, context)
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > server.options.limits.bodyBytes {
            throw Problem.longBody(length, atMost: server.options.limits.bodyBytes)
        }
        return admission
    }

    private func routeContext(
        _ route: Route, _ parameters: QueryParameters, symbol: String?, of snapshot: ServedSnapshot,
        _ admission: Admission, _ progress: RequestProgress
    ) -> RouteContext {
        let state = parameters["expired"] == nil ? snapshot.tag : snapshot.tagWithExpired
        return RouteContext(
            request: progress.request, snapshot: snapshot,
            tag: route.traits.contains(.daily) ? "\(state)-\(CalendarDate.today)" : state, server: server,
            admission: admission, query: parameters, pathSymbol: symbol,
            condition: progress.request.headers[.ifNoneMatch].map(EntityTags.init), channel: progress.context.channel,
            trace: progress.trace)
    }

    /// Returns "not modified" if the client already has the current answer; `nil` otherwise. The answer itself isn't
    /// computed for this.
    private func unchanged(_ route: Route, _ routeContext: RouteContext) -> Response? {
        guard route.method == .get, route.traits.isDisjoint(with: [.changing, .feed]),
            let known = routeContext.condition?.first(of: routeContext.tag)
        else { return nil }
        return notModified(known)
    }

    private func reply(of route: Route, _ routeContext: RouteContext) async throws -> Response {
        reply(to: try await route.handler(routeContext), routeContext)
    }

    /// Waits until the service serves the state at a batch of the master, or a later one.
    ///
    /// - Parameter text: `SEQ`, or `EPOCH-SEQ` as in the header `IPF-Snapshot`.
    /// - Throws: `Problem` if the batch doesn't arrive in time, or if the service follows no master.
    private func wait(forAtLeast text: String, of catalog: ServedCatalog) async throws(Problem) {
        guard let now = catalog.current.identity else {
            throw .noBatches
        }
        let isReached: @Sendable (SnapshotIdentity) -> Bool
        if let sequence = Int(text), sequence >= 0 {
            // Compare only the numbers, because the epoch may change while the request waits: each start of the
            // master's server begins a new epoch.
            isReached = { $0.sequence >= sequence }
        } else if var wanted = SnapshotIdentity(text) {
            // Ignore the mark: if the master lost the batch, the request must not wait for it, and the batch that
            // replaced it suffices.
            wanted.mark = ""
            isReached = { [wanted] in $0 >= wanted }
        } else {
            throw .unexpected("atLeast", text, Problem.Expected.batch)
        }
        if isReached(now) { return }
        guard await catalog.reaches(isReached, within: server.options.limits.waitForBatch) else {
            throw .notServedYet(text, latest: catalog.current.name)
        }
    }

    /// Checks the token of a request, and returns what may answer it.
    ///
    /// - Throws: `Problem` if a token is required and the request has no valid one, or if its address has sent too many
    ///   wrong tokens.
    private func authorize(_ request: Request, _ context: ServiceContext) throws(Problem) -> Admission {
        let tokens = server.tokens.current
        let authorization = request.headers[.authorization]
        var admission = server.audiences.isLimited ? nil : Admission(audience: server.audiences.open)
        func standing() -> Tokens.Standing {
            guard server.audiences.isLimited else { return tokens.standing(authorization) }
            if authorization == nil { return .missing }
            admission = Tokens.secret(authorization).flatMap(server.audiences.admission)
            return admission == nil ? .wrong : .known
        }
        if authorization != nil, let limiter = server.limiter {
            try limiter.judge(context.channel, standing).check()
        } else {
            try standing().check()
        }
        guard let admission else { throw .unauthorized(isMissing: false) }
        return admission
    }

    private static func split(_ target: String) -> (path: Substring, query: Substring) {
        guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return (target[...], "") }
        let query = target[target.utf8.index(after: mark)...]
        return (target[..<mark], query.utf8.firstIndex(of: UInt8(ascii: "#")).map { query[..<$0] } ?? query)
    }

    static func methods(_ match: RouteTable.Match) -> String {
        var names: [String] = []
        for route in match.routes {
            names.append(route.method.rawValue)
            if route.method == .get { names.append("HEAD") }
        }
        return (names + ["OPTIONS"]).joined(separator: ", ")
    }
}
