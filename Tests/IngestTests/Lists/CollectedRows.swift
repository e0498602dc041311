import ProfileFormat
import Scanning

@testable import Ingest

/// Collects rows as texts.
struct CollectedRows: ListRowConsumer {
    var rows: [String] = []

    mutating func columns(_ names: [String]) { rows.append("columns " + names.joined(separator: "¦")) }

    mutating func row(_ row: borrowing ListRow) {
        var fields: [String] = []
        for index in 0..<row.count { fields.append(String(decoding: row.field(index))) }
        rows.append("\(row.line)@\(row.byteOffset) " + fields.joined(separator: "¦"))
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) {
        rows.append("\(error.kind) \(error.position.line):\(error.position.column) \(String(decoding: text))")
    }
}
