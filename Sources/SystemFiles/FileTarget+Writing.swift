#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

extension FileTarget {
    /// Opens what is there for text to be written into it, not in its place: a terminal or another character device, a named pipe
    /// that somebody reads.
    ///
    /// - Parameter patience: how many hundredths of a second a named pipe waits for who reads it: both are often started at once.
    /// - Returns: the open file, which the caller closes; `nil` where a file is to be made or replaced.
    /// - Throws: where text can't be written to what is there.
    package func openInPlace(patience: Int = 100) throws(FileFault) -> Int32? {
        if let descriptor {
            guard fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY else {
                throw .unfit("is open for reading only; name a file")
            }
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else { throw .current("open") }
            return copy
        }
        switch kind {
        case .nothing, .file: return nil
        case .characterDevice:
            let opened = unsafe open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
            guard opened >= 0 else { throw .current("open") }
            return opened
        case .namedPipe: return try openPipe(patience)
        case .folder: throw .system(action: "open", number: EISDIR)
        case .link, .socket, .blockDevice:
            throw .unfit("is \(kind.words), which takes no text; name a file or a named pipe")
        }
    }

    private func openPipe(_ patience: Int) throws(FileFault) -> Int32 {
        for _ in 0...patience {
            // Without O_NONBLOCK, it would wait for a reader for ever.
            let opened = unsafe open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if opened >= 0 {
                // From here on a slow reader is waited for.
                _ = fcntl(opened, F_SETFL, fcntl(opened, F_GETFL) & ~O_NONBLOCK)
                return opened
            }
            guard errno == ENXIO else { throw .current("open") }
            usleep(10_000)
        }
        throw .unfit("is a named pipe that nobody reads; start its reader, or name a file")
    }
}

/// Bytes to an open file.
package enum FileBytes {
    /// Writes all of `bytes` at the file's place.
    package static func write(_ bytes: Span<UInt8>, to descriptor: Int32) throws(FileFault) {
        var written = 0
        while written < bytes.count {
            let rest = bytes.extracting(written..<bytes.count)
            // SAFETY: the buffer is the rest of the span, read within the call.
            let count = unsafe rest.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw .current("write")
            }
            written += count
        }
    }
}

/// `write` under a name that no method of ours hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    // SAFETY: the caller has `count` bytes there.
    unsafe write(descriptor, bytes, count)
}
