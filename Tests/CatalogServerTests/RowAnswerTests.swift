import HTTPTypes
import Hummingbird
import InstrumentCatalog
import NIOCore
import Synchronization
import Testing

@testable import CatalogServer

/// Answers of unbounded length: how many may exist at a time, what they contain, and when they end.
@Suite struct RowAnswerTests {
    @Test(arguments: [
        "/ipf?TYPE=STOCK", "/ipf/all.ipf.gz?fields=SYMBOL", "/v1/list?format=csv", "/v1/list?format=ndjson",
    ])
    func concurrentRowResponsesAreLimited(_ target: String) async throws {
        var options = ServerOptions()
        options.limits.rowAnswers = 2
        let service = try ServiceFixture(options)
        var held = [try await service.respond(.get, target), try await service.respond(.get, target)]
        let refused = try await service.get(target)
        #expect(refused.status == 503 && refused.headers[.retryAfter] == "2")
        #expect(
            try refused.value("detail") == "2 answers of this kind are already in progress; try again in 2 s.")
        // Pages and look-ups are still answered.
        #expect(try await service.get("/v1/list?TYPE=STOCK").status == 200)
        // An answer is no longer counted if its client disconnects, or if it has no body.
        held.removeLast()
        let tag = try #require(try await service.get(target).headers[.eTag])
        for _ in 0..<3 {
            #expect(try await service.send(.head, target).status == 200)
            #expect(try await service.send(.get, target, [.ifNoneMatch: tag]).status == 304)
        }
        #expect(held.map(\.status) == [.ok])
    }

    /// A stream of filtered changes counts toward the limit only until its initial state has been sent.
    @Test func aStreamCountsOnlyUntilItsInitialStateIsSent() async throws {
        var options = ServerOptions()
        options.limits.rowAnswers = 1
        let service = try ServiceFixture(options)
        let response = try await service.respond(.get, "/ipf?live=true&SYMBOL=AAPL")
        #expect(try await service.get("/ipf?TYPE=STOCK").status == 503)
        let (pieces, continuation) = AsyncStream.makeStream(of: String.self)
        let stream = Task {
            try await response.body.write(Watched { continuation.yield(String(buffer: $0)) })
        }
        var text = ""
        for await piece in pieces {
            text += piece
            if text.hasSuffix("##COMPLETE\n\n") { break }
        }
        #expect(try await service.get("/ipf?TYPE=STOCK").status == 200)
        stream.cancel()
        _ = await stream.result
    }

    /// Rows are written when the connection accepts them, so an answer ends if its client disconnects.
    @Test func aResponseEndsWhenItsClientDisconnects() async throws {
        let profiles = (0..<400).map { ServiceFixture.profile("STOCK", "S\($0)", String(repeating: "d", count: 2000)) }
        var options = ServerOptions()
        options.limits.rowAnswers = 1
        let service = try ServiceFixture(options, profiles)
        struct Gone: Error {}
        for target in ["/ipf?TYPE=STOCK", "/v1/list?format=ndjson"] {
            let pieces = Mutex(0)
            let response = try await service.respond(.get, target)
            await #expect(throws: Gone.self) {
                try await response.body.write(
                    Watched { piece in
                        // A piece has 64 KiB, plus the end of the row that exceeds this size.
                        #expect((65536..<70000).contains(piece.readableBytes))
                        if pieces.withLock({
                            $0 += 1; return $0
                        }) == 2 {
                            throw Gone()
                        }
                    })
            }
            #expect(pieces.withLock { $0 } == 2)
        }
    }

    /// A canceled task writes no further piece; all tasks are canceled at shutdown.
    @Test func aResponseEndsAtShutdown() async throws {
        let service = try ServiceFixture()
        let response = try await service.respond(.get, "/ipf?TYPE=STOCK")
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            try await response.body.write(Watched { _ in Issue.record("a piece was written") })
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// Returns the members that every answer contains, for an instrument without identifiers.
    private static func head(_ type: String, _ symbol: String, _ description: String) -> String {
        #"{"symbol":"\#(symbol)","type":"\#(type)","description":"\#(description)","country":"US","currency":"USD","#
            + #""isin":"","cusip":"","sedol":"","localSymbol":"","#
    }

    /// Lists contain the same fields as profiles.
    @Test func listsContainTheFieldsOfTheProfiles() async throws {
        let service = try ServiceFixture()
        let head = Self.head
        let lines = try await service.get(
            "/v1/list?format=ndjson&order=symbol&fields=EXPIRATION,STRIKE&TYPE=OPTION,FUTURE")
        #expect(
            lines.text == """
                \(head("OPTION", ".AAPL261218C240", "Option"))\
                "SYMBOL":".AAPL261218C240","EXPIRATION":"2026-12-18","STRIKE":"240"}
                \(head("OPTION", ".AAPL261218P240", "Option"))\
                "SYMBOL":".AAPL261218P240","EXPIRATION":"2026-12-18","STRIKE":"240"}
                \(head("FUTURE", "/ESZ26:XCME", "E-mini"))"SYMBOL":"/ESZ26:XCME","EXPIRATION":"2026-12-18"}

                """)
        let csv = try await service.get("/v1/list?format=csv&fields=DESCRIPTION,SYMBOL,STRIKE&offset=7&order=symbol")
        #expect(csv.text == "SYMBOL,DESCRIPTION,STRIKE\r\nTHYAO:TR,TÜRK HAVA YOLLARI 😀,\r\n")
        let page = try await service.get(
            "/v1/list?fields=DESCRIPTION&limit=2&order=symbol&CURRENCY=USD&TYPE=FOREX,BOND")
        let quoted = #"Euro, \"spot\""#
        #expect(
            page.text == #"{"results":["# + head("FOREX", "EUR/USD", quoted)
                + #""SYMBOL":"EUR/USD","DESCRIPTION":"\#(quoted)"},"#
                + head("BOND", "T32", "Thirty-seconds") + #""SYMBOL":"T32","DESCRIPTION":"Thirty-seconds"}]}"#)
        var pages = ""
        var target: String? = "/v1/list?fields=SYMBOL&limit=3"
        while let next = target {
            let reply = try await service.get(next)
            pages += reply.text
            let cursor = try reply.value("next")
            target = cursor == "nothing" ? nil : "/v1/list?fields=SYMBOL&limit=3&cursor=\(cursor)"
        }
        #expect(pages.split(separator: "\"SYMBOL\"").count - 1 == ServiceFixture.profiles.count)
        #expect(
            try await service.get("/v1/list?TYPE=NONE").text
                == #"{"results":[],"notes":["No instrument of type NONE."]}"#)
    }
}

/// A writer that passes each piece to a closure.
struct Watched: ResponseBodyWriter {
    let take: @Sendable (ByteBuffer) throws -> Void

    init(_ take: @escaping @Sendable (ByteBuffer) throws -> Void) { self.take = take }

    mutating func write(_ buffer: ByteBuffer) async throws { try take(buffer) }
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
