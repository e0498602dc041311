/// How a source is followed. The default values suit a source of any size on any network.
public struct LiveOptions: Sendable {
    /// What the source may cost at most, its credentials, further headers and the time to connect. `validators`, `retry`,
    /// `stallTimeout`, `cancellation` and the callbacks are the connection's own matter and not taken from here.
    public var ingest = IngestOptions()
    /// Asks for a live stream (`X-Live: yes`); else the source is only polled.
    package var asksForLive = true
    /// The time from one request to the next for a source that is polled, and the longest wait between two tries;
    /// `nil` for the address's own (`[update=30s]`), or a minute where it names none.
    public var updatePeriod: Duration?
    /// The wait before the first new try; each next one waits twice as long, up to the update period, less a random share up
    /// to a half. A snapshot that is complete, or the answer that nothing has changed, begins anew.
    package var firstRetry: Duration = .seconds(1)
    /// A source that sends nothing for this long, heartbeats neither, is given up and tried again; found out within a quarter
    /// more. Servers send a heartbeat every 10 s.
    public var silence: Duration = .seconds(30)
    /// What the server said about the snapshot that is known already: sent where the source is only polled; `nil` for none.
    public var validators: Validators?

    // MARK: Delivery

    /// The most profiles in one event.
    package var batchProfiles = 1024
    /// Events that wait for a subscriber; beyond them the connection waits, and so does the source.
    package var bufferedEvents = 64
    /// Records of one answer that can't be read before it is given up.
    package var malformedRecords = 1000
    /// What measures waits and silence: another one for tests.
    package var clock: any Clock<Duration> = ContinuousClock()

    /// The default options.
    public init() {}
}
