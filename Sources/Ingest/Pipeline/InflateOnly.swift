package import Packing
import SystemFiles

/// Inflates a compressed file on the caller's thread, and discards the result. It is a baseline for measurements.
///
/// - Returns: A report with the library and the numbers of bytes.
/// - Throws: `IngestError`. Its kind is `unreadable` if the path is not a nonempty regular file.
public func inflateOnly(_ path: String, limits: IngestLimits = IngestLimits()) throws(IngestError) -> SnapshotReport {
    try inflateOnly(path, limits: limits, by: .fastest)
}

/// Inflates a compressed file with a given library, and discards the result.
package func inflateOnly(
    _ path: String, limits: IngestLimits = IngestLimits(), by library: InflateLibrary
) throws(IngestError) -> SnapshotReport {
    let address = SourceAddress(path: path)
    do throws(IngestError) {
        let file = try OpenFile.source(path)
        let status = try file.sourceStatus()
        guard status.isFile, status.size > 0 else {
            throw IngestError(kind: .unreadable, reason: "only a file that is not empty can be inflated alone")
        }
        let counters = PipelineCounters()
        let mapped = try IngestError.reading { () throws(FileFault) in try MappedFile(file) }
        mapped.willBeReadOnce()
        var decoder = Decoder(
            MappedSource(mapped, counters), DiscardingOutput(Pipeline.decodedBufferBytes), limits, by: library)
        do throws(PipelineStop) {
            try decoder.run { _ in }
        } catch {
            guard case .failed(let error) = error else { throw .cancelled }
            throw error
        }
        var report = SnapshotReport(address: address)
        report.bytesIn = counters.bytesIn.load()
        report.inflatedBy = library
        report.inflatedBytes = decoder.tally.written
        return report
    } catch {
        throw error.at(address)
    }
}
