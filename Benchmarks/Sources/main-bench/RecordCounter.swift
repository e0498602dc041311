import Ingest

/// A consumer that only counts records, so that the figure is the cost of reading.
struct RecordCounter: RecordConsumer {
    private(set) var rows = 0
    private var fields = 0

    mutating func consume(_ record: borrowing ProfileRecord) {
        rows &+= 1
        fields &+= record.fieldCount
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { throw error }

    mutating func flush() {}

    mutating func complete() {}

    /// Reads a file.
    mutating func read(_ path: String) throws -> SnapshotReport {
        try readSnapshot(from: SourceAddress(path: path), into: &self)
    }
}
