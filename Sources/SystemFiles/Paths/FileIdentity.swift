/// Distinguishes a file from all others, by whatever names, links and hard links it is reached: device and inode. Of a file that is
/// not there yet, those of its folder and its name.
///
/// For what a command reads and writes to be compared. Terminals and other devices, sockets and folders have none: reading from
/// and writing to one of them at once destroys nothing.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    private let name: String?

    /// The identity of what is, or would be made, at a path; `nil` where it has none or the system refuses to look.
    package init?(path: String) {
        guard let identity = (try? FileTarget(path))?.identity else { return nil }
        self = identity
    }

    /// The identity of an open file.
    package init?(descriptor: Int32) {
        guard let status = try? FileStatus.of(descriptor: descriptor) else { return nil }
        self.init(status)
    }

    fileprivate init?(_ status: FileStatus) {
        guard status.kind == .file || status.kind == .namedPipe else { return nil }
        self.init(status, name: nil)
    }

    fileprivate init(_ status: FileStatus, name: String?) {
        device = status.device
        number = status.number
        self.name = name
    }
}

extension FileTarget {
    /// Distinguishes the file from all others; `nil` where it has no identity.
    package var identity: FileIdentity? {
        if let status { return FileIdentity(status) }
        guard let status = try? FileStatus.of(PathNames.folder(of: path)) else { return nil }
        return FileIdentity(status, name: PathNames.lastComponent(of: path))
    }
}
