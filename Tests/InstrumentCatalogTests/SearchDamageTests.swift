import Foundation
import TestSupport
import Testing

@testable import CatalogCore
@testable import InstrumentCatalog

/// With a damaged, unverified index, a query gives wrong results or none; it never traps, and always ends.
struct SearchDamageTests {
    private static let queries = [
        "A", "es", "call 1", "turk hav", "us03783310", "C10", "kestrel", "intrenational x", ".", "AAPL",
    ]

    private static func ask(_ catalog: Catalog) {
        for query in queries {
            guard let page = try? catalog.search(query, limit: 5) else { continue }
            if let next = page.next { _ = try? catalog.search(query, limit: 5, after: next) }
        }
        _ = try? catalog.select(matching: "a").count
        _ = catalog.suggestions(for: "AAPK")
        _ = catalog.lookup([.isin("US037833100"), .localSymbol("AAPL"), .cusip("037833100"), .sedol("B0YBKJ1")])
    }

    /// The byte ranges of the search and identifier sections.
    private static func ranges(_ catalog: Catalog) -> [Range<Int>] {
        catalog.file.rows.sections.table.entries.filter { (64..<96).contains($0.kind) }
            .map { $0.offset..<($0.offset + $0.length) }
    }

    private static func open(_ bytes: [UInt8], _ folder: TemporaryFolder) throws -> Catalog {
        let path = folder.path("damaged")
        try? FileManager.default.removeItem(atPath: path)
        try Data(bytes).write(to: URL(filePath: path))
        return Catalog(try CatalogFile.open(path, checking: 0))
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func flippedBytesDoNotCrash(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let catalog = try SearchUniverse(seed: seed, count: 30 * Int(seed * seed)).catalog(in: folder)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: catalog.path)))
        var generator = SeededGenerator(seed: seed)
        for range in Self.ranges(catalog) {
            // The first bytes define the layout, so all of them are flipped. A sample of the other bytes is flipped.
            var places = Array(range.prefix(32))
            for _ in 0..<16 { if let place = range.randomElement(using: &generator) { places.append(place) } }
            for place in places {
                var damaged = bytes
                damaged[place] ^= [0x01, 0x80, 0xFF].randomElement(using: &generator)!
                Self.ask(try Self.open(damaged, folder))
            }
        }
    }

    /// Overwrites whole sections with one byte value, or with random bytes.
    @Test func overwrittenSectionsDoNotCrash() throws {
        let folder = try TemporaryFolder()
        let catalog = try SearchUniverse(seed: 4, count: 200).catalog(in: folder)
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: catalog.path)))
        var generator = SeededGenerator(seed: 4)
        for range in Self.ranges(catalog) {
            for filler in [0x00, 0x01, 0x7F, 0x80, 0xFF] as [UInt8] {
                var damaged = bytes
                for place in range { damaged[place] = filler }
                Self.ask(try Self.open(damaged, folder))
            }
            for _ in 0..<5 {
                var damaged = bytes
                for place in range.dropFirst(Int.random(in: 0...16, using: &generator)) {
                    damaged[place] = UInt8.random(in: 0...255, using: &generator)
                }
                Self.ask(try Self.open(damaged, folder))
            }
        }
    }

    /// Equal instruments give equal bytes, in whatever order the threads finish.
    @Test func equalInstrumentsGiveEqualBytes() throws {
        let folder = try TemporaryFolder()
        let universe = SearchUniverse(seed: 9, count: 300)
        let files = try (0..<4).map { number in
            try Data(contentsOf: URL(filePath: try universe.catalog(in: folder, name: "\(number)").path))
        }
        #expect(files.allSatisfy { $0 == files[0] })
    }
}
