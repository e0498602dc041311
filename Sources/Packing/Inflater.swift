/// What inflates DEFLATE data: `ZlibInflater`, and where the trait `ISAL` is on `IsalInflater`.
///
/// An inflater is fed pieces of any size and writes into free space of any size; it keeps its own state between the
/// calls. It knows one stream at a time: whoever calls it decides what may follow a stream.
package protocol Inflater: ~Copyable {
    /// Inflates some of `input` into `output`, until one of them is used up or the stream ends.
    ///
    /// With an empty `input` it writes what is still inside it.
    mutating func inflate(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(InflateFault)
        -> InflateStep

    /// Makes it ready for another stream of the same kind.
    mutating func reset()

    /// Inside the data of a stream a block has ended, at the end of the last byte taken, another one follows, and all so far was
    /// written.
    var isBetweenBlocks: Bool { get }
}

/// The kinds of streams.
package enum InflateFormat {
    /// One gzip member: header, DEFLATE data, checksum and length, all checked.
    case gzip
    /// DEFLATE data without anything around it, as in zip.
    case raw
    /// DEFLATE data with zlib's header and checksum, which is checked.
    case zlib
}

/// What one call did.
package struct InflateStep {
    /// Bytes taken from the input.
    package var taken: Int
    /// Bytes written to the output.
    package var written: Int
    /// The stream is over, its checksum is right, and all of it was written.
    package var isAtEnd: Bool
    /// Bytes among those taken, by this call or earlier ones, that come after the stream, or after what is damaged.
    package var unused = 0
    /// These bytes after a stream, at most eight, the first one lowest; after damage they aren't known.
    package var unusedBytes: UInt64 = 0
}

/// Why data can't be inflated.
package enum InflateFault: Error {
    /// The data is damaged, in the library's words, after what the call took and wrote.
    case damaged(String, InflateStep)
    /// There is no memory for the window.
    case outOfMemory
}
