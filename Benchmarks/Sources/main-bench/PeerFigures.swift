import BenchSupport
import Foundation
import Ingest
import InstrumentCatalog

/// SQLite with the same instruments, in the same run.
enum PeerFigures {
    /// Every second recorded query is measured. This retains all kinds of queries, and ten beyond the 99th percentile.
    private static let everyNthQuery = 2

    static func add(to table: inout FigureTable, _ inputs: Inputs) throws {
        guard ProcessInfo.processInfo.environment["IPF_BENCH_PEERS"] != "no" else {
            return table.skip("SQLite", because: "IPF_BENCH_PEERS=no")
        }
        let path = inputs.catalog + ".sqlite"
        defer { try? FileManager.default.removeItem(atPath: path) }
        table.begin("SQLite imports the same")
        let peerSeconds = try Timing.seconds(.wall) { try SQLitePeer.importing(inputs.packed, into: path) }
        let other = inputs.catalog + ".again"
        defer { try? FileManager.default.removeItem(atPath: other) }
        let seconds = try importingSeconds(inputs.packed, into: other, by: inputs.command)
        table.add("SQLite, import", peerSeconds, "s")
        table.add("SQLite's import / ours", peerSeconds / seconds, "×", atLeast: 5)
        let peerBytes = try length(of: path)
        table.add("SQLite, file", exactly: peerBytes / 1e6, "MB")
        table.add("catalog / SQLite's file", exactly: try length(of: other) / peerBytes, "×", atMost: 1)

        let peer = try SQLitePeer(path)
        let catalog = try Catalog.open(inputs.catalog)
        try addLookups(to: &table, peer, catalog)
        try addSearch(to: &table, peer, catalog)
    }

    // MARK: Look-ups

    private static func addLookups(to table: inout FigureTable, _ peer: SQLitePeer, _ catalog: Catalog) throws {
        let symbols = LookupFigures.randomSymbols(catalog, count: 50_000)
        for symbol in symbols where peer.row(ofSymbol: symbol) == nil {
            throw CocoaError(.keyValueValidation, userInfo: [NSDebugDescriptionErrorKey: "SQLite has no \(symbol)"])
        }
        add("look a symbol up, p50", 50, "ns", to: &table) {
            Timing.rounds(1, of: symbols.count) { keep(peer.row(ofSymbol: symbols[$0])) }
        } ours: {
            Timing.rounds(1, of: symbols.count) { keep(catalog.row(forSymbol: symbols[$0])) }
        }
        let identifiers = LookupFigures.randomIdentifiers(catalog, count: 20_000)
        let named = identifiers.map { ($0.fieldName, $0.text) }
        for (field, text) in named { keep(peer.rows(field, text)) }
        add("look an identifier up, p50", 50, "ns", to: &table) {
            Timing.rounds(1, of: named.count) { keep(peer.rows(named[$0].0, named[$0].1)) }
        } ours: {
            Timing.rounds(1, of: identifiers.count) { keep(catalog.rows(of: identifiers[$0])) }
        }
    }

    /// Measures the peer and the catalog in alternating rounds. Reports a percentile of the peer, and its ratio to that
    /// of the catalog.
    private static func add(
        _ what: String, _ percent: Double, _ unit: String, to table: inout FigureTable, peer: () -> Rounds,
        ours: () -> Rounds
    ) {
        let pairs = (0..<3).map { _ in
            (peer: peer().percentile(percent).median, ours: ours().percentile(percent).median)
        }
        table.add("SQLite, \(what)", Samples(pairs.map(\.peer)), unit)
        table.add("SQLite / ours, \(what)", Samples(pairs.map { $0.peer / $0.ours }), "×", atLeast: 5)
    }

    // MARK: Search

    private static func addSearch(to table: inout FigureTable, _ peer: SQLitePeer, _ catalog: Catalog) throws {
        let queries = try SearchQueries.recorded().all.enumerated().filter { $0.offset % everyNthQuery == 0 }.map(
            \.element)
        table.begin("SQLite searches for \(queries.count) of the recorded queries, twice")
        // The first round also fills the peer's cache.
        var fastest = [Double](repeating: .infinity, count: queries.count)
        for _ in 0..<2 {
            for (index, query) in queries.enumerated() {
                fastest[index] = min(fastest[index], Timing.seconds { keep(peer.search(query.text)) } * 1e6)
            }
        }
        let search = Samples(fastest)
        let ours = try Timing.rounds(1, of: queries.count, repeats: 3) {
            keep(try catalog.search(queries[$0].text, limit: 10))
        }
        for (name, percent) in [("p50", 50.0), ("p99", 99)] {
            let (theirs, ours) = (search.percentile(percent), ours.percentile(percent).median / 1e3)
            table.add("SQLite, search, \(name) of \(queries.count) queries", theirs, "µs")
            table.add("SQLite / ours, search, \(name)", theirs / ours, "×", atLeast: percent == 99 ? 20 : nil)
        }
    }

    private static func length(of path: String) throws -> Double {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        return Double(size ?? 0)
    }
}
