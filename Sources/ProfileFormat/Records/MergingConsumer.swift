/// A consumer of which others may read parts of the text, each on a thread of its own, for it to take over in order.
///
/// It gets what a single one would get. What is out of the ordinary (a malformed record, a definition, a command, a warning) never
/// reaches a part: its records are read once more, into the consumer itself, after those before them.
package protocol MergingConsumer: RecordConsumer, SendableMetatype, ~Copyable {
    /// What takes the records of a part.
    associatedtype Part: RecordConsumer & Sendable

    /// Makes an empty one, for records that come later, on any thread. Their `line` counts from the beginning of the part.
    var newPart: @Sendable () -> Part { get }

    /// Takes over what a part has got, all of it after its own.
    ///
    /// - Throws: anything, to stop the reading.
    mutating func append(_ part: Part) throws
}
