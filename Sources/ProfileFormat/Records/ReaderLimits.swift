/// What a reader takes before it says no: beyond a limit stands a clear error, never growth.
public struct ReaderLimits: Hashable, Sendable {
    /// The longest record in bytes, its line end left out.
    public var recordBytes: Int
    /// The most columns of a format, its type included.
    public var columns: Int
    /// The most types with a format at a time.
    public var types: Int

    /// 16 MiB a record, 10,000 columns, 10,000 types.
    public init(recordBytes: Int = 16 << 20, columns: Int = 10_000, types: Int = 10_000) {
        self.recordBytes = recordBytes
        self.columns = columns
        self.types = types
    }
}
