import Foundation
import HTTPTypes
import InstrumentCatalog
import MarketRules
import Testing

@testable import CatalogServer

/// The documents at the addresses of views: titles and descriptions, with and without a token.
@Suite struct ViewTests {
    private static func service(_ options: ServerOptions = ServerOptions()) throws -> ServiceFixture {
        let service = try ServiceFixture(options)
        service.catalog.replace(ScheduleDefaults.bundled)
        return service
    }

    /// Returns a document without its links that preload scripts, which depend on the kind of view.
    private static func withoutPreloads(_ document: String) -> String {
        document.split(separator: "\n").filter { !$0.hasPrefix("<link rel=\"modulepreload\"") }.joined(separator: "\n")
    }

    private static let pictures = "http://localhost:8080/v1/pictures"

    @Test(arguments: [
        ("/instrument/AAPL", "AAPL · Apple Inc.", "/week/AAPL.png"),
        ("/instrument/AAPL?week=2026-11-23&q=x", "AAPL · Apple Inc.", "/week/AAPL.png?at=2026-11-23"),
        ("/instrument/AAPL?week=soon", "AAPL · Apple Inc.", "/week/AAPL.png"),
        ("/instrument/EUR%2FUSD", "EUR/USD · Euro, &quot;spot&quot;", "/week/EUR%2FUSD.png"),
        ("/instrument/EUR/USD", "EUR/USD · Euro, &quot;spot&quot;", "/week/EUR%2FUSD.png"),
        ("/instrument/NOHOURS", "NOHOURS · No hours", nil),
        ("/calendar/XNYS/2027", "New York Stock Exchange 2027 · Trading days", "/year/XNYS.png?year=2027"),
        ("/calendar/XNYS", "New York Stock Exchange calendar · Trading days", "/year/XNYS.png"),
        ("/calendar/EUR/USD/2027", "EUR/USD 2027 · Trading days", "/year/EUR%2FUSD.png?year=2027"),
        ("/calendar/EUR%2FUSD", "EUR/USD calendar · Trading days", "/year/EUR%2FUSD.png"),
        ("/compare?s=XNYS&s=AAPL&s=XNYS", "XNYS, AAPL · Compare hours", "/week/XNYS.png?with=AAPL"),
        (
            "/compare?a=XNYS&b=EUR/USD&week=2026-11-23", "XNYS, EUR/USD · Compare hours",
            "/week/XNYS.png?with=EUR%2FUSD&amp;at=2026-11-23"
        ),
        ("/compare?s=XNYS&s=NONE", "XNYS, NONE · Compare hours", nil),
        ("/compare?s=XNYS", "Compare hours · Instruments", nil),
        ("/compare", "Compare hours · Instruments", nil),
        ("/chart?symbol=AAPL", "AAPL · Chart", "/week/AAPL.png"),
        ("/chart?symbol=NONE", "Chart · Instruments", nil),
        ("/chart", "Chart · Instruments", nil),
        ("/studies", "Studies · Instruments", nil),
        ("/settings", "Chart settings · Instruments", nil),
        ("/instrument", "Instruments", nil),
        ("/calendar", "Instruments", nil),
        ("/", "Instruments", nil),
    ])
    func documentsHaveTheirTitleAndPicture(_ target: String, _ title: String, _ picture: String?) async throws {
        let service = try Self.service()
        let reply = try await service.get(target)
        #expect(reply.status == 200 && reply.headers[.contentType] == "text/html; charset=utf-8")
        #expect(reply.text.contains("\n<title>\(title)</title>\n"), "\(reply.text)")
        #expect(reply.text.contains("<meta property=\"og:title\" content=\"\(title)\">"))
        #expect(reply.text.contains("<meta name=\"description\" content=\""))
        let image = picture.map { "<meta property=\"og:image\" content=\"\(Self.pictures)\($0)\">" }
        #expect(reply.text.contains("og:image") == (image != nil))
        if let image, let picture {
            #expect(reply.text.contains(image), "\(reply.text)")
            #expect(reply.text.contains("content=\"summary_large_image\""))
            let drawn = try await service.get("/v1/pictures" + picture.replacing("&amp;", with: "&"))
            #expect(drawn.status == 200 && drawn.headers[.contentType] == "image/png")
        } else {
            #expect(reply.text.contains("content=\"summary\""))
        }
        // The markup that all views share is inserted, and no placeholder remains.
        #expect(!reply.text.contains("<!--") && reply.text.contains("<header class=\"top\">"))
        let tag = try #require(reply.headers[.eTag])
        #expect(try await service.get(target, [.ifNoneMatch: tag]).status == 304)
        let policy = try #require(reply.headers[.contentSecurityPolicy])
        #expect(policy.contains("script-src 'self'") && !policy.contains("unsafe"))
    }

    @Test(arguments: ["/instrument/APPL", "/calendar/XNYSE/2027", "/calendar/NOHOURS"])
    func unknownNamesServeThePageWithStatus404(_ target: String) async throws {
        let service = try Self.service()
        let reply = try await service.get(target)
        #expect(reply.status == 404 && reply.headers[.contentType] == "text/html; charset=utf-8")
        #expect(reply.headers[.eTag] == nil && reply.headers[.cacheControl] == "no-store")
        let start = try await service.get("/").text
        #expect(Self.withoutPreloads(reply.text) == Self.withoutPreloads(start))
        for broken in ["/calendar/%ff", "/instrument/%ff"] { #expect(try await service.get(broken).status == 400) }
    }

    @Test func textsOfInstrumentsAreEscaped() async throws {
        let service = try ServiceFixture(
            ServerOptions(),
            [ServiceFixture.profile("STOCK", "\"><b>", "</title><script>alert('1')</script> & \"more\"")])
        let reply = try await service.get("/instrument/%22%3E%3Cb%3E")
        #expect(reply.status == 200)
        #expect(
            reply.text.contains(
                "<title>&quot;&gt;&lt;b&gt; · &lt;/title&gt;&lt;script&gt;alert('1')&lt;/script&gt; &amp; &quot;more&quot;</title>"
            ))
        #expect(reply.text.contains("/v1/pictures/week/%22%3E%3Cb%3E.png\">"))
        #expect(reply.text.count(of: "<script") == 1)
        let compared = try await service.get("/compare?s=%22%3E%3Cscript%3E&s=b")
        #expect(compared.text.contains("<title>&quot;&gt;&lt;script&gt;, b · Compare hours</title>"))
        let picture = try await service.get("/v1/pictures/week/%22%3E%3Cb%3E.svg?at=2026-11-23")
        #expect(picture.status == 200 && picture.text.contains("&lt;/title&gt;") && !picture.text.contains("<script"))
    }

    /// Without a token, a document reveals neither a name nor whether a symbol exists.
    @Test func aServiceWithATokenRevealsNoNames() async throws {
        var options = ServerOptions()
        options.tokens = ["secret"]
        let service = try Self.service(options)
        let start = Self.withoutPreloads(try await service.get("/").text)
        for target in [
            "/instrument/AAPL", "/instrument/NONE", "/calendar/XNYS/2027", "/calendar/NONE", "/compare?s=AAPL&s=XNYS",
        ] {
            for headers: HTTPFields in [[:], [.authorization: "Bearer secret"], [.authorization: "Bearer wrong"]] {
                let reply = try await service.get(target, headers)
                #expect(reply.status == 200 && Self.withoutPreloads(reply.text) == start, "\(target)")
            }
        }
        let chart = try await service.get("/chart?symbol=AAPL").text
        #expect(chart.contains("<title>Instruments</title>") && !chart.contains("Apple"))
        #expect(try await service.get("/v1/pictures/week/AAPL.svg").status == 401)
        #expect(try await service.get("/v1/pictures/week/AAPL.svg", [.authorization: "Bearer secret"]).status == 200)
    }

    /// A link preview needs the absolute URL by which clients reach the service.
    @Test(
        arguments: [
            ([:], "localhost", "http://localhost/"),
            ([:], "127.0.0.1:8080", "http://127.0.0.1:8080/"),
            ([.forwardedProtocol: "https"], "localhost:8080", "https://localhost:8080/"),
            (
                [.forwardedProtocol: "https, http", .forwardedHost: "ipf.example, proxy"], "localhost:8080",
                "https://ipf.example/"
            ),
            // A host that the service would refuse in `Host` is ignored in forwarding fields.
            ([.forwardedHost: "evil.example"], "localhost:8080", "http://localhost:8080/"),
            ([.forwardedHost: "ipf.example\"><b>"], "localhost:8080", "http://localhost:8080/"),
            ([.forwardedProtocol: "javascript"], "localhost:8080", "http://localhost:8080/"),
        ] as [(HTTPFields, String, String)])
    func previewURLsUseTheAddressOfThePage(_ headers: HTTPFields, _ host: String, _ address: String) async throws {
        var options = ServerOptions()
        options.allowedHosts = ["ipf.example"]
        let service = try ServiceFixture(options)
        let reply = try await service.send(.get, "/instrument/AAPL", headers, host: host)
        #expect(reply.text.contains("content=\"\(address)v1/pictures/week/AAPL.png\">"), "\(reply.text)")
        #expect(reply.headers[values: .vary].contains("X-Forwarded-Host, X-Forwarded-Proto"))
    }

    /// Even if all hosts are allowed, the value must have the form of a host.
    @Test func anInvalidHostHasNoPicture() async throws {
        var options = ServerOptions()
        options.allowedHosts = ["*"]
        let service = try ServiceFixture(options)
        for host in ["a\"b", "a b", "a/b", nil] {
            let reply = try await service.send(.get, "/instrument/AAPL", host: host)
            #expect(reply.status == 200 && !reply.text.contains("og:image") && reply.text.contains("og:title"))
        }
    }
}

extension String {
    fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}

extension HTTPField.Name {
    fileprivate static let forwardedHost = HTTPField.Name("X-Forwarded-Host")!
    fileprivate static let forwardedProtocol = HTTPField.Name("X-Forwarded-Proto")!
}
