import CZlib

/// A safe wrapper of zlib's compressor that works with spans. `DeflateWriter` and `GzipWriter` use it.
@safe
struct Deflater: ~Copyable {
    // zlib stores the address of its state, so the state must not move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Creates a compressor.
    ///
    /// - Parameters:
    ///   - level: The compression level, from 1 (fastest) to 9 (smallest).
    ///   - windowBits: The window size and the format, as zlib encodes them.
    init(level: Int, windowBits: CInt) {
        precondition((1...9).contains(level))
        // SAFETY: one stream, zeroed as zlib requires. Only this value accesses it, and `deinit` frees it.
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let status = unsafe czlib_deflateInit2(stream, CInt(level), windowBits)
        precondition(status == Z_OK, "zlib is out of memory, or not the version that this program was built with")
    }

    deinit {
        // SAFETY: the stream was initialized in `init`, and is not used afterwards.
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Compresses `bytes`, and passes compressed bytes to `output` as they become available.
    mutating func write(_ bytes: Span<UInt8>, to output: (Span<UInt8>) throws -> Void) rethrows {
        // SAFETY: zlib only reads the bytes, and only within this call.
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

    /// Flushes the output in one of zlib's modes: `Z_SYNC_FLUSH`, `Z_FULL_FLUSH`, or `Z_FINISH`, which ends the stream.
    mutating func end(_ mode: CInt, to output: (Span<UInt8>) throws -> Void) rethrows {
        // SAFETY: the stream was initialized in `init`. Without input, zlib reads nothing.
        unsafe stream.pointee.avail_in = 0
        try run(mode, output)
    }

    private mutating func run(_ mode: CInt, _ output: (Span<UInt8>) throws -> Void) rethrows {
        var made: Int
        repeat {
            // SAFETY: zlib writes to the buffer only within this call, and not beyond its size.
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
