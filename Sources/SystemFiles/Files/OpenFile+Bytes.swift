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
    /// - Throws: `FileFault` if the system refuses. Some bytes may be written then.
    package func write(_ bytes: Span<UInt8>, at offset: Int? = nil) throws(FileFault) {
        var written = 0
        while written < bytes.count {
            let rest = bytes.extracting(written..<bytes.count)
            let count = retrying {
                // SAFETY: the buffer is the rest of the span, read within the call.
                unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0, at: offset.map { $0 + written }) }
            }
            guard count >= 0 else { throw .current("write") }
            // A call writes at least one byte or fails.
            guard count > 0 else { throw .system(action: "write", .inputOutput) }
            written += count
        }
    }

    // MARK: Reading

    /// Reads the available bytes at the current position, at most the free capacity of `output`.
    ///
    /// - Returns: The number of bytes; 0 at the end; `nil` if a nonblocking file has no bytes yet.
    /// - Throws: `FileFault` if the system refuses.
    package func read(into output: inout OutputSpan<UInt8>) throws(FileFault) -> Int? {
        // SAFETY: The call writes at most the free capacity; its result counts as initialized.
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

    /// Reads from `offset` on until `room` is full or the file ends, without moving the position.
    ///
    /// - Returns: The number of bytes.
    /// - Throws: `FileFault` if the system refuses.
    package func read(into room: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileFault) -> Int {
        var filled = 0
        while filled < room.count {
            // SAFETY: The slice is the unfilled part of the caller's buffer.
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[filled...])
            let count = retrying { unsafe systemRead(descriptor, rest, at: offset + filled) }
            guard count >= 0 else { throw .current("read") }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// Returns at most `limit` bytes from `offset` on; fewer if the file ends earlier.
    ///
    /// - Throws: `FileFault` if the system refuses.
    package func bytes(at offset: Int, limit: Int) throws(FileFault) -> [UInt8] {
        var fault: FileFault?
        // SAFETY: `read` returns the number of bytes that it wrote.
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

// The system's calls, under names that no method shadows.

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int?) -> Int {
    // SAFETY: The caller's buffer has `count` bytes.
    if let offset { return unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset)) }
    return unsafe write(descriptor, bytes.baseAddress, bytes.count)
}

private func systemRead(_ descriptor: Int32, _ room: UnsafeMutableRawBufferPointer, at offset: Int?) -> Int {
    // SAFETY: The caller's buffer has room for `count` bytes.
    if let offset { return unsafe pread(descriptor, room.baseAddress, room.count, off_t(offset)) }
    return unsafe read(descriptor, room.baseAddress, room.count)
}
