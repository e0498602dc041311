import CZlib

/// Compresses a stream of bytes into one gzip member: the same input and level give the same bytes, whenever and in
/// whatever pieces they come, since the header carries no time and no name.
///
/// ```swift
/// var writer = GzipWriter()
/// try writer.write(text.span) { file.write($0) }
/// try writer.finish { file.write($0) }
/// ```
package struct GzipWriter: ~Copyable {
    private var deflater: Deflater

    /// - Parameter level: 1, fast, to 9, small.
    package init(level: Int = 6) {
        deflater = Deflater(level: level, windowBits: 15 + 16)
    }

    /// Takes `bytes`; hands compressed ones to `output` as they come.
    package mutating func write(_ bytes: Span<UInt8>, to output: (Span<UInt8>) throws -> Void) rethrows {
        try deflater.write(bytes, to: output)
    }

    /// Makes everything so far readable for who reads along: ends the current block at a byte.
    package mutating func flush(to output: (Span<UInt8>) throws -> Void) rethrows {
        try deflater.end(Z_SYNC_FLUSH, to: output)
    }

    /// Ends the member; nothing can be written after it.
    package mutating func finish(to output: (Span<UInt8>) throws -> Void) rethrows {
        try deflater.end(Z_FINISH, to: output)
    }
}
