/// A decompressor of DEFLATE data: `ZlibInflater`, or `IsalInflater` with the trait `ISAL`.
///
/// An inflater accepts chunks of any size, writes to buffers of any size, and retains its state between calls. It
/// decodes one stream at a time; the caller decides whether another stream may follow.
package protocol Inflater: ~Copyable {
    /// Decompresses bytes of `input` into `output`, until the input is used up, the output is full, or the stream ends.
    ///
    /// If `input` is empty, it writes output that it has buffered.
    mutating func inflate(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(InflateFault)
        -> InflateStep

    /// Prepares for another stream of the same format.
    mutating func reset()

    /// Whether decoding is at a block boundary: a block ended at the end of the last byte that was consumed, another
    /// block follows, and all output was written.
    var isBetweenBlocks: Bool { get }
}

/// The formats of streams.
package enum InflateFormat {
    /// One gzip member: header, DEFLATE data, checksum and length, all checked.
    case gzip
    /// DEFLATE data alone, as in zip.
    case raw
    /// DEFLATE data with zlib's header and checksum, which is checked.
    case zlib
}

/// The result of one call.
package struct InflateStep {
    /// The number of consumed input bytes.
    package var taken: Int
    /// The number of bytes written to the output.
    package var written: Int
    /// Whether the stream has ended with a correct checksum, and all output was written.
    package var isAtEnd: Bool
    /// The number of bytes, consumed in this and earlier calls, that follow the end of the stream or the damage.
    package var unused = 0
    /// The bytes after the end of the stream, at most eight, with the first byte in the lowest bits; undefined after
    /// damage.
    package var unusedBytes: UInt64 = 0
}

/// The reason why data cannot be decompressed.
package enum InflateFault: Error {
    /// The data is damaged. The values are the library's message, and the result of the call so far.
    case damaged(String, InflateStep)
    /// There is no memory for the window.
    case outOfMemory
}
