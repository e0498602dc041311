import Synchronization
import TestSupport
import Testing

@testable import InstrumentCatalog

/// Many changes over a large file: segments are built and merged in the background, and several threads scan texts.
@Suite struct SegmentTests {
    private static func profile(_ number: Int, _ description: String) -> InstrumentProfile {
        LiveCatalogTests.profile("STOCK", "S\(number)", description)
    }

    @Test func queriesWaitForFewChanges() throws {
        let folder = try TemporaryFolder()
        var options = LiveCatalogOptions()
        options.compactAfter = .max
        var expected = (0..<66_000).map { Self.profile($0, "Alpha \($0 % 400)") as InstrumentProfile? }
        try Self.write(expected, to: folder.path("live"))
        let live = try LiveCatalog.open(path: folder.path("live"), options: options)
        func change(_ numbers: Range<Int>) throws {
            try live.apply(
                numbers.map { number in
                    let place = number * 7919 % expected.count
                    let isGone = number % 10 == 0
                    expected[place] = isGone ? nil : Self.profile(place, "Beta \(number % 300)")
                    return isGone ? .removal(of: "S\(place)") : expected[place]!
                })
        }
        func truth() throws -> Catalog {
            try Self.write(expected, to: folder.path("truth"))
            return try Catalog.open(folder.path("truth"))
        }

        // Before the first query, changes that arrive together form one segment.
        for start in stride(from: 0, to: 20_000, by: 500) { try change(start..<start + 500) }
        let (segments, log) = live.state.withLock { ($0.overlay.segments, $0.overlay.log) }
        segments.finish()
        #expect(segments.uncovered(log) < 20_000 - 16_384)
        let before = (view: live.view, truth: try truth())
        try Self.expectSame(live.view, before.truth)

        // Each query turns the changes before it into a small segment.
        for start in stride(from: 20_000, to: 24_000, by: 200) {
            try change(start..<start + 200)
            let found = try live.view.search("beta \((start + 151) % 300)", limit: 100).hits
            #expect(found.contains { live.view.string(.description, at: $0.row) == "Beta \((start + 151) % 300)" })
        }
        try Self.expectSame(live.view, try truth())
        segments.finish()
        try change(24_000..<24_001)
        #expect(live.view.parts.count <= 8)
        try Self.expectSame(live.view, try truth())
        // Queries a view from before the merge of segments, with a new catalog over its overlay.
        try Self.expectSame(Catalog(try #require(before.view.changes).overlay), before.truth)
    }

    private static func write(_ profiles: [InstrumentProfile?], to path: String) throws {
        var builder = CatalogBuilder()
        for case let profile? in profiles { try builder.append(profile) }
        _ = try builder.write(to: path)
    }

    private static func expectSame(_ view: Catalog, _ truth: Catalog) throws {
        #expect(view.count == truth.count)
        #expect(
            view.rows(in: .rank, limit: .max).map { view.symbol(at: $0) }
                == truth.rows(in: .rank, limit: .max).map { truth.symbol(at: $0) })
        for pattern in ["*a*", "*2*9*", "?e*1"] as [FieldPattern] {
            var filter = CatalogFilter()
            filter.require(.description, anyOf: [pattern])
            let expected = truth.rows(in: .rank, limit: .max).filter {
                pattern.matches(Array(truth.string(.description, at: $0).utf8).span)
            }
            #expect(truth.select(filter).rows() == expected, "\(pattern)")
            let found = view.select(filter).rows().map { view.symbol(at: $0) }
            #expect(found == expected.map { truth.symbol(at: $0) }, "\(pattern)")
        }
        for text in ["S17", "alpha 17", "beta 29", "alpa", "betta 123"] {
            let found = try view.search(text, limit: 40).hits.map { "\(view.symbol(at: $0.row)) \($0.tier)" }
            let expected = try truth.search(text, limit: 40).hits.map { "\(truth.symbol(at: $0.row)) \($0.tier)" }
            #expect(found == expected, "\(text)")
        }
    }
}
