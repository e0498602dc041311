/// How far a live connection is.
///
/// ```
/// notConnected → connecting → connected → completed → closed
///        ▲            │            │           │
///        └────────────┴── broken ──┴───────────┘
/// ```
/// `completed` comes once in a connection's life, with the first snapshot that was reported complete; a connection that is
/// made again afterwards stays `connected`. `closed` is the end.
public enum LiveState: String, Hashable, Sendable, Codable {
    /// Not begun yet, or waiting for the next try.
    case notConnected
    /// A request is on its way.
    case connecting
    /// The source answers, or was there when it was last asked (a source that is polled).
    case connected
    /// As `connected`, and the first snapshot is complete.
    case completed
    /// Over: `LiveConnection.close` was called, or the source can never be read again.
    case closed
}
