package import Packing
public import ProfileFormat

/// The results and costs of reading a source.
public struct SnapshotReport: Hashable, Sendable {
    /// The time of each stage. Stages run concurrently on separate threads, so their sum may exceed `wall`.
    package struct Seconds: Hashable, Sendable {
        /// Seconds spent waiting for the network or for the writer of a pipe; 0 for a mapped file.
        package var transfer = 0.0
        /// Seconds spent inflating; 0 if the source is not compressed.
        package var inflate = 0.0
        /// Seconds spent in the consumer, including tokenizing.
        package var consume = 0.0
        /// Seconds between the call and its return.
        package var wall = 0.0

        package init() {}
    }

    /// The address of the source.
    package var address: SourceAddress
    /// The compression of the source.
    package var compression: Compression = .none
    /// The library that inflated the source; `nil` if the source was not compressed.
    package var inflatedBy: InflateLibrary?
    /// The number of bytes as stored or transferred.
    public var bytesIn = 0
    /// The number of bytes delivered after inflating.
    public var inflatedBytes = 0
    /// The number of lines; `nil` if the source was not read as records.
    public var lines: Int?
    /// A Boolean value that indicates whether every nonempty file of the source contained `##COMPLETE`; `nil` if the
    /// source was not read as records.
    public var isComplete: Bool?
    /// Input that was read or skipped, but is probably a mistake. There is one warning for each kind.
    public var warnings: [ProfileWarning] = []
    /// The time of each stage, in seconds.
    package var seconds = Seconds()
    /// The validators of the version that was read, for `IngestOptions.validators` of the next reading; `nil` if the
    /// source sent no validators.
    public var validators: Validators?
    /// A Boolean value that indicates whether the source has not changed since the version of
    /// `IngestOptions.validators`. If so, nothing was delivered.
    public var notModified = false
    /// The SHA-256 of an object's stored bytes, in hexadecimal; `nil` for other sources.
    package var sha256: String?
    /// The number of HTTP requests; 0 for files.
    package var requests = 0

    package init(address: SourceAddress) { self.address = address }
}

/// The validators of a version of a source. If they are sent with the next request, the server can respond with 304 if
/// the source has not changed.
public struct Validators: Hashable, Sendable, Codable {
    /// The value of the header `ETag` as sent, including quotes and `W/`; `nil` if it is missing.
    public var etag: String?
    /// The value of the header `Last-Modified` as sent; `nil` if it is missing.
    public var lastModified: String?

    /// Creates validators from the headers of a response. A header that is missing is `nil`.
    public init(etag: String? = nil, lastModified: String? = nil) {
        self.etag = etag
        self.lastModified = lastModified
    }

    /// Whether both validators are `nil`.
    package var isEmpty: Bool { etag == nil && lastModified == nil }
}

/// The progress of reading a source.
public struct IngestProgress: Hashable, Sendable {
    /// The number of bytes read so far, as stored or transferred.
    public var bytesIn: Int
    /// The size of the whole source in bytes; `nil` if unknown.
    public var totalBytesIn: Int?
    /// The number of bytes delivered so far, after inflating.
    public var inflatedBytes: Int
    /// The number of lines read so far, which is about the number of records; `nil` if the source is not read as
    /// records.
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

    /// The fraction of the source that was read, 0…1; `nil` if the size is unknown.
    public var fraction: Double? {
        guard let totalBytesIn else { return nil }
        return totalBytesIn == 0 ? 1 : min(Double(bytesIn) / Double(totalBytesIn), 1)
    }

    /// An estimate of the seconds until the end, from the average rate; `nil` if the size is unknown or nothing has
    /// arrived.
    package var secondsLeft: Double? {
        guard let totalBytesIn, bytesIn > 0, seconds > 0 else { return nil }
        return Double(max(totalBytesIn - bytesIn, 0)) * seconds / Double(bytesIn)
    }
}
