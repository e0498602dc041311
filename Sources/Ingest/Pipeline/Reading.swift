public import ProfileFormat
import SystemFiles

/// Reads a snapshot: passes all records of a source to a consumer, on the caller's thread.
///
/// ```swift
/// var counter = Counter()   // your RecordConsumer
/// let report = try readSnapshot(from: SourceAddress(parsing: "all.ipf.gz"), into: &counter)
/// ```
/// The source is mapped or downloaded, and inflated on a separate thread. No thread outlives the call. On Linux, a
/// process that overwrites the file waits until its content is copied, so that the snapshot is consistent. The module's
/// page lists the cases without this guarantee.
///
/// All files of a zip archive are read in order, each as a separate text (`RecordReader.begin(file:into:)`).
///
/// - Parameters:
///   - startingOver: Discards everything that the consumer received. It is called if a download broke and the source
///     changed before it could resume; `nil` makes that an error.
/// - Returns: The results and costs. If `notModified` is set, the consumer was not called.
/// - Throws: `IngestError` for faults of the source or its encoding, and the consumer's errors unchanged.
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
    // A rewriter may count profiles, which requires reading them in order.
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

/// - Parameter read: Reads a chunk into the consumer.
private func readSnapshot<Consumer: RecordConsumer & ~Copyable>(
    _ pipeline: Pipeline, into consumer: inout Consumer, startingOver: ((inout Consumer) throws -> Void)?,
    _ read: (borrowing Pipeline.Chunk, inout RecordReader, inout Consumer) throws -> Void
) throws -> SnapshotReport {
    let options = pipeline.options
    if let mapper = options.list {
        return try readList(pipeline, mapper, into: &consumer, startingOver: startingOver)
    }
    var reader = RecordReader(limits: options.limits.records, strictness: options.strictness)
    // A single text is checked only for common mistakes, since the reader reports other faults. A file of an archive is
    // checked strictly.
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

/// Reads a source's inflated bytes in chunks, on the caller's thread. A chunk is valid until `body` returns.
///
/// - Parameters:
///   - startingOver: Called before the first chunk if the source changed during a download, which invalidates all
///     earlier chunks. `nil` makes that an error.
///   - startingFile: Called with the name of each file of a zip archive, before its first chunk. `nil` makes an archive
///     with several nonempty files an error.
/// - Throws: `IngestError`, of kind `severalFiles` for such an archive; or an error of `body`.
@discardableResult
package func readChunks(
    from address: SourceAddress, options: IngestOptions = IngestOptions(), startingOver: (() throws -> Void)? = nil,
    startingFile: ((String) throws -> Void)? = nil, _ body: (Span<UInt8>) throws -> Void
) throws -> SnapshotReport {
    var hasBegun = false
    var name = ""
    // The first nonempty file; a source that is no archive has an empty name.
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

/// Reads a whole source into memory, inflated. This is meant for small files beside the profiles, such as schedule
/// defaults.
///
/// - Parameter limit: The maximum number of bytes.
/// - Throws: `IngestError`, of kind `limitExceeded` if the source has more than `limit` bytes, or `severalFiles` for a
///   zip archive with several nonempty files.
public func readBytes(
    from address: SourceAddress, options: IngestOptions = IngestOptions(), limit: Int = 64 << 20
) throws -> [UInt8] {
    try readReportedBytes(from: address, options: options, limit: limit).bytes
}

/// Reads a whole source into memory, and reports its validators and costs. There are no bytes if the source is not
/// modified.
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
        // SAFETY: the pointer is only used during the call, which copies the bytes.
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
