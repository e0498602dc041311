import CZlib

/// Decompresses with the system's zlib.
@safe
package struct ZlibInflater: Inflater, ~Copyable {
    // zlib stores the stream's address in its own state, so the stream must not move.
    private let stream: UnsafeMutablePointer<z_stream>

    package init(_ format: InflateFormat) throws(InflateFault) {
        // SAFETY: initialized here before it is read. `deinit` frees the state of zlib, then the memory.
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
        // SAFETY: `inflateEnd` also accepts the zeroed stream that a failed `init` leaves.
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    package mutating func inflate(_ input: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws(InflateFault)
        -> InflateStep
    {
        var result = Z_OK
        var taken = 0
        var written = 0
        // SAFETY: Both buffers outlive the call of `inflate`, which gets their sizes. The stream does not use them
        // after the call. The initialized count is the number of bytes that zlib reports.
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
        // SAFETY: the stream was initialized in `init`, so the call cannot fail.
        unsafe inflateReset(stream)
    }

    package var isBetweenBlocks: Bool {
        // SAFETY: the stream was initialized in `init`. `data_type` is the number of unused bits in the last byte, plus
        // 128 at the end of a block.
        unsafe stream.pointee.data_type == 128
    }

    private var message: String? {
        // SAFETY: the messages of zlib are constants.
        unsafe stream.pointee.msg.map { unsafe String(cString: $0) }
    }
}
