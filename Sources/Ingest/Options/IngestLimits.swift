public import ProfileFormat

/// What a source may cost at most. Beyond a limit reading stops with an error; nothing grows past it.
public struct IngestLimits: Hashable, Sendable {
    /// Bytes of one record (16 MiB), columns of one format line and types that they define (10,000 each).
    public var records = ReaderLimits()
    /// Bytes after inflating (64 GiB), of all files of an archive together. A file that is mapped and not compressed is there already and has no limit.
    public var inflatedBytes = 64 << 30
    /// Inflated bytes for each compressed one, judged once `ratioFreeBytes` were inflated.
    public var ratio = 1000
    /// Inflated bytes before the ratio is judged: small files of repeated text compress further than large ones.
    package var ratioFreeBytes = 1 << 20
    /// Bytes of one response's header lines.
    package var headerBytes = 256 << 10
    /// Redirects that one request follows.
    package var redirects = 10

    /// The default limits.
    public init() {}
}
