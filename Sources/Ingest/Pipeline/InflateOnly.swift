package import Packing
import SystemFiles

/// Inflates a packed file on the caller's thread and forgets the result: what a reading is measured against.
///
/// - Returns: what was inflated.
/// - Throws: `IngestError`, of kind `unreadable` for anything but a regular file.
public func inflateOnly(_ path: String, limits: IngestLimits = IngestLimits()) throws(IngestError) -> SnapshotReport {
    try inflateOnly(path, limits: limits, by: .fastest)
}

/// The same by one of the libraries.
package func inflateOnly(
    _ path: String, limits: IngestLimits = IngestLimits(), by library: InflateLibrary
) throws(IngestError) -> SnapshotReport {
    let address = SourceAddress(path: path)
    do throws(IngestError) {
        let file = try OpenFile.source(path)
        let status = try file.sourceStatus()
        guard status.isFile, status.size > 0 else {
            throw IngestError(kind: .unreadable, reason: "inflating alone is for files that hold something")
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
