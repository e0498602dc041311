#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Where something is to be written: looked at before any work, so that only a regular file, or nothing yet, is ever replaced.
///
/// A symbolic link is followed, also one to what is not there yet; the link itself stays:
/// ```
/// all.catalog → /data/all.catalog   a file     the file in /data is replaced
/// all.catalog → /data/all.catalog   nothing    a file is made in /data
/// all.catalog → /dev/null           a device   never replaced; text may be written into it
/// all.catalog → all.catalog                    an error
/// ```
package struct FileTarget: Sendable {
    /// The path as it was given.
    package let name: String
    /// Where its links lead.
    package let path: String
    /// What is there; never `.link`.
    package let kind: FileKind
    /// The open file of this process that the path names, as `/dev/stdout` does.
    package let descriptor: Int32?
    /// What the system knows of it; `nil` where nothing is there.
    let status: FileStatus?

    private static let mostLinks = 40

    /// Looks at a path.
    ///
    /// - Throws: `FileFault` where it is a folder's name, where links lead in a circle, and where the system refuses to look.
    package init(_ name: String) throws(FileFault) {
        var path = name
        var links = 0
        while true {
            guard !["", ".", ".."].contains(PathNames.lastComponent(of: path)) else {
                throw .unfit("is the name of a folder; expected that of a file to write")
            }
            if let descriptor = Self.descriptor(namedBy: path) {
                self.init(name, path, try FileStatus.of(descriptor: descriptor), descriptor)
                return
            }
            let status = try FileStatus.of(path, followsLinks: false)
            guard status?.kind == .link else {
                // The links of another process's open files lead to names that aren't there.
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

    /// Where the links of a path lead; the path itself where they can't be followed.
    package static func following(_ path: String) -> String { (try? FileTarget(path))?.path ?? path }

    /// Checks that a new file may take the place of what is there.
    ///
    /// - Throws: `FileFault` where it may not.
    package func requireReplaceable() throws(FileFault) {
        if descriptor != nil { throw .unfit("is an open file of this process, which can't be replaced; name a file") }
        switch kind {
        case .nothing, .file: return
        case .folder: throw .system(action: "replace", .isAFolder)
        default: throw .unfit("is \(kind.words), and only a file may be replaced; name a file")
        }
    }

    // MARK: Paths

    /// The number of the open file that `/dev/stdout`, `/dev/fd/1` or `/proc/self/fd/1` names.
    private static func descriptor(namedBy path: String) -> Int32? {
        if let number = ["/dev/stdin", "/dev/stdout", "/dev/stderr"].firstIndex(of: path) { return Int32(number) }
        for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
            if let number = Int32(path.dropFirst(folder.count)), number >= 0 { return number }
        }
        return nil
    }

    private static func destination(_ link: String) throws(FileFault) -> String {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        // SAFETY: the call writes no more bytes than the count that it gets.
        let count = unsafe bytes.withUnsafeMutableBytes { room in
            unsafe readlink(link, room.baseAddress!.assumingMemoryBound(to: CChar.self), room.count)
        }
        guard count >= 0 else { throw .current("follow") }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
