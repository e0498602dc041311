#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

extension FileTarget {
    /// Opens a target that is written to directly instead of being replaced: a character device, or a named pipe that
    /// has a reader.
    ///
    /// - Parameter patience: The maximum time to wait for the reader of a named pipe, in hundredths of a second. Reader
    ///   and writer are often started at the same time.
    /// - Returns: The open file; `nil` if the target is a file that is to be created or replaced.
    /// - Throws: `FileFault` if text cannot be written to the target.
    package func openInPlace(patience: Int = 100) throws(FileFault) -> OpenFile? {
        if let descriptor {
            guard fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY else {
                throw .unfit("is open only for reading; name a file")
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
            throw .unfit("is \(kind.words), which can't be written to; name a file or a named pipe")
        }
    }

    private func openPipe(_ patience: Int) throws(FileFault) -> OpenFile {
        for _ in 0...patience {
            // Without O_NONBLOCK, the call would block until there is a reader.
            // SAFETY: the call reads the zero-terminated path.
            let opened = unsafe open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if opened >= 0 {
                // From now on, a write waits if the reader is slow.
                _ = fcntl(opened, F_SETFL, fcntl(opened, F_GETFL) & ~O_NONBLOCK)
                return OpenFile(owning: opened)
            }
            guard SystemError.current == .noReader else { throw .current("open") }
            MonotonicTime.sleep(milliseconds: 10)
        }
        throw .unfit("is a named pipe without a reader; start its reader, or name a file")
    }
}
