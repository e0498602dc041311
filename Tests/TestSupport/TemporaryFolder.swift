public import Foundation

/// A temporary folder for a test, removed when it is deinitialized.
public final class TemporaryFolder: Sendable {
    public let url: URL

    public init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "swift-ipf-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Creates a named pipe in the folder.
    public func makePipe(_ name: String) throws {
        // SAFETY: the system reads the path within the call.
        guard unsafe mkfifo(path(name), 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    /// Runs a command and waits for its end. Returns its exit status.
    public static func run(_ command: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Returns the path of a file in the folder.
    public func path(_ name: String) -> String { url.appending(path: name).path }
}
