#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An open file of the system, closed with the value unless it is standard input.
final class FileDescriptor: Sendable {
    let number: Int32

    init(_ number: Int32) { self.number = number }

    /// - Throws: `IngestError` as `SystemError.error` says.
    convenience init(opening path: String) throws(IngestError) {
        // Without O_NONBLOCK, opening a named pipe would wait for its writer, out of reach of cancelling.
        let number = retrying { unsafe path.withCString { unsafe open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) } }
        guard number >= 0 else { throw SystemError.error(SystemError.current) }
        self.init(number)
    }

    static let standardInput = FileDescriptor(STDIN_FILENO)

    /// Nothing of it was read yet; false for what has no beginning.
    var isAtStart: Bool { lseek(number, 0, SEEK_CUR) == 0 }

    deinit { if number > STDIN_FILENO { close(number) } }

    /// What is open, and its size in bytes where it is a regular file.
    func status() throws(IngestError) -> (isRegular: Bool, size: Int) {
        var status = stat()
        // SAFETY: `status` is this function's own.
        guard unsafe fstat(number, &status) == 0 else { throw SystemError.error(SystemError.current) }
        let type = status.st_mode & S_IFMT
        if type == S_IFDIR { throw SystemError.directory }
        return (type == S_IFREG, Int(status.st_size))
    }

    /// Reads what there is, at most all of `output`'s room; 0 at the end, `nil` where nothing is there yet.
    func read(into output: inout OutputSpan<UInt8>) throws(IngestError) -> Int? {
        // SAFETY: the call writes no more than the free room that it is told, and that many bytes count as written.
        let count = unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
            let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[initialized...])
            let count = retrying { unsafe systemRead(number, room.baseAddress!, room.count) }
            if count > 0 { initialized += count }
            return count
        }
        if count >= 0 { return count }
        let error = SystemError.current
        if error == EAGAIN || error == EWOULDBLOCK { return nil }
        throw SystemError.error(error)
    }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate init(rebasing slice: Slice<UnsafeMutableBufferPointer<UInt8>>) {
        // SAFETY: the same memory under another type of pointer, for a call that writes bytes.
        unsafe self.init(UnsafeMutableBufferPointer(rebasing: slice))
    }
}

private func systemRead(_ number: Int32, _ pointer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    // SAFETY: the caller owns `count` bytes at `pointer`.
    unsafe read(number, pointer, count)
}

/// Calls again while a signal interrupts.
func retrying<Count: SignedInteger>(_ call: () -> Count) -> Count {
    while true {
        let result = call()
        if result >= 0 || SystemError.current != EINTR { return result }
    }
}
