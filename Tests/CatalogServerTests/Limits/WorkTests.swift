import HTTPTypes
import InstrumentCatalog
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Synchronization
import Testing

@testable import CatalogServer

/// Limits on the work of requests: processor time, heavy answers, and unsupported headers.
@Suite struct WorkTests {
    private static var many: [InstrumentProfile] {
        (0..<5000).map { ServiceFixture.profile("OPTION", ".AAPL261218C\($0)", "Option") }
    }

    @Test func aRequestBeyondItsBudgetIsRefusedWithoutLeftovers() async throws {
        var options = ServerOptions()
        options.requestBudget = .nanoseconds(1)
        let refusing = try ServiceFixture(options, Self.many)
        for _ in 0..<2 {
            let reply = try await refusing.get("/v1/search?q=.&facets=true")
            #expect(reply.status == 503)
            #expect(try reply.value("detail").contains("--request-budget"))
        }
        #expect(try await refusing.get("/v1/search?q=.").status == 200)
        #expect(refusing.state.work.count == 0)
        let service = try ServiceFixture(ServerOptions(), Self.many)
        #expect(try await service.get("/v1/search?q=.&facets=true").value("facets.count") == "5000")
    }

    @Test func workIsStoppedAtShutdown() async throws {
        let service = try ServiceFixture()
        service.state.work.stopAll()
        let reply = try await service.get("/v1/search?q=apple")
        #expect(reply.status == 503)
        #expect(try reply.value("detail") == "The service is shutting down.")
        #expect(try await service.get("/v1/instruments/AAPL").status == 200)
    }

    @Test func workIsStoppedForItsClientOnly() async throws {
        let work = RunningWork(budget: .seconds(2))
        let clients = [EmbeddedChannel(), EmbeddedChannel()]
        await work.track(for: clients[0]) { first in
            await work.track(for: clients[1]) { second in
                work.stop(for: clients[0], beyond: .milliseconds(1))
                #expect(first.stop == nil)
                work.stop(for: clients[0])
                #expect(first.stop == .clientLeft && second.stop == nil)
            }
        }
        #expect(work.count == 0)
    }

    /// A client that closed only its sending side may still read, so short work for it continues.
    @Test(arguments: [true, false]) func workIsStoppedWhenItsConnectionCloses(_ isAnswered: Bool) async throws {
        let work = RunningWork(budget: .seconds(2))
        let channel = EmbeddedChannel(handler: AbandonedWork(work))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        let request = HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/")
        try channel.writeInbound(HTTPRequestPart.head(request))
        try await work.track(for: channel) { limit in
            channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            #expect(limit.stop == nil)
            if isAnswered { try channel.writeOutbound(HTTPResponsePart.end(nil)) }
            _ = try channel.finish()
            #expect(limit.stop == (isAnswered ? nil : .clientLeft))
        }
    }

    @Test func concurrentHeavyResponsesAreLimited() async throws {
        let places = HeavyPlaces(limit: 2)
        let refused = try await places.with {
            try await places.with {
                do {
                    return try await places.with { nil as Problem? }
                } catch {
                    return error as? Problem
                }
            }
        }
        let problem = try #require(refused)
        #expect(problem.status == .serviceUnavailable)
        #expect(problem.headers.contains { $0.0 == .retryAfter && $0.1 == "2" })
        #expect(try await places.with { true })
    }

    @Test func threadsRunAllTasksWithLimitedConcurrency() async throws {
        let threads = AnswerThreads(count: 2)
        let counts = Counts()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask(executorPreference: threads) {
                    counts.begin()
                    counts.end()
                }
            }
        }
        #expect(counts.all == 100)
        #expect(counts.most <= 2)
    }

    /// The number of tasks that run at the same time.
    private final class Counts: Sendable {
        private let state = Mutex((now: 0, most: 0, all: 0))

        func begin() {
            state.withLock { state in
                state.now += 1
                state.most = max(state.most, state.now)
            }
        }

        func end() {
            state.withLock { state in
                state.now -= 1
                state.all += 1
            }
        }

        var all: Int { state.withLock { $0.all } }
        var most: Int { state.withLock { $0.most } }
    }

    @Test func picturesAreCachedUpToALimit() {
        let cache = PictureCache(limit: 10)
        var drawn = 0
        func draw(_ name: String, _ count: Int) {
            let picture = cache.picture(name) {
                drawn += 1
                return [UInt8](repeating: 1, count: count)
            }
            #expect(picture.count == count)
        }
        for name in ["a", "a", "b", "a"] { draw(name, 4) }
        #expect(drawn == 2)
        draw("large", 11)
        draw("c", 4)  // leaves no room for the others
        draw("a", 4)
        draw("c", 4)
        #expect(drawn == 5)
    }

    // MARK: Headers

    @Test(arguments: [
        (
            HTTPField.Name.transferEncoding, "gzip, chunked", 501,
            "'Transfer-Encoding' is 'gzip, chunked', expected only chunked."
        ),
        (.expect, "tea", 417, "'Expect' is 'tea', expected 100-continue or none."),
    ]) func unsupportedConnectionHeadersAreRefused(
        _ name: HTTPField.Name, _ value: String, _ status: Int, _ detail: String
    ) async throws {
        let reply = try await ServiceFixture().send(.post, "/v1/lookup", [name: value], body: "{}")
        #expect(reply.status == status)
        #expect(reply.headers[.connection] == "close")
        #expect(try reply.value("detail") == detail)
    }

    /// Only a port may follow the name of a host.
    @Test(arguments: [
        ("[::1].evil.com", false), ("[::1].evil.com:80", false), ("localhost:80:evil", false), ("[evil.com]", false),
        ("localhost:65536", false), ("[::1]:80", true), ("any.example:8080", true), ("any.example:", true),
    ]) func hostNamesAreValidatedCompletely(_ name: String, _ isRight: Bool) async throws {
        var options = ServerOptions()
        options.allowedHosts = ["*"]
        let service = try ServiceFixture(options)
        #expect(try await service.send(.get, "/v1/instruments/AAPL", host: name).status == (isRight ? 200 : 400))
        let forwarded = HTTPField.Name("X-Forwarded-Host")!
        let page = try await service.get("/instrument/AAPL", [forwarded: name])
        #expect(page.status == 200)
        #expect(page.text.contains("http://\(name)/") == isRight)
    }
}
