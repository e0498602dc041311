public import ProfileFormat
import SystemFiles

/// Reads a snapshot: passes all records of a source to a consumer on the caller's thread.
///
/// ```swift
/// var counter = Counter()   // your RecordConsumer
/// let report = try readSnapshot(from: SourceAddress(parsing: "all.ipf.gz"), into: &counter)
/// ```
/// The source is mapped or downloaded, and inflated on a separate thread. All threads end before the call returns. On
/// Linux, a process that overwrites the file must wait until the content is copied, so that the snapshot is consistent.
/// The module's page lists the cases in which this is not guaranteed.
///
/// All files of a zip archive are read in order, each as a separate text (`RecordReader.begin(file:into:)`).
///
/// - Parameters:
///   - startingOver: Discards everything that the consumer has received. It is called if a download was interrupted and
///     the source has changed before it was resumed. If `nil`, that is an error.
/// - Returns: The results and costs. If `notModified` is set, the consumer was not used.
/// - Throws: `IngestError` for faults of the source or its encoding, and the errors of the consumer.
@discardableResult
public func readSnapshot<Consumer: RecordConsumer & ~Copyable>(
    from address: SourceAddress, options: IngestOptions = IngestOptions(), into consumer: inout Consumer,
    startingOver: ((inout Consumer) throws -> Void)? = nil
) throws -> SnapshotReport {
    guard let rewriter = options.rewriter else {
        return try readSnapshot(Pipeline(address, options), into: &consumer, startingOver: startingOver) {
            (chunk, reader, consumer) in
            try reader.read(chunk.bytes, into: &consumer)
        }
    }
    var rewriting = RewritingConsumer(consumer, rewriter, of: address, limits: options.limits.records)
    let report: SnapshotReport
    do {
        report = try readSnapshot(
            Pipeline(address, options), into: &rewriting,
            startingOver: startingOver.map { startingOver in
                { (consumer: inout RewritingConsumer<Consumer>) in
                    rewriter.startOver()
                    try startingOver(&consumer.inner)
                }
            }
        ) { (chunk, reader, consumer) in
            try reader.read(chunk.bytes, into: &consumer)
        }
    } catch {
        consumer = rewriting.finish()
        throw error
    }
    consumer = rewriting.finish()
    return report
}

/// Reads a snapshot on `IngestOptions.threads` threads. The result equals that of
/// `readSnapshot(from:options:into:startingOver:)`.
@discardableResult
package func readSnapshot<Consumer: MergingConsumer & ~Copyable>(
    from address: SourceAddress, options: IngestOptions = IngestOptions(), merging consumer: inout Consumer,
    startingOver: ((inout Consumer) throws -> Void)? = nil
) throws -> SnapshotReport {
    // A rewriter may count profiles, so profiles must be read in order.
    let pipeline = Pipeline(address, options, inParts: options.rewriter == nil)
    guard let board = pipeline.board else {
        return try readSnapshot(from: address, options: options, into: &consumer, startingOver: startingOver)
    }
    if let mapper = options.list {
        var ahead = ParallelListReader<Consumer>(board)
        return try readList(pipeline, mapper, into: &consumer, startingOver: startingOver) { (chunk, rows, list) in
            try ahead.read(chunk.bytes, chunk.part, text: chunk.text, &rows, into: &list)
        }
    }
    var sideBySide = ParallelChunkReader<Consumer>(board)
    return try readSnapshot(pipeline, into: &consumer, startingOver: startingOver) { (chunk, reader, consumer) in
        try sideBySide.read(chunk.bytes, chunk.part, text: chunk.text, &reader, into: &consumer)
    }
}

/// - Parameter read: A closure that reads a chunk into the consumer.
private func readSnapshot<Consumer: RecordConsumer & ~Copyable>(
    _ pipeline: Pipeline, into consumer: inout Consumer, startingOver: ((inout Consumer) throws -> Void)?,
    _ read: (borrowing Pipeline.Chunk, inout RecordReader, inout Consumer) throws -> Void
) throws -> SnapshotReport {
    let options = pipeline.options
    if let mapper = options.list {
        return try readList(pipeline, mapper, into: &consumer, startingOver: startingOver)
    }
    var reader = RecordReader(limits: options.limits.records, strictness: options.strictness)
    // In a single text, only common mistakes are detected here, because the reader reports other faults. Each file of
    // an archive must begin like profiles.
    var check = ProfileTextCheck()
    var hasBegun = false
    var report = try pipeline.run { chunk in
        if chunk.startsOver {
            if hasBegun {
                guard let startingOver else { throw IngestError.sourceChanged }
                try startingOver(&consumer)
            }
            reader = RecordReader(limits: options.limits.records, strictness: options.strictness)
            (check, hasBegun) = (ProfileTextCheck(), false)
        }
        if let file = chunk.file {
            try reader.begin(file: file, into: &consumer)
            check = ProfileTextCheck()
        }
        if let file = reader.file {
            if let found = check.fault(chunk.bytes) { throw IngestError.notProfiles(file, found) }
        } else if let error = check.otherForm(chunk.bytes) {
            throw error
        }
        hasBegun = hasBegun || !chunk.bytes.isEmpty
        try read(chunk, &reader, &consumer)
        return reader.totalLines
    }
    guard !report.notModified else { return report }
    let start = MonotonicTime.now
    try reader.finish(into: &consumer)
    report.lines = reader.totalLines
    report.isComplete = reader.isComplete
    report.warnings = reader.warnings
    report.seconds.consume += start.secondsSince
    report.seconds.wall += start.secondsSince
    return report
}

/// Reads the inflated bytes of a source in chunks, on the caller's thread. A chunk is valid until `body` returns.
///
/// - Parameters:
///   - startingOver: Called before the first chunk of a new version, if the source has changed during a download. All
///     earlier chunks are then invalid. If `nil`, that is an error.
///   - startingFile: Called with the name of each file of a zip archive, before its first chunk. If `nil`, an archive
///     with several nonempty files is an error.
/// - Throws: `IngestError`, with the kind `severalFiles` for such an archive, or the errors of `body`.
@discardableResult
package func readChunks(
    from address: SourceAddress, options: IngestOptions = IngestOptions(), startingOver: (() throws -> Void)? = nil,
    startingFile: ((String) throws -> Void)? = nil, _ body: (Span<UInt8>) throws -> Void
) throws -> SnapshotReport {
    var hasBegun = false
    var name = ""
    // The name of the first nonempty file; empty if the source is not an archive.
    var first: String?
    return try Pipeline(address, options).run { chunk in
        if chunk.startsOver {
            if hasBegun {
                guard let startingOver else { throw IngestError.sourceChanged }
                try startingOver()
            }
            (hasBegun, name, first) = (false, "", nil)
        }
        if let file = chunk.file {
            name = file
            try startingFile?(file)
        }
        if chunk.bytes.isEmpty { return nil }
        if startingFile == nil, let first, first != name { throw IngestError.severalFiles(first, name) }
        (hasBegun, first) = (true, first ?? name)
        try body(chunk.bytes)
        return nil
    }
}

/// Reads the inflated bytes of a whole source into memory. This is meant for small files other than profiles, such as
/// schedule defaults.
///
/// - Parameter limit: The maximum number of bytes.
/// - Throws: `IngestError`. Its kind is `limitExceeded` if the source has more than `limit` bytes, and `severalFiles`
///   for a zip archive with several nonempty files.
public func readBytes(
    from address: SourceAddress, options: IngestOptions = IngestOptions(), limit: Int = 64 << 20
) throws -> [UInt8] {
    try readReportedBytes(from: address, options: options, limit: limit).bytes
}

/// Reads a whole source into memory, and reports its validators and costs. If the source has not changed, there are no
/// bytes.
package func readReportedBytes(
    from address: SourceAddress, options: IngestOptions = IngestOptions(), limit: Int = 64 << 20
) throws -> (bytes: [UInt8], report: SnapshotReport) {
    var bytes: [UInt8] = []
    let report = try readChunks(from: address, options: options, startingOver: { bytes = [] }) { chunk in
        guard bytes.count + chunk.count <= limit else {
            throw IngestError(
                kind: .limitExceeded,
                reason: "it has more than \(limit) bytes, the limit for reading into memory; check the address")
        }
        // SAFETY: The pointer is only used during the call, which copies the bytes.
        unsafe chunk.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }
    return (bytes, report)
}

extension IngestError {
    static let sourceChanged = IngestError(
        kind: .sourceChanged,
        reason: "the connection broke, and the source has changed since; read it again from the beginning")

    static func severalFiles(_ first: String, _ second: String) -> IngestError {
        IngestError(
            kind: .severalFiles,
            reason:
                "the zip archive contains several files, “\(first)” and “\(second)” first, expected one; unpack it "
                + "and choose one")
    }

    static func notProfiles(_ file: String, _ found: String) -> IngestError {
        IngestError(
            kind: .notProfiles,
            reason:
                "“\(file)” in the zip archive is not a file of instrument profiles: \(found), expected a comment or a "
                + "format line (#TYPE::=TYPE,…); remove it from the archive, or unpack the archive and read its "
                + "files")
    }
}
