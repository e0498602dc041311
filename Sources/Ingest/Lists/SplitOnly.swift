import ProfileFormat
import Scanning

/// Splits a list into rows and fields, on the caller's thread, and discards them. It is a baseline for measurements.
///
/// - Returns: The numbers of rows and fields.
/// - Throws: `IngestError` for faults of the file; `ProfileFormatError` for the first row that cannot be read.
@_spi(Measuring) public func splitOnly(_ path: String) throws -> (rows: Int, fields: Int) {
    var rows = ListReader()
    var counter = FieldCounter()
    try readChunks(from: SourceAddress(path: path)) { try rows.read($0, into: &counter) }
    try rows.finish(into: &counter)
    return (counter.rows, counter.fields)
}

private struct FieldCounter: ListRowConsumer {
    var rows = 0
    var fields = 0

    mutating func columns(_ names: [String]) {}

    mutating func row(_ row: borrowing ListRow) {
        rows += 1
        for index in 0..<row.count where !row.field(index).isEmpty { fields += 1 }
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }
}
