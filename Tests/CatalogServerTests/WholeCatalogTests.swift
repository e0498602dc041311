import Foundation
import InstrumentCatalog
import Logging
import TestSupport
import Testing

@testable import CatalogServer

/// The service verifies all of a catalog before serving it.
struct WholeCatalogTests {
    /// Writes a catalog with a large section (a note), and damages it where opening does not check.
    private static func damaged(_ folder: TemporaryFolder) throws -> String {
        let path = folder.path("damaged.ipfc")
        var builder = CatalogBuilder()
        for profile in ServiceFixture.profiles { try builder.append(profile) }
        builder.notes = ["large": String(repeating: "0123456789abcdef", count: 1 << 17)]
        _ = try builder.write(to: path)
        var bytes = try Data(contentsOf: URL(filePath: path))
        let place = try #require(bytes.firstRange(of: Data("0123456789abcdef0123".utf8))).lowerBound
        bytes[place] ^= 1
        try bytes.write(to: URL(filePath: path))
        return path
    }

    @Test func aDamagedCatalogIsNotServed() async throws {
        let folder = try TemporaryFolder()
        let path = try Self.damaged(folder)
        #expect(try Catalog.open(path)["AAPL"] != nil)
        let started = #expect(throws: CatalogError.self) { _ = try CatalogWatcher.open(path, defaults: .empty) }
        #expect(
            started?.reason
                == "section notes is damaged: its checksum does not match; restore the file, or import it again"
        )
        let taken = await #expect(throws: CatalogError.self) { _ = try await WholeCatalog.openAside(path) }
        #expect(taken == started)
    }

    @Test(.timeLimit(.minutes(60))) func theEarlierCatalogRemainsInService() async throws {
        let service = try ServiceFixture()
        let path = service.folder.path("served.ipfc")
        let damaged = try Data(contentsOf: URL(filePath: try Self.damaged(service.folder)))
        let watcher = CatalogWatcher(
            path: path, service.catalog, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let before = try await service.get("/v1/stats").text
        let watching = Task { await watcher.run() }
        defer { watching.cancel() }
        // The watcher starts at an unknown time, and assumes that the first file that it finds is the served one. So
        // the file is replaced repeatedly.
        while service.catalog.fault == nil {
            try damaged.write(to: URL(filePath: path), options: .atomic)
            for _ in 0..<100 { await Task.yield() }
        }
        #expect(service.catalog.fault?.hasPrefix("section notes is damaged") == true)
        #expect(try await service.get("/readyz").text.contains("refused"))
        #expect(try await service.get("/v1/stats").text == before)
    }
}
