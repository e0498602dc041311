internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif
#if canImport(CLinux)
    internal import CLinux
#endif

/// An open file. It is closed when the object is deinitialized.
package final class OpenFile: Sendable {
    /// The file descriptor, valid until `close` or deinitialization.
    package let descriptor: Int32
    private let isClosed: Atomic<Bool>
    /// Whether the file was locked through this object.
    let isLocked = Atomic(false)

    /// Takes ownership of an open descriptor.
    init(owning descriptor: Int32) {
        self.descriptor = descriptor
        isClosed = Atomic(false)
    }

    /// Wraps a descriptor that must never be closed.
    private init(keeping descriptor: Int32) {
        self.descriptor = descriptor
        isClosed = Atomic(true)
    }

    deinit {
        if isClosed.load(ordering: .relaxed) { return }
        unlock()
        _ = systemClose(descriptor)
    }

    /// Standard input, which is never closed.
    package static let standardInput = OpenFile(keeping: STDIN_FILENO)

    /// Standard output, which is never closed.
    package static let standardOutput = OpenFile(keeping: STDOUT_FILENO)

    /// Standard error, which is never closed.
    package static let standardError = OpenFile(keeping: STDERR_FILENO)

    /// Closes the file. Some systems report a full disk only at this moment.
    ///
    /// - Throws: `FileFault` if the system could not write all bytes.
    package func close() throws(FileFault) {
        if isClosed.exchange(true, ordering: .relaxed) { return }
        unlock()
        guard systemClose(descriptor) == 0 else { throw .current("write") }
    }

    /// The ways to open a file. Opening a named pipe for reading does not wait for a writer.
    package enum Access {
        case reading
        /// For reading and writing; the file must exist.
        case changing
        /// For reading and writing; the file is created if it does not exist.
        case changingOrMaking
        /// For reading and writing; the file is created, or emptied if it exists.
        case emptied
        /// For writing a new file; if the file exists, opening fails with `SystemError.fileExists`.
        case new

        fileprivate var flags: Int32 {
            switch self {
            case .reading: O_RDONLY | O_NONBLOCK
            case .changing: O_RDWR
            case .changingOrMaking: O_RDWR | O_CREAT
            case .emptied: O_RDWR | O_CREAT | O_TRUNC
            case .new: O_RDWR | O_CREAT | O_EXCL
            }
        }

        fileprivate var action: String {
            switch self {
            case .reading, .changing: "open"
            case .changingOrMaking, .emptied, .new: "create"
            }
        }
    }

    /// Opens the file at `path`.
    ///
    /// - Parameter permissions: The permissions of the file if it is created, before the umask of the process is
    ///   applied.
    /// - Throws: `FileFault` if the system refuses.
    package convenience init(_ path: String, for access: Access, permissions: UInt16 = 0o666) throws(FileFault) {
        let descriptor = retrying {
            // SAFETY: the call reads the zero-terminated path.
            unsafe open(path, access.flags | O_CLOEXEC, mode_t(permissions))
        }
        guard descriptor >= 0 else { throw .current(access.action) }
        self.init(owning: descriptor)
    }

    /// Creates a temporary file without a name, for reading and writing. It ceases to exist when it is closed.
    ///
    /// - Throws: `FileFault` if no file can be created in the folder for temporary files.
    package static func nameless() throws(FileFault) -> OpenFile {
        let folder = Folder.forTemporaryFiles
        while true {
            let path = "\(folder)/\(UnfinishedFiles.name(of: "ipf"))"
            do throws(FileFault) {
                let file = try OpenFile(path, for: .new, permissions: 0o600)
                Folder.removeFile(path)
                return file
            } catch {
                if error.error == .fileExists { continue }
                throw error
            }
        }
    }

    // MARK: State

    /// Returns the status of the open file.
    ///
    /// - Throws: `FileFault` if the system refuses.
    package func status() throws(FileFault) -> FileStatus { try FileStatus.of(descriptor: descriptor) }

    /// Whether the file is a terminal.
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Whether the position is at the first byte; `false` for a file that has no position, such as a pipe.
    package var isAtStart: Bool { lseek(descriptor, 0, SEEK_CUR) == 0 }

    /// Moves the position to the first byte.
    ///
    /// - Throws: `FileFault` if the file has no position, such as a pipe.
    package func seekToStart() throws(FileFault) {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .current("write") }
    }

    /// Shortens the file to `length` bytes.
    ///
    /// - Throws: `FileFault` if the system refuses.
    package func truncate(to length: Int) throws(FileFault) {
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw .current("truncate") }
    }

    /// Empties the file, and moves the position to its start.
    ///
    /// - Throws: `FileFault` if the system refuses.
    package func startOver() throws(FileFault) {
        try truncate(to: 0)
        try seekToStart()
    }

    /// Starts writing a range to disk, so that `sync` waits less. This is only a hint to the system.
    package func beginStoring(_ range: Range<Int>) {
        #if canImport(CLinux)
            ipf_begin_storing(descriptor, Int64(range.lowerBound), Int64(range.count))
        #endif
    }

    /// Waits until all bytes are on disk.
    ///
    /// - Throws: `FileFault` if the bytes cannot be written.
    package func sync() throws(FileFault) {
        guard fsync(descriptor) == 0 else { throw .current("write") }
    }
}

/// The function `close` of the system, under a name that no method shadows.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
