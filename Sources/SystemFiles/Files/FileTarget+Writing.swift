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
    /// - Returns: the open file; `nil` where a file is to be made or replaced.
    /// - Throws: `FileFault` where text can't be written to what is there.
    package func openInPlace(patience: Int = 100) throws(FileFault) -> OpenFile? {
        if let descriptor {
            guard fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY else {
                throw .unfit("is open for reading only; name a file")
            }
            let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
            guard copy >= 0 else { throw .current("open") }
            return OpenFile(owning: copy)
        }
        switch kind {
        case .nothing, .file: return nil
        case .characterDevice:
            // SAFETY: the call reads the zero-terminated path.
            let opened = unsafe open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC)
            guard opened >= 0 else { throw .current("open") }
            return OpenFile(owning: opened)
        case .namedPipe: return try openPipe(patience)
        case .folder: throw .system(action: "open", .isAFolder)
        case .link, .socket, .blockDevice:
            throw .unfit("is \(kind.words), which takes no text; name a file or a named pipe")
        }
    }

    private func openPipe(_ patience: Int) throws(FileFault) -> OpenFile {
        for _ in 0...patience {
            // Without O_NONBLOCK, it would wait for a reader for ever.
            // SAFETY: the call reads the zero-terminated path.
            let opened = unsafe open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if opened >= 0 {
                // From here on a slow reader is waited for.
                _ = fcntl(opened, F_SETFL, fcntl(opened, F_GETFL) & ~O_NONBLOCK)
                return OpenFile(owning: opened)
            }
            guard SystemError.current == .noReader else { throw .current("open") }
            MonotonicTime.sleep(milliseconds: 10)
        }
        throw .unfit("is a named pipe that nobody reads; start its reader, or name a file")
    }
}
