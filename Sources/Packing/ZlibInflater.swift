import CZlib

/// Inflates with the system's zlib.
@safe
package struct ZlibInflater: Inflater, ~Copyable {
    // zlib stores the stream's address in its own state, so the stream must not move.
    private let stream: UnsafeMutablePointer<z_stream>

    package init(_ format: InflateFormat) throws(InflateFault) {
        // SAFETY: Initialized here before any read. `deinit` frees zlib's part, then the memory.
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let windowBits: Int32 =
            switch format {
            case .gzip: 15 + 16
            case .raw: -15
            case .zlib: 15
            }
        let result = unsafe czlib_inflateInit2(stream, windowBits)
        guard result == Z_OK else { throw .outOfMemory }
    }

    deinit {
        // SAFETY: `inflateEnd` accepts the zeroed stream of a failed `init` too.
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    package mutating func inflate(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(InflateFault)
        -> InflateStep
    {
        var result = Z_OK
        var taken = 0
        var written = 0
        // SAFETY: Both buffers outlive the call of `inflate`, which gets their sizes, and the stream does not keep
        // them. The initialized count is the number of bytes that zlib reports.
        unsafe input.withUnsafeBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { free, initialized in
                let taking = min(source.count, Int(UInt32.max))
                let writing = min(free.count - initialized, Int(UInt32.max))
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(taking)
                unsafe stream.pointee.next_out = free.baseAddress.map { unsafe $0 + initialized }
                unsafe stream.pointee.avail_out = UInt32(writing)
                result = unsafe CZlib.inflate(stream, Z_NO_FLUSH)
                taken = unsafe taking - Int(stream.pointee.avail_in)
                written = unsafe writing - Int(stream.pointee.avail_out)
                initialized += written
                unsafe stream.pointee.next_in = nil
                unsafe stream.pointee.next_out = nil
            }
        }
        let step = InflateStep(taken: taken, written: written, isAtEnd: result == Z_STREAM_END)
        switch result {
        case Z_OK, Z_BUF_ERROR, Z_STREAM_END: return step
        case Z_MEM_ERROR: throw .outOfMemory
        case Z_NEED_DICT: throw .damaged("it requires a dictionary", step)
        default: throw .damaged(message ?? "error \(result)", step)
        }
    }

    package mutating func reset() {
        // SAFETY: The stream was initialized in `init`, so this can't fail.
        unsafe inflateReset(stream)
    }

    package var isBetweenBlocks: Bool {
        // SAFETY: The stream was initialized in `init`. zlib adds 128 between blocks, and the unused bits of the last
        // byte.
        unsafe stream.pointee.data_type == 128
    }

    private var message: String? {
        // SAFETY: zlib's messages are constants.
        unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
    }
}
