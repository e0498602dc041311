import Ingest
import InstrumentCatalog
import TestSupport
import Testing

@testable import CatalogServer

/// The members of an instrument in lists, searches and look-ups, as complete literals.
@Suite struct InstrumentShapeTests {
    /// A service with two instruments: one has every member and a custom identifier, `FIGI`; the other has only a name.
    private static func service() throws -> ServiceFixture {
        var full = ServiceFixture.profile("STOCK", "FULL", "All of it")
        full.tradingHours = ""
        full.opol = "XNAS"
        full.exchanges = "XNAS;XNYS"
        full.isin = "US0378331005"
        full.cusip = "037833100"
        full.sedol = "2046251"
        full.localSymbol = "FULL.O"
        full.customFields = [.init(name: "FIGI", value: "BBG000B9XRY4")]
        var bare = InstrumentProfile()
        bare.type = "OTHER"
        bare.symbol = "BARE"
        return try ServiceFixture(ServerOptions(), [full, bare], identifierFields: ["FIGI"])
    }

    private static let full =
        #"{"symbol":"FULL","type":"STOCK","description":"All of it","country":"US","currency":"USD","#
        + #""isin":"US0378331005","cusip":"037833100","sedol":"2046251","localSymbol":"FULL.O","opol":"XNAS","#
        + #""exchanges":"XNAS;XNYS","#
    private static let bare =
        #"{"symbol":"BARE","type":"OTHER","description":"","country":"","currency":"","#
        + #""isin":"","cusip":"","sedol":"","localSymbol":"""#

    @Test func oneInstrumentHasTheDocumentedMembers() async throws {
        let service = try Self.service()
        let rest = #""priceIncrements":"","timezone":"","venues":[]}"#
        #expect(
            try await service.get("/v1/instruments/FULL").text == Self.full + #""FIGI":"BBG000B9XRY4","# + rest)
        #expect(try await service.get("/v1/instruments/BARE").text == Self.bare + "," + rest)
    }

    @Test func searchResultsHaveTheDocumentedMembers() async throws {
        let service = try Self.service()
        let match = #""match":{"tier":"exactSymbol","highlights":[{"field":"SYMBOL","ranges":[[0,4]]}]}}"#
        #expect(
            try await service.get("/v1/search?q=FULL&limit=1").text.hasPrefix(
                #"{"results":["# + Self.full + #""FIGI":"BBG000B9XRY4","# + match))
        #expect(
            try await service.get("/v1/search?q=BARE&limit=1").text.hasPrefix(
                #"{"results":["# + Self.bare + "," + match))
    }

    @Test func listedInstrumentsHaveTheDocumentedMembers() async throws {
        let service = try Self.service()
        #expect(
            try await service.get("/v1/list?fields=OPOL&order=symbol").text
                == #"{"results":["# + Self.bare + #","SYMBOL":"BARE"},"#
                + Self.full + #""SYMBOL":"FULL","OPOL":"XNAS","FIGI":"BBG000B9XRY4"}]}"#)
        #expect(
            try await service.get("/v1/list?type=OTHER&format=ndjson").text
                == Self.bare + #","TYPE":"OTHER","SYMBOL":"BARE"}"# + "\n")
    }
}
