public import ProfileFormat
import SystemFiles

/// Reads a snapshot: every record of a source into a consumer, on the caller's thread.
///
/// ```swift
/// var counter = Counter()   // your RecordConsumer
/// let report = try readSnapshot(from: SourceAddress(parsing: "all.ipf.gz"), into: &counter)
/// ```
/// The source is mapped or downloaded, and inflated on a thread of its own. No thread outlives the call. On Linux who writes over a file that is
/// read waits for a copy, so that it is read as it was; the module's page says where the system doesn't promise that.
///
/// All files of a zip archive are read, in order, each as a text of its own (`RecordReader.begin(file:into:)`).
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

/// Reads a snapshot as `readSnapshot(from:options:into:startingOver:)` does, into the same, by `IngestOptions.threads` threads.
@discardableResult
package func readSnapshot<Consumer: MergingConsumer & ~Copyable>(
    from address: SourceAddress, options: IngestOptions = IngestOptions(), merging consumer: inout Consumer,
    startingOver: ((inout Consumer) throws -> Void)? = nil
) throws -> SnapshotReport {
    // What a rewriter counts it counts in order.
    let pipeline = Pipeline(address, options, inParts: options.rewriter == nil)
    guard let board = pipeline.board else {
        return try readSnapshot(from: address, options: options, into: &consumer, startingOver: startingOver)
    }
    var sideBySide = ParallelChunkReader<Consumer>(board)
    return try readSnapshot(pipeline, into: &consumer, startingOver: startingOver) { (chunk, reader, consumer) in
        try sideBySide.read(chunk.bytes, chunk.part, text: chunk.text, &reader, into: &consumer)
    }
}

/// - Parameter read: reads a chunk into the consumer.
private func readSnapshot<Consumer: RecordConsumer & ~Copyable>(
    _ pipeline: Pipeline, into consumer: inout Consumer, startingOver: ((inout Consumer) throws -> Void)?,
    _ read: (borrowing Pipeline.Chunk, inout RecordReader, inout Consumer) throws -> Void
) throws -> SnapshotReport {
    let options = pipeline.options
    var reader = RecordReader(limits: options.limits.records, strictness: options.strictness)
    // A text by itself is mostly judged by the reader's own errors, a file of an archive is refused.
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

/// Reads a source's bytes, inflated, a chunk at a time on the caller's thread; a chunk is valid until `body` returns.
///
/// - Parameters:
///   - startingOver: called before the first chunk of a source that changed while it was downloaded: all chunks so far
///     are void. `nil` makes that an error.
///   - startingFile: called with the name of each file of a zip archive, before its first chunk. `nil` makes an archive with
///     several files that hold something an error.
/// - Throws: `IngestError`, of kind `severalFiles` for such an archive; or what `body` throws.
@discardableResult
package func readChunks(
    from address: SourceAddress, options: IngestOptions = IngestOptions(), startingOver: (() throws -> Void)? = nil,
    startingFile: ((String) throws -> Void)? = nil, _ body: (Span<UInt8>) throws -> Void
) throws -> SnapshotReport {
    var hasBegun = false
    var name = ""
    // The file whose bytes came first; the text itself has no name.
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

/// Reads a whole source, inflated, into memory: for the small files beside the profiles, such as schedule defaults.
///
/// - Parameter limit: the most bytes that are taken.
/// - Throws: `IngestError`, of kind `limitExceeded` for a source of more bytes than `limit`, `severalFiles` for a zip archive
///   with several files that hold something.
public func readBytes(
    from address: SourceAddress, options: IngestOptions = IngestOptions(), limit: Int = 64 << 20
) throws -> [UInt8] {
    try readReportedBytes(from: address, options: options, limit: limit).bytes
}

/// The same, with what was read and what the server said of its version. There are no bytes where the source isn't modified.
package func readReportedBytes(
    from address: SourceAddress, options: IngestOptions = IngestOptions(), limit: Int = 64 << 20
) throws -> (bytes: [UInt8], report: SnapshotReport) {
    var bytes: [UInt8] = []
    let report = try readChunks(from: address, options: options, startingOver: { bytes = [] }) { chunk in
        guard bytes.count + chunk.count <= limit else {
            throw IngestError(
                kind: .limitExceeded,
                reason: "it holds more than \(limit) bytes, the limit for what is read into memory; check the address")
        }
        // SAFETY: the pointer is used within the call only, which copies from it.
        unsafe chunk.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }
    return (bytes, report)
}

extension IngestError {
    static let sourceChanged = IngestError(
        kind: .sourceChanged,
        reason: "the source changed while it was read and the connection broke; read it again from the beginning")

    static func severalFiles(_ first: String, _ second: String) -> IngestError {
        IngestError(
            kind: .severalFiles,
            reason:
                "the zip archive holds several files, “\(first)” and “\(second)” first, expected one; unpack it and name the "
                + "one that is meant")
    }

    static func notProfiles(_ file: String, _ found: String) -> IngestError {
        IngestError(
            kind: .notProfiles,
            reason:
                "“\(file)” in the zip archive is no file of instrument profiles: \(found), expected a comment or a definition "
                + "(#TYPE::=TYPE,…); take it out of the archive, or unpack the archive and read its files")
    }
}
