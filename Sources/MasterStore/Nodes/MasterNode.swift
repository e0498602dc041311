internal import CatalogHistory
package import Ingest
package import InstrumentCatalog
internal import Synchronization
internal import SystemFiles

/// Keeps a live catalog current with a store. It starts from a catalog that was built from the store, and applies each
/// batch when it is committed.
///
/// ```swift
/// let node = try MasterNode(.environment, path: "node.ipfc")
/// try await node.run { event in
///     if case .batch(let point, let changes) = event { print(point.seq, changes.count) }
/// }
/// ```
///
/// A primary sends a notification of each batch. A standby has no notifications (`LISTEN`), and is polled. Batches that
/// were committed while the store was unreachable are read from its history. If that history was dropped, or a failover
/// lost the catalog's batch, the whole store is compared with the catalog. Only the differences are then applied.
package final class MasterNode: Sendable {
    /// The catalog. Its notes name its batch (`CatalogNotes`).
    package let catalog: LiveCatalog
    private let address: MasterAddress
    private let options: MasterNodeOptions
    private let cancellation = CancellationToken()
    private let identity: Mutex<SnapshotIdentity>
    private let heard = Mutex(MasterContact())
    private let watch = AnswerWatch()

    /// Creates a node. Call `run` to start it. If there is no catalog at `path`, it is first created from a segment or
    /// the store.
    ///
    /// - Parameter handle: Called for each event while the catalog is created.
    /// - Throws: `MasterStoreError` if a catalog must be created and the store cannot be read; of kind `invalidValue`
    ///   if the catalog at `path` is not a state of a store; `CatalogError`.
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
                .invalidValue, "\(path) was not built from a store; name another file, or remove this one to rebuild it"
            )
        }
        identity = Mutex(known)
    }

    /// The batch of the catalog's state.
    package var current: SnapshotIdentity { identity.withLock { $0 } }

    /// The time of the store's last answer, and the lag of a standby.
    package var contact: MasterContact { heard.withLock { $0 } }

    /// Ends `run`. Applied changes are kept.
    package func close() { cancellation.cancel() }

    /// Follows the store until `close` is called, the task is canceled, or `handle` throws. Then closes the catalog.
    /// Call it once.
    ///
    /// - Parameter handle: Called for each event, in order, on the node's own thread.
    /// - Throws: The error that `handle` throws; `CatalogError` if the catalog cannot be closed; `SystemError` if no
    ///   thread can be created.
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

    // MARK: On the node's thread

    private func follow(_ handle: (MasterNodeEvent) throws -> Void) throws {
        try watch.whileChecking { try followWithRetries(handle) }
    }

    private func followWithRetries(_ handle: (MasterNodeEvent) throws -> Void) throws {
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
            cancellation.pause(wait)
        }
    }

    /// Applies batches until the node is closed.
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
            if isStandby {
                cancellation.pause(options.poll)
            } else {
                _ = try connection.waitForBatch(milliseconds: 1000)
            }
        }
    }

    /// Applies the batches up to the store's last one, and returns the event to report; `nil` if the catalog has that
    /// state already.
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
                let reason = "the store has no batch \(interrupted), whose changes this catalog has"
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

    /// Compares the whole store with the catalog, and applies the differences.
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
    /// The name of the catalog's note about the batch that is being applied. If the note is present at the start, a
    /// process has ended while it applied the batch, and the catalog may have only a part of the changes.
    private static let nextNote = "master.next"

    private func note(_ head: BatchID, _ connection: MasterConnection) throws(CatalogError) {
        // Set the notes after the changes. If the process ends in between, the next process applies the changes again,
        // which has no effect.
        try catalog.setNotes(CatalogNotes.notes(of: connection.store, head))
        identity.withLock { $0 = head.identity }
    }
}

/// Options of a `MasterNode`.
package struct MasterNodeOptions: Sendable {
    /// The location of the store's segments, for creating the catalog; `nil` creates it from the store.
    package var segments: SegmentFolder?
    /// The options of the catalog.
    package var live = LiveCatalogOptions()
    /// The waits between attempts to reach the store.
    package var retry = RetryPolicy(retries: .max, firstWait: .milliseconds(250), longestWait: .seconds(10))
    /// The interval at which a standby is polled.
    package var poll: Duration = .milliseconds(20)
    /// The time limit for an answer of the store. A node sends a request at least every second.
    package var answerBound = Duration.seconds(10)
    /// The time limit for the next row of a large result.
    package var rowsBound = Duration.seconds(600)
    /// The lag above which a standby counts as late.
    package var mostLag = Duration.seconds(30)
    /// The number of missed changes above which the whole store is compared with the catalog.
    package var mostChanges = 200_000

    package init() {}
}
