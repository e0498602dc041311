import BenchSupport
import Foundation
import InstrumentCatalog

/// Counts the judged queries with a correct result. The queries are typed texts, and instruments in other notations.
enum JudgedFigures {
    /// The day on which the expected results of the tables are right.
    private static let day = CalendarDate(year: 2026, month: 11, day: 21)

    static func add(to table: inout FigureTable, _ inputs: Inputs) throws {
        guard let tables = ProcessInfo.processInfo.environment["IPF_CONFORMANCE"] else {
            return table.skip("judged queries", because: "IPF_CONFORMANCE isn't set")
        }
        let folder = URL(filePath: tables).appending(path: "search")
        let path = inputs.catalog + ".judged"
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = try importingSeconds(folder.appending(path: "instruments.ipf").path, into: path, by: inputs.command)
        let catalog = try Catalog.open(path)
        for name in ["judged", "notations"] {
            let text = try String(contentsOf: folder.appending(path: "\(name).tsv"), encoding: .utf8)
            let lines = text.split(separator: "\n").map { $0.split(separator: "\t") }
            let right = try lines.count { line in
                let found = try catalog.search(String(line[0]), on: day, limit: 1).hits.first
                return line[1].split(separator: "|").contains { $0 == found.map { catalog.symbol(at: $0.row) } ?? "" }
            }
            table.add(
                "\(name) queries right, of \(lines.count)", exactly: Double(right), "", atLeast: Double(lines.count))
        }
    }
}

/// Imports a source by the command. Returns the seconds.
func importingSeconds(_ source: String, into catalog: String, by command: String) throws -> Double {
    try? FileManager.default.removeItem(atPath: catalog)
    let process = Process()
    process.executableURL = URL(filePath: command)
    process.arguments = ["import", source, "-o", catalog]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let seconds = try Timing.seconds {
        try process.run()
        process.waitUntilExit()
    }
    guard process.terminationStatus == 0 else {
        throw CocoaError(.executableLoad, userInfo: [NSDebugDescriptionErrorKey: "ipf import \(source) failed"])
    }
    return seconds
}
