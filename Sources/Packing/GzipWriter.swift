import CZlib

/// Compresses a stream of bytes into one gzip member.
///
/// Equal input and level give equal output, however the input is split, since the header contains no time and no name.
///
/// A long member is sealed every `sealedBytes`: later data refers to nothing before a seal, so that readers can inflate
/// the parts in parallel.
///
/// ```swift
/// var writer = GzipWriter()
/// try writer.write(text.span) { file.write($0) }
/// try writer.finish { file.write($0) }
/// ```
package struct GzipWriter: ~Copyable {
    /// The number of bytes between two seals. Each seal costs some compression, since it resets the window.
    package static let sealedBytes = 2 << 20

    private var deflater: Deflater
    /// The number of bytes since the last seal.
    private var unsealed = 0

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

    /// Ends the current block at a byte boundary, so that concurrent readers can decode all bytes so far.
    package mutating func flush(to output: (Span<UInt8>) throws -> Void) rethrows {
        try deflater.end(Z_SYNC_FLUSH, to: output)
    }

    /// Ends the member. Nothing can be written afterwards.
    package mutating func finish(to output: (Span<UInt8>) throws -> Void) rethrows {
        try deflater.end(Z_FINISH, to: output)
    }
}
