internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore

/// `/v1/changes`: changes of instruments as server-sent events, as they happen.
enum ChangeRoutes {
    static let routes = [
        Route(later: .get, "/v1/changes", .changing) { exchange in
            try exchange.query.allow([])
            let hub = exchange.server.hub
            var answer = RouteResponse("text/event-stream; charset=utf-8", .bytes([]), caching: .none)
            answer.isCompressible = false
            if exchange.request.method == .head { return answer }
            let (client, snapshot) = try await hub.subscribe(.events, exchange.channel)
            answer.body = .stream(length: nil) { writer in
                defer { client.end() }
                try await writer.write(ByteBuffer(bytes: ChangeEvents.state(snapshot)))
                try await client.send(to: &writer)
            }
            return answer
        }
    ]
}
