/// A stamp that changes if the file changes: device, inode, size and modification time.
///
/// It does not detect a change after which the size is the same and the modification time is reset.
package struct FileStamp: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    /// The size in bytes.
    package let size: Int
    /// The time of the last modification, in seconds since 1970 UTC.
    package let modified: Int64
    /// The nanoseconds of the time in `modified`.
    package let nanoseconds: Int
    package let kind: FileKind

    /// Creates the stamp of the file at `path`; `nil` if the file does not exist or cannot be examined. Symbolic links
    /// are followed.
    package init?(_ path: String) {
        guard let status = try? FileStatus.of(path) else { return nil }
        device = status.device
        number = status.number
        size = status.size
        (modified, nanoseconds) = status.modified
        kind = status.kind
    }

    /// The stamp as a text to store with derived data: `device 2049, inode 131, 48211 bytes, 1763704800.000000250`.
    package var text: String {
        let digits = String(nanoseconds)
        let time = "\(modified).\(String(repeating: "0", count: 9 - digits.count))\(digits)"
        return "device \(device), inode \(number), \(size) bytes, \(time)"
    }
}
