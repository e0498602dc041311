import ArgumentParser
import Essentials
import Ingest

/// `--on-error` and `--rejects`.
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

/// The treatment of unreadable records: the first one stops the import, or each is counted and written to a file.
final class RejectLog {
    let path: String?
    /// The first one stops the import.
    let stops: Bool
    private var file: OutputFile?
    /// Some were rejected.
    private var hasRecords = false

    /// - Parameter path: the file to keep them in; `nil` to count them only.
    init(path: String?, stops: Bool) {
        self.path = path
        self.stops = stops
    }

    /// Makes sure, before any work, that they can be kept.
    func begin() throws {
        if let path { file = try OutputFile.create(path) }
    }

    /// Keeps a record.
    func add(_ error: ProfileFormatError, text: Span<UInt8>, of address: SourceAddress) throws {
        hasRecords = true
        try file?.write(Self.line(address, error, text))
    }

    /// Forgets what came so far: the source is read from its beginning again.
    func startOver() throws {
        hasRecords = false
        try file?.startOver()
    }

    /// Writes what is left; the file is there afterwards, empty if nothing was rejected.
    func finish() throws { try file?.finish() }

    /// The import failed: what was rejected until then is kept all the same, and may say why.
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
