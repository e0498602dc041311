#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

extension OpenFile {
    // MARK: Writing

    /// Writes all of `bytes` at the current position, or at `offset` without moving the position.
    ///
    /// - Throws: `FileFault` if the system refuses. In this case, some of the bytes may have been written.
    package func write(_ bytes: Span<UInt8>, at offset: Int? = nil) throws(FileFault) {
        var written = 0
        while written < bytes.count {
            let rest = bytes.extracting(written..<bytes.count)
            let count = retrying {
                // SAFETY: the buffer is the rest of the span, and is read within the call.
                unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0, at: offset.map { $0 + written }) }
            }
            guard count >= 0 else { throw .current("write") }
            // A successful call writes at least one byte.
            guard count > 0 else { throw .system(action: "write", .inputOutput) }
            written += count
        }
    }

    // MARK: Reading

    /// Reads the bytes that are available at the current position, up to the free capacity of `output`.
    ///
    /// - Returns: The number of bytes that were read: 0 at the end of the file; `nil` if the file is nonblocking and
    ///   has no bytes yet.
    /// - Throws: `FileFault` if the system refuses.
    package func read(into output: inout OutputSpan<UInt8>) throws(FileFault) -> Int? {
        // SAFETY: the call writes at most the free capacity. Its result is the number of initialized bytes.
        let count = unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
            let room = UnsafeMutableRawBufferPointer(buffer)
            let free = unsafe UnsafeMutableRawBufferPointer(rebasing: room[initialized...])
            let count = retrying { unsafe systemRead(descriptor, free, at: nil) }
            if count > 0 { initialized += count }
            return count
        }
        if count >= 0 { return count }
        if SystemError.current.wouldBlock { return nil }
        throw .current("read")
    }

    /// Reads bytes from `offset` on until `room` is full or the file ends. The position does not change.
    ///
    /// - Returns: The number of bytes that were read.
    /// - Throws: `FileFault` if the system refuses.
    package func read(into room: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileFault) -> Int {
        var filled = 0
        while filled < room.count {
            // SAFETY: the slice is the unfilled part of the caller's buffer.
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[filled...])
            let count = retrying { unsafe systemRead(descriptor, rest, at: offset + filled) }
            guard count >= 0 else { throw .current("read") }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Returns the bytes from `offset` on: `limit` bytes, or fewer if the file ends earlier.
    ///
    /// - Throws: `FileFault` if the system refuses.
    package func bytes(at offset: Int, limit: Int) throws(FileFault) -> [UInt8] {
        var fault: FileFault?
        // SAFETY: `read` returns the number of bytes that it has written.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { room, initialized in
            do throws(FileFault) {
                initialized = try unsafe read(into: UnsafeMutableRawBufferPointer(room), at: offset)
            } catch {
                fault = error
            }
        }
        if let fault { throw fault }
        return bytes
    }
}

// The functions of the system, under names that no method of this type shadows.

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int?) -> Int {
    // SAFETY: the buffer of the caller has `count` bytes.
    if let offset { return unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset)) }
    return unsafe write(descriptor, bytes.baseAddress, bytes.count)
}

private func systemRead(_ descriptor: Int32, _ room: UnsafeMutableRawBufferPointer, at offset: Int?) -> Int {
    // SAFETY: the buffer of the caller has room for `count` bytes.
    if let offset { return unsafe pread(descriptor, room.baseAddress, room.count, off_t(offset)) }
    return unsafe read(descriptor, room.baseAddress, room.count)
}
