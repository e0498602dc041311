#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

extension FileTarget {
    /// Opens a target that is written directly instead of replaced: a character device, or a named pipe with a reader.
    ///
    /// - Parameter patience: How long to wait for the reader of a named pipe, in hundredths of a second. Both ends are
    ///   often started at once.
    /// - Returns: The open file; `nil` if a file is to be created or replaced.
    /// - Throws: `FileFault` if the target does not accept text.
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
            // Without O_NONBLOCK, the call would block until a reader exists.
            // SAFETY: the call reads the zero-terminated path.
            let opened = unsafe open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
            if opened >= 0 {
                // From here on, writes block while the reader is slow.
                _ = fcntl(opened, F_SETFL, fcntl(opened, F_GETFL) & ~O_NONBLOCK)
                return OpenFile(owning: opened)
            }
            guard SystemError.current == .noReader else { throw .current("open") }
            MonotonicTime.sleep(milliseconds: 10)
        }
        throw .unfit("is a named pipe without a reader; start its reader, or name a file")
    }
}
