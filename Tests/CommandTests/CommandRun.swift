import Foundation
import TestSupport

/// One run of the real `ipf`: what it was given, and what came of it.
struct CommandRun {
    let status: Int32
    let output: String
    let errors: String

    /// Runs the binary that was built beside the tests.
    ///
    /// - Parameters:
    ///   - input: the bytes of its standard input.
    ///   - environment: variables beside this process's own.
    init(_ arguments: [String], input: String = "", environment: [String: String] = [:]) throws {
        let folder = try TemporaryFolder()
        try Data(input.utf8).write(to: folder.url.appending(path: "input"))
        // Files rather than pipes: nothing can block, however much is written.
        let output = try Self.created(folder.url.appending(path: "output"))
        let errors = try Self.created(folder.url.appending(path: "errors"))
        let process = Process()
        process.executableURL = Self.binary
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: folder.url.appending(path: "input"))
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        status = process.terminationStatus
        self.output = String(decoding: try Data(contentsOf: output), as: UTF8.self)
        self.errors = String(decoding: try Data(contentsOf: errors), as: UTF8.self)
    }

    private static func created(_ url: URL) throws -> URL {
        try Data().write(to: url)
        return url
    }

    private static let binary: URL = {
        #if os(macOS)
            let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        #else
            let tests = Bundle.main.executableURL
        #endif
        return (tests ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent().appending(path: "ipf")
    }()
}
