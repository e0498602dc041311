/// Options for following a source. The defaults suit sources of any size on any network.
public struct LiveOptions: Sendable {
    /// Limits, credentials, further headers, and the connect timeout.
    ///
    /// The connection ignores `validators`, `retry`, `stallTimeout`, `cancellation` and the callbacks in these options,
    /// and uses its own instead.
    public var ingest = IngestOptions()
    /// Whether to request a live stream (`X-Live: yes`). If not, the source is only polled.
    package var asksForLive = true
    /// The polling period, and the maximum wait between two attempts. If `nil`, it is the period in the address
    /// (`[update=30s]`), or one minute if the address has none.
    public var updatePeriod: Duration?
    /// The wait before the first retry. With each further retry it doubles, up to the update period, and up to half of
    /// it is subtracted at random. A complete snapshot or an unchanged source resets it.
    package var firstRetry: Duration = .seconds(1)
    /// How long the source may send no data, not even a heartbeat, before the connection is dropped and retried.
    ///
    /// Detection may take a quarter longer. Servers send a heartbeat every 10 seconds.
    public var silence: Duration = .seconds(30)
    /// The validators of a known snapshot, to send if the source is only polled; `nil` if no snapshot is known.
    public var validators: Validators?

    // MARK: Delivery

    /// The maximum number of profiles in one event.
    package var batchProfiles = 1024
    /// The capacity of a subscriber's buffer, in events. When it is full, the connection and the source wait.
    package var bufferedEvents = 64
    /// The maximum number of malformed records; after more, reading the response ends.
    package var malformedRecords = 1000
    /// The clock that measures waits and silence. Tests use another clock.
    package var clock: any Clock<Duration> = ContinuousClock()

    /// Creates the default options.
    public init() {}
}
