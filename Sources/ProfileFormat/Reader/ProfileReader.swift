/// What a profile reader finds, in the order of the text.
public enum ProfileEvent: Hashable, Sendable {
    /// A profile.
    case profile(InstrumentProfile)
    /// A record that can't be read. Throw from the handler to stop there, return to go on with the next record.
    case malformed(ProfileFormatError)
    /// `##`: everything so far may be processed.
    case flush
    /// `##COMPLETE`: everything so far is the whole snapshot.
    case complete
}

/// Reads profiles as owned values from a text in chunks of any size.
///
/// ```swift
/// var reader = ProfileReader()
/// try reader.read(bytes.span) { event in
///     if case .profile(let profile) = event { print(profile.symbol, profile.description) }
/// }
/// try reader.finish { _ in }
/// ```
///
/// For millions of records use `RecordReader`, whose records borrow the text.
public struct ProfileReader: ~Copyable {
    private var reader: RecordReader

    /// A reader at the start of a text.
    public init(limits: ReaderLimits = ReaderLimits(), strictness: ReaderStrictness = .strict) {
        reader = RecordReader(limits: limits, strictness: strictness)
    }

    /// `##COMPLETE` was seen: without it a snapshot may have been cut off.
    public var isComplete: Bool { reader.isComplete }

    /// One warning for each kind so far, with the number of times, in the order in which they came first.
    public var warnings: [ProfileWarning] { reader.warnings }

    /// Takes the next bytes of the text and hands on what they complete.
    ///
    /// - Throws: what `handler` throws.
    public mutating func read(_ chunk: Span<UInt8>, _ handler: (ProfileEvent) throws -> Void) throws {
        try withoutActuallyEscaping(handler) { handler in
            var consumer = Events(handler: handler)
            try reader.read(chunk, into: &consumer)
        }
    }

    /// Says that there is no more text: a last record without a line end is handed on now.
    ///
    /// - Throws: what `handler` throws.
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
