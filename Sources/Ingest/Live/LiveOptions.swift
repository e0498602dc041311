/// Options for following a source. The defaults suit sources of any size on any network.
public struct LiveOptions: Sendable {
    /// Limits, credentials, further headers, and the connect timeout.
    ///
    /// The connection ignores `validators`, `retry`, `stallTimeout`, `cancellation` and the callbacks of this value,
    /// and uses its own.
    public var ingest = IngestOptions()
    /// Whether to request a live stream (`X-Live: yes`). If not, the source is only polled.
    package var asksForLive = true
    /// The period of polling, and the longest wait between two attempts; `nil` for the address's own period
    /// (`[update=30s]`), or one minute if it has none.
    public var updatePeriod: Duration?
    /// The wait before the first retry. It doubles with each retry up to the update period, and up to half of it is
    /// subtracted at random. A complete snapshot or an unchanged source resets it.
    package var firstRetry: Duration = .seconds(1)
    /// The time without any data, even a heartbeat, after which a connection is dropped and retried.
    ///
    /// Detection may take up to a quarter longer. Servers send a heartbeat every 10 seconds.
    public var silence: Duration = .seconds(30)
    /// The validators of a known snapshot, sent if the source is only polled; `nil` if no snapshot is known.
    public var validators: Validators?

    // MARK: Delivery

    /// The maximum number of profiles in one event.
    package var batchProfiles = 1024
    /// The capacity of a subscriber's buffer, in events. When it is full, the connection and the source wait.
    package var bufferedEvents = 64
    /// The number of malformed records after which a response is abandoned.
    package var malformedRecords = 1000
    /// The clock for waits and silence; tests use another.
    package var clock: any Clock<Duration> = ContinuousClock()

    /// Creates the default options.
    public init() {}
}
