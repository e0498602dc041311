import ProfileFormat

/// The events that a reader delivered for a text, in order, as comparable values.
struct Transcript: Equatable, CustomStringConvertible {
    enum Entry: Equatable {
        case event(ProfileEvent)
        /// The set-aside text of the preceding malformed record.
        case text([UInt8])
    }

    var entries: [Entry] = []
    var lines = 0

    var profiles: [InstrumentProfile] {
        entries.compactMap { if case .event(.profile(let profile)) = $0 { profile } else { nil } }
    }

    var errors: [ProfileFormatError] {
        entries.compactMap { if case .event(.malformed(let error)) = $0 { error } else { nil } }
    }

    var description: String { entries.map { "\($0)" }.joined(separator: "\n") + "\n\(lines) lines" }

    /// Reads `text` in chunks that end at `cuts`, setting malformed records aside.
    init(_ text: [UInt8], cuts: [Int] = [], limits: ReaderLimits = ReaderLimits()) {
        var reader = RecordReader(limits: limits)
        var consumer = Collector()
        var start = 0
        for cut in cuts + [text.count] {
            // Each chunk is a separate copy, so that a read past its end is also past an allocation.
            let chunk = Array(text[start..<cut])
            try! reader.read(chunk.span, into: &consumer)
            start = cut
        }
        try! reader.finish(into: &consumer)
        entries = consumer.entries
        lines = reader.linesRead
    }

    private struct Collector: RecordConsumer {
        var entries: [Entry] = []

        mutating func consume(_ record: borrowing ProfileRecord) { entries.append(.event(.profile(.init(record)))) }

        mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) {
            entries.append(.event(.malformed(error)))
            entries.append(.text(Array(copying: text)))
        }

        mutating func flush() { entries.append(.event(.flush)) }

        mutating func complete() { entries.append(.event(.complete)) }
    }
}
