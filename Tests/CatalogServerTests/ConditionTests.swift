import Foundation
import HTTPTypes
import InstrumentCatalog
import Testing

@testable import CatalogServer

/// Rules for all routes: conditional requests, encodings, hosts, tokens and limits.
@Suite struct ConditionTests {
    @Test func unchangedResponsesAreNotSentAgain() async throws {
        let service = try ServiceFixture()
        let first = try await service.get("/v1/instruments/AAPL")
        let tag = try #require(first.headers[.eTag])
        for condition in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
            let reply = try await service.get("/v1/instruments/AAPL", [.ifNoneMatch: condition])
            #expect(reply.status == 304 && reply.body.isEmpty)
        }
        #expect(try await service.get("/v1/instruments/AAPL", [.ifNoneMatch: "\"other\""]).status == 200)
        service.catalog.replace(ScheduleDefaults.empty)
        #expect(try await service.get("/v1/instruments/AAPL", [.ifNoneMatch: tag]).status == 304)
        service.catalog.replace(ScheduleDefaults.bundled)
        #expect(try await service.get("/v1/instruments/AAPL", [.ifNoneMatch: tag]).status == 200)
    }

    /// The year of a future depends on today's date, so each day has its own entity tag.
    @Test(arguments: ["/v1/search?q=ES1!", "/v1/symbols?q=ES1!"])
    func entityTagsOfSearchesAreValidForOneDay(_ target: String) async throws {
        let service = try ServiceFixture()
        let tag = try #require(try await service.get(target).headers[.eTag])
        #expect(try await service.get(target, [.ifNoneMatch: tag]).status == 304)
        let today = CalendarDate.today
        let yesterday = CalendarDate(dayNumber: today.dayNumber - 1)
        #expect(tag.contains("-\(today)"))
        let old = tag.replacing("\(today)", with: "\(yesterday)")
        #expect(try await service.get(target, [.ifNoneMatch: old]).status == 200)
    }

    @Test func longResponsesAreCompressed() async throws {
        let service = try ServiceFixture()
        let plain = try await service.get("/v1/list?format=csv")
        let packed = try await service.get("/v1/list?format=csv", [.acceptEncoding: "br, gzip;q=0.5"])
        #expect(packed.headers[.contentEncoding] == "gzip" && Array(packed.body.prefix(2)) == [0x1F, 0x8B])
        #expect(packed.headers[.eTag] != plain.headers[.eTag])
        #expect(try await service.get("/v1/list?format=csv", [.acceptEncoding: "gzip;q=0"]).body == plain.body)
    }

    @Test func headHasNoBody() async throws {
        let service = try ServiceFixture()
        for target in ["/v1/instruments/AAPL", "/ipf/all.ipf.gz", "/"] {
            let reply = try await service.send(.head, target)
            let whole = try await service.get(target)
            #expect(reply.status == 200 && reply.body.isEmpty)
            #expect(reply.headers[.contentLength] == "\(whole.body.count)")
        }
    }

    @Test(arguments: [
        ("localhost:8080", 200), ("127.0.0.1", 200), ("[::1]:80", 200), ("evil.example", 421),
        // Only a port may follow a host name, or the closing bracket of an address.
        ("[::1].evil.example", 400), ("[::1", 400), ("localhost:80:evil", 400), ("localhost:evil", 400),
        ("localhost.evil.example", 421),
        ("10.0.0.1", 421),
    ]) func unknownHostsAreRefused(_ host: String, _ status: Int) async throws {
        let service = try ServiceFixture()
        #expect(try await service.send(.get, "/healthz", host: host).status == status)
        #expect(try await service.send(.get, "/healthz", host: nil).status == 400)
    }

    @Test func routesRequireAToken() async throws {
        var options = ServerOptions()
        options.tokens = ["first-secret", "second"]
        let service = try ServiceFixture(options)
        #expect(try await service.get("/healthz").status == 200)
        #expect(try await service.get("/").status == 200)
        let basic = Data("user:second".utf8).base64EncodedString()
        for (field, status) in [
            ("Bearer first-secret", 200), ("bearer second", 200), ("Basic \(basic)", 200), ("Bearer first-secre", 401),
            ("Bearer first-secretx", 401), ("Bearer ", 401), ("Basic ???", 401), ("first-secret", 401),
        ] {
            let reply = try await service.get("/v1/instruments/AAPL", [.authorization: field])
            #expect(reply.status == status)
            #expect(!reply.text.contains("secret"))
        }
        let without = try await service.get("/v1/instruments/AAPL")
        #expect(without.status == 401 && without.headers[.wwwAuthenticate] != nil)
    }

    @Test func requestRatesAreLimited() async throws {
        var options = ServerOptions()
        options.requestsPerMinute = 2
        let service = try ServiceFixture(options)
        var statuses: [Int] = []
        var last: ServiceFixture.Reply?
        for _ in 0..<3 {
            last = try await service.get("/v1/instruments/AAPL")
            statuses.append(last!.status)
        }
        #expect(statuses == [200, 200, 429])
        #expect(last?.headers[.retryAfter] != nil && last?.headers[.rateLimit] != nil)
        #expect(try await service.get("/healthz").status == 200)
    }

    @Test func onlyAllowedOriginsMayReadResponses() async throws {
        var options = ServerOptions()
        options.allowedOrigins = ["https://good.example"]
        let service = try ServiceFixture(options)
        let good = try await service.get("/v1/stats", [.origin: "https://good.example"])
        let evil = try await service.get("/v1/stats", [.origin: "https://evil.example"])
        #expect(good.headers[.accessControlAllowOrigin] == "https://good.example")
        #expect(evil.headers[.accessControlAllowOrigin] == nil)
        #expect(try await service.send(.options, "/v1/stats").status == 204)
    }

    @Test func unsupportedMethodsListTheSupportedOnes() async throws {
        let reply = try await ServiceFixture().send(.delete, "/v1/lookup")
        #expect(reply.status == 405 && reply.headers[.allow] == "POST, OPTIONS")
    }

    @Test(arguments: [
        "/../etc/passwd", "//v1/stats", "/v1/../v1/stats", "/page/../index.html", "/page/%2e%2e/app.js", "/v1", "/v1/",
        "/ipf/other.ipf", "/v1/instruments/a%00b", "/.git/config", "/page/",
    ]) func pathTricksFindNothing(_ target: String) async throws {
        let reply = try await ServiceFixture().get(target)
        #expect(reply.status == 404 || reply.status == 400)
    }

    @Test func pagesRunNoInlineScript() async throws {
        let service = try ServiceFixture()
        let page = try await service.get("/")
        let policy = try #require(page.headers[.contentSecurityPolicy])
        #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"))
        #expect(!page.text.contains("<script>") && !page.text.contains("onclick="))
    }

    @Test func lengthsOfTargetsAndBodiesAreLimited() async throws {
        let service = try ServiceFixture()
        #expect(try await service.get("/v1/search?q=" + String(repeating: "a", count: 9000)).status == 414)
        #expect(try await service.get("/v1/search?q=" + String(repeating: "a", count: 2000)).status == 400)
        let body = String(repeating: "x", count: 300_000)
        #expect(try await service.send(.post, "/v1/lookup", body: body).status == 413)
    }
}
