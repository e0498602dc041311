import Foundation
import TestSupport

/// A process of `ipf` that runs until it is ended, and whose output is read while it runs.
final class FollowerProcess {
    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()
    private var buffer: [UInt8] = []
    private var errorBuffer: [UInt8] = []

    /// - Parameter program: The path of the program; by default that of `ipf`.
    init(
        _ arguments: [String], program: String = Command.binary, input: FileHandle = .nullDevice,
        environment: [String: String] = [:]
    ) throws {
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        var variables = ProcessInfo.processInfo.environment
        variables["IPF_TOKEN"] = nil
        process.environment = variables.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    /// The process identifier.
    var identifier: Int32 { process.processIdentifier }

    /// Returns the next line of standard output; `nil` at the end.
    func line() -> String? { Self.line(output.fileHandleForReading, &buffer) }

    /// Returns the next line of standard error; `nil` at the end.
    func errorLine() -> String? { Self.line(errors.fileHandleForReading, &errorBuffer) }

    /// Reads standard error up to a line that contains `text`. Returns false if no line does.
    func waits(for text: String) -> Bool {
        while let line = errorLine() {
            if line.contains(text) { return true }
        }
        return false
    }

    func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

    /// Waits for the end of the process. Returns its exit code, or the negative number of the signal that ended it.
    func wait() -> Int32 {
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
    }

    private static func line(_ file: FileHandle, _ buffer: inout [UInt8]) -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer.removeFirst(end + 1)
                return line
            }
            let data = file.availableData
            guard !data.isEmpty else { return nil }
            buffer += data
        }
    }
}
