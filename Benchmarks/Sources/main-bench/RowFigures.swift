import BenchSupport
import Foundation

/// All instruments of the catalog as text, by the command, beside the import that made it.
enum RowFigures {
    static func add(to table: inout FigureTable, _ inputs: Inputs, importSeconds: Double) throws {
        for form in ["ipf", "csv", "jsonl"] {
            let arguments = ["dump", inputs.catalog, "--format", form]
            let runs = try (0..<3).map { _ in try ChildProcess.run(inputs.command, arguments) }
            let seconds = runs.map(\.seconds).min()!
            table.add("dump as \(form)", seconds, "s")
            table.add("dump as \(form) / import", seconds / importSeconds, "×", atMost: 1.5)
        }
        for form in ["ipf", "csv", "jsonl", "arrow", "sqlite"] {
            let path = "\(inputs.catalog).export.\(form)"
            defer { try? FileManager.default.removeItem(atPath: path) }
            let seconds = try ChildProcess.run(inputs.command, ["export", inputs.catalog, "-o", path]).seconds
            table.add("export as \(form)", seconds, "s")
            table.add("export as \(form) / import", seconds / importSeconds, "×", atMost: form == "sqlite" ? nil : 1.5)
        }
    }
}
