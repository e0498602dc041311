import Synchronization

/// One request and its answer, to the end of it.
final class LiveAttempt: Sendable {
    /// How it ended.
    enum End {
        /// A whole snapshot of a source that is polled.
        case read(Validators?)
        /// The source has not changed.
        case notModified(Validators?)
        case failed(LiveFault.Kind, String)
        /// `token` was cancelled, by somebody else than the watchdog.
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

    /// - Parameter validators: what the source said when it was read last; sent where it is known to be polled.
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

    /// The server answers as a live source.
    var isLive: Bool { facts.values.withLock { $0.isLive } }

    /// The snapshot was whole.
    var isComplete: Bool { facts.values.withLock { $0.isComplete } }

    /// What a server asks for that can't answer now.
    var retryAfter: Duration? { facts.values.withLock { $0.retryAfter } }

    private static func begin(_ hub: LiveHub, isLive: Bool) throws(IngestError) {
        try hub.send(.state(.connected))
        try hub.send(.snapshotBegan(isLive: isLive))
    }

    // MARK: Reading

    /// Asks, and hands on what comes, on the thread that calls it.
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
                "\(address): nothing came for \(options.silence.milliseconds / 1000) s, no heartbeat either; the connection is "
                    + "given up")
        }
    }

    private func read() throws -> End {
        if address.kind != .web {
            let isLive = address.kind == .standardInput
            facts.values.withLock { $0.isLive = isLive }
            try Self.begin(hub, isLive: isLive)
        }
        options.ingest.rewriter?.startOver()
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
        if report.inflatedBytes == 0 { return .failed(.empty, "\(address): the answer is empty; expected profiles") }
        // A live stream is never over in the middle of a record that counts; an archive has an end.
        if isLive, address.kind == .web, reader.file == nil { return end(consumer) }
        consumer.isCutOff = !reader.hasMark
        try reader.finish(into: &consumer)
        try consumer.handOver()
        guard consumer.isComplete else { return end(consumer) }
        if !isLive { try complete(malformed: consumer.malformed) }
        return .read(report.validators)
    }

    /// The source has said that this is all of it.
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
                        "\(address): the snapshot is complete, but \(malformed) of its records can't be read; any of them "
                        + "may be one that is known, so nothing is removed")))
    }

    /// What an end means that should not be.
    private func end(_ consumer: LiveConsumer) -> End {
        if consumer.isComplete { return .failed(.ended, "\(address): the live stream has ended") }
        return .failed(
            .incomplete(profiles: consumer.profiles),
            "\(address): it ended after \(consumer.profiles) profiles without ##COMPLETE; it may have been cut off, so "
                + "nothing is removed")
    }

    // MARK: Watching

    /// Ends the reading where nothing comes for too long. Ends with its task.
    func watch(_ clock: LiveClock) async {
        // Looked at in quarters: a byte may have come at any moment in one.
        let slices = 4
        var seen = -1
        var silent = 0
        while true {
            do { try await clock.sleep(clock.now() + options.silence / slices) } catch { return }
            let bytes = pipeline.counters.bytesIn.load()
            // A source that has to wait for a slow subscriber is not silent.
            silent = bytes == seen && !hub.isWaiting ? silent + 1 : 0
            seen = bytes
            guard silent >= slices else { continue }
            facts.values.withLock { $0.isSilent = true }
            return token.cancel()
        }
    }
}
