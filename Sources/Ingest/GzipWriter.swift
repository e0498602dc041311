import CZlib

/// Compresses a stream of bytes into one gzip member: the same input and level give the same bytes, whenever and in
/// whatever pieces they come, since the header carries no time and no name.
///
/// ```swift
/// var writer = GzipWriter()
/// try writer.write(text.span) { file.write($0) }
/// try writer.finish { file.write($0) }
/// ```
@safe
public struct GzipWriter: ~Copyable {
    // zlib keeps the address of its state, so the state doesn't move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var buffer = [UInt8](repeating: 0, count: 1 << 18)

    /// - Parameter level: 1, fast, to 9, small.
    public init(level: Int = 6) {
        precondition((1...9).contains(level))
        // SAFETY: one stream, zeroed as zlib wants it, freed in deinit, touched by this value alone.
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let status = unsafe czlib_deflateInit2(stream, CInt(level), 15 + 16)
        precondition(status == Z_OK, "zlib has no memory, or isn't the zlib this was built with")
    }

    deinit {
        // SAFETY: the stream was set up in init and isn't used any more.
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Takes `bytes`; hands compressed ones to `output` as they come.
    public mutating func write(_ bytes: Span<UInt8>, to output: (Span<UInt8>) throws -> Void) rethrows {
        // SAFETY: zlib reads the bytes within this call only, and writes none of them.
        try unsafe bytes.withUnsafeBufferPointer { input throws in
            var rest = unsafe UnsafeMutablePointer(mutating: input.baseAddress)
            var left = input.count
            while left > 0 {
                let count = min(left, 1 << 30)
                unsafe stream.pointee.next_in = rest
                unsafe stream.pointee.avail_in = CUnsignedInt(count)
                try run(Z_NO_FLUSH, output)
                unsafe rest = rest.map { unsafe $0 + count }
                left -= count
            }
        }
    }

    /// Makes everything so far readable for who reads along: ends the current block at a byte.
    public mutating func flush(to output: (Span<UInt8>) throws -> Void) rethrows {
        unsafe stream.pointee.avail_in = 0
        try run(Z_SYNC_FLUSH, output)
    }

    /// Ends the member; nothing can be written after it.
    public mutating func finish(to output: (Span<UInt8>) throws -> Void) rethrows {
        unsafe stream.pointee.avail_in = 0
        try run(Z_FINISH, output)
    }

    private mutating func run(_ mode: CInt, _ output: (Span<UInt8>) throws -> Void) rethrows {
        var made: Int
        repeat {
            // SAFETY: zlib writes into the buffer within this call only, at most as many bytes as it holds.
            made = unsafe buffer.withUnsafeMutableBufferPointer { room in
                unsafe stream.pointee.next_out = room.baseAddress
                unsafe stream.pointee.avail_out = CUnsignedInt(room.count)
                unsafe deflate(stream, mode)
                return unsafe room.count - Int(stream.pointee.avail_out)
            }
            if made > 0 {
                let piece = buffer.span.extracting(first: made)
                try output(piece)
            }
        } while made == buffer.count
    }
}
