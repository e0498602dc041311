import CZlib

/// Compresses a stream of bytes into one gzip member: the same input and level give the same bytes, whenever and in
/// whatever pieces they come, since the header carries no time and no name.
///
/// A long member is sealed every `sealedBytes`: what comes after refers to nothing before, so a reader may inflate the parts side by
/// side.
///
/// ```swift
/// var writer = GzipWriter()
/// try writer.write(text.span) { file.write($0) }
/// try writer.finish { file.write($0) }
/// ```
package struct GzipWriter: ~Copyable {
    /// Bytes of text between two seals, each of which costs the text that could have been referred to: 0.3 % of the size.
    package static let sealedBytes = 2 << 20

    private var deflater: Deflater
    /// Bytes since the last seal.
    private var unsealed = 0

    /// - Parameter level: 1, fast, to 9, small.
    package init(level: Int = 6) {
        deflater = Deflater(level: level, windowBits: 15 + 16)
    }

    /// Takes `bytes`; hands compressed ones to `output` as they come.
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

    /// Makes everything so far readable for who reads along: ends the current block at a byte.
    package mutating func flush(to output: (Span<UInt8>) throws -> Void) rethrows {
        try deflater.end(Z_SYNC_FLUSH, to: output)
    }

    /// Ends the member; nothing can be written after it.
    package mutating func finish(to output: (Span<UInt8>) throws -> Void) rethrows {
        try deflater.end(Z_FINISH, to: output)
    }
}
