import BenchSupport
import Foundation

/// How an import grows with what it reads.
enum GrowthFigures {
    /// Compares the universe with one of ten times as many instruments.
    static func add(to table: inout FigureTable, _ inputs: Inputs, large: String) throws {
        let catalog = inputs.catalog + ".large"
        defer { try? FileManager.default.removeItem(atPath: catalog) }
        let small = try ImportFigures.measure(inputs.command, inputs.packed, into: inputs.catalog)
        let grown = try ImportFigures.measure(inputs.command, large, into: catalog)
        table.add("import, all indexes", small.seconds, "s")
        table.add("import of ten times as many", grown.seconds, "s")
        table.add("import, ten times / once, time", grown.seconds / small.seconds, "×", atMost: 11)
        let growth = Double(grown.summary.bytesOut) / Double(small.summary.bytesOut)
        table.add("import, ten times / once, catalog", growth, "×", atMost: 11)
        table.add("import of ten times as many, peak memory", Double(grown.peakBytes) / 1e6, "MB", atMost: 6000)
    }
}
