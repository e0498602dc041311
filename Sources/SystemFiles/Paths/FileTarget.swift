#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The file to which a command will write. It is examined before any work, so that only regular files are ever
/// replaced.
///
/// Symbolic links are followed, even if their target does not exist yet. The link itself remains:
/// ```
/// all.catalog → /data/all.catalog   a file     the file in /data is replaced
/// all.catalog → /data/all.catalog   nothing    a file is created in /data
/// all.catalog → /dev/null           a device   never replaced, but can be written to
/// all.catalog → all.catalog                    an error
/// ```
package struct FileTarget: Sendable {
    /// The path as it was given.
    package let name: String
    /// The path after symbolic links are resolved.
    package let path: String
    /// The kind of the existing file; never `.link`.
    package let kind: FileKind
    /// If the path denotes an open file of this process, as `/dev/stdout` does, the descriptor of that file; otherwise
    /// `nil`.
    package let descriptor: Int32?
    /// The status of the existing file; `nil` if the file does not exist.
    let status: FileStatus?

    private static let mostLinks = 40

    /// Examines a path.
    ///
    /// - Throws: `FileFault` if the path denotes a folder, if links form a cycle, or if the system refuses.
    package init(_ name: String) throws(FileFault) {
        var path = name
        var links = 0
        while true {
            guard !["", ".", ".."].contains(PathNames.lastComponent(of: path)) else {
                throw .unfit("is the path of a folder; expected a file to write")
            }
            if let descriptor = Self.descriptor(namedBy: path) {
                self.init(name, path, try FileStatus.of(descriptor: descriptor), descriptor)
                return
            }
            let status = try FileStatus.of(path, followsLinks: false)
            guard status?.kind == .link else {
                // Links to open files of other processes (/proc/PID/fd) may have targets that have no names.
                if status == nil, try FileStatus.of(name, followsLinks: true) != nil {
                    throw .unfit("is an open file of a process; name the file itself")
                }
                self.init(name, path, status, nil)
                return
            }
            links += 1
            guard links <= Self.mostLinks else { throw .system(action: "follow", .tooManyLinks) }
            let link = try Self.destination(path)
            path = link.utf8.first == 0x2F ? link : PathNames.prefix(of: path) + link
        }
    }

    private init(_ name: String, _ path: String, _ status: FileStatus?, _ descriptor: Int32?) {
        self.name = name
        self.path = path
        self.status = status
        self.descriptor = descriptor
        kind = status?.kind ?? .nothing
    }

    /// Returns the path after symbolic links are resolved; `path` itself if that fails.
    package static func following(_ path: String) -> String { (try? FileTarget(path))?.path ?? path }

    /// Checks that a new file may replace the existing file.
    ///
    /// - Throws: `FileFault` if it may not.
    package func requireReplaceable() throws(FileFault) {
        if descriptor != nil { throw .unfit("is an open file of this process, which can't be replaced; name a file") }
        switch kind {
        case .nothing, .file: return
        case .folder: throw .system(action: "replace", .isAFolder)
        default: throw .unfit("is \(kind.words), and only a file can be replaced; name a file")
        }
    }

    // MARK: Paths

    /// Returns the descriptor that a path denotes, such as `/dev/stdout`, `/dev/fd/1` or `/proc/self/fd/1`; otherwise
    /// `nil`.
    private static func descriptor(namedBy path: String) -> Int32? {
        if let number = ["/dev/stdin", "/dev/stdout", "/dev/stderr"].firstIndex(of: path) { return Int32(number) }
        for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
            if let number = Int32(path.dropFirst(folder.count)), number >= 0 { return number }
        }
        return nil
    }

    private static func destination(_ link: String) throws(FileFault) -> String {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        // SAFETY: the call gets the size of the buffer, and does not write beyond it.
        let count = unsafe bytes.withUnsafeMutableBytes { room in
            unsafe readlink(link, room.baseAddress!.assumingMemoryBound(to: CChar.self), room.count)
        }
        guard count >= 0 else { throw .current("follow") }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
