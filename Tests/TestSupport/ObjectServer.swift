import Foundation
import Synchronization

/// An S3-compatible object store on 127.0.0.1, shared by all tests of the process; it stops with the process.
public final class ObjectServer: Sendable {
    /// `http://127.0.0.1:PORT`
    public let url: String
    /// The server's standard input; closing it stops the server.
    private let input: Pipe

    private static let one = Mutex<ObjectServer?>(nil)

    /// Returns the store, which the first call starts.
    public static func shared() throws -> ObjectServer {
        try one.withLock { one in
            if let one { return one }
            let server = try ObjectServer()
            one = server
            return server
        }
    }

    private init() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = root.appending(path: "Scripts/object-server")
        input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = ""
        while !line.hasSuffix("\n") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw CocoaError(.executableLoad) }
            line += String(decoding: data, as: UTF8.self)
        }
        url = line.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns the name of a bucket that no other test uses.
    public static func newBucket() -> String { "test-\(UUID().uuidString.lowercased())" }

    /// Returns environment variables with full access to the store, or with read access only.
    public func environment(mayWrite: Bool = true) -> [String: String] {
        let name = mayWrite ? "test" : "read"
        return [
            "AWS_ENDPOINT_URL_S3": url, "AWS_ACCESS_KEY_ID": "\(name)-key", "AWS_SECRET_ACCESS_KEY": "\(name)-secret",
            "AWS_CONFIG_FILE": "/nonexistent/config", "AWS_SHARED_CREDENTIALS_FILE": "/nonexistent/credentials",
        ]
    }
}
