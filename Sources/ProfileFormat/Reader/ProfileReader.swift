/// An event of a profile reader. Events are in the order of the text.
public enum ProfileEvent: Hashable, Sendable {
    /// A profile.
    case profile(InstrumentProfile)
    /// A malformed record. The handler throws to stop reading, or returns to continue with the next record.
    case malformed(ProfileFormatError)
    /// `##`: everything up to here may be processed.
    case flush
    /// `##COMPLETE`: everything up to here is the whole snapshot.
    case complete
}

/// Reads profiles from a text that arrives in chunks of any size.
///
/// ```swift
/// var reader = ProfileReader()
/// try reader.read(bytes.span) { event in
///     if case .profile(let profile) = event { print(profile.symbol, profile.description) }
/// }
/// try reader.finish { _ in }
/// ```
///
/// For millions of records, use `RecordReader`. Its records borrow the text instead of copying it.
public struct ProfileReader: ~Copyable {
    private var reader: RecordReader

    /// Creates a reader at the start of a text.
    public init(limits: ReaderLimits = ReaderLimits(), strictness: ReaderStrictness = .strict) {
        reader = RecordReader(limits: limits, strictness: strictness)
    }

    /// A Boolean value that indicates whether `##COMPLETE` was read. Without it, the snapshot may be truncated.
    public var isComplete: Bool { reader.isComplete }

    /// The warnings so far: one for each kind with its count, in the order in which the kinds first occurred.
    public var warnings: [ProfileWarning] { reader.warnings }

    /// Reads the next chunk of the text, and passes the events that it completes to `handler`.
    ///
    /// - Throws: The errors of `handler`.
    public mutating func read(_ chunk: Span<UInt8>, _ handler: (ProfileEvent) throws -> Void) throws {
        try withoutActuallyEscaping(handler) { handler in
            var consumer = Events(handler: handler)
            try reader.read(chunk, into: &consumer)
        }
    }

    /// Ends the text, and passes on the last record if it has no line end.
    ///
    /// - Throws: The errors of `handler`.
    public mutating func finish(_ handler: (ProfileEvent) throws -> Void) throws {
        try withoutActuallyEscaping(handler) { handler in
            var consumer = Events(handler: handler)
            try reader.finish(into: &consumer)
        }
    }

    private struct Events: RecordConsumer {
        let handler: (ProfileEvent) throws -> Void

        func consume(_ record: borrowing ProfileRecord) throws { try handler(.profile(InstrumentProfile(record))) }

        func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws { try handler(.malformed(error)) }

        func flush() throws { try handler(.flush) }

        func complete() throws { try handler(.complete) }
    }
}
