public import Foundation

/// An in-memory file system of a few hundred kilobytes, mounted in a temporary folder and unmounted when it is
/// deinitialized.
///
/// Only the superuser may mount one. Tests that need it declare:
/// ```swift
/// @Test(.enabled(if: SmallFileSystem.isExpected, "this process cannot mount a file system"))
/// ```
/// so that they are skipped if it can't be mounted, and fail in CI (`CI` is set), where mounting must be possible.
public final class SmallFileSystem: Sendable {
    private let folder: TemporaryFolder

    /// - Parameter size: the size in units of 1024 bytes.
    /// - Throws: `SystemToolFault` if it can't be mounted.
    public init(kilobytes size: Int) throws {
        folder = try TemporaryFolder()
        try SystemToolFault.check("mount", "-t", "tmpfs", "-o", "size=\(size)k", "tmpfs", folder.url.path)
    }

    deinit { try? SystemToolFault.check("umount", folder.url.path) }

    /// The mount point.
    public var url: URL { folder.url }

    /// Returns the path of a file in the file system.
    public func path(_ name: String) -> String { folder.path(name) }

    /// Makes the file system read-only.
    ///
    /// - Throws: `SystemToolFault` if the system refuses.
    public func makeReadOnly() throws { try SystemToolFault.check("mount", "-o", "remount,ro", folder.url.path) }

    /// A Boolean value that indicates whether tests with a file system run: it can be mounted, or must be (in CI).
    public static let isExpected = isCI || (try? SmallFileSystem(kilobytes: 64)) != nil
}

/// Device files in a temporary folder, which only the superuser may create; see `SmallFileSystem`.
public enum DeviceFile {
    /// Creates a device that discards its input, like `/dev/null`.
    ///
    /// - Throws: `SystemToolFault` if the system refuses.
    public static func makeNull(_ path: String) throws { try SystemToolFault.check("mknod", path, "c", "1", "3") }

    /// A Boolean value that indicates whether tests with a device run: it can be created, or must be (in CI).
    public static let isExpected =
        isCI
        || (try? TemporaryFolder()).map { folder in (try? makeNull(folder.path("null"))) != nil } ?? false
}

/// A failure of a system tool.
public struct SystemToolFault: Error, CustomStringConvertible {
    public let description: String

    fileprivate static func check(_ command: String...) throws {
        let status = try TemporaryFolder.run(command)
        if status == 0 { return }
        throw SystemToolFault(description: "\(command.joined(separator: " ")): exit status \(status)")
    }
}

private var isCI: Bool { !(ProcessInfo.processInfo.environment["CI"] ?? "").isEmpty }
