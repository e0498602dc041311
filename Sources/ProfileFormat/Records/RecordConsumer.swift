/// The receiver of a reader's records and events, in the order of the text.
///
/// Errors that a method throws stop the reader and propagate to its caller. Throw from `malformed` to stop at the
/// first bad record; return to skip the record.
public protocol RecordConsumer: ~Copyable {
    /// Receives a profile's record, which is valid until the call returns.
    ///
    /// - Throws: anything, to stop the reading.
    mutating func consume(_ record: borrowing ProfileRecord) throws
    /// Receives an unreadable record: the error, and its text, which is truncated if it exceeds the length limit.
    ///
    /// - Throws: `error`, or anything else, to stop the reading.
    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws
    /// Receives `##`: everything so far may be processed.
    ///
    /// - Throws: anything, to stop the reading.
    mutating func flush() throws
    /// Receives `##COMPLETE`: everything so far is the whole snapshot. May be called again.
    ///
    /// With several files, it is called once, at the end, if each file had `##COMPLETE`.
    ///
    /// - Throws: anything, to stop the reading.
    mutating func complete() throws
    /// Begins a file of a source with several: lines and formats start from scratch. Does nothing by default.
    ///
    /// - Throws: anything, to stop the reading.
    mutating func begin(file name: String) throws
    /// Receives the first warning of each kind. `RecordReader.warnings` has the final counts. Does nothing by default.
    ///
    /// - Throws: anything, to stop the reading.
    mutating func warning(_ warning: ProfileWarning) throws
}

extension RecordConsumer where Self: ~Copyable {
    /// Does nothing.
    ///
    /// - Throws: nothing.
    public mutating func begin(file name: String) throws {}

    /// Does nothing.
    ///
    /// - Throws: nothing.
    public mutating func warning(_ warning: ProfileWarning) throws {}
}

/// A consumer of a text that can be read in parallel chunks. Each chunk has a consumer of its own, whose records the
/// main consumer then takes over in order.
///
/// The result equals that of sequential reading. If a chunk contains a malformed record, a definition, a command or a
/// cause of a warning, the main consumer reads the chunk again, in order.
package protocol MergingConsumer: RecordConsumer, SendableMetatype, ~Copyable {
    /// The consumer of one chunk's records.
    associatedtype Part: RecordConsumer & Sendable

    /// Creates an empty consumer of a chunk, on any thread. The `line` of its records counts from the chunk's start.
    var newPart: @Sendable () -> Part { get }

    /// Appends the records of a chunk after the own ones.
    ///
    /// - Throws: anything, to stop the reading.
    mutating func append(_ part: Part) throws
}
