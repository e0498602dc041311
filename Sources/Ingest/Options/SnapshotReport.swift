package import Packing
public import ProfileFormat

/// The results and costs of reading a source.
public struct SnapshotReport: Hashable, Sendable {
    /// The time per stage. Stages run concurrently on separate threads, so their sum may exceed `wall`.
    package struct Seconds: Hashable, Sendable {
        /// Seconds spent waiting for the network or the writer of a pipe; 0 for a mapped file.
        package var transfer = 0.0
        /// Seconds spent inflating; 0 if the source is not compressed.
        package var inflate = 0.0
        /// Seconds spent in the consumer, including tokenizing.
        package var consume = 0.0
        /// Seconds from the call to its return.
        package var wall = 0.0

        package init() {}
    }

    /// The address of the source.
    package var address: SourceAddress
    /// The compression of the source.
    package var compression: Compression = .none
    /// The library that inflated the source; `nil` if it was not compressed.
    package var inflatedBy: InflateLibrary?
    /// The bytes as stored or transferred.
    public var bytesIn = 0
    /// The bytes delivered after inflating.
    public var inflatedBytes = 0
    /// The number of lines; `nil` if the source was read as bytes instead of records.
    public var lines: Int?
    /// A Boolean value that indicates whether every nonempty file of the source had `##COMPLETE`; `nil` if it was read
    /// as bytes instead of records.
    public var isComplete: Bool?
    /// Input that was read or skipped but is probably a mistake; one warning per kind.
    public var warnings: [ProfileWarning] = []
    /// The time per stage, in seconds.
    package var seconds = Seconds()
    /// The validators for `IngestOptions.validators` of the next reading; `nil` if the source has none.
    public var validators: Validators?
    /// A Boolean value that indicates whether the source still matches `IngestOptions.validators`, so nothing was
    /// delivered.
    public var notModified = false
    /// The SHA-256 of an object's stored bytes, in hexadecimal; `nil` for other sources.
    package var sha256: String?
    /// The number of requests; 0 for files.
    package var requests = 0

    package init(address: SourceAddress) { self.address = address }
}

/// The validators of a version of a source. Sent with the next request, they let the server answer 304 if the source
/// has not changed.
public struct Validators: Hashable, Sendable, Codable {
    /// The unmodified `ETag` header, including quotes and `W/`; `nil` if absent.
    public var etag: String?
    /// The unmodified `Last-Modified` header; `nil` if absent.
    public var lastModified: String?

    /// Creates validators from the headers of a response; `nil` for a missing header.
    public init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }

    /// Whether neither validator is set.
    package var isEmpty: Bool { etag == nil && lastModified == nil }
}

/// The progress of reading a source.
public struct IngestProgress: Hashable, Sendable {
    /// The bytes read so far, as stored or transferred.
    public var bytesIn: Int
    /// The size of the whole source in bytes; `nil` if unknown.
    public var totalBytesIn: Int?
    /// The bytes delivered so far, after inflating.
    public var inflatedBytes: Int
    /// The lines read so far, which approximates the number of records; `nil` if the source is read as bytes instead of
    /// records.
    public var lines: Int?
    /// Seconds since reading began.
    public var seconds: Double

    package init(bytesIn: Int, totalBytesIn: Int?, inflatedBytes: Int, lines: Int?, seconds: Double) {
        self.bytesIn = bytesIn
        self.totalBytesIn = totalBytesIn
        self.inflatedBytes = inflatedBytes
        self.lines = lines
        self.seconds = seconds
    }

    /// The completed fraction, 0…1; `nil` if the total is unknown.
    public var fraction: Double? {
        guard let totalBytesIn else { return nil }
        return totalBytesIn == 0 ? 1 : min(Double(bytesIn) / Double(totalBytesIn), 1)
    }

    /// The estimated seconds until the end at the average rate; `nil` if the total is unknown or nothing has arrived.
    package var secondsLeft: Double? {
        guard let totalBytesIn, bytesIn > 0, seconds > 0 else { return nil }
        return Double(max(totalBytesIn - bytesIn, 0)) * seconds / Double(bytesIn)
    }
}
