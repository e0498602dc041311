import Foundation
import TestSupport
import Testing

@testable import InstrumentCatalog

/// A catalog returns every field of every profile unchanged.
struct RoundTripTests {
    @Test(.enabled(if: Conformance.folder != nil, "no conformance tables; set IPF_CONFORMANCE"))
    func recordedTablesRoundTrip() throws {
        let folder = try TemporaryFolder()
        let tables = Conformance.folder!.appending(path: "ipf")
        let names = try FileManager.default.contentsOfDirectory(atPath: tables.path).filter { $0.hasSuffix(".ipf") }
        var compared = 0
        for name in names.sorted() {
            let text = [UInt8](try Data(contentsOf: tables.appending(path: name)))
            guard let naive = try? Building.naive(text) else { continue }
            let summary = try Building.builder(text).write(to: folder.path(name))
            let catalog = try Catalog.open(folder.path(name))
            try catalog.verify()
            naive.expectSame(catalog, "\(name)")
            #expect(summary.instruments == naive.profiles.count, "\(name)")
            #expect(summary.duplicates == naive.duplicates, "\(name)")
            #expect(summary.withoutSymbol + summary.withoutType == naive.leftOut, "\(name)")
            compared += 1
        }
        #expect(compared > 10)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func randomUniversesRoundTrip(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        var generator = SeededGenerator(seed: seed)
        let text = RandomUniverse.text(records: Int.random(in: 0...3000, using: &generator), using: &generator)
        let naive = try Building.naive(text)
        var builder = try Building.builder(text)
        // Half of the seeds store texts per row, which otherwise happens only in large catalogs.
        if seed % 2 == 0 { builder.keepRowTexts(from: 100) }
        let summary = try builder.write(to: folder.path("catalog"))
        let catalog = try Catalog.open(folder.path("catalog"))
        try catalog.verify()
        naive.expectSame(catalog, "seed \(seed)")
        #expect(summary.duplicates == naive.duplicates, "seed \(seed)")
        #expect(summary.removedSymbols == naive.removed.count, "seed \(seed)")
    }
}
