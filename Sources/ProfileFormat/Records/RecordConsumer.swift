/// A consumer of the records and events of a reader, in the order of the text.
///
/// If a method throws, the reader stops and rethrows the error. To stop at the first malformed record, throw from
/// `malformed`; to skip the record, return.
public protocol RecordConsumer: ~Copyable {
    /// Receives the record of a profile, which is valid until the call returns.
    ///
    /// - Throws: Any error, to stop reading.
    mutating func consume(_ record: borrowing ProfileRecord) throws
    /// Receives a malformed record: the error and the record's text, which is truncated if it exceeds the length limit.
    ///
    /// - Throws: `error`, or any other error, to stop reading.
    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws
    /// Receives `##`: everything up to here may be processed.
    ///
    /// - Throws: Any error, to stop reading.
    mutating func flush() throws
    /// Receives `##COMPLETE`: everything up to here is the whole snapshot. May be called several times.
    ///
    /// For an archive, it is called once, after the last file, if each file had `##COMPLETE`.
    ///
    /// - Throws: Any error, to stop reading.
    mutating func complete() throws
    /// Called at the start of each file of an archive. Lines and formats of the file are independent of earlier files.
    /// Does nothing by default.
    ///
    /// - Throws: Any error, to stop reading.
    mutating func begin(file name: String) throws
    /// Receives the first warning of each kind. `RecordReader.warnings` has the total counts. Does nothing by default.
    ///
    /// - Throws: Any error, to stop reading.
    mutating func warning(_ warning: ProfileWarning) throws
}

extension RecordConsumer where Self: ~Copyable {
    /// Does nothing.
    ///
    /// - Throws: Nothing.
    public mutating func begin(file name: String) throws {}

    /// Does nothing.
    ///
    /// - Throws: Nothing.
    public mutating func warning(_ warning: ProfileWarning) throws {}
}

/// A consumer of a text whose chunks can be read in parallel. Each chunk has its own consumer. The records of these
/// consumers are appended to the main consumer in order.
///
/// The result is the same as that of reading the text sequentially. If a chunk contains a malformed record, a
/// definition, a command or a cause of a warning, the main consumer reads the chunk again, in order.
package protocol MergingConsumer: RecordConsumer, SendableMetatype, ~Copyable {
    /// The consumer of the records of one chunk.
    associatedtype Part: RecordConsumer & Sendable

    /// A closure that creates an empty consumer of a chunk, on any thread. Within a chunk, `line` counts from its
    /// start.
    var newPart: @Sendable () -> Part { get }

    /// Appends the records of a chunk after those that this consumer already has.
    ///
    /// - Throws: Any error, to stop reading.
    mutating func append(_ part: Part) throws
}
