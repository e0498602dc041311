import Foundation
import TestSupport

/// The command-line tool, run as a process.
struct Command {
    struct Result {
        var status: Int32
        var output: String
        var errors: String
    }

    /// The executable beside the test bundle.
    static let binary = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "ipf").path

    /// The repository's root.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// Runs `ipf ARGUMENTS`, and waits for its end. The time zone and locale are unusual, so that no test depends on
    /// common ones.
    static func run(
        _ arguments: [String], input: String = "", in folder: URL? = nil, environment: [String: String] = [:]
    ) throws -> Result {
        try run(binary, arguments, input: input, in: folder, environment: environment)
    }

    /// Runs a `bash` script, in which `$ipf` is the executable.
    static func shell(_ script: String, in folder: URL, environment: [String: String] = [:]) throws -> Result {
        try run(
            "/bin/bash", ["-c", script], in: folder,
            environment: environment.merging(["ipf": binary, "LC_ALL": "C.UTF-8"]) { $1 })
    }

    /// Returns the environment of this process without credentials, with an unusual time zone and locale, and with the
    /// variables in `more`.
    static func environment(_ more: [String: String] = [:]) -> [String: String] {
        var variables = ProcessInfo.processInfo.environment
        for name in ["IPF_TOKEN", "IPF_PASSWORD", "IPF_DEFAULTS", "IPF_OVERLAY"] { variables[name] = nil }
        return variables.merging(["TZ": "Pacific/Chatham", "LC_ALL": "tr_TR.UTF-8"]) { $1 }.merging(more) { $1 }
    }

    private static func run(
        _ program: String, _ arguments: [String], input: String = "", in folder: URL?, environment: [String: String]
    ) throws -> Result {
        let temporary = try TemporaryFolder()
        let files = ["in", "out", "err"].map { temporary.path($0) }
        try Data(input.utf8).write(to: URL(filePath: files[0]))
        for file in files[1...] { _ = FileManager.default.createFile(atPath: file, contents: nil) }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder ?? temporary.url
        process.environment = Self.environment(environment)
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
