import CatalogHistory
import Foundation
import TestSupport
import Testing

@testable import CatalogBuilding
@testable import InstrumentCatalog

/// A file with history, queried at any point in time.
struct HistoryTests {
    /// Overwrites a file several times, with another effective date each time. Keeps a copy of each state without
    /// history.
    struct Steps {
        let folder: TemporaryFolder
        let path: String
        private(set) var truths: [(time: Int64, catalog: Catalog)] = []

        init() throws {
            folder = try TemporaryFolder()
            path = folder.path("history")
        }

        mutating func write(_ profiles: some Sequence<InstrumentProfile>, at time: Int64) throws {
            let truth = folder.path("truth-\(truths.count)")
            for isTruth in [true, false] {
                var builder = CatalogBuilder()
                for profile in profiles { try builder.append(profile) }
                builder.isComplete = true
                builder.previous = truths.last?.catalog
                builder.validFrom = Instant(milliseconds: time)
                builder.historySource = "step \(truths.count)"
                if !isTruth { builder.keepsHistory = true }
                _ = try builder.write(to: isTruth ? truth : path)
            }
            truths.append((time, try Catalog.open(truth)))
        }
    }

    /// In random histories, a catalog at a point in time gives the answers of the file of that time. This holds for an
    /// overlay over the newest file, and for a file built from scratch.
    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func earlierStatesEqualTheFileOfTheirTime(seed: UInt64) throws {
        var universe = try LiveUniverse(seed: seed, count: 150)
        var model = LiveModel()
        var steps = try Steps()
        for step in 0..<12 {
            // Some steps change nothing.
            if step % 5 != 3 { for _ in 0..<6 { _ = model.apply(universe.batch()) } }
            try steps.write(model.profiles.values, at: Int64(step) * 1000)
        }
        let newest = try Catalog.open(steps.path)
        try newest.verify()
        let history = try #require(try newest.history())
        #expect(history.since == Instant(milliseconds: 0))
        #expect(history.changes.map(\.milliseconds) == [1, 2, 4, 5, 6, 7, 9, 10, 11].map { $0 * 1000 })
        for (step, truth) in steps.truths.enumerated() {
            for limit in [0, Int.max] {
                let view = try newest.asOf(Instant(milliseconds: truth.time + 999), overlaying: limit)
                // A step without changes removed nothing, and isn't in the history.
                let known = step % 5 == 3 ? steps.truths[step - 1].catalog : truth.catalog
                let path = steps.folder.path("truth-\(step)-\(limit)")
                let truth = try Self.copy(of: known, like: view, at: path)
                try ViewComparison(view: view, truth: truth, comment: "seed \(seed), step \(step), \(limit)")
                    .expectSame(&universe)
            }
        }
        #expect(
            try CatalogDifference(from: newest, to: newest.asOf(.init(milliseconds: 11_000))).forEachChange { _ in }
                .changed == 0)
    }

    /// Returns a copy of a catalog in the order of an earlier state. The standings of an earlier state are those of the
    /// catalog that keeps the history, because popularity depends on all instruments.
    private static func copy(of catalog: Catalog, like view: Catalog, at path: String) throws -> Catalog {
        let profiles = catalog.fileRows.map { catalog.profile(at: $0) }
        var builder = CatalogBuilder()
        for profile in profiles { try builder.append(profile) }
        for symbol in catalog.removedSymbols { try builder.append(LiveCatalogTests.profile("REMOVED", symbol)) }
        builder.parts.standings = profiles.compactMap { profile in
            view.row(forSymbol: profile.symbol).map { view.standing(at: $0) }
        }
        builder.isComplete = catalog.isComplete
        builder.notes = catalog.notes
        _ = try builder.write(to: path)
        return try Catalog.open(path)
    }

    @Test func momentsBeforeTheHistoryAreErrors() throws {
        var steps = try Steps()
        try steps.write([LiveCatalogTests.profile("STOCK", "A", "a")], at: 86_400_000)
        let catalog = try Catalog.open(steps.path)
        let before = #expect(throws: CatalogError.self) { try catalog.asOf(Instant(milliseconds: 86_399_999)) }
        #expect(before?.kind == .outOfHistory)
        #expect(
            before?.reason
                == "has no state at 1970-01-01T23:59:59.999Z; its history starts at 1970-01-02T00:00:00Z")
        let none = #expect(throws: CatalogError.self) {
            try steps.truths[0].catalog.asOf(Instant(milliseconds: 86_400_000))
        }
        #expect(
            none?.reason
                == "has no history; import with --keep-history to be able to query earlier states"
        )
        #expect(try steps.truths[0].catalog.history() == nil)
    }

    @Test func equalStepsGiveEqualBytes() throws {
        var files: [Data] = []
        for _ in 0..<2 {
            var universe = try LiveUniverse(seed: 7, count: 90)
            var model = LiveModel()
            var steps = try Steps()
            for step in 0..<5 {
                _ = model.apply(universe.batch())
                let profiles = model.profiles.values.sorted { $0.symbol < $1.symbol }
                try steps.write(profiles, at: Int64(step))
            }
            files.append(try Data(contentsOf: URL(filePath: steps.path)))
        }
        #expect(files[0] == files[1])
    }

    @Test func historyIsRetainedUntilItIsDropped() throws {
        var steps = try Steps()
        try steps.write([LiveCatalogTests.profile("STOCK", "A", "a")], at: 0)
        try steps.write([LiveCatalogTests.profile("STOCK", "B", "b")], at: 1000)
        // Another builder that writes to that path continues the history; this builder doesn't know of it.
        var builder = CatalogBuilder()
        try builder.append(LiveCatalogTests.profile("STOCK", "C", "c"))
        _ = try builder.write(to: steps.path)
        let catalog = try Catalog.open(steps.path)
        #expect(try catalog.asOf(Instant(milliseconds: 500))["A"] != nil)
        #expect(try catalog.asOf(Instant(milliseconds: 1500))["B"] != nil)
        #expect(try catalog.history()?.changes.count == 2)
        var dropping = CatalogBuilder()
        dropping.keepsHistory = false
        _ = try dropping.write(to: steps.path)
        #expect(try Catalog.open(steps.path).history() == nil)
    }

    @Test func momentsOfAHistoryMustIncrease() throws {
        var steps = try Steps()
        try steps.write([LiveCatalogTests.profile("STOCK", "A", "a")], at: 5000)
        let error = #expect(throws: CatalogError.self) {
            try steps.write([LiveCatalogTests.profile("STOCK", "B", "b")], at: 5000)
        }
        #expect(error?.kind == .invalidValue)
        #expect(
            error?.reason
                == "1970-01-01T00:00:05Z is not after 1970-01-01T00:00:05Z, the last time in its history; give a "
                + "later time"
        )
        #expect(try Catalog.open(steps.path)["A"] != nil)
    }

    /// The history contains only the last of several files within an hour. Earlier files of that hour have no effect.
    @Test func changesWithinAnHourAreJoined() throws {
        let folder = try TemporaryFolder()
        func write(_ symbols: [String], at time: Int64) throws {
            var builder = CatalogBuilder()
            for symbol in symbols { try builder.append(LiveCatalogTests.profile("STOCK", symbol, "\(time)")) }
            builder.keepsHistory = true
            builder.historyPrecision = 3_600_000
            builder.validFrom = Instant(milliseconds: time)
            _ = try builder.write(to: folder.path("joined"))
        }
        let hour: Int64 = 3_600_000
        try write(["A"], at: 0)
        try write(["A", "B"], at: hour)
        try write(["B", "C"], at: hour + 5)
        try write(["A", "C"], at: hour + 7)
        try write(["A", "D"], at: 2 * hour)
        let catalog = try Catalog.open(folder.path("joined"))
        func symbols(_ time: Int64) throws -> [String] {
            let view = try catalog.asOf(Instant(milliseconds: time))
            return view.rows(in: .symbol, limit: .max).map {
                "\(view.symbol(at: $0)) \(view.string(.description, at: $0))"
            }
        }
        #expect(try catalog.history()?.changes.map(\.milliseconds) == [hour + 7, 2 * hour])
        #expect(try symbols(hour + 6) == ["A 0"])
        #expect(try symbols(hour + 7) == ["A \(hour + 7)", "C \(hour + 7)"])
        #expect(try symbols(2 * hour) == ["A \(2 * hour)", "D \(2 * hour)"])
    }

    /// Compaction of a live catalog retains the history, and a live catalog can be queried at a point in time.
    @Test func liveCatalogsRetainTheHistory() throws {
        var steps = try Steps()
        try steps.write([LiveCatalogTests.profile("STOCK", "A", "a")], at: 0)
        let live = try LiveCatalog.open(path: steps.path)
        try live.apply([LiveCatalogTests.profile("STOCK", "B", "b"), LiveCatalogTests.profile("REMOVED", "A")])
        #expect(try live.view.asOf(Instant(milliseconds: .max))["B"] != nil)
        try live.compact()
        for catalog in [live.view, try Catalog.open(steps.path)] {
            let then = try catalog.asOf(Instant(milliseconds: 0))
            #expect(then["A"]?.description == "a" && then["B"] == nil && then.count == 1)
            #expect(try catalog.history()?.changes.count == 1)
        }
        try live.close()
    }

    @Test func removedInstrumentsAreListed() throws {
        var steps = try Steps()
        let day: Int64 = 86_400_000
        var (a, b) = (LiveCatalogTests.profile("STOCK", "A", "first"), LiveCatalogTests.profile("OPTION", ".B", "b"))
        try steps.write([a, b], at: 0)
        a.description = "second"
        try steps.write([a], at: day)
        try steps.write([LiveCatalogTests.profile("STOCK", "C", "c")], at: 2 * day)
        b.description = "back"
        try steps.write([b], at: 3 * day)
        let removed = try #require(try Catalog.open(steps.path).removedInstruments())
        let rows = removed.rows(in: .symbol, limit: .max)
        #expect(rows.map { removed.symbol(at: $0) } == ["A", "C"])
        #expect(rows.map { removed.string(.description, at: $0) } == ["second", "c"])
        #expect(removed["A"]?["REMOVED_ON"] == "1970-01-03" && removed["C"]?["REMOVED_ON"] == "1970-01-04")
        #expect(try removed.search("second").hits.count == 1)
        #expect(try steps.truths[0].catalog.removedInstruments() == nil)
    }
}
