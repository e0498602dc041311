import BenchSupport
import Foundation
import Ingest

/// The main job, from the bytes of a source to answers from a catalog, beside what others take for the same bytes in the
/// same run.
@main
struct MainBench {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard (3...4).contains(arguments.count) else {
            let usage = "usage: main-bench PATH-OF-IPF UNIVERSE-WITHOUT-EXTENSION [LARGE-UNIVERSE.ipf.gz]\n"
            FileHandle.standardError.write(Data(usage.utf8))
            exit(2)
        }
        let inputs = try Inputs(command: arguments[1], universe: arguments[2])
        defer { try? FileManager.default.removeItem(atPath: inputs.catalog) }
        var table = FigureTable("\(inputs.plainBytes / 1_000_000) MB of IPF, \(inputs.rows) instruments")
        if arguments.count == 4 {
            try GrowthFigures.add(to: &table, inputs, large: arguments[3])
            return print(table.render(), terminator: "")
        }
        // First, while this process is small: a child's peak begins with its parent's at the time that it was made.
        let importSeconds = try ImportFigures.add(to: &table, inputs)
        try RowFigures.add(to: &table, inputs, importSeconds: importSeconds)
        try ScanFigures.add(to: &table, inputs)
        try LookupFigures.add(to: &table, inputs)
        try CatalogFigures.add(to: &table, inputs)
        try JudgedFigures.add(to: &table, inputs)
        print(table.render(), terminator: "")
    }
}

/// The files that are measured, warm in the system's cache.
struct Inputs {
    let command: String
    let plain: String
    let packed: String
    /// Written by the import, read by the lookups.
    let catalog: String
    let plainBytes: Int
    let rows: Int

    /// Figures are the smallest of so many runs: what is left when nobody else has the processor.
    static let runs = 5

    init(command: String, universe: String) throws {
        self.command = command
        plain = universe + ".ipf"
        packed = universe + ".ipf.gz"
        catalog = universe + ".ipfc"
        // Also brings both files into the cache.
        var counter = RecordCounter()
        plainBytes = try counter.read(plain).inflatedBytes
        rows = counter.rows
        keep(try inflateOnly(packed))
    }
}
