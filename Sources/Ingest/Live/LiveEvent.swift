public import ProfileFormat

/// The events of a live connection, in order.
///
/// ```
/// .state(.connecting) .state(.connected) .snapshotBegan(isLive: true)
/// .profiles […] .profiles […] .snapshotComplete .state(.completed)
/// .profiles […] .flushed   .heartbeat   .profiles […] .flushed   …
/// .fault(…) .state(.notConnected)   .state(.connecting) …
/// ```
public enum LiveEvent: Hashable, Sendable {
    /// The connection is in another state.
    case state(LiveState)
    /// The source begins to send everything it has: a new generation. What is known already stays until `snapshotComplete`.
    ///
    /// A live source goes on with changes after the snapshot; one that isn't is asked again after the update period.
    case snapshotBegan(isLive: Bool)
    /// Profiles in the order of the source, those of type REMOVED too; never empty.
    ///
    /// They come as soon as their bytes can be inflated, so a batch of the source may come in several parts, and so may a
    /// snapshot that turns out to be cut off.
    case profiles([InstrumentProfile])
    /// The profiles since the last `flushed` are a whole batch.
    case flushed
    /// The snapshot that began last is whole: whatever came neither with it nor after it is gone. Comes at most once for
    /// each `snapshotBegan`, and never for one that was cut off or had records that could not be read.
    case snapshotComplete
    /// The source has not changed since it was last asked.
    case notModified
    /// The source is there and has nothing to say.
    case heartbeat
    /// Something went wrong. What is known is still true; the connection goes on, or is tried again.
    case fault(LiveFault)
}

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
