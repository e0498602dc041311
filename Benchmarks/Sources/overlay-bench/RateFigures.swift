import BenchSupport
import Foundation
import InstrumentCatalog
import Synchronization

/// Measures 20,000 updates per second with concurrent look-ups and searches.
enum RateFigures {
    private static let perSecond = 20_000
    private static let seconds = 10.0
    private static let batch = 200

    static func add(to table: inout FigureTable, _ path: String) throws {
        let live = try LiveCatalog.open(path: path)
        defer { try? live.close() }
        var source = UpdateSource(live, count: 200_000)
        // The updates are made before the measurement.
        let batches = (0..<Int(seconds) * perSecond / batch).map { _ in source.batch(batch) }
        let symbols = source.someSymbols
        let ended = Atomic(false)
        let done = DispatchSemaphore(value: 0)
        let found = Mutex<[Double]>([])
        let isinTimes = Mutex<[Double]>([])
        Thread.detachNewThread {
            var random = FixedGenerator(seed: 8)
            var lookups: [Double] = []
            var identifiers: [Double] = []
            while !ended.load(ordering: .relaxed) {
                let symbol = symbols.randomElement(using: &random)!
                let isin = live.view[symbol]?.isin ?? ""
                lookups.append(Timing.seconds { keep(live.view.row(forSymbol: symbol)) } * 1e9)
                identifiers.append(Timing.seconds { keep(live.view.rows(of: .isin(isin))) } * 1e9)
                // Pauses, because a server also has pauses between requests.
                usleep(50)
            }
            found.withLock { $0 = lookups }
            isinTimes.withLock { $0 = identifiers }
            done.signal()
        }
        let start = Timing.now(.wall)
        // The processor time of an update in microseconds, for each second.
        var applying = [Double](repeating: 0, count: Int(seconds))
        for (number, updates) in batches.enumerated() {
            let due = start + UInt64(Double(number * batch) / Double(perSecond) * 1e9)
            let now = Timing.now(.wall)
            if due > now { usleep(UInt32((due - now) / 1000)) }
            let taken = try Timing.seconds(.thread) { _ = try live.apply(updates) }
            applying[number * batch / perSecond] += taken * 1e6 / Double(perSecond)
        }
        let taken = Double(Timing.now(.wall) - start) / 1e9
        ended.store(true, ordering: .relaxed)
        done.wait()
        let count = Double(batches.count * batch)
        table.add("updates a second, with lookups meanwhile", count / taken, "/s", atLeast: Double(perSecond) * 0.99)
        table.add("apply an update (processor time)", Samples(applying), "µs", atMost: 8)
        let lookups = Samples(found.withLock { $0 })
        table.add("look a symbol up meanwhile, p50", lookups.median / 1000, "µs")
        table.add("look a symbol up meanwhile, p99", lookups.percentile(99) / 1000, "µs", atMost: 10)
        let identifiers = Samples(isinTimes.withLock { $0 })
        table.add("look an ISIN up meanwhile, p99", identifiers.percentile(99) / 1000, "µs", atMost: 10)
        try addSearches(to: &table, live, &source)
    }

    /// Measures searches that must first index changes: each search is the first query after a change.
    private static func addSearches(
        to table: inout FigureTable, _ live: LiveCatalog, _ source: inout UpdateSource
    ) throws {
        table.add(
            "first search over \(live.status.changes) changes",
            try Timing.seconds { keep(try live.view.search("apple").hits.count) } * 1000,
            "ms", atMost: 60)
        var times: [Double] = []
        for _ in 0..<50 {
            try live.apply(source.batch(batch))
            let view = live.view
            times.append(try Timing.seconds { keep(try view.search("apple").hits.count) } * 1000)
        }
        let searches = Samples(times)
        table.add("first search after \(batch) updates", searches, "ms")
        table.add("first search after \(batch) updates, most", searches.largest, "ms", atMost: 8)
        let view = live.view
        let further = try Timing.samples(200, .wall) { _ in keep(try view.search("apple").hits.count) }
        table.add("further searches of a view", further / 1000, "µs")
        table.add("compaction", try Timing.seconds { try live.compact() }, "s")
    }
}
