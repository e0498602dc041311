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
    /// The source starts to send a snapshot of all its instruments. Known profiles remain valid until
    /// `snapshotComplete`.
    ///
    /// A live source continues with changes after the snapshot. Any other source is polled after the update period.
    case snapshotBegan(isLive: Bool)
    /// Profiles in the order of the source, including those of type REMOVED; never empty.
    ///
    /// They are delivered as soon as their bytes are inflated, so a batch of the source may arrive in several parts. A
    /// snapshot may turn out to be cut off after its first profiles were delivered.
    case profiles([InstrumentProfile])
    /// The profiles since the last `flushed` form a complete batch.
    case flushed
    /// The latest snapshot is complete: all instruments that arrived neither with it nor later are removed.
    ///
    /// This occurs at most once per `snapshotBegan`, and never for a snapshot that was cut off or contained malformed
    /// records.
    case snapshotComplete
    /// The source has not changed since the last request.
    case notModified
    /// The source is alive but has no changes.
    case heartbeat
    /// A fault occurred. Known profiles remain valid; the connection continues or is retried.
    case fault(LiveFault)
}

/// The state of a live connection.
///
/// ```
/// notConnected → connecting → connected → completed → closed
///        ▲            │            │           │
///        └────────────┴── broken ──┴───────────┘
/// ```
/// `completed` is reported once, with the first complete snapshot. A later reconnection stays `connected`. `closed` is
/// final.
public enum LiveState: String, Hashable, Sendable, Codable {
    /// Not started, or waiting for the next attempt.
    case notConnected
    /// A request is in progress.
    case connecting
    /// The source responds, or a polled source responded to the last request.
    case connected
    /// Like `connected`, after the first complete snapshot.
    case completed
    /// The end: `LiveConnection.close` was called, or the source can never be read again.
    case closed
}
