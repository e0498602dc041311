/// How far a reading is.
public struct IngestProgress: Hashable, Sendable {
    /// Bytes of the source so far, as they are stored or transferred.
    public var bytesIn: Int
    /// Bytes of the whole source; `nil` where nobody knows.
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
