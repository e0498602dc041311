package import Packing
public import ProfileFormat

/// What a reading brought and what it cost.
public struct SnapshotReport: Hashable, Sendable {
    /// Where the time went. The stages run at the same time on threads of their own, so they add up to more than `wall`.
    package struct Seconds: Hashable, Sendable {
        /// Waiting for the network or for whoever writes into a pipe; 0 for a mapped file, which is read where its bytes
        /// are used.
        package var transfer = 0.0
        /// Inflating; 0 for what is not compressed.
        package var inflate = 0.0
        /// In the consumer's hands, tokenizing too.
        package var consume = 0.0
        /// From the call to its return.
        package var wall = 0.0

        package init() {}
    }

    /// What was read.
    package var address: SourceAddress
    /// How it was packed.
    package var compression: Compression = .none
    /// What inflated it; `nil` where it wasn't packed.
    package var inflatedBy: InflateLibrary?
    /// Bytes as stored or transferred.
    public var bytesIn = 0
    /// Bytes that were handed out.
    public var inflatedBytes = 0
    /// Lines read; `nil` where bytes were read, not records.
    public var lines: Int?
    /// `##COMPLETE` was seen, in each file of an archive that isn't empty; `nil` where bytes were read, not records.
    public var isComplete: Bool?
    /// What was read, or passed over, though it is hardly what was meant: one for each kind.
    public var warnings: [ProfileWarning] = []
    /// Where the time went, in seconds.
    package var seconds = Seconds()
    /// For the next time's `IngestOptions.validators`; `nil` where the source has none.
    public var validators: Validators?
    /// The source is the one that `IngestOptions.validators` name: nothing was handed out.
    public var notModified = false
    /// The SHA-256 of an object's bytes as they are stored, in hexadecimal; `nil` for other sources.
    package var sha256: String?
    /// Requests that were made; 0 for files.
    package var requests = 0

    package init(address: SourceAddress) { self.address = address }
}

/// What a server said about the version of a source that was read: sent with the next request, it answers 304 in place
/// of a source that did not change.
public struct Validators: Hashable, Sendable, Codable {
    /// The `ETag` header as it came, quotes and `W/` too; `nil` for none.
    public var etag: String?
    /// The `Last-Modified` header as it came; `nil` for none.
    public var lastModified: String?

    /// Creates validators from the fields of a response; `nil` for a field that it did not have.
    public init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }

    /// Neither is there.
    package var isEmpty: Bool { etag == nil && lastModified == nil }
}

/// How far a reading is.
public struct IngestProgress: Hashable, Sendable {
    /// Bytes of the source so far, as they are stored or transferred.
    public var bytesIn: Int
    /// Bytes of the whole source; `nil` if unknown.
    public var totalBytesIn: Int?
    /// Bytes so far after inflating: what was handed out.
    public var inflatedBytes: Int
    /// Lines read so far: nearly the number of records; `nil` where bytes are read, not records.
    public var lines: Int?
    /// Seconds since the reading began.
    public var seconds: Double

    package init(bytesIn: Int, totalBytesIn: Int?, inflatedBytes: Int, lines: Int?, seconds: Double) {
        self.bytesIn = bytesIn
        self.totalBytesIn = totalBytesIn
        self.inflatedBytes = inflatedBytes
        self.lines = lines
        self.seconds = seconds
    }

    /// The part that is done, 0…1; `nil` where the whole is unknown.
    public var fraction: Double? {
        guard let totalBytesIn else { return nil }
        return totalBytesIn == 0 ? 1 : min(Double(bytesIn) / Double(totalBytesIn), 1)
    }

    /// Seconds to the end at the rate so far; `nil` where the whole is unknown or nothing has arrived.
    package var secondsLeft: Double? {
        guard let totalBytesIn, bytesIn > 0, seconds > 0 else { return nil }
        return Double(max(totalBytesIn - bytesIn, 0)) * seconds / Double(bytesIn)
    }
}
