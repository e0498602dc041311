import Essentials
import Ingest

/// What becomes of records that can't be read: the first one stops the import, or each is counted and kept in a file.
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
        try file?.write(Self.line(address, error, text) + "\n")
    }

    /// Forgets what came so far: the source is read from its beginning again.
    func startOver() throws {
        hasRecords = false
        try file?.startOver()
    }

    /// Writes what is left; the file is there afterwards, empty where nothing was rejected.
    func finish() throws { try file?.finish() }

    /// The import failed: what was rejected until then is kept all the same, and may say why.
    func finishFailed() {
        if hasRecords { try? file?.finish() }
    }

    private static func line(_ address: SourceAddress, _ error: ProfileFormatError, _ text: Span<UInt8>) -> String {
        let bytes = Array(copying: text)
        let text = String(validating: bytes, as: UTF8.self)
        let record =
            text.map { (key: "text", value: JSON.string($0)) }
            ?? (key: "base64", value: .string(Data(bytes).base64EncodedString()))
        var object: [(key: String, value: JSON)] = [(key: "source", value: .string(address.description))]
        if let file = error.file { object.append((key: "file", value: .string(file))) }
        object += [
            (key: "line", value: .integer(error.position.line)),
            (key: "byte", value: .integer(error.position.byteOffset)),
            (key: "reason", value: .string(error.reason)),
        ]
        return JSON.object(object + [record]).text
    }
}
