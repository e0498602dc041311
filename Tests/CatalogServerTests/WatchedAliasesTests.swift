import Foundation
import HTTPTypes
import InstrumentCatalog
import Logging
import TestSupport
import Testing

@testable import CatalogServer

/// Aliases can be replaced while the service runs.
struct WatchedAliasesTests {
    private static func watcher(_ service: ServiceFixture, _ path: String) -> WatchedFiles {
        .aliases(
            [path], service.catalog, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) {
            try AliasTable(parsing: String(contentsOfFile: path, encoding: .utf8))
        }
    }

    @Test func searchesUseTheCurrentAliasFile() async throws {
        let service = try ServiceFixture()
        let path = service.folder.path("names.csv")
        try "US0378331005, cupertino\nNONE, nobody\n".write(toFile: path, atomically: true, encoding: .utf8)
        let watcher = Self.watcher(service, path)
        let before = try await service.get("/v1/search?q=cupertino")
        #expect(try before.value("results.0.symbol") == "nothing")
        try watcher.begin()
        let after = try await service.get("/v1/search?q=cupertino")
        #expect(try after.value("results.0.symbol") == "AAPL")
        #expect(try after.value("results.0.match.tier") == "alias")
        #expect(try after.value("results.0.match.reason") == "cupertino")
        // The answer has changed, so its entity tag must have changed, too.
        #expect(before.headers[.eTag] != after.headers[.eTag])
        // The aliases also apply after the catalog was replaced, and after the schedule defaults were replaced.
        service.catalog.replace(try Catalog.open(service.folder.path("served.ipfc")), modified: 1)
        service.catalog.replace(.empty)
        #expect(try await service.get("/v1/search?q=cupertino").value("results.0.symbol") == "AAPL")
        // Removed aliases no longer match.
        try "THYAO:TR, flag carrier\n".write(toFile: path, atomically: true, encoding: .utf8)
        try watcher.begin()
        #expect(try await service.get("/v1/search?q=cupertino").value("results.0.symbol") == "nothing")
        #expect(try await service.get("/v1/search?q=flag+carrier").value("results.0.symbol") == "THYAO:TR")
    }
}
