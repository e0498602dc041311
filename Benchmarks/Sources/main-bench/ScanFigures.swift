import BenchSupport
import Foundation
import Ingest

/// Reading alone.
enum ScanFigures {
    static func add(to table: inout FigureTable, _ inputs: Inputs) throws {
        // One of each in turn, so that a busy moment affects all of them. What runs on one thread is measured by that
        // thread's own time.
        var newlines: [Double] = []
        var plain: [Double] = []
        var inflate: [Double] = []
        var packed: [Double] = []
        for _ in 0..<Inputs.runs {
            newlines.append(try Timing.seconds(.thread) { keep(try countNewlines(inputs.plain)) })
            plain.append(try scan(inputs.plain, .thread))
            inflate.append(try Timing.seconds(.thread) { keep(try inflateOnly(inputs.packed)) })
            packed.append(try scan(inputs.packed, .wall))
        }
        let gigabytes = Double(inputs.plainBytes) / 1e9
        let fastest = (
            newlines: Samples(newlines).smallest, plain: Samples(plain).smallest, inflate: Samples(inflate).smallest,
            packed: Samples(packed).smallest
        )
        table.add("count newlines of the mapped file with memchr", gigabytes / fastest.newlines, "GB/s")
        table.add("scan plain", gigabytes / fastest.plain, "GB/s", atLeast: 3)
        table.add("scan plain", Double(inputs.rows) / fastest.plain / 1e6, "million rows/s", atLeast: 12)
        table.add("scan plain / count newlines", fastest.plain / fastest.newlines, "×", atMost: 9)
        table.add("inflate the same, alone", gigabytes / fastest.inflate, "GB/s")
        table.add("scan gzip", gigabytes / fastest.packed, "GB/s")
        table.add("scan gzip / inflate alone", fastest.packed / fastest.inflate, "×", atMost: 1.3)
    }

    private static func scan(_ path: String, _ clock: Timing.Clock) throws -> Double {
        var counter = RecordCounter()
        let seconds = try Timing.seconds(clock) { keep(try counter.read(path)) }
        keep(counter.rows)
        return seconds
    }

    /// Maps the file afresh, as a scan does, and counts.
    private static func countNewlines(_ path: String) throws -> Int {
        let data = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
        // SAFETY: the pointers stay within the bytes, and the bytes outlive the closure.
        return unsafe data.withUnsafeBytes { bytes in
            guard var position = bytes.baseAddress else { return 0 }
            var left = bytes.count
            var count = 0
            while let found = unsafe memchr(position, 0x0A, left) {
                let next = unsafe UnsafeRawPointer(found) + 1
                left -= unsafe next - position
                unsafe position = next
                count += 1
            }
            return count
        }
    }
}
