import CZlib

/// zlib's deflate, fed with spans and handing out spans: what `DeflateWriter` and `GzipWriter` write with.
@safe
struct Deflater: ~Copyable {
    // zlib keeps the address of its state, so the state doesn't move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// - Parameters:
    ///   - level: 1, fast, to 9, small.
    ///   - windowBits: the window's size and what is put around the blocks, as zlib has them.
    init(level: Int, windowBits: CInt) {
        precondition((1...9).contains(level))
        // SAFETY: one stream, zeroed as zlib wants it, freed in deinit, touched by this value alone.
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let status = unsafe czlib_deflateInit2(stream, CInt(level), windowBits)
        precondition(status == Z_OK, "zlib has no memory, or isn't the zlib this was built with")
    }

    deinit {
        // SAFETY: the stream was set up in init and isn't used any more.
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Takes `bytes`; hands compressed ones to `output` as they come.
    mutating func write(_ bytes: Span<UInt8>, to output: (Span<UInt8>) throws -> Void) rethrows {
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

    /// Ends what was written so far, in one of zlib's ways: `Z_SYNC_FLUSH`, `Z_FULL_FLUSH`, `Z_FINISH`.
    mutating func end(_ mode: CInt, to output: (Span<UInt8>) throws -> Void) rethrows {
        // SAFETY: the stream was initialised in `init`; without input there is nothing to read.
        unsafe stream.pointee.avail_in = 0
        try run(mode, output)
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
