import BenchSupport
import Foundation

/// Importing by the command, as its users do, beside the command `gzip -dc`.
enum ImportFigures {
    /// Seconds of the import.
    static func add(to table: inout FigureTable, _ inputs: Inputs) throws -> Double {
        var gzip: [Double] = []
        var runs: [(seconds: Double, peakBytes: Int, summary: Summary)] = []
        for _ in 0..<3 {
            gzip.append(try ChildProcess.run("/usr/bin/env", ["gzip", "-dc", inputs.packed]).seconds)
            runs.append(try measure(inputs.command, inputs.packed, into: inputs.catalog))
        }
        let best = runs.min { $0.seconds < $1.seconds }!
        let fastestGzip = Samples(gzip).smallest
        table.add("gzip -dc > /dev/null", fastestGzip, "s")
        table.add("import gzip into a catalog", best.seconds, "s")
        table.add("import gzip, all indexes / gzip -dc", best.seconds / fastestGzip, "×", atMost: 2.5)
        let withoutIndexes = best.seconds - (best.summary.seconds["indexes"] ?? 0)
        table.add("import gzip without its indexes / gzip -dc", withoutIndexes / fastestGzip, "×", atMost: 1.2)
        for (name, seconds) in best.summary.seconds.sorted(by: { $0.key < $1.key }) where name != "whole" && seconds > 0
        {
            table.add("  import, \(name)", seconds, "s")
        }
        let peak = Double(runs.map(\.peakBytes).max() ?? 0)
        table.add("import, peak memory", peak / 1e6, "MB")
        table.add("import, peak memory / plain size", peak / Double(inputs.plainBytes), "×", atMost: 0.6)
        table.add("catalog", Double(best.summary.bytesOut) / 1e6, "MB")
        table.add(
            "catalog / plain size", Double(best.summary.bytesOut) / Double(inputs.plainBytes), "×", atMost: 0.4)
        return best.seconds
    }

    /// One import into a new catalog.
    static func measure(
        _ command: String, _ source: String, into catalog: String
    ) throws -> (seconds: Double, peakBytes: Int, summary: Summary) {
        try? FileManager.default.removeItem(atPath: catalog)
        let run = try ChildProcess.run(command, ["import", source, "-o", catalog, "--json"])
        return (run.seconds, run.peakBytes, try JSONDecoder().decode(Summary.self, from: run.output))
    }

    /// What of the command's summary is shown.
    struct Summary: Decodable {
        let bytesOut: Int
        let seconds: [String: Double]
    }
}

/// A process of its own, for what is measured of a whole process.
enum ChildProcess {
    /// Runs a program; its standard output goes into a file, which is nearly free.
    static func run(_ path: String, _ arguments: [String]) throws -> (seconds: Double, peakBytes: Int, output: Data) {
        let isMeasured = path != "/usr/bin/env"
        let file = FileManager.default.temporaryDirectory.appending(path: "main-bench-\(getpid()).out").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        if isMeasured { _ = FileManager.default.createFile(atPath: file, contents: nil) }
        process.standardOutput = isMeasured ? FileHandle(forWritingAtPath: file) : FileHandle.nullDevice
        let seconds = try Timing.seconds {
            try process.run()
            process.waitUntilExit()
        }
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        var usage = rusage()
        // SAFETY: the call fills the structure within the call.
        _ = unsafe getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        let output = isMeasured ? try Data(contentsOf: URL(filePath: file)) : Data()
        // The largest of all children so far: gzip takes two megabytes, so that it is the import's.
        return (seconds, usage.ru_maxrss * 1024, output)
    }
}
