internal import HTTPTypes
internal import Hummingbird
internal import Tracing

/// The span of one recorded request.
///
/// It is a class so that a request contains only one pointer, which is `nil` for most requests.
final class RequestTrace: Sendable {
    private let tracer: any Tracer
    private let span: any Span

    private static let parent = HTTPField.Name(TraceParent.field)!

    private init(_ tracer: any Tracer, _ span: any Span) {
        self.tracer = tracer
        self.span = span
    }

    /// Begins the trace of a request; `nil` if the request isn't recorded. This is decided before anything is
    /// allocated.
    ///
    /// - Parameter collector: The tracer if it is the service's own; `nil` otherwise.
    static func begin(_ tracer: (any Tracer)?, _ collector: CollectorTracer?, _ request: Request) -> RequestTrace? {
        guard let tracer else { return nil }
        var context = InstrumentationContext.topLevel
        if let collector, !request.headers.contains(where: { $0.name == parent }) {
            guard let trace = collector.newTrace() else { return nil }
            context[TraceParentKey.self] = trace
        } else {
            tracer.extract(request.headers, into: &context, using: RequestFields())
        }
        let span = tracer.startSpan(request.method.rawValue, context: context, ofKind: .server)
        guard span.isRecording else {
            span.end()
            return nil
        }
        return RequestTrace(tracer, span)
    }

    /// Runs a part of the work in its own span.
    func part<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
        let part = tracer.startSpan(name, context: span.context, ofKind: .internal)
        defer { part.end() }
        return try body()
    }

    /// Adds the position in the trace to the response.
    func describe(_ response: inout Response) {
        tracer.inject(span.context, into: &response.headers, using: ResponseFields())
    }

    /// - Parameter route: The path as in documentation; `nil` if no route matched.
    func end(_ request: Request, path: String, route: String?, status: Int, id: String) {
        // Other methods could be any text, but the number of span names must be small.
        let method =
            ["GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE"].first { $0 == request.method.rawValue } ?? "HTTP"
        span.operationName = route.map { "\(method) \($0)" } ?? method
        span.updateAttributes { attributes in
            attributes.set("http.request.method", value: .string(method == "HTTP" ? "_OTHER" : method))
            if let route { attributes.set("http.route", value: .string(route)) }
            attributes.set("http.response.status_code", value: .int64(Int64(status)))
            attributes.set("url.path", value: .string(path))
            attributes.set("ipf.request.id", value: .string(id))
        }
        if status >= 500 { span.setStatus(SpanStatus(code: .error)) }
        span.end()
    }
}

private struct RequestFields: Extractor {
    func extract(key: String, from fields: HTTPFields) -> String? { HTTPField.Name(key).flatMap { fields[$0] } }
}

private struct ResponseFields: Injector {
    func inject(_ value: String, forKey key: String, into fields: inout HTTPFields) {
        if let name = HTTPField.Name(key) { fields[name] = value }
    }
}
