public import ProfileFormat

/// Reads a snapshot: every record of a source into a consumer, on the caller's thread.
///
/// ```swift
/// var counter = Counter()   // your RecordConsumer
/// let report = try readSnapshot(from: SourceAddress(parsing: "all.ipf.gz"), into: &counter)
/// ```
/// The source is mapped or downloaded, and inflated on a thread of its own. No thread outlives the call.
///
/// - Parameters:
///   - startingOver: makes the consumer forget what this call gave it: called where a download broke and the source had
///     changed when it could go on. `nil` makes that an error.
/// - Returns: what was read and what it cost. Where `notModified` is set the consumer was not called.
/// - Throws: `IngestError` for the source and what is around its text; what the consumer throws, as it is.
@discardableResult
public func readSnapshot<Consumer: RecordConsumer & ~Copyable>(
    from address: SourceAddress, options: IngestOptions = IngestOptions(), into consumer: inout Consumer,
    startingOver: ((inout Consumer) throws -> Void)? = nil
) throws -> SnapshotReport {
    var reader = RecordReader(limits: options.limits.records)
    let pipeline = Pipeline(address, options)
    var report = try pipeline.run { chunk in
        if chunk.startsOver, reader.bytesRead > 0 {
            guard let startingOver else { throw IngestError.sourceChanged }
            try startingOver(&consumer)
            reader = RecordReader(limits: options.limits.records)
        }
        try reader.read(chunk.bytes, into: &consumer)
        return reader.linesRead
    }
    guard !report.notModified else { return report }
    let start = MonotonicTime.now
    try reader.finish(into: &consumer)
    report.lines = reader.linesRead
    report.isComplete = reader.isComplete
    report.seconds.consume += start.secondsSince
    report.seconds.wall += start.secondsSince
    return report
}

/// Reads a source's bytes, inflated, a chunk at a time on the caller's thread; a chunk lives as long as the call.
///
/// - Parameters:
///   - startingOver: called before the first chunk of a source that changed while it was downloaded: all chunks so far
///     are void. `nil` makes that an error.
/// - Throws: `IngestError`, or what `body` throws.
@discardableResult
public func readChunks(
    from address: SourceAddress, options: IngestOptions = IngestOptions(), startingOver: (() throws -> Void)? = nil,
    _ body: (Span<UInt8>) throws -> Void
) throws -> SnapshotReport {
    var hasBegun = false
    return try Pipeline(address, options).run { chunk in
        if chunk.startsOver, hasBegun {
            guard let startingOver else { throw IngestError.sourceChanged }
            try startingOver()
        }
        hasBegun = hasBegun || !chunk.bytes.isEmpty
        if !chunk.bytes.isEmpty { try body(chunk.bytes) }
        return nil
    }
}

/// Reads a whole source, inflated, into memory: for the small files beside the profiles, such as schedule defaults.
///
/// - Parameter limit: the most bytes that are taken.
/// - Throws: `IngestError`, of kind `limitExceeded` for a source of more bytes than `limit`.
public func readBytes(
    from address: SourceAddress, options: IngestOptions = IngestOptions(), limit: Int = 64 << 20
) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try readChunks(from: address, options: options, startingOver: { bytes = [] }) { chunk in
        guard bytes.count + chunk.count <= limit else {
            throw IngestError(
                kind: .limitExceeded,
                reason: "it holds more than \(limit) bytes, the limit for what is read into memory; check the address")
        }
        // SAFETY: the pointer is used within the call only, which copies from it.
        unsafe chunk.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }
    return bytes
}

extension IngestError {
    static let sourceChanged = IngestError(
        kind: .sourceChanged,
        reason: "the source changed while it was read and the connection broke; read it again from the beginning")
}
