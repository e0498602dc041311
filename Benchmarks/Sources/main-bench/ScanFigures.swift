import BenchSupport
import Foundation
@_spi(Measuring) import Ingest

/// Measures reading without building.
enum ScanFigures {
    private static let runs = 7

    static func add(to table: inout FigureTable, _ inputs: Inputs) throws {
        // The measurements alternate, so that a busy moment affects all of them. Work on one thread is measured by the
        // processor time of that thread.
        var copy: [Double] = []
        var newlines: [Double] = []
        var plain: [Double] = []
        var inflate: [Double] = []
        var packed: [Double] = []
        var list: [Double] = []
        for _ in 0..<runs {
            copy.append(try Timing.seconds(.thread) { keep(try MappedFigures.copy(inputs.plain)) })
            newlines.append(try Timing.seconds(.thread) { keep(try MappedFigures.countNewlines(inputs.plain)) })
            plain.append(try scan(inputs.plain, .thread))
            inflate.append(try Timing.seconds(.thread) { keep(try inflateOnly(inputs.packed)) })
            packed.append(try scan(inputs.packed, .wall))
            list.append(try Timing.seconds(.thread) { keep(try splitOnly(inputs.list)) })
        }
        let gigabytes = Double(inputs.plainBytes) / 1e9
        func rate(_ seconds: [Double]) -> Samples { Samples(seconds).map { gigabytes / $0 } }
        func ratio(_ ours: [Double], _ limit: [Double]) -> Samples { Samples(zip(ours, limit).map { $0 / $1 }) }
        let inflating = FigureTable.Limit("inflating alone", rate(inflate), "GB/s")
        let copying = FigureTable.Limit("memory copy", rate(copy), "GB/s")
        table.add("copy the mapped file's bytes, a MiB at a time", rate(copy), "GB/s")
        table.add("count newlines of the mapped file with memchr", rate(newlines), "GB/s")
        table.add("scan plain, one thread", rate(plain), "GB/s", atLeast: 4.5, beside: copying)
        table.add(
            "scan plain, rows", Samples(plain).map { Double(inputs.rows) / $0 / 1e6 }, "million rows/s", atLeast: 12)
        table.add("scan plain / count newlines", ratio(plain, newlines), "×", atMost: 9)
        table.add("inflate the same, alone", rate(inflate), "GB/s")
        table.add("scan gzip", rate(packed), "GB/s", atLeast: 2.5, beside: inflating)
        table.add("scan gzip / inflate alone", ratio(packed, inflate), "×", atMost: 1.15, beside: inflating)
        // `Benchmarks/lists` compares this figure with the readers of polars and DuckDB.
        let listGigabytes = Double(inputs.listBytes) / 1e9
        table.add(
            "split CSV into fields, one thread", Samples(list).map { listGigabytes / $0 }, "GB/s", atLeast: 1,
            beside: copying)
    }

    private static func scan(_ path: String, _ clock: Timing.Clock) throws -> Double {
        var counter = RecordCounter()
        let seconds = try Timing.seconds(clock) { keep(try counter.read(path)) }
        keep(counter.rows)
        return seconds
    }
}

/// Measures the minimum work of reading a file's bytes. Each run maps the file again, as a scan does.
private enum MappedFigures {
    /// The last copied byte, so that the compiler does not remove the copies.
    static func copy(_ path: String) throws -> UInt8 {
        let data = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        // SAFETY: both ranges have `count` bytes, and both outlive the closures.
        unsafe data.withUnsafeBytes { bytes in
            unsafe buffer.withUnsafeMutableBytes { buffer in
                var position = 0
                while position < bytes.count {
                    let count = min(buffer.count, bytes.count - position)
                    unsafe memcpy(buffer.baseAddress!, bytes.baseAddress! + position, count)
                    position += count
                }
            }
        }
        return buffer.last!
    }

    static func countNewlines(_ path: String) throws -> Int {
        let data = try Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
        // SAFETY: the pointers remain within the bytes, and the bytes outlive the closure.
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
