import CZlib

/// Compresses a stream of bytes into one gzip member.
///
/// The output depends only on the input and the level, not on how the input is split, because the header contains no
/// time and no name.
///
/// A long member is sealed after every `sealedBytes` bytes. Data after a seal does not refer to data before it, so
/// readers can decompress the parts in parallel.
///
/// ```swift
/// var writer = GzipWriter()
/// try writer.write(text.span) { file.write($0) }
/// try writer.finish { file.write($0) }
/// ```
package struct GzipWriter: ~Copyable {
    /// The number of bytes between two seals. Each seal worsens the compression a little, because it resets the window.
    package static let sealedBytes = 2 << 20

    private var deflater: Deflater
    /// The number of bytes since the last seal.
    private var unsealed = 0

    /// Creates a writer.
    ///
    /// - Parameter level: The compression level, from 1 (fastest) to 9 (smallest).
    package init(level: Int = 6) {
        deflater = Deflater(level: level, windowBits: 15 + 16)
    }

    /// Compresses `bytes`, and passes compressed bytes to `output` as they become available.
    package mutating func write(_ bytes: Span<UInt8>, to output: (Span<UInt8>) throws -> Void) rethrows {
        var rest = bytes
        while !rest.isEmpty {
            if unsealed == Self.sealedBytes {
                try deflater.end(Z_FULL_FLUSH, to: output)
                unsealed = 0
            }
            let count = min(rest.count, Self.sealedBytes - unsealed)
            try deflater.write(rest.extracting(first: count), to: output)
            unsealed += count
            rest = rest.extracting(droppingFirst: count)
        }
    }

    /// Ends the current block at a byte boundary, so that a reader can decode all bytes written so far.
    package mutating func flush(to output: (Span<UInt8>) throws -> Void) rethrows {
        try deflater.end(Z_SYNC_FLUSH, to: output)
    }

    /// Ends the member. Afterwards, nothing can be written.
    package mutating func finish(to output: (Span<UInt8>) throws -> Void) rethrows {
        try deflater.end(Z_FINISH, to: output)
    }
}
