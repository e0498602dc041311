import Synchronization

/// One request to a live source, and the response until its end.
final class LiveAttempt: Sendable {
    /// How an attempt ended.
    enum End {
        /// A complete snapshot was read from a source that is polled.
        case read(Validators?)
        /// The source has not changed.
        case notModified(Validators?)
        case failed(LiveFault.Kind, String)
        /// `token` was canceled, but not because of silence.
        case stopped
    }

    private struct Facts {
        var isLive = false
        var isComplete = false
        var isSilent = false
        var retryAfter: Duration?
    }

    let token: CancellationToken
    private let address: SourceAddress
    private let options: LiveOptions
    private let hub: LiveHub
    private let pipeline: Pipeline
    private let facts: SharedFacts

    private final class SharedFacts: Sendable {
        let values = Mutex(Facts())
    }

    /// Prepares an attempt, which `run` then performs.
    ///
    /// - Parameter validators: The validators of the last snapshot, to send with the request; `nil` for a live source.
    init(
        _ address: SourceAddress, _ options: LiveOptions, to hub: LiveHub, token: CancellationToken,
        validators: Validators?
    ) {
        self.address = address
        self.options = options
        self.hub = hub
        self.token = token
        let facts = SharedFacts()
        self.facts = facts
        var ingest = options.ingest
        ingest.headers = ingest.headers.filter { $0.name.lowercased() != "x-live" }
        ingest.headers.append(("X-Live", options.asksForLive ? "yes" : "no"))
        ingest.validators = validators
        ingest.cancellation = token
        ingest.retry = RetryPolicy(retries: 0)
        ingest.stallTimeout = .zero
        (ingest.progress, ingest.retrying) = (nil, nil)
        pipeline = Pipeline(address, ingest) { head in
            let isLive = head.headers["x-live"]?.lowercased() == "provided"
            facts.values.withLock { ($0.isLive, $0.retryAfter) = (isLive, head.retryAfter) }
            guard head.status == 200 else { return }
            try? Self.begin(hub, isLive: isLive)
        }
    }

    /// Whether the server responds as a live source does.
    var isLive: Bool { facts.values.withLock { $0.isLive } }

    /// Whether the snapshot was complete.
    var isComplete: Bool { facts.values.withLock { $0.isComplete } }

    /// How long the server asks to wait before the next attempt; `nil` if it does not ask.
    var retryAfter: Duration? { facts.values.withLock { $0.retryAfter } }

    private static func begin(_ hub: LiveHub, isLive: Bool) throws(IngestError) {
        try hub.send(.state(.connected))
        try hub.send(.snapshotBegan(isLive: isLive))
    }

    // MARK: Reading

    /// Sends the request and delivers the response, on the calling thread.
    func run() -> End {
        do {
            return try read()
        } catch let stop as LiveConsumer.Stop {
            return .failed(stop.kind, "\(address): \(stop.found)")
        } catch {
            let error = error as? IngestError ?? .cancelled
            guard error.kind == .cancelled else { return .failed(.source(error), error.description) }
            guard facts.values.withLock({ $0.isSilent }) else { return .stopped }
            return .failed(
                .silent,
                "\(address): received nothing for \(options.silence.milliseconds / 1000) s, not even a heartbeat; "
                    + "closed the connection")
        }
    }

    private func read() throws -> End {
        if address.kind != .web {
            let isLive = address.kind == .standardInput
            facts.values.withLock { $0.isLive = isLive }
            try Self.begin(hub, isLive: isLive)
        }
        options.ingest.rewriter?.startOver()
        if let mapper = options.ingest.list { return try readRows(mapper) }
        var reader = RecordReader(limits: options.ingest.limits.records, strictness: options.ingest.strictness)
        var consumer = LiveConsumer(hub, address, options) { try self.complete(malformed: $0) }
        let report = try pipeline.run { chunk in
            consumer.isLive = isLive
            if let file = chunk.file {
                consumer.isCutOff = !reader.hasMark
                try reader.begin(file: file, into: &consumer)
                consumer.isCutOff = false
            }
            try consumer.check(chunk.bytes)
            try reader.read(chunk.bytes, into: &consumer)
            try consumer.handOver()
            return nil
        }
        if report.notModified { return .notModified(report.validators) }
        if report.inflatedBytes == 0 { return .failed(.empty, "\(address): the response is empty; expected profiles") }
        // If a live stream ends, its last record may be cut off, so that record is not read. The end of an archive, in
        // contrast, is known.
        if isLive, address.kind == .web, reader.file == nil { return end(consumer) }
        consumer.isCutOff = !reader.hasMark
        try reader.finish(into: &consumer)
        try consumer.handOver()
        guard consumer.isComplete else { return end(consumer) }
        if !isLive { try complete(malformed: consumer.malformed) }
        return .read(report.validators)
    }

    /// Reads a list in CSV, JSON or XML. Its snapshot is complete when the list ends.
    private func readRows(_ mapper: any ListMapper) throws -> End {
        var consumer = LiveConsumer(hub, address, options) { try self.complete(malformed: $0) }
        let report = try readList(pipeline, mapper, into: &consumer, startingOver: nil)
        if report.notModified { return .notModified(report.validators) }
        if report.inflatedBytes == 0 { return .failed(.empty, "\(address): the response is empty; expected rows") }
        for warning in report.warnings { try consumer.warning(warning) }
        try consumer.handOver()
        try complete(malformed: consumer.malformed)
        return .read(report.validators)
    }

    /// Marks the snapshot as complete. Reports a complete snapshot, or a damaged one if records were malformed.
    private func complete(malformed: Int) throws {
        facts.values.withLock { $0.isComplete = true }
        if malformed == 0 {
            try hub.send(.snapshotComplete)
            return try hub.send(.state(.completed))
        }
        try hub.send(
            .fault(
                LiveFault(
                    kind: .damagedSnapshot(records: malformed),
                    reason:
                        "\(address): the snapshot is complete, but \(malformed) of its records can't be read; nothing "
                        + "is removed, since these records may be known instruments")))
    }

    /// Returns the fault for a response that ended when it should not.
    private func end(_ consumer: LiveConsumer) -> End {
        if consumer.isComplete { return .failed(.ended, "\(address): the live stream has ended") }
        return .failed(
            .incomplete(profiles: consumer.profiles),
            "\(address): the stream ended after \(consumer.profiles) profiles without ##COMPLETE; it may be "
                + "truncated, so nothing is removed")
    }

    // MARK: Watching

    /// Cancels the attempt if nothing arrives for too long. Returns then, or when the task that runs this method is
    /// canceled.
    func watch(_ clock: LiveClock) async {
        // With four checks per period, silence is detected at most a quarter of the period late.
        let slices = 4
        var seen = -1
        var silent = 0
        while true {
            do { try await clock.sleep(clock.now() + options.silence / slices) } catch { return }
            let bytes = pipeline.counters.bytesIn.load()
            // The source does not count as silent while the connection waits for a slow subscriber.
            silent = bytes == seen && !hub.isWaiting ? silent + 1 : 0
            seen = bytes
            guard silent >= slices else { continue }
            facts.values.withLock { $0.isSilent = true }
            return token.cancel()
        }
    }
}
