import BenchSupport
import Foundation
import InstrumentCatalog

/// Applies a day of updates at full speed to a catalog that compacts regularly, and checks that memory does not grow.
enum DayFigures {
    private static let instruments = 100_000
    private static let batch = 500

    static func add(to table: inout FigureTable, _ path: String, source: String, updates: Int) throws {
        try makeCatalog(path, source)
        var options = LiveCatalogOptions()
        options.compactAfter = 50_000
        let live = try LiveCatalog.open(path: path, options: options)
        defer { try? live.close() }
        var updateSource = UpdateSource(live, count: instruments)
        // Measured at equal numbers of changes in memory, after the first compactions.
        var resident: [Double] = []
        var compactions = 0
        let seconds = try Timing.seconds {
            for number in 0..<max(1, updates / batch) {
                try live.apply(updateSource.batch(batch))
                if number % 20 == 19 { keep(try live.view.search("apple").hits.count) }
                // Writers are faster than compaction, so they wait.
                if live.status.changes > 100_000 { try live.compact() }
                let status = live.status
                if status.compactions > compactions, status.changes < 60_000 {
                    compactions = status.compactions
                    if compactions > 4 { resident.append(Double(Memory.residentBytes) / 1e6) }
                }
            }
        }
        table.add("\(updates) updates as fast as they are taken", Double(updates) / seconds, "/s")
        table.add("compactions meanwhile", Double(compactions), "")
        guard resident.count >= 4 else {
            table.skip("memory after the first compactions", because: "too few updates for enough compactions")
            return
        }
        let quarter = resident.count / 4
        let early = Samples(Array(resident.prefix(quarter))).median
        let late = Samples(Array(resident.suffix(quarter))).median
        table.add("resident memory, first quarter of the compactions", early, "MB")
        table.add("resident memory, last quarter of the compactions", late, "MB", atMost: early * 1.05)
    }

    /// Writes a catalog with some instruments of another.
    private static func makeCatalog(_ path: String, _ source: String) throws {
        let all = try Catalog.open(source)
        var builder = CatalogBuilder()
        for row in stride(from: 0, to: all.count, by: max(1, all.count / instruments)) {
            try builder.append(all.profile(at: Row(row)))
        }
        _ = try builder.write(to: path)
    }
}
