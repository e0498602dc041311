import SystemFiles

/// What inflating alone costs.
public struct InflateMeasure: Hashable, Sendable {
    /// Bytes as stored.
    public var bytesIn: Int
    /// Bytes after inflating.
    public var inflatedBytes: Int
    /// From the first byte to the last, without opening the file.
    public var seconds: Double
}

/// Inflates a packed file on the caller's thread and forgets the result: what a reading is measured against.
///
/// - Throws: `IngestError`, of kind `unreadable` for anything but a regular file.
public func inflateOnly(_ path: String, limits: IngestLimits = IngestLimits()) throws(IngestError) -> InflateMeasure {
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
        let start = MonotonicTime.now
        var decoder = Decoder(MappedSource(mapped, counters), DiscardingOutput(Pipeline.decodedBufferBytes), limits)
        do throws(PipelineStop) {
            try decoder.run { _ in }
        } catch {
            guard case .failed(let error) = error else { throw .cancelled }
            throw error
        }
        return InflateMeasure(
            bytesIn: counters.bytesIn.load(), inflatedBytes: decoder.tally.written, seconds: start.secondsSince)
    } catch {
        throw error.at(address)
    }
}
