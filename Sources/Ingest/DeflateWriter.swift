import CZlib

/// Compresses bytes into blocks of deflate that stand on their own: what was written up to a `seal` can be put behind any other
/// sealed blocks, in any stream, and is read as what it is. So a server compresses a text once and sends it to many, each of whom has
/// seen something else before.
///
/// ```
/// gzip  =  DeflateWriter.gzipHeader  sealed blocks …  DeflateWriter.lastBlock  checksum, length (4 bytes each, little-endian)
/// ```
@safe
public struct DeflateWriter: ~Copyable {
    // zlib keeps the address of its state, so the state doesn't move.
    private let stream: UnsafeMutablePointer<z_stream>
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    /// The CRC-32 of what was written.
    public private(set) var checksum: UInt32 = 0
    /// Bytes that were written.
    public private(set) var length = 0

    /// The header of a gzip member without name and time.
    public static let gzipHeader: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
    /// An empty block that says it is the last.
    public static let lastBlock: [UInt8] = [3, 0]

    /// - Parameter level: 1, fast, to 9, small.
    public init(level: Int = 6) {
        precondition((1...9).contains(level))
        // SAFETY: one stream, zeroed as zlib wants it, freed in deinit, touched by this value alone.
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let status = unsafe czlib_deflateInit2(stream, CInt(level), -15)
        precondition(status == Z_OK, "zlib has no memory, or isn't the zlib this was built with")
    }

    deinit {
        // SAFETY: the stream was set up in init and isn't used any more.
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Takes `bytes`; hands compressed ones to `output` as they come.
    public mutating func write(_ bytes: Span<UInt8>, to output: (Span<UInt8>) throws -> Void) rethrows {
        length += bytes.count
        // SAFETY: zlib reads the bytes within this call only, and writes none of them.
        try unsafe bytes.withUnsafeBufferPointer { input throws in
            var rest = unsafe UnsafeMutablePointer(mutating: input.baseAddress)
            var left = input.count
            while left > 0 {
                let count = min(left, 1 << 30)
                checksum = unsafe UInt32(truncatingIfNeeded: crc32(CUnsignedLong(checksum), rest, CUnsignedInt(count)))
                unsafe stream.pointee.next_in = rest
                unsafe stream.pointee.avail_in = CUnsignedInt(count)
                try run(Z_NO_FLUSH, output)
                unsafe rest = rest.map { unsafe $0 + count }
                left -= count
            }
        }
    }

    /// Ends the blocks so far at a byte; later ones don't refer to them.
    public mutating func seal(to output: (Span<UInt8>) throws -> Void) rethrows {
        unsafe stream.pointee.avail_in = 0
        try run(Z_FULL_FLUSH, output)
    }

    /// `bytes` as blocks of their own.
    public static func sealed(_ bytes: Span<UInt8>, level: Int = 6) -> [UInt8] {
        var writer = DeflateWriter(level: level)
        var output: [UInt8] = []
        let append = { (piece: Span<UInt8>) in for index in 0..<piece.count { output.append(piece[index]) } }
        writer.write(bytes, to: append)
        writer.seal(to: append)
        return output
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
