/// Counts what a decoder makes of a source, and stops it at the limits.
struct DecodeTally {
    private let limits: IngestLimits
    /// Bytes decoded so far.
    private(set) var written = 0

    init(_ limits: IngestLimits) { self.limits = limits }

    /// Counts bytes, of which the first `taken` stored bytes brought all so far.
    mutating func count(_ count: Int, taken: Int) throws(PipelineStop) {
        written += count
        if written > limits.inflatedBytes {
            throw .failed(
                IngestError(
                    kind: .limitExceeded,
                    reason: "it holds more than \(limits.inflatedBytes) bytes, the limit for an inflated source; raise "
                        + "the limit if this source is to be trusted"))
        }
        if written > limits.ratioFreeBytes, Double(written) > Double(taken) * Double(limits.ratio) {
            throw .failed(
                IngestError(
                    kind: .limitExceeded,
                    reason: "\(taken) bytes inflate to more than \(limits.ratio) times as many, which no real source "
                        + "does; raise the limit if this source is to be trusted"))
        }
    }
}
