#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

extension OpenFile {
    // MARK: Writing

    /// Writes all of `bytes` at the file's place, or at `offset`, which leaves that place as it is.
    ///
    /// - Throws: `FileFault` where the system refuses; some of the bytes may be written then.
    package func write(_ bytes: Span<UInt8>, at offset: Int? = nil) throws(FileFault) {
        var written = 0
        while written < bytes.count {
            let rest = bytes.extracting(written..<bytes.count)
            let count = retrying {
                // SAFETY: the buffer is the rest of the span, read within the call.
                unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0, at: offset.map { $0 + written }) }
            }
            guard count >= 0 else { throw .current("write") }
            // It takes some of the bytes or refuses.
            guard count > 0 else { throw .system(action: "write", .inputOutput) }
            written += count
        }
    }

    // MARK: Reading

    /// Reads what there is at the file's place, at most all of the free room of `output`.
    ///
    /// - Returns: how many bytes; 0 at the end, `nil` where nothing is there yet.
    /// - Throws: `FileFault` where the system refuses.
    package func read(into output: inout OutputSpan<UInt8>) throws(FileFault) -> Int? {
        // SAFETY: the call writes no more than the free room that it is given, and its result counts as written.
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

    /// Reads from `offset` on, without a change of the file's place, until `room` is full or the file ends.
    ///
    /// - Returns: how many bytes.
    /// - Throws: `FileFault` where the system refuses.
    package func read(into room: UnsafeMutableRawBufferPointer, at offset: Int) throws(FileFault) -> Int {
        var filled = 0
        while filled < room.count {
            // SAFETY: the slice is the part of the caller's room that isn't filled yet.
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[filled...])
            let count = retrying { unsafe systemRead(descriptor, rest, at: offset + filled) }
            guard count >= 0 else { throw .current("read") }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    /// At most `limit` bytes from `offset` on; fewer where the file ends before.
    ///
    /// - Throws: `FileFault` where the system refuses.
    package func bytes(at offset: Int, limit: Int) throws(FileFault) -> [UInt8] {
        var fault: FileFault?
        // SAFETY: `read` returns how many bytes of the room it has written.
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

// The system's calls, under names that no method of ours hides.

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int?) -> Int {
    // SAFETY: the buffer is the caller's, and has `count` bytes.
    if let offset { return unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset)) }
    return unsafe write(descriptor, bytes.baseAddress, bytes.count)
}

private func systemRead(_ descriptor: Int32, _ room: UnsafeMutableRawBufferPointer, at offset: Int?) -> Int {
    // SAFETY: the buffer is the caller's, and has room for `count` bytes.
    if let offset { return unsafe pread(descriptor, room.baseAddress, room.count, off_t(offset)) }
    return unsafe read(descriptor, room.baseAddress, room.count)
}
