/// What a source may cost at most. Beyond a limit reading stops with an error; nothing grows past it.
public struct IngestLimits: Hashable, Sendable {
    /// Bytes of one record.
    public var recordBytes = 16 << 20
    /// Columns of one format line.
    public var columns = 10_000
    /// Types that format lines define.
    public var types = 10_000
    /// Bytes after inflating. A file that is mapped and not compressed is there already and has no limit.
    public var inflatedBytes = 64 << 30
    /// Inflated bytes for each compressed one, judged once `ratioFreeBytes` were inflated.
    public var ratio = 1000
    /// Inflated bytes before the ratio is judged: small files of repeated text compress further than large ones.
    public var ratioFreeBytes = 1 << 20
    /// Bytes of one response's header lines.
    public var headerBytes = 256 << 10
    /// Redirects that one request follows.
    public var redirects = 10

    public init() {}
}
