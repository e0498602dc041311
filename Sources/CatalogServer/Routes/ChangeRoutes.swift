internal import CatalogAnswers
internal import CatalogHistory
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import Scanning

/// `/v1/changes`: changes of instruments as server-sent events, when they happen. With `after`, the published changes
/// of the followed master after a position, as a page or as events.
enum ChangeRoutes {
    static let routes = [
        Route(later: .get, "/v1/changes", .changing) { context in
            try context.query.allow(["after", "limit", "wait"])
            guard let after = context.query["after"] else { return try await live(context) }
            let limit = try context.query.integer("limit", in: 1...10_000, default: 1000)
            let isStream = context.acceptedTypes.contains(eventType)
            // If a client connects again, the stream continues after the last event that the client received.
            let last = isStream ? context.request.headers[lastEventID] : nil
            guard let position = ChangePosition(last ?? after) else {
                throw Problem.unexpected(last == nil ? "after" : "Last-Event-ID", last ?? after, ChangePosition.forms)
            }
            guard context.snapshot.identity != nil else { throw Problem.noMaster("after") }
            let wait = try context.query.integer("wait", in: 0...60, default: 0)
            if isStream { return try await replay(context, after: position, limit) }
            var json = JSONWriter(capacity: 1 << 16)
            json.page(try await page(context, after: position, limit, wait: .seconds(wait)))
            return .json(json, caching: .none)
        }
    ]

    private static let eventType = "text/event-stream"
    private static let lastEventID = HTTPField.Name("Last-Event-ID")!

    private static func stream() -> RouteResponse {
        var answer = RouteResponse("\(eventType); charset=utf-8", .bytes([]), caching: .none)
        answer.isCompressible = false
        return answer
    }

    private static func live(_ context: RouteContext) async throws -> RouteResponse {
        for name in ["limit", "wait"] where context.query[name] != nil {
            throw Problem.onlyAfter(name)
        }
        var answer = stream()
        if context.request.method == .head { return answer }
        let (client, snapshot) = try await context.audience.hub.subscribe(
            .events, context.channel, endings: context.admission.endings)
        answer.body = .stream(length: nil) { writer in
            defer { client.end() }
            try await writer.write(ByteBuffer(bytes: ChangeEvents.state(snapshot)))
            try await client.send(to: &writer)
        }
        return answer
    }

    // MARK: Pages

    /// Waits for the batch of the position, then for changes after it, and returns the next page.
    private static func page(
        _ context: RouteContext, after position: ChangePosition, _ limit: Int, wait: Duration
    ) async throws -> ChangePage {
        let audience = context.audience
        let end = ContinuousClock.now + wait
        var page = try await audience.changes.page(
            after: position, upTo: try await served(position, context), limit: limit)
        while page.changes.isEmpty, !page.hasMore, .now < end, !context.server.ending.isBegun,
            context.channel?.isActive != false
        {
            let known = page.next.batch
            // Wait in short steps, so that the loop soon notices a shutdown or a client that disconnects.
            guard await audience.catalog.reaches({ $0 != known }, within: min(end - .now, .milliseconds(250))),
                let now = audience.catalog.current.identity
            else { continue }
            page = try await audience.changes.page(after: page.next, upTo: now, limit: limit)
        }
        return page
    }

    /// Waits until the batch of a position or a later one is served, but only for a limited time. Returns the served
    /// batch.
    private static func served(
        _ position: ChangePosition, _ context: RouteContext
    ) async throws -> SnapshotIdentity {
        let (catalog, wanted) = (context.audience.catalog, position.batch)
        // In a later epoch, the batch may be lost. So don't wait for it: the store then reports the reason.
        _ = await catalog.reaches(
            { $0.sequence >= wanted.sequence || wanted.epoch != 0 && $0.epoch > wanted.epoch },
            within: context.server.options.limits.waitForBatch)
        guard let identity = catalog.current.identity else { throw Problem.noMaster("after") }
        return identity
    }

    // MARK: Events

    /// Returns a stream of all changes after a position. The hub only signals that there are changes. They are read
    /// from the store, which has them with their batches.
    private static func replay(
        _ context: RouteContext, after position: ChangePosition, _ limit: Int
    ) async throws -> RouteResponse {
        var answer = stream()
        if context.request.method == .head { return answer }
        let (audience, heartbeat) = (context.audience, ByteBuffer(string: ":\n\n"))
        let (client, _) = try await audience.hub.subscribe(
            .own, context.channel, endings: context.admission.endings
        ) { batch in
            batch == nil ? Array(heartbeat.readableBytesView) : [0]
        }
        let first = try await page(context, after: position, limit, wait: .zero)
        answer.body = .stream(length: nil) { writer in
            defer { client.end() }
            var page = first
            try await writer.write(heartbeat)
            do {
                try await write(page, to: &writer)
                try await write(after: &page, limit, audience, to: &writer)
                for await signal in client.signals {
                    try await write(after: &page, limit, audience, to: &writer)
                    if signal == heartbeat { try await writer.write(heartbeat) }
                }
            } catch let problem as Problem {
                // After this event, the client connects again, and then receives the problem as an answer unless it was
                // temporary.
                try await writer.write(
                    ByteBuffer(bytes: Array("event: problem\ndata: ".utf8) + problem.json + Array("\n\n".utf8)))
            }
        }
        return answer
    }

    /// Writes the pages that follow a page, up to the served batch.
    private static func write(
        after page: inout ChangePage, _ limit: Int, _ audience: Audience, to writer: inout any ResponseBodyWriter
    ) async throws {
        while let now = audience.catalog.current.identity, page.hasMore || page.next.batch != now {
            page = try await audience.changes.page(after: page.next, upTo: now, limit: limit)
            try await write(page, to: &writer)
        }
    }

    private static func write(_ page: ChangePage, to writer: inout any ResponseBodyWriter) async throws {
        if page.changes.isEmpty { return }
        var text: [UInt8] = []
        for change in page.changes {
            var json = JSONWriter()
            json.object { $0.members(of: change) }
            text += "id: \(change.position)\nevent: \(change.event.kind.rawValue)\ndata: ".utf8
            text += json.bytes
            text += "\n\n".utf8
        }
        try await writer.write(ByteBuffer(bytes: text))
    }
}
