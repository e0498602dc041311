import CatalogHistory
import Foundation
import HTTPTypes
import InstrumentCatalog
import Logging
import TestSupport
import Testing

@testable import CatalogServer

/// Entitlements: their file, the records that they allow, and catalogs that follow the served one. `Tests/Service` asks
/// every operation with limited tokens.
@Suite struct EntitlementTests {

    // MARK: The file

    /// The problems of a text, where each line is one of a file.
    private func problems(
        _ text: String, fields: [String]? = ["SYMBOL", "DESK"], hasSources: Bool = false
    ) -> String {
        do throws(EntitlementsError) {
            _ = try Entitlements(parsing: text, fields: fields, hasSources: hasSources)
            return "none"
        } catch {
            return "\(error)"
        }
    }

    private static let person = "person ann a " + String(repeating: "0", count: 64)

    @Test(arguments: [
        // Comments, a byte order mark, CRLF and empty lines.
        ("\u{FEFF}# one\r\nentitlement a # two\r\n\r\ntypes STOCK,ETF , FUTURE\r\nPERSON", "none"),
        // A custom field is one of the catalog.
        ("entitlement a\nfields DESCRIPTION, DESK\nPERSON", "none"),
        // If the file is cut off anywhere, no person has a part of the limits.
        ("PERSON\nentitlement a", "line 1: there is no entitlement a above this line"),
        (
            "entitlement a\nPERSON\ntypes STOCK",
            "line 3: found types outside of an entitlement; write it below the line: entitlement NAME"
        ),
        ("", "there is no person; add a line: person NAME ENTITLEMENT SHA256"),
        (
            "tipes STOCK\nentitlement a\nPERSON",
            "line 1: found \"tipes\"; expected entitlement, types, venues, sources, fields, without or person; "
                + "did you mean types?"
        ),
        (
            "types STOCK\nentitlement a\nPERSON",
            "line 1: found types outside of an entitlement; write it below the line: entitlement NAME"
        ),
        ("entitlement\nentitlement a\nPERSON", "line 1: expected: entitlement NAME"),
        ("entitlement a b\nentitlement a\nPERSON", "line 1: expected: entitlement NAME"),
        (
            "entitlement a\nentitlement a\nPERSON",
            "line 2: the entitlement a is already in line 1; give one of them another name"
        ),
        (
            "entitlement a\ntypes STOCK\ntypes ETF\nPERSON",
            "line 3: types of a is already in line 2; write all names in one line"
        ),
        ("entitlement a\ntypes\nPERSON", "line 2: expected: types NAME, NAME"),
        ("entitlement a\nvenues XNAS XNYS\nPERSON", "line 2: expected: venues NAME, NAME"),
        ("entitlement a\nvenues XNAS,\nPERSON", "line 2: expected: venues NAME, NAME"),
        (
            "entitlement a\nfields ISIN\nwithout CUSIP\nPERSON",
            "line 3: found without, but line 2 has fields; write only one of them"
        ),
        ("entitlement a\nwithout CUSPI\nPERSON", "line 2: there is no field CUSPI; did you mean CUSIP?"),
        ("entitlement a\nfields DESCRIPTON\nPERSON", "line 2: there is no field DESCRIPTON; did you mean DESCRIPTION?"),
        (
            "entitlement a\nwithout SYMBOL\nPERSON",
            "line 2: SYMBOL can't be left out, because every record has it; remove the name"
        ),
        (
            "entitlement nasdaq\nperson ann nasdak HASH",
            "line 2: there is no entitlement nasdak above this line; did you mean nasdaq?"
        ),
        // A token that was written by mistake is not repeated.
        (
            "entitlement a\nperson ann a secret",
            "line 2: expected the SHA-256 of the token, as 64 hexadecimal digits; "
                + "compute it with: printf %s \"$TOKEN\" | sha256sum"
        ),
        ("entitlement a\nperson ann secret", "line 2: expected: person NAME ENTITLEMENT SHA256"),
        (
            "entitlement a\nperson ann a e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "line 2: found the SHA-256 of an empty token; check that TOKEN was set"
        ),
        ("entitlement a\ntypes *", "line 2: found *; to allow all, omit the line with types"),
        (
            "entitlement a\nPERSON\nperson bob a HASH",
            "line 3: the token is already that of ann in line 2; create another token"
        ),
        (
            "entitlement a\nsources exchange\nPERSON",
            "line 2: found sources, but this service follows no master; "
                + "start it with --master, or remove the line"
        ),
        // The first problem of each line.
        (
            "tepes A\nentitlement a\nwithout CUSPI, SEDLO\nPERSON",
            "line 1: found \"tepes\"; expected entitlement, types, venues, sources, "
                + "fields, without or person; did you mean types?\n  line 3: there is no field CUSPI; did you mean CUSIP?"
        ),
    ]) func problemsOfTheFileNameTheLine(_ text: String, _ expected: String) {
        let text = text.replacing("PERSON", with: Self.person).replacing(
            "HASH", with: String(repeating: "0", count: 64))
        #expect(problems(text) == expected)
    }

    @Test func customFieldsMayComeAndGo() throws {
        let text = "entitlement a\nwithout NAME\n\(Self.person)"
        for fields in [nil, ["SYMBOL", "DESK"]] {
            let entitlements = try Entitlements(parsing: text.replacing("NAME", with: "SECRET"), fields: fields)
            #expect(entitlements.rights["a"]?.allows(field: "SECRET") == false)
            #expect(entitlements.unknownFields == (fields == nil ? [] : ["SECRET"]))
            #expect(problems(text.replacing("NAME", with: "CUSPI"), fields: fields).contains("did you mean CUSIP?"))
        }
    }

    @Test func sourcesRequireAMaster() throws {
        let text = "entitlement a\nsources exchange, vendor\n\(Self.person)"
        #expect(problems(text, hasSources: true) == "none")
        let rights = try Entitlements(parsing: text, fields: nil, hasSources: true).rights["a"]
        #expect(rights?.sources == ["exchange", "vendor"] && rights?.areUnlimited == false)
        #expect(rights?.digest != RecordRights().digest)
    }

    @Test func aPersonIsFoundByTheHashOfTheToken() throws {
        // SHA-256 of "abc" (FIPS 180-2, appendix B.1), in capitals.
        let hash = "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"
        let entitlements = try Entitlements(
            parsing: "entitlement a\nperson ann a \(hash)", fields: nil)
        #expect(entitlements.person(withToken: Array("abc".utf8))?.name == "ann")
        #expect(entitlements.person(withToken: Array("abd".utf8)) == nil)
        #expect(entitlements.person(withToken: []) == nil)
    }

    // MARK: Records

    @Test(arguments: [
        ("STOCK", "XNAS", "XNYS", true), ("STOCK", "XNYS", "XNAS", false), ("OPTION", "XNAS", "", false),
        ("ETF", "", "XNAS", true), ("ETF", "", "ARCX;XNAS", true),
        // One of the exchanges is not allowed.
        ("ETF", "", "XNAS;XNYS", false), ("ETF", "", "", false),
    ]) func theVenueIsOPOLOrAllExchanges(_ type: String, _ opol: String, _ exchanges: String, _ isAllowed: Bool) {
        var rights = RecordRights()
        (rights.types, rights.venues) = (["STOCK", "ETF"], ["XNAS", "ARCX"])
        let profile = ServiceFixture.profile(type, "A", "Name") { ($0.opol, $0.exchanges) = (opol, exchanges) }
        #expect((rights.restricted(profile) != nil) == isAllowed)
    }

    @Test func fieldsThatAreNotAllowedAreRemoved() {
        var profile = ServiceFixture.profile("STOCK", "A", "Name") {
            ($0.opol, $0.exchanges, $0.cusip) = ("XNAS", "ARCX;XNAS;XNYS", "037833100")
            $0.customFields = [.init(name: "DESK", value: "east"), .init(name: "SECRET", value: "x")]
        }
        var rights = RecordRights()
        #expect(rights.areUnlimited && rights.restricted(profile) == profile)
        rights.fields = .without(["CUSIP", "SECRET"])
        rights.venues = ["XNAS", "XNYS"]
        let all = rights.restricted(profile)
        (profile.cusip, profile.exchanges, profile.customFields) = (
            "", "XNAS;XNYS", [.init(name: "DESK", value: "east")]
        )
        #expect(all == profile)
        rights.fields = .only(["DESCRIPTION"])
        #expect(rights.restricted(profile)?.fields.map(\.name) == ["TYPE", "SYMBOL", "DESCRIPTION"])
    }

    // MARK: The service

    private static func entitlements(_ rights: String) throws -> Entitlements {
        // SHA-256 of "abc", and of the empty text.
        try Entitlements(
            parsing: """
                entitlement limited
                \(rights)
                entitlement full
                person ann limited ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
                person desk full cb8379ac2098aa165029e3938a51da0bcecfc008fd6795f401178647f96c5b34
                """, fields: nil)
    }

    private func service(_ rights: String = "types STOCK\nwithout ISIN") throws -> ServiceFixture {
        var options = ServerOptions()
        options.entitlements = try Self.entitlements(rights)
        let service = try ServiceFixture(options)
        service.state.audiences.settle()
        return service
    }

    private func limited(_ service: ServiceFixture, _ target: String, _ headers: HTTPFields = [:]) async throws
        -> ServiceFixture.Reply
    {
        var headers = headers
        headers[.authorization] = "Bearer abc"
        return try await service.get(target, headers)
    }

    @Test func changesOfALiveCatalogAreRestricted() async throws {
        let service = try service()
        defer { service.state.audiences.stop() }
        let live = try LiveCatalog.open(path: service.folder.path("live.ipfc"))
        func apply(_ profiles: [InstrumentProfile]) throws {
            let changes = try live.apply(profiles)
            service.catalog.replace(live.view, modified: 0, changes: changes)
            service.state.audiences.settle()
        }
        func symbols() async throws -> [String] {
            let text = try await limited(service, "/v1/list?order=symbol&format=csv&fields=SYMBOL,ISIN").text
            return text.split(whereSeparator: \.isNewline).dropFirst().map(String.init)
        }
        // The changes of the first state are unknown, so the catalog is built from it.
        try live.apply(ServiceFixture.profiles)
        service.catalog.replace(live.view, modified: 0)
        service.state.audiences.settle()
        #expect(try await symbols() == ["AAPL,", "THYAO:TR,"])
        let before = try await limited(service, "/v1/stats").headers[.eTag]
        // The field of the new instrument is not allowed.
        try apply([ServiceFixture.profile("STOCK", "NEW", "New") { $0.isin = "US5949181045" }])
        #expect(try await symbols() == ["AAPL,", "NEW,", "THYAO:TR,"])
        #expect(try await limited(service, "/v1/stats").headers[.eTag] != before)
        // An instrument whose type is no longer allowed, a removal, and one that becomes allowed.
        try apply([
            ServiceFixture.profile("INDEX", "NEW", "New"), .removal(of: "AAPL"),
            ServiceFixture.profile("STOCK", "T32", "Now a stock"),
        ])
        #expect(try await symbols() == ["T32,", "THYAO:TR,"])
        #expect(try await limited(service, "/v1/instruments/NEW").status == 404)
    }

    @Test func segmentsOfExpiredInstrumentsAreRestricted() async throws {
        let service = try service()
        defer { service.state.audiences.stop() }
        let path = service.folder.path("expired.ipfc")
        try ServiceFixture.write(
            ["STOCK", "FUTURE"].map { type in
                ServiceFixture.profile(type, "GONE\(type)", "Gone") {
                    $0.isin = "US5949181045"
                    $0.customFields = [.init(name: RemovedInstrument.field, value: "2025-06-20")]
                }
            }, to: path)
        service.catalog.replace(expired: [ServedSegment(name: "2025", catalog: try Catalog.open(path))])
        service.state.audiences.settle()
        let found = try await limited(service, "/v1/list?expired=true&fields=SYMBOL,ISIN,REMOVED_ON&format=csv")
        #expect(found.text.contains("GONESTOCK,,2025-06-20") && !found.text.contains("GONEFUTURE"))
        #expect(try await limited(service, "/v1/instruments/GONEFUTURE?expired=true").status == 404)
        #expect(!(try await limited(service, "/v1/instruments/GONEFUTURE").text.contains("2025")))
        #expect(try await limited(service, "/v1/instruments/GONESTOCK").text.contains("2025-06-20"))
    }

    @Test func newRightsApplyAtOnce() async throws {
        let service = try service()
        defer { service.state.audiences.stop() }
        let audiences = service.state.audiences
        let earlier = try #require(audiences.admission(of: Array("abc".utf8)))
        let (client, _) = try await earlier.audience.hub.subscribe(.events, nil, endings: earlier.endings)
        audiences.replace(try Self.entitlements("types INDEX"))
        // Until the new catalog is built, there is no answer.
        let first = try await limited(service, "/v1/instruments/AAPL")
        #expect(first.status == 503 || first.status == 404)
        for await _ in client.signals {}
        audiences.settle()
        // A request that was admitted before can't begin a stream now.
        await #expect(throws: Problem.self) {
            _ = try await earlier.audience.hub.subscribe(.events, nil, endings: earlier.endings)
        }
        #expect(try await limited(service, "/v1/instruments/AAPL").status == 404)
        #expect(try await limited(service, "/v1/instruments/NOHOURS").status == 200)
        #expect(try await service.get("/v1/instruments/AAPL").status == 401)
    }

    @Test func aDocumentForPeopleHasNoInstruments() async throws {
        let service = try service()
        defer { service.state.audiences.stop() }
        for target in ["/instrument/AAPL", "/calendar/AAPL", "/compare?s=AAPL&s=NOHOURS", "/chart?symbol=AAPL"] {
            let reply = try await service.get(target)
            #expect(reply.status == 200 && !reply.text.contains("Apple") && !reply.text.contains("US equities"))
        }
        let ready = try await service.get("/readyz")
        #expect(try ready.value("ready") == "1")
        #expect(!ready.text.contains("count") && !ready.text.contains("snapshot"))
    }
}
