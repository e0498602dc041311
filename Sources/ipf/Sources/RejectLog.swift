import ArgumentParser
import Essentials
import Ingest

/// The options `--on-error` and `--rejects`.
struct RejectOptions: ParsableArguments {
    /// The effect of a record that can't be read.
    enum OnError: String, ExpressibleByArgument, CaseIterable {
        case stop, skip
    }

    @Option(
        help: ArgumentHelp(
            "The action for an unreadable record: stop or skip it. (default: stop; with --rejects: skip)",
            valueName: "action"))
    var onError: OnError?

    @Option(help: ArgumentHelp("A file for unreadable records.", valueName: "file"))
    var rejects: String?

    var log: RejectLog {
        RejectLog(path: rejects, stops: (onError ?? (rejects == nil ? .stop : .skip)) == .stop)
    }
}

/// Handles unreadable records: the first one stops the import, or each of them is counted and written to a file.
final class RejectLog {
    let path: String?
    /// Whether the first unreadable record stops the import.
    let stops: Bool
    private var file: OutputFile?
    /// Whether records were rejected.
    private var hasRecords = false

    /// - Parameter path: The file for rejected records; `nil` to only count them.
    init(path: String?, stops: Bool) {
        self.path = path
        self.stops = stops
    }

    /// Creates the file before any work, so that errors are detected early.
    func begin() throws {
        if let path { file = try OutputFile.create(path) }
    }

    /// Writes a rejected record.
    func add(_ error: ProfileFormatError, text: Span<UInt8>, of address: SourceAddress) throws {
        hasRecords = true
        try file?.write(Self.line(address, error, text))
    }

    /// Discards the rejected records, because the source is read again from its start.
    func startOver() throws {
        hasRecords = false
        try file?.startOver()
    }

    /// Completes the file, which is empty if no record was rejected.
    func finish() throws { try file?.finish() }

    /// Completes the file after a failed import, because its records may explain the failure. If no record was
    /// rejected, the existing file is not replaced.
    func finishFailed() {
        if hasRecords { try? file?.finish() }
    }

    private static func line(_ address: SourceAddress, _ error: ProfileFormatError, _ text: Span<UInt8>) -> String {
        JSONWriter.line { json in
            json.member("source", address.description)
            if let file = error.file { json.member("file", file) }
            json.member("line", error.position.line)
            json.member("byte", error.position.byteOffset)
            json.member("reason", error.reason)
            let bytes = Array(copying: text)
            if let text = String(validating: bytes, as: UTF8.self) {
                json.member("text", text)
            } else {
                json.member("base64", Data(bytes).base64EncodedString())
            }
        }
    }
}
