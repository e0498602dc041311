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

/// An open file of the system, closed with the object.
package final class OpenFile: Sendable {
    /// The system's number of it, valid until the object goes or `close` is called.
    package let descriptor: Int32
    private let isClosed: Atomic<Bool>
    /// It was locked by this object.
    let isLocked = Atomic(false)

    /// Takes over an open descriptor.
    init(owning descriptor: Int32) {
        self.descriptor = descriptor
        isClosed = Atomic(false)
    }

    /// A descriptor that is never closed.
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

    /// Closes the file now: a full disk may show only here.
    ///
    /// - Throws: `FileFault` where the system could not write all of it.
    package func close() throws(FileFault) {
        if isClosed.exchange(true, ordering: .relaxed) { return }
        unlock()
        guard systemClose(descriptor) == 0 else { throw .current("write") }
    }

    /// How a file is opened. Reading doesn't wait for the other end of a named pipe.
    package enum Access {
        case reading
        /// For reading and writing what is there.
        case changing
        /// For reading and writing; made where there is none.
        case changingOrMaking
        /// For reading and writing; made where there is none, else emptied.
        case emptied
        /// For writing a file that wasn't there; else `SystemError.fileExists`.
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
    /// - Parameter permissions: of a file that is made, less those that the process's mask takes away.
    /// - Throws: `FileFault` where the system refuses.
    package convenience init(_ path: String, for access: Access, permissions: UInt16 = 0o666) throws(FileFault) {
        let descriptor = retrying {
            // SAFETY: the call reads the zero-terminated path.
            unsafe open(path, access.flags | O_CLOEXEC, mode_t(permissions))
        }
        guard descriptor >= 0 else { throw .current(access.action) }
        self.init(owning: descriptor)
    }

    /// Makes a file that has no name any more, for reading and writing: it is gone with its last user, however the process ends.
    ///
    /// - Throws: `FileFault` where no file can be made in the folder for temporary files.
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

    /// What is open.
    ///
    /// - Throws: `FileFault` where the system refuses to look.
    package func status() throws(FileFault) -> FileStatus { try FileStatus.of(descriptor: descriptor) }

    /// The file is a terminal.
    package var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Nothing of it was read or written yet; false for what has no beginning.
    package var isAtStart: Bool { lseek(descriptor, 0, SEEK_CUR) == 0 }

    /// Goes on reading and writing from the first byte.
    ///
    /// - Throws: `FileFault` for what has no beginning, such as a pipe.
    package func seekToStart() throws(FileFault) {
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .current("write") }
    }

    /// Cuts the file to `length` bytes.
    ///
    /// - Throws: `FileFault` where the system refuses.
    package func truncate(to length: Int) throws(FileFault) {
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw .current("cut") }
    }

    /// Cuts the file to nothing, and goes on writing from there.
    ///
    /// - Throws: `FileFault` where the system refuses.
    package func startOver() throws(FileFault) {
        try truncate(to: 0)
        try seekToStart()
    }

    /// Lets the system begin to bring what was written to the disk, so that `sync` has less to wait for; only a hint.
    package func beginStoring(_ range: Range<Int>) {
        #if canImport(CLinux)
            ipf_begin_storing(descriptor, Int64(range.lowerBound), Int64(range.count))
        #endif
    }

    /// Waits until the disk has all of it.
    ///
    /// - Throws: `FileFault` where it can't be written there.
    package func sync() throws(FileFault) {
        guard fsync(descriptor) == 0 else { throw .current("write") }
    }
}

/// `close` under a name that no method of ours hides.
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
