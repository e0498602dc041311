import BenchSupport
import Foundation
import Ingest
import InstrumentCatalog

/// Repeats one operation: `count-bench CATALOG WORK TIMES`, or imports: `count-bench FILE.ipf import`.
///
/// `Benchmarks/counts` runs it under `callgrind` twice, with different TIMES. All other work is equal in both runs, so
/// the difference is the cost of the additional operations.
@main
struct CountBench {
    /// The number of inputs that every run prepares.
    private static let prepared = 40_000

    private static let works: [(name: String, run: @Sendable (Catalog, Int) throws -> Void)] = [
        ("symbol", symbol), ("symbols", symbols), ("identifier", identifier), ("identifiers", identifiers),
        ("profile", profile), ("in-order", inOrder), ("search", search), ("update", update),
    ]

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        if arguments.count == 2, arguments[2] == "import" { return try importing(arguments[1]) }
        guard arguments.count == 3, let times = Int(arguments[3]), (0...prepared).contains(times),
            let work = works.first(where: { $0.name == arguments[2] })
        else {
            let names = works.map(\.name).joined(separator: ", ")
            FileHandle.standardError.write(
                Data("usage: count-bench CATALOG WORK TIMES; up to \(prepared) times; work: \(names)\n".utf8))
            exit(2)
        }
        try work.run(try Catalog.open(arguments[1]), times)
    }

    private static func someSymbols(_ catalog: Catalog) -> [String] {
        var random = FixedGenerator(seed: 21)
        return (0..<prepared).map { _ in catalog.symbol(at: Row(Int.random(in: 0..<catalog.count, using: &random))) }
    }

    private static func someISINs(_ catalog: Catalog) -> [Identifier] {
        var random = FixedGenerator(seed: 22)
        let rows = (0..<catalog.count).map { Row($0) }.filter { catalog.withField(.isin, at: $0) { !$0.isEmpty } }
        return (0..<prepared).map { _ in .isin(catalog.string(.isin, at: rows.randomElement(using: &random)!)) }
    }

    @Sendable private static func symbol(_ catalog: Catalog, _ times: Int) {
        let symbols = someSymbols(catalog)
        for number in 0..<times { keep(catalog.row(forSymbol: symbols[number])) }
    }

    @Sendable private static func symbols(_ catalog: Catalog, _ times: Int) {
        let symbols = someSymbols(catalog)
        for start in stride(from: 0, to: times, by: 1000) {
            keep(catalog.rows(forSymbols: Array(symbols[start..<min(start + 1000, times)])))
        }
    }

    @Sendable private static func identifier(_ catalog: Catalog, _ times: Int) {
        let identifiers = someISINs(catalog)
        for number in 0..<times { keep(catalog.rows(of: identifiers[number])) }
    }

    @Sendable private static func identifiers(_ catalog: Catalog, _ times: Int) {
        let identifiers = someISINs(catalog)
        for start in stride(from: 0, to: times, by: 1000) {
            keep(catalog.lookup(Array(identifiers[start..<min(start + 1000, times)])))
        }
    }

    @Sendable private static func profile(_ catalog: Catalog, _ times: Int) {
        let symbols = someSymbols(catalog)
        for number in 0..<times { keep(catalog[symbols[number]]) }
    }

    @Sendable private static func inOrder(_ catalog: Catalog, _ times: Int) {
        for instrument in catalog.instruments(defaults: .empty).prefix(times) { keep(instrument.symbol) }
    }

    /// Runs the recorded queries in turn.
    @Sendable private static func search(_ catalog: Catalog, _ times: Int) throws {
        let queries = try SearchQueries.recorded().all
        for number in 0..<times { keep(try catalog.search(queries[number % queries.count].text, limit: 10)) }
    }

    /// Applies batches of 200 updates to a copy of the catalog.
    @Sendable private static func update(_ catalog: Catalog, _ times: Int) throws {
        let source = CommandLine.arguments[1]
        let folder = FileManager.default.temporaryDirectory.appending(path: "count-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let copy = folder.appending(path: "live").path
        try FileManager.default.copyItem(atPath: source, toPath: copy)
        let live = try LiveCatalog.open(path: copy)
        defer { try? live.close() }
        let changed = someSymbols(catalog).enumerated().map { number, symbol in
            var profile = catalog[symbol]!
            profile.description = "Changed \(number)"
            return profile
        }
        for start in stride(from: 0, to: times, by: 200) {
            try live.apply(Array(changed[start..<min(start + 200, times)]))
        }
    }

    /// Imports on one thread; `ipf import` uses all processors.
    private static func importing(_ path: String) throws {
        var builder = CatalogBuilder()
        keep(try readSnapshot(from: SourceAddress(path: path), into: &builder))
        let catalog = FileManager.default.temporaryDirectory.appending(path: "count-bench-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: catalog) }
        keep(try builder.write(to: catalog))
    }
}
