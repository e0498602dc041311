/// Takes what a reader finds, in the order of the text.
///
/// Whatever a method throws stops the reading and reaches whoever feeds the reader: throw from `malformed` to stop at
/// the first bad record, return to set it aside and go on with the next.
public protocol RecordConsumer: ~Copyable {
    /// A profile's record; it is valid until the call returns.
    ///
    /// - Throws: anything, to stop the reading.
    mutating func consume(_ record: borrowing ProfileRecord) throws
    /// A record that can't be read: the reason and place, and its text (the first bytes of it, where it passed the
    /// length limit).
    ///
    /// - Throws: `error`, or anything else, to stop the reading.
    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws
    /// `##`: everything so far may be processed.
    ///
    /// - Throws: anything, to stop the reading.
    mutating func flush() throws
    /// `##COMPLETE`: everything so far is the whole snapshot. May come again. Where the source holds several files it comes
    /// once, at the end, if each of them had its mark.
    ///
    /// - Throws: anything, to stop the reading.
    mutating func complete() throws
    /// A file of a source that holds several begins: lines and formats start anew. Does nothing by default.
    ///
    /// - Throws: anything, to stop the reading.
    mutating func begin(file name: String) throws
    /// The first warning of each kind; how many there were stands in `RecordReader.warnings` at the end. Does nothing by
    /// default.
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

/// A consumer of which others may read parts of the text, each on a thread of its own, for it to take over in order.
///
/// It gets what a single one would get. What is out of the ordinary (a malformed record, a definition, a command, a warning) never
/// reaches a part: its records are read once more, into the consumer itself, after those before them.
package protocol MergingConsumer: RecordConsumer, SendableMetatype, ~Copyable {
    /// The consumer of one part's records.
    associatedtype Part: RecordConsumer & Sendable

    /// Makes an empty one, for records that come later, on any thread. Their `line` counts from the beginning of the part.
    var newPart: @Sendable () -> Part { get }

    /// Takes over what a part has got, all of it after its own.
    ///
    /// - Throws: anything, to stop the reading.
    mutating func append(_ part: Part) throws
}
