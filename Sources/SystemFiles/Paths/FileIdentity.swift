/// The device and inode of a file, which are the same for all paths and links to it. If the file does not exist yet,
/// the device and inode of its folder, and its name.
///
/// Commands compare the identities of their inputs and outputs. Devices, sockets and folders have no identity, because
/// a command can safely use one of them both as input and as output.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    private let name: String?

    /// Creates the identity of the file at a path, or of a file to be created there; `nil` if the file has no identity
    /// or cannot be examined.
    package init?(path: String) {
        guard let identity = (try? FileTarget(path))?.identity else { return nil }
        self = identity
    }

    /// Creates the identity of an open file; `nil` if the file has none.
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
    /// The identity of the target; `nil` if the target has none.
    package var identity: FileIdentity? {
        if let status { return FileIdentity(status) }
        guard let status = try? FileStatus.of(PathNames.folder(of: path)) else { return nil }
        return FileIdentity(status, name: PathNames.lastComponent(of: path))
    }
}
