import BenchSupport
import Foundation
import Ingest

/// Measures the libraries, from reading a source to querying a catalog. Peers do the same work on the same bytes.
/// `Benchmarks/commands` measures whole processes.
@main
struct MainBench {
    /// Further arguments name the parts to measure, for example to run only these under a profiler.
    private static let parts: [(name: String, measure: @Sendable (inout FigureTable, Inputs) throws -> Void)] = [
        ("scan", ScanFigures.add), ("lookup", LookupFigures.add), ("questions", CatalogFigures.add),
        ("judged", JudgedFigures.add), ("sqlite", PeerFigures.add),
    ]

    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let wanted = Set(arguments.dropFirst(3))
        guard arguments.count >= 3, wanted.isSubset(of: parts.map(\.name)) else {
            let usage = """
                usage: main-bench PATH-OF-IPF UNIVERSE-WITHOUT-EXTENSION ITS-CATALOG [PART...]
                parts: \(parts.map(\.name).joined(separator: ", "))

                """
            FileHandle.standardError.write(Data(usage.utf8))
            exit(2)
        }
        let inputs = try Inputs(command: arguments[0], universe: arguments[1], catalog: arguments[2])
        var table = FigureTable("\(inputs.plainBytes / 1_000_000) MB of IPF, \(inputs.rows) instruments")
        for part in parts where wanted.isEmpty || wanted.contains(part.name) { try part.measure(&table, inputs) }
    }
}

/// The measured files, warm in the system's cache.
struct Inputs {
    let command: String
    let plain: String
    let packed: String
    let list: String
    let catalog: String
    let plainBytes: Int
    let listBytes: Int
    let rows: Int

    init(command: String, universe: String, catalog: String) throws {
        self.command = command
        self.catalog = catalog
        plain = universe + ".ipf"
        packed = universe + ".ipf.gz"
        list = universe + ".csv"
        listBytes = try Data(contentsOf: URL(filePath: list), options: .alwaysMapped).count
        // Also loads both files into the cache.
        var counter = RecordCounter()
        plainBytes = try counter.read(plain).inflatedBytes
        rows = counter.rows
        keep(try inflateOnly(packed))
    }
}
