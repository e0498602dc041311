internal import HTTPTypes
internal import Hummingbird
internal import InstrumentCatalog
internal import Logging
internal import NIOCore
internal import Scanning

/// Creates responses from the answers of routes and from errors.
extension CatalogResponder {
    func preflight(_ match: RouteTable.Match) -> Response {
        var response = Response(status: .noContent, headers: server.headers)
        response.headers[.allow] = Self.methods(match)
        response.headers[.accessControlAllowMethods] = Self.methods(match)
        response.headers[.accessControlAllowHeaders] = "authorization, content-type, if-none-match"
        response.headers[.accessControlMaxAge] = "600"
        return response
    }

    func notModified(_ tag: String) -> Response {
        var headers = server.headers
        headers.append(HTTPField(name: .eTag, value: tag))
        headers.append(HTTPField(name: .cacheControl, value: server.cacheControl))
        return Response(status: .notModified, headers: headers)
    }

    func reply(to answer: RouteResponse, _ routeContext: RouteContext) -> Response {
        var headers = server.headers
        headers.reserveCapacity(16)
        headers.append(HTTPField(name: .contentType, value: answer.contentType))
        let isCompressed =
            answer.isCompressible && Compressing.pays(answer.body) && Compressing.isAccepted(routeContext.request)
        if answer.isCompressible { headers.append(HTTPField(name: .vary, value: "Accept-Encoding")) }
        switch answer.caching {
        case .catalog, .fixed:
            var tag = routeContext.tag
            if case .fixed(let etag) = answer.caching { tag = etag }
            let quoted = isCompressed ? "\"\(tag)-gz\"" : "\"\(tag)\""
            if let condition = routeContext.condition, condition.isAny || condition.first(of: tag) != nil {
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

    /// Returns the response that tells the client about an error.
    func reply(to error: any Error, _ progress: RequestProgress) -> Response {
        let problem = problem(for: error, progress.context)
        if progress.route?.traits.contains(.feed) == true, problem.status.code < 500 {
            return FeedError.response(problem, server.headers)
        }
        return reply(to: problem)
    }

    private func reply(to problem: Problem) -> Response {
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
            // Errors of these kinds are mistakes of the client, so they aren't logged.
            if ![.cursor, .invalidValue, .outOfHistory].contains(error.kind) { context.logger.error("\(error)") }
            return Problem(error)
        case is NIOTooManyBytesError:
            return .longBody(atMost: server.options.limits.bodyBytes)
        case is CancellationError: return .shuttingDown
        default:
            context.logger.error("\(error)")
            return .internalError
        }
    }
}
