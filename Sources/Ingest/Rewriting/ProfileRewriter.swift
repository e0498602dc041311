package import ProfileFormat

/// Changes profiles as they are read, or leaves them out (`IngestOptions.rewriter`).
package protocol ProfileRewriter: Sendable {
    /// Which rules it has: a source that was read with others has to be read again.
    var fingerprint: String { get }

    /// The source is read from its beginning: what was counted of it so far is void.
    func startOver()

    /// Changes a profile.
    ///
    /// - Returns: false where it is left out.
    /// - Throws: why its rules can't be applied to the profile, which ends the reading.
    func rewrite(_ profile: inout InstrumentProfile) throws -> Bool
}

extension ProfileRewriter {
    /// The same for a profile of a source.
    ///
    /// - Throws: `IngestError` of kind `notRewritten`.
    func rewrite(_ profile: inout InstrumentProfile, of address: SourceAddress) throws(IngestError) -> Bool {
        do { return try rewrite(&profile) } catch {
            throw IngestError(kind: .notRewritten, address: address.description, reason: "\(error)")
        }
    }
}

/// Hands records on, rewritten. One that stays as it is goes on untouched; one that changes is written as text and read again, so that
/// whoever takes records takes it like any other.
struct RewritingConsumer<Inner: RecordConsumer & ~Copyable>: RecordConsumer, ~Copyable {
    var inner: Inner
    private let rewriter: any ProfileRewriter
    private let address: SourceAddress
    private var writer = ProfileWriter()
    private var reader: RecordReader
    private var text: [UInt8] = []

    init(_ inner: consuming Inner, _ rewriter: any ProfileRewriter, of address: SourceAddress, limits: ReaderLimits) {
        self.inner = inner
        self.rewriter = rewriter
        self.address = address
        reader = RecordReader(limits: limits)
    }

    consuming func finish() -> Inner { inner }

    mutating func consume(_ record: borrowing ProfileRecord) throws {
        let before = InstrumentProfile(record)
        var profile = before
        guard try rewriter.rewrite(&profile, of: address) else { return }
        if profile == before { return try inner.consume(record) }
        text.removeAll(keepingCapacity: true)
        writer.write(profile, to: &text)
        let written = text
        try reader.read(written.span, into: &inner)
    }

    mutating func malformed(_ error: ProfileFormatError, text: Span<UInt8>) throws {
        try inner.malformed(error, text: text)
    }

    mutating func flush() throws { try inner.flush() }
    mutating func complete() throws { try inner.complete() }
    mutating func begin(file name: String) throws { try inner.begin(file: name) }
    mutating func warning(_ warning: ProfileWarning) throws { try inner.warning(warning) }
}
