import Foundation
import Ingest
import ProfileFormat
import Scanning

@testable import Lists

/// The result of reading a list: its profiles, and the errors of its rows.
struct ReadList: RecordConsumer {
    var profiles: [InstrumentProfile] = []
    var errors: [String] = []
    var rejected: [String] = []
    var lines: [Int] = []
    var warnings: [String] = []

    /// Reads a list from a file.
    init(_ text: [UInt8], _ map: String, derives: Bool = true, encoding: ListEncoding = .automatic) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "list-\(UUID().uuidString)").path
        try Data(text).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        var options = IngestOptions()
        options.list = MappedList(
            try ListMap(parsing: map), encoding: encoding, derives: derives, today: CalendarDate(dayNumber: 20_784))
        let report = try readSnapshot(from: SourceAddress(parsing: path), options: options, into: &self)
        warnings = report.warnings.map { "\($0)" }
    }

    init(_ text: String, _ map: String, derives: Bool = true) throws {
        try self.init(Array(text.utf8), map, derives: derives)
    }

    mutating func consume(_ record: borrowing ProfileRecord) {
        profiles.append(InstrumentProfile(record))
        lines.append(record.line)
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) {
        errors.append("\(error)")
        rejected.append(String(decoding: text))
    }

    mutating func flush() {}
    mutating func complete() {}
}

/// The mapping that is proposed for a list.
struct ProposedList {
    let map: String?
    let columns: [String]?

    init(_ text: String) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "list-\(UUID().uuidString)").path
        try Data(text.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let proposal = try ListProposal.read(
            from: SourceAddress(parsing: path), options: IngestOptions(), encoding: .automatic)
        (map, columns) = (proposal?.map?.description, proposal?.columns)
    }
}
