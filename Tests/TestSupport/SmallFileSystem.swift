public import Foundation

/// A file system of a few hundred kilobytes in memory, mounted in a temporary folder for a test, and unmounted with the value.
///
/// Only the superuser may mount one. Tests that need it say so:
/// ```swift
/// @Test(.enabled(if: SmallFileSystem.isExpected, "no file system can be mounted here"))
/// ```
/// so that they are skipped where none can be mounted, and fail in CI (`CI` is set), where it must be possible.
public final class SmallFileSystem: Sendable {
    private let folder: TemporaryFolder

    /// - Parameter size: its bytes, in thousands of 1024.
    /// - Throws: `SystemToolFault` where it can't be mounted.
    public init(kilobytes size: Int) throws {
        folder = try TemporaryFolder()
        try SystemToolFault.check("mount", "-t", "tmpfs", "-o", "size=\(size)k", "tmpfs", folder.url.path)
    }

    deinit { try? SystemToolFault.check("umount", folder.url.path) }

    /// The folder that it is mounted in.
    public var url: URL { folder.url }

    /// The path of a file in it.
    public func path(_ name: String) -> String { folder.path(name) }

    /// Makes it read-only.
    ///
    /// - Throws: `SystemToolFault` where the system doesn't.
    public func makeReadOnly() throws { try SystemToolFault.check("mount", "-o", "remount,ro", folder.url.path) }

    /// One can be mounted here, or must be.
    public static let isExpected = isCI || (try? SmallFileSystem(kilobytes: 64)) != nil
}

/// A device file in a temporary folder, which only the superuser may make; see `SmallFileSystem`.
public enum DeviceFile {
    /// Makes one that discards what is written to it, as `/dev/null` does.
    ///
    /// - Throws: `SystemToolFault` where the system doesn't.
    public static func makeNull(_ path: String) throws { try SystemToolFault.check("mknod", path, "c", "1", "3") }

    /// One can be made here, or must be.
    public static let isExpected =
        isCI
        || (try? TemporaryFolder()).map { folder in (try? makeNull(folder.path("null"))) != nil } ?? false
}

/// A tool of the system has failed.
public struct SystemToolFault: Error, CustomStringConvertible {
    public let description: String

    fileprivate static func check(_ command: String...) throws {
        let status = try TemporaryFolder.run(command)
        if status == 0 { return }
        throw SystemToolFault(description: "\(command.joined(separator: " ")): exit status \(status)")
    }
}

private var isCI: Bool { !(ProcessInfo.processInfo.environment["CI"] ?? "").isEmpty }
