package import ProfileFormat

/// A transform that changes or drops profiles while they are read (`IngestOptions.rewriter`).
package protocol ProfileRewriter: Sendable {
    /// A fingerprint of the rules. If it differs from that of the last import, the source must be read again.
    var fingerprint: String { get }

    /// Resets all counts, because the source is read again from its beginning.
    func startOver()

    /// Changes a profile.
    ///
    /// - Returns: Whether to keep the profile. If `false`, it is dropped.
    /// - Throws: An error if the rules cannot be applied to the profile. Reading then ends.
    func rewrite(_ profile: inout InstrumentProfile) throws -> Bool
}

extension ProfileRewriter {
    /// Changes a profile of a source.
    ///
    /// - Throws: `IngestError` of kind `notRewritten`, with the source's address.
    func rewrite(_ profile: inout InstrumentProfile, of address: SourceAddress) throws(IngestError) -> Bool {
        do { return try rewrite(&profile) } catch {
            throw IngestError(kind: .notRewritten, address: address.description, reason: "\(error)")
        }
    }
}

/// Two rewriters, applied one after another.
struct RewriterPair: ProfileRewriter {
    let first: any ProfileRewriter
    let second: any ProfileRewriter

    var fingerprint: String { "\(first.fingerprint); \(second.fingerprint)" }

    func startOver() {
        first.startOver()
        second.startOver()
    }

    func rewrite(_ profile: inout InstrumentProfile) throws -> Bool {
        try first.rewrite(&profile) && second.rewrite(&profile)
    }
}

/// Passes rewritten records to another consumer. Unchanged records are passed as they are. Changed profiles are written
/// as text and parsed again, so that the consumer receives an ordinary record.
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
