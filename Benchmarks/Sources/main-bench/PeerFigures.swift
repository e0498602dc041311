import BenchSupport
import Foundation
import Ingest
import InstrumentCatalog

/// SQLite with the same instruments, in the same run.
enum PeerFigures {
    /// The catalog's own figures, in nanoseconds.
    struct Ours {
        var identifier: Double
        var searchP99: Double
    }

    static func add(
        to table: inout FigureTable, _ inputs: Inputs, _ catalog: Catalog, _ queries: SearchQueries, ours: Ours
    ) throws {
        let path = inputs.catalog + ".sqlite"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let peerSeconds = try Timing.seconds(.wall) { try SQLitePeer.importing(inputs.packed, into: path) }
        let other = inputs.catalog + ".again"
        defer { try? FileManager.default.removeItem(atPath: other) }
        let seconds = try ChildProcess.run(inputs.command, ["import", inputs.packed, "-o", other]).seconds
        table.add("SQLite, import", peerSeconds, "s")
        table.add("SQLite's import / ours", peerSeconds / seconds, "×", atLeast: 5)
        let peerBytes = try length(of: path)
        table.add("SQLite, file", peerBytes / 1e6, "MB")
        table.add("catalog / SQLite's file", try length(of: other) / peerBytes, "×", atMost: 1)

        let peer = try SQLitePeer(path)
        try addLookups(to: &table, peer, catalog, ours)
        for query in queries.all { keep(peer.search(query.text)) }
        let search = Samples(Timing.fastest(of: 2, queries.all.count) { keep(peer.search(queries.all[$0].text)) })
        table.add("SQLite, search, p50", search.median / 1e3, "µs")
        table.add("SQLite, search, p99", search.percentile(99) / 1e3, "µs")
        table.add("SQLite's search / ours, p99", search.percentile(99) / ours.searchP99, "×", atLeast: 20)
    }

    private static func addLookups(
        to table: inout FigureTable, _ peer: SQLitePeer, _ catalog: Catalog, _ ours: Ours
    ) throws {
        var random = FixedGenerator(seed: 6)
        let symbols = (0..<50_000).map { _ in catalog.symbol(at: Int.random(in: 0..<catalog.count, using: &random)) }
        for symbol in symbols where peer.row(ofSymbol: symbol) == nil {
            throw CocoaError(.keyValueValidation, userInfo: [NSDebugDescriptionErrorKey: "SQLite has no \(symbol)"])
        }
        let peerSymbols = Timing.samples(symbols.count, .wall) { keep(peer.row(ofSymbol: symbols[$0])) }
        let ourSymbols = Timing.samples(symbols.count, .wall) { keep(catalog.row(forSymbol: symbols[$0])) }
        table.add("SQLite, look a symbol up, p50", peerSymbols.median, "ns")
        table.add("SQLite's lookup of symbols / ours", peerSymbols.median / ourSymbols.median, "×", atLeast: 5)
        let identifiers = CatalogFigures.randomIdentifiers(catalog, count: 20_000).map { ($0.fieldName, $0.text) }
        for (field, text) in identifiers { keep(peer.rows(field, text)) }
        let peerIdentifiers = Timing.samples(identifiers.count, .wall) {
            keep(peer.rows(identifiers[$0].0, identifiers[$0].1))
        }
        table.add("SQLite, look an identifier up, p50", peerIdentifiers.median, "ns")
        table.add("SQLite's lookup of identifiers / ours", peerIdentifiers.median / ours.identifier, "×", atLeast: 5)
    }

    private static func length(of path: String) throws -> Double {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        return Double(size ?? 0)
    }
}
