internal import CatalogHistory
package import Ingest
package import InstrumentCatalog
internal import Synchronization
internal import SystemFiles

/// Keeps a live catalog at the state of a store: begins with a catalog that was built from it, then takes each batch as it is committed.
///
/// ```swift
/// let node = try MasterNode(.environment, path: "node.ipfc")
/// try await node.run { event in
///     if case .batch(let point, let changes) = event { print(point.seq, changes.count) }
/// }
/// ```
///
/// A primary says by a notification when there is more; a standby, where `LISTEN` doesn't work, is asked again and again. What came while
/// the store was away is read from its changes. Where these are not known any more, or are not those of this catalog's past (a failover lost
/// the batch that it is at), all of the store is compared with the catalog: only what differs is changed.
package final class MasterNode: Sendable {
    /// What is kept current. Its notes name the batch (`CatalogNotes`).
    package let catalog: LiveCatalog
    private let address: MasterAddress
    private let options: MasterNodeOptions
    private let cancellation = CancellationToken()
    private let identity: Mutex<SnapshotIdentity>
    private let heard = Mutex(MasterContact())
    private let watch = AnswerWatch()

    /// A node that begins with `run`. Where there is no catalog at `path`, it is taken from a segment, or built from the store, first.
    ///
    /// - Parameter handle: called for what happens before that.
    /// - Throws: `MasterStoreError` where a catalog is to be built and the store can't be read; of kind `invalidValue` where the catalog at the
    ///   path is no state of a store; `CatalogError`.
    package init(
        _ address: MasterAddress, path: String, options: MasterNodeOptions = MasterNodeOptions(),
        _ handle: (MasterNodeEvent) -> Void = { _ in }
    ) throws {
        self.address = address
        self.options = options
        if FileStamp(path) == nil {
            let cancellation = cancellation
            try withoutActuallyEscaping(handle) { handle in
                try NodeBeginning(
                    address: address, path: path, options: options, cancellation: cancellation, handle: handle
                ).run()
            }
        }
        catalog = try LiveCatalog.open(path: path, options: options.live)
        let notes = catalog.view.notes
        guard let known = SnapshotIdentity(notes: notes), notes[ExpiredNotes.year] == nil else {
            throw MasterStoreError(
                .invalidValue, "\(path) was built from no store; name another file, or remove it to have it built")
        }
        identity = Mutex(known)
    }

    /// The batch that the catalog is at.
    package var current: SnapshotIdentity { identity.withLock { $0 } }

    /// When the store last answered.
    package var contact: MasterContact { heard.withLock { $0 } }

    /// Ends `run`. What was applied is kept.
    package func close() { cancellation.cancel() }

    /// Follows the store until `close` is called, the task is cancelled, or `handle` throws. Then closes the catalog. Call it once.
    ///
    /// - Parameter handle: called for each event, one after the other, on a thread of its own.
    /// - Throws: what `handle` throws; `CatalogError` where the catalog can't be closed; `SystemError` where no thread is left.
    package func run(_ handle: @escaping @Sendable (MasterNodeEvent) throws -> Void) async throws {
        let result: Result<Void, any Error> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                do throws(SystemError) {
                    try WorkerThread { [self] in continuation.resume(returning: Result { try follow(handle) }) }
                        .detach()
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        } onCancel: {
            close()
        }
        try catalog.close()
        try result.get()
    }

    // MARK: On the thread

    private func follow(_ handle: (MasterNodeEvent) throws -> Void) throws {
        let (watch, isDone) = (watch, CancellationToken())
        defer { isDone.cancel() }
        try WorkerThread {
            while !isDone.isCancelled {
                watch.check()
                MonotonicTime.sleep(milliseconds: 100)
            }
        }.detach()
        var failures = 0
        var generator = SystemRandomNumberGenerator()
        while !cancellation.isCancelled {
            let fault: MasterNodeEvent.Fault
            do {
                let connection = try MasterConnection(address, cancellation: cancellation, watch: watch)
                connection.answerBound = options.answerBound
                try follow(connection) { event in
                    failures = 0
                    try handle(event)
                }
                return
            } catch let error as MasterStoreError {
                if cancellation.isCancelled { return }
                fault = .store(error)
            } catch let error as CatalogError {
                fault = .catalog(error)
            }
            failures += 1
            let wait = options.retry.wait(before: failures, using: &generator)
            try handle(.away(fault, retryIn: wait))
            pause(wait)
        }
    }

    /// Takes batches until the node is closed.
    private func follow(_ connection: MasterConnection, _ handle: (MasterNodeEvent) throws -> Void) throws {
        try MasterSchema.check(connection)
        let isStandby = try connection.isStandby()
        if !isStandby { try connection.listen() }
        var isConnected = false
        var lagCheck: ContinuousClock.Instant?
        var late: Duration?
        while !cancellation.isCancelled {
            if let event = try takeBatches(connection) { try handle(event) }
            let wasLate = late != nil
            var isLagNew = false
            if isStandby, lagCheck.map({ .now - $0 >= .seconds(1) }) ?? true {
                let lag = try connection.replicaLag()
                heard.withLock { $0.lag = lag }
                if wasLate, lag <= options.mostLag { isConnected = false }
                (late, lagCheck, isLagNew) = (lag > options.mostLag ? lag : nil, .now, true)
            }
            heard.withLock { ($0.heard, $0.lag) = (.now, isStandby ? $0.lag : nil) }
            if !isConnected { try handle(.connected) }
            isConnected = true
            if let late, isLagNew { try handle(.late(late, isNew: !wasLate)) }
            if isStandby { pause(options.poll) } else { _ = try connection.waitForBatch(milliseconds: 1000) }
        }
    }

    private func pause(_ wait: Duration) {
        let end = ContinuousClock.now + wait
        // In short steps, so that closing is not held up.
        while !cancellation.isCancelled, case let left = end - ContinuousClock.now, left > .zero {
            MonotonicTime.sleep(milliseconds: UInt32(min(left, .milliseconds(100)) / .milliseconds(1)) + 1)
        }
    }

    /// Brings the catalog to the store's last batch; `nil` where it is there.
    private func takeBatches(_ connection: MasterConnection) throws -> MasterNodeEvent? {
        let known = current
        return try connection.transaction(reading: true) {
            let head = try connection.point(at: .latest)
            var notes = catalog.view.notes
            let interrupted = notes[Self.nextNote].flatMap { SnapshotIdentity($0) }
            if head.identity == known, interrupted == nil { return nil }
            connection.answerBound = options.rowsBound
            defer { connection.answerBound = options.answerBound }
            if let interrupted, try !connection.hasBatch(interrupted) {
                let reason = "the store has no batch \(interrupted), of which this catalog has changes"
                return .compared(head, try compare(with: head, connection), because: reason)
            }
            notes[Self.nextNote] = "\(head.identity)"
            try catalog.setNotes(notes)
            if let reason = try connection.gap(from: known, to: head, mostChanges: options.mostChanges) {
                return .compared(head, try compare(with: head, connection), because: reason)
            }
            var profiles: [InstrumentProfile] = []
            try connection.copy(
                "SELECT symbol, profile FROM ipf.changes(\(known.sequence), \(head.seq)) ORDER BY seq, symbol"
            ) { row in
                profiles.append(
                    row.isNull(1) ? .removal(of: row.text(0)) : EncodedProfile.profile(Array(copying: row.bytes(1))))
            }
            let changes = try catalog.apply(profiles)
            try note(head, connection)
            return .batch(head, changes)
        }
    }

    /// Compares all of the store with the catalog.
    private func compare(with head: BatchID, _ connection: MasterConnection) throws -> [CatalogChange] {
        var changes: [CatalogChange] = []
        var profiles: [InstrumentProfile] = []
        catalog.beginSnapshot()
        try connection.copyProfiles(at: head) { profile in
            profiles.append(EncodedProfile.profile(Array(copying: profile)))
            guard profiles.count == Self.chunk else { return }
            changes += try catalog.apply(profiles)
            profiles.removeAll(keepingCapacity: true)
        }
        changes += try catalog.apply(profiles)
        changes += try catalog.completeSnapshot()
        try note(head, connection)
        return changes
    }

    private static let chunk = 4096
    /// The note that names the batch whose changes are being applied: where the process ends in between, some of them are in the catalog.
    private static let nextNote = "master.next"

    private func note(_ head: BatchID, _ connection: MasterConnection) throws(CatalogError) {
        // After the changes: where the process ends in between, they are taken again, which changes nothing.
        try catalog.setNotes(CatalogNotes.notes(of: connection.store, head))
        identity.withLock { $0 = head.identity }
    }
}

/// How a store is followed.
package struct MasterNodeOptions: Sendable {
    /// Where segments of the store lie, to begin from; `nil` begins from the store itself.
    package var segments: SegmentFolder?
    /// How the catalog is kept.
    package var live = LiveCatalogOptions()
    /// The waits before a store that is away is asked again.
    package var retry = RetryPolicy(retries: .max, firstWait: .milliseconds(250), longestWait: .seconds(10))
    /// How often a standby is asked.
    package var poll: Duration = .milliseconds(20)
    /// The longest that the store may take for an answer. A node asks each second at least.
    package var answerBound = Duration.seconds(10)
    /// The longest that the store may take for the next row of many instruments.
    package var rowsBound = Duration.seconds(600)
    /// A standby that is further behind its primary is as good as away.
    package var mostLag = Duration.seconds(30)
    /// Beyond this number of changes, the whole store is compared.
    package var mostChanges = 200_000

    package init() {}
}
