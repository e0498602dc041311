import Foundation
import TestSupport

/// Runs the real binary as a process.
struct Command {
    struct Result {
        var status: Int32
        var output: String
        var errors: String
    }

    /// The binary beside the test bundle.
    static let binary = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "ipf").path

    /// The repository's root.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Runs `ipf ARGUMENTS`, and waits for its end. Its time zone and locale are odd ones, so that nothing comes to
    /// depend on the usual.
    static func run(
        _ arguments: [String], input: String = "", in folder: URL? = nil, environment: [String: String] = [:]
    ) throws -> Result {
        let temporary = try TemporaryFolder()
        let files = ["in", "out", "err"].map { temporary.path($0) }
        try Data(input.utf8).write(to: URL(filePath: files[0]))
        for file in files[1...] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
        let process = Process()
        process.executableURL = URL(filePath: binary)
        process.arguments = arguments
        process.currentDirectoryURL = folder ?? temporary.url
        var variables = ProcessInfo.processInfo.environment
        variables["IPF_TOKEN"] = nil
        variables.merge(["TZ": "Pacific/Chatham", "LC_ALL": "tr_TR.UTF-8"]) { $1 }
        variables.merge(environment) { $1 }
        process.environment = variables
        process.standardInput = try FileHandle(forReadingFrom: URL(filePath: files[0]))
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: files[1]))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: files[2]))
        try process.run()
        process.waitUntilExit()
        func text(_ file: String) throws -> String {
            String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
        }
        return Result(status: process.terminationStatus, output: try text(files[1]), errors: try text(files[2]))
    }
}
