internal import CatalogAnswers
internal import CatalogHistory
internal import Essentials
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Ingest
internal import InstrumentCatalog
internal import NIOCore
internal import Scanning

/// `/ipf`, `/ipf/all.ipf`, `.gz` and `.zip`: the catalog as IPF, whole or filtered, as a file or as a live stream
/// (`ipf-format.md`, section 4).
enum PublishRoutes {
    static let routes = [
        Route(later: .get, "/ipf", .changing) { try await answer($0, .plain) },
        Route(later: .get, "/ipf/all.ipf", .changing) { try await answer($0, .plain) },
        Route(later: .get, "/ipf/all.ipf.gz", .changing) { try await answer($0, .gzip) },
        Route(later: .get, "/ipf/all.ipf.zip", .changing) { try await answer($0, .zip) },
        Route(later: .get, "/ipf/all.zip", .changing) { try await answer($0, .zip) },
    ]

    /// The compression of the file.
    enum Packing {
        case plain, gzip, zip

        var contentType: String {
            switch self {
            case .plain: "text/plain; charset=utf-8"
            case .gzip: "application/gzip"
            case .zip: "application/zip"
            }
        }
    }

    private static let liveField = HTTPField.Name("X-Live")!

    private static func answer(_ context: RouteContext, _ packing: Packing) async throws -> RouteResponse {
        let question = try PublishQuestion(context.query, context.view)
        // A file whose path names no compression may still be compressed as content encoding.
        let onTheWay = packing == .plain && Compressing.isAccepted(context.request)
        if packing != .zip, question.isLive || context.request.headers[liveField]?.lowercased() == "yes" {
            return try await LiveAnswer.make(context, question, packing, isCompressed: packing == .gzip || onTheWay)
        }
        if question.isFiltered { return try filtered(context, question, packing) }
        return try await whole(context, packing, onTheWay: onTheWay)
    }

    // MARK: Whole

    private static func whole(_ context: RouteContext, _ packing: Packing, onTheWay: Bool) async throws
        -> RouteResponse
    {
        let body = context.audience.bodies.body(of: context.snapshot)
        let suffix = packing == .zip ? "-zip" : packing == .gzip || onTheWay ? "-gz" : ""
        let tag = "\"\(body.tag)\(suffix)\""
        let modified = HTTPDate.text(body.modified)
        var headers: [(HTTPField.Name, String)] = [
            (.eTag, tag), (.lastModified, modified), (.cacheControl, context.server.cacheControl),
            (.acceptRanges, "bytes"), (liveField, "no"),
        ]
        if packing == .plain {
            headers.append((.vary, "Accept-Encoding"))
            if onTheWay { headers.append((.contentEncoding, "gzip")) }
        }
        var answer = RouteResponse(packing.contentType, .bytes([]), caching: .own)
        answer.isCompressible = false
        answer.headers = headers
        let request = context.request.headers
        if isUnchanged(context, tag, body.modified) {
            answer.status = .notModified
            return answer
        }
        let form =
            switch packing {
            case .gzip: try body.gzip()
            case .zip: try body.zip()
            case .plain: onTheWay ? try body.gzip() : try body.text()
            }
        // If the body is complete after a short wait, it is sent with its length, or a requested range of it. Otherwise
        // it is sent while it is being written, without a length; a range request then receives the whole body. HEAD
        // waits for the length.
        await form.waitForEnd(within: context.request.method == .head ? nil : .milliseconds(250))
        guard let length = form.length else {
            answer.body = .stream(length: nil) { try await FormWriter.write(form, for: context.channel, to: &$0) }
            return answer
        }
        let datesCount = !context.server.audiences.isLimited
        let isRanged = request[.ifRange].map { $0 == tag || datesCount && $0 == modified } ?? true
        return try ranged(answer, form, length, isRanged ? request[.range] : nil, context)
    }

    /// Completes the answer with a body of known length, or with a range of it.
    ///
    /// Not inlined, because the compiler (Swift 6.3.1, optimized) otherwise crashes when it splits the asynchronous
    /// caller.
    @inline(never)
    private static func ranged(
        _ answer: RouteResponse, _ form: BodyForm, _ length: Int, _ text: String?, _ context: RouteContext
    ) throws -> RouteResponse {
        var answer = answer
        var range = 0..<length
        if let text {
            switch ByteRange.parse(text, length: length) {
            case .whole: break
            case .unsatisfiable: throw Problem.range(outsideOf: length)
            case .part(let part):
                range = part
                answer.status = .partialContent
                answer.headers.append((.contentRange, "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(length)"))
            }
        }
        answer.body = .stream(length: range.count) { [range] in
            try await FormWriter.write(form, range, for: context.channel, to: &$0)
        }
        return answer
    }

    /// Returns whether the client's copy is current. The entity tag takes precedence (RFC 9110, section 13.2.2). With
    /// entitlements, dates do not count, because they do not tell the rights of a copy.
    private static func isUnchanged(_ context: RouteContext, _ tag: String, _ modified: Int64) -> Bool {
        if let condition = context.condition { return condition.contains(tag) }
        guard !context.server.audiences.isLimited, let since = context.request.headers[.ifModifiedSince],
            let seconds = HTTPDate.seconds(since)
        else { return false }
        return modified <= seconds
    }

    // MARK: Filtered

    private static func filtered(
        _ context: RouteContext, _ question: PublishQuestion, _ packing: Packing
    ) throws -> RouteResponse {
        guard packing != .zip else {
            throw Problem.filteredZip
        }
        let view = context.view
        let rows = try RowAnswer(context) {
            view.rowWriter(.ipf(fields: question.fields), of: question.filter, in: .type)
        }
        // If the path names a compressed file, the body is always compressed; otherwise only if the client accepts
        // that.
        let isPacked = packing == .gzip
        var answer = RouteResponse(packing.contentType, rows.body)
        if isPacked {
            let stream = rows.stream(.gzip)
            answer.body = .stream(length: nil) { try await stream.write(to: &$0) }
        }
        answer.isCompressible = !isPacked
        answer.headers = [(.lastModified, HTTPDate.text(context.snapshot.modified)), (liveField, "no")]
        answer.addNotes(question.notes)
        return answer
    }
}

/// The selection that a request for IPF makes.
struct PublishQuestion: Sendable {
    var filter = CatalogFilter()
    /// The columns; `nil` for all.
    var fields: [String]?
    var isLive = false

    /// Whether the answer is only a part of the catalog: some instruments, or some fields.
    var isFiltered: Bool { !filter.isEmpty || fields != nil }

    /// Sentences about fields and values of the request that the catalog doesn't contain.
    var notes: [String] = []

    init(_ query: QueryParameters, _ view: Catalog) throws(Problem) {
        try query.allow(["fields", "live", "update"], fields: true)
        var conditions = query
        conditions.keep { FilterText.isFieldName($0) }
        filter = try FilterParameters.filter(conditions)
        let names = query.list("fields")
        fields = names.isEmpty ? nil : names
        notes = try FilterParameters.notes(on: filter, fields: fields, SegmentedCatalog(view))
        isLive = try query.flag("live")
    }
}

extension QueryParameters {
    mutating func keep(_ isKept: (String) -> Bool) { items.removeAll { !isKept($0.name) } }
}
