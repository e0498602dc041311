import HTTPTypes
import Testing

@testable import CatalogServer

/// Limits for clients: requests per minute, wrong tokens, and bodies that many clients request.
@Suite struct LimitTests {
    /// Refused requests are counted, too. Each row uses up the limit of two requests.
    @Test(arguments: [
        ("/nothing", "localhost", 404), ("/v1/stats", "evil.example", 421), ("/v1/lookup", "localhost", 405),
        ("/v1/stats?x=" + String(repeating: "a", count: 9000), "localhost", 414), ("/v1/stats", "localhost", 401),
    ]) func refusedRequestsCountTowardTheLimit(_ target: String, _ host: String, _ status: Int) async throws {
        var options = ServerOptions()
        options.requestsPerMinute = 2
        options.tokens = ["secret"]
        let service = try ServiceFixture(options)
        var statuses: [Int] = []
        for _ in 0..<3 { statuses.append(try await service.send(.get, target, host: host).status) }
        #expect(statuses == [status, status, 429])
        for target in ["/healthz", "/readyz"] { #expect(try await service.get(target).status == 200) }
        #expect(try await service.get("/metrics", [.authorization: "Bearer secret"]).status == 200)
    }

    @Test(arguments: [(10, 3), (2, 2), (50, 5), (1000, 100)])
    func wrongTokensHaveALowerLimit(_ requests: Int, _ wrong: Int) async throws {
        var options = ServerOptions()
        options.requestsPerMinute = requests
        options.tokens = ["secret"]
        let service = try ServiceFixture(options)
        // Routes without a limit of requests still limit wrong tokens.
        for _ in 0..<wrong {
            #expect(try await service.get("/metrics", [.authorization: "Bearer guess"]).status == 401)
        }
        let refused = try await service.get("/metrics", [.authorization: "Bearer guess"])
        #expect(refused.status == 429 && refused.headers[.retryAfter] != nil)
        #expect(try refused.value("detail").hasPrefix("More than \(wrong) wrong tokens in a minute; try again in "))
        // The answer doesn't reveal whether the next guess is correct.
        #expect(try await service.get("/v1/stats", [.authorization: "Bearer secret"]).status == 429)
        // A request without a token isn't counted as a wrong token.
        #expect(try await service.get("/v1/stats").status == 401)
    }

    @Test func tokensCanBeReplacedButNotRemoved() async throws {
        var options = ServerOptions()
        options.tokens = ["old"]
        let service = try ServiceFixture(options)
        func statuses() async throws -> [Int] {
            var statuses: [Int] = []
            for token in ["old", "new", ""] {
                statuses.append(try await service.get("/v1/stats", [.authorization: "Bearer \(token)"]).status)
            }
            return statuses
        }
        #expect(try await statuses() == [200, 401, 401])
        service.state.tokens.replace(["new"])
        #expect(try await statuses() == [401, 200, 401])
        service.state.tokens.replace([])
        #expect(try await statuses() == [401, 200, 401])
    }

    @Test(arguments: ["localhost", "evil.example", ""]) func twoHostHeadersAreRefused(_ second: String) async throws {
        var options = ServerOptions()
        options.allowedHosts = ["*"]
        // The framework uses the first `Host` as the request's authority, so this is a second `Host`.
        let reply = try await ServiceFixture(options).get("/healthz", [.host: second])
        #expect(reply.status == 400)
        #expect(try reply.value("detail") == "The request has more than one 'Host' field; send one.")
    }

    @Test func bodiesAreCachedUntilSomethingChanges() async throws {
        let service = try ServiceFixture()
        var count = 0
        func ask(_ name: String) {
            _ = service.state.desk.body(name) {
                count += 1
                return [UInt8(ascii: "x")]
            }
        }
        for name in ["", "", "AAPL", "", "AAPL"] { ask(name) }
        #expect(count == 2)
        try service.state.desk.change {}
        ask("")
        #expect(count == 3)
        for number in 0..<100 { ask("\(number)") }
        #expect(count == 103)
    }

    @Test func cachedStudiesAreCurrent() async throws {
        let service = try ServiceFixture()
        let first = try await service.get("/v1/studies")
        let packed = try await service.get("/v1/studies", [.acceptEncoding: "gzip"])
        #expect(packed.headers[.contentEncoding] == "gzip" && packed.body.count < first.body.count / 2)
        let uuid = try first.value("studies.0.uuid")
        let change = try await service.send(
            .post, "/v1/studies/\(uuid)", [.contentType: "application/json"], body: #"{"isFavourite": true}"#)
        #expect(change.status == 200)
        #expect(try await service.get("/v1/studies").body == change.body)
        #expect(try await service.get("/v1/studies?symbol=AAPL").body != change.body)
    }
}
