/// Distinguishes a file that has changed from one that has not, unless its time is set back: device, inode, size and time.
package struct FileStamp: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64
    /// Bytes.
    package let size: Int
    /// When its content changed last, in seconds since 1970.
    package let modified: Int64
    /// Nanoseconds of that second.
    package let nanoseconds: Int
    package let kind: FileKind

    /// The stamp of what is at `path`, or of what its symbolic links lead to; `nil` where there is nothing, or the system refuses
    /// to look.
    package init?(_ path: String) {
        guard let status = try? FileStatus.of(path) else { return nil }
        device = status.device
        number = status.number
        size = status.size
        (modified, nanoseconds) = status.modified
        kind = status.kind
    }

    /// All of it, to be kept beside what was made of the file: `device 2049, inode 131, 48211 bytes, 1763704800.000000250`
    package var text: String {
        let digits = String(nanoseconds)
        let time = "\(modified).\(String(repeating: "0", count: 9 - digits.count))\(digits)"
        return "device \(device), inode \(number), \(size) bytes, \(time)"
    }
}
