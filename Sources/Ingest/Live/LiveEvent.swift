public import ProfileFormat

/// An event of a live connection. A typical sequence is:
///
/// ```
/// .state(.connecting) .state(.connected) .snapshotBegan(isLive: true)
/// .profiles […] .profiles […] .snapshotComplete .state(.completed)
/// .profiles […] .flushed   .heartbeat   .profiles […] .flushed   …
/// .fault(…) .state(.notConnected)   .state(.connecting) …
/// ```
public enum LiveEvent: Hashable, Sendable {
    /// The state of the connection changed.
    case state(LiveState)
    /// The source begins to send a snapshot of all its instruments. Profiles received earlier remain valid until
    /// `snapshotComplete`.
    ///
    /// After the snapshot, a live source continues with changes. Any other source is polled once per update period.
    case snapshotBegan(isLive: Bool)
    /// Profiles in the order of the source, including those of type REMOVED; never empty.
    ///
    /// They are delivered as soon as their bytes are inflated, so a batch of the source may arrive in several events.
    /// Only after the first profiles were delivered may it turn out that a snapshot is cut off.
    case profiles([InstrumentProfile])
    /// The profiles since the last `flushed` form a complete batch.
    case flushed
    /// The latest snapshot is complete. All instruments that have arrived neither in it nor after it are removed.
    ///
    /// This event follows each `snapshotBegan` at most once. It is never sent for a snapshot that was cut off or
    /// contained malformed records.
    case snapshotComplete
    /// The source has not changed since the last request.
    case notModified
    /// The source responds, but has no changes.
    case heartbeat
    /// A fault occurred. Profiles received earlier remain valid. The connection continues or is retried.
    case fault(LiveFault)
}

/// The state of a live connection.
///
/// ```
/// notConnected → connecting → connected → completed → closed
///        ▲            │            │           │
///        └────────────┴── broken ──┴───────────┘
/// ```
/// `completed` is reported once, after the first complete snapshot. After a later reconnection, the state remains
/// `connected`. `closed` is final.
public enum LiveState: String, Hashable, Sendable, Codable {
    /// The connection has not started, or waits for the next attempt.
    case notConnected
    /// A request is in progress.
    case connecting
    /// The source is responding; a polled source responded to the last request.
    case connected
    /// Like `connected`, after the first complete snapshot.
    case completed
    /// The connection has ended: `LiveConnection.close` was called, or the source can never be read again.
    case closed
}
