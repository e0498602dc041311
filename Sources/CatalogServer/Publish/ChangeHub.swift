internal import Dispatch
internal import HTTPTypes
internal import Ingest
internal import InstrumentCatalog
internal import Logging
internal import NIOCore
internal import Synchronization

/// Sends changes of the catalog to all streams. Each batch is written and compressed only once for all streams of the
/// same form.
final class ChangeHub: Sendable {
    /// The form in which a stream receives batches.
    enum Form: Hashable, Sendable {
        /// IPF text.
        case text
        /// IPF in sealed deflate blocks.
        case blocks
        /// Server-sent events.
        case events
        /// Any other form: the client's `write` creates the text.
        case own
    }

    /// Changes of the catalog that were made together.
    struct Batch: Sendable {
        let number: UInt64
        let changes: [CatalogChange]
        let snapshot: ServedSnapshot
    }

    private struct Client {
        var form: Form
        var queue: StreamQueue
        /// Writes a batch, or a heartbeat for `nil`; used by clients of the form `own`.
        var write: (@Sendable (Batch?) -> [UInt8])?
        /// Whether the client still waits for its body. It receives no batches until then.
        var isWaiting = false
    }

    /// A client that waits for a body of the current state.
    private struct Waiter {
        var client: Int
        var continuation: CheckedContinuation<SnapshotBody?, Never>
    }

    private struct State {
        var clients: [Int: Client] = [:]
        var next = 0
        /// The state after the last batch, to which the next batch applies.
        var present: ServedSnapshot?
        /// The body of the state `present`; `nil` if no stream began with that state.
        var body: SnapshotBody?
        var waiters: [Waiter] = []
        /// Whether a body for waiting clients is being written.
        var isMaking = false
        var batches: UInt64 = 0
        var isClosed = false
        /// The number of calls of `endStreams`.
        var endings = 0

        /// Adds a client and returns its number.
        ///
        /// - Parameter endings: The value of `endings` at the request's admission.
        /// - Throws: `Problem` if there are too many streams, streams were ended since the admission, or the service is
        ///   shutting down.
        mutating func admit(_ client: Client, endings: Int, atMost limit: Int) throws(Problem) -> Int {
            if isClosed { throw .shuttingDown }
            if self.endings != endings { throw .entitlementsChanged }
            guard clients.count < limit else {
                throw .tooManyStreams(limit)
            }
            next += 1
            clients[next] = client
            return next
        }
    }

    private let catalog: ServedCatalog
    private let bodies: PublishedBodies
    /// The maximum number of open streams, and the maximum number of bytes that may wait for the client of one stream.
    private let streamLimit: Int
    private let streamBytes: Int
    private let logger: Logger
    private let dropped: Counter
    private let state = Mutex(State())
    /// Serializes the batches in the order of the catalog's changes.
    private let work = DispatchQueue(label: "ChangeHub", qos: .userInitiated)

    /// - Parameter dropped: The counter of dropped clients.
    init(
        _ catalog: ServedCatalog, _ bodies: PublishedBodies, _ options: ServerOptions, logger: Logger,
        dropped: Counter
    ) {
        self.catalog = catalog
        self.bodies = bodies
        streamLimit = options.streams
        streamBytes = options.limits.streamBytes
        self.logger = logger
        self.dropped = dropped
    }

    /// The number of open streams.
    var count: Int { state.withLock { $0.clients.count } }

    /// The number of times that all streams were ended.
    var endings: Int { state.withLock { $0.endings } }

    /// Listens to the catalog until `stop`.
    func start() -> Int {
        let (number, snapshot) = catalog.listen { [weak self] old, new, changes in
            guard let self else { return }
            self.work.async { self.take(old, new, changes) }
        }
        state.withLock { $0.present = $0.present ?? snapshot }
        return number
    }

    func stop(_ number: Int) { catalog.stopListening(number) }

    // MARK: Batches

    private func take(_ old: ServedSnapshot, _ new: ServedSnapshot, _ changes: [CatalogChange]?) {
        let isWanted = state.withLock { $0.clients.contains { !$0.value.isWaiting } }
        let changes = isWanted ? changes ?? Self.difference(old.view, new.view) : []
        let profiles = changes.map(\.profile)
        let text = changes.isEmpty ? [] : Self.text(profiles)
        let blocks = ByteBuffer(bytes: changes.isEmpty ? [] : DeflateWriter.sealed(text.span))
        let plain = ByteBuffer(bytes: text)
        let (clients, number) = state.withLock { state in
            // Streams that begin from now on begin with the state `new`.
            state.present = new
            if state.body?.isSame(as: new.view) == false { state.body = nil }
            if !changes.isEmpty { state.batches += 1 }
            return (state.clients.filter { !$0.value.isWaiting }, state.batches)
        }
        if changes.isEmpty { return }
        let batch = Batch(number: number, changes: changes, snapshot: new)
        var events: ByteBuffer?
        for (id, client) in clients {
            let buffer: ByteBuffer
            switch client.form {
            case .text: buffer = plain
            case .blocks: buffer = blocks
            case .events:
                let made = events ?? ByteBuffer(bytes: ChangeEvents.text(batch))
                events = made
                buffer = made
            case .own: buffer = ByteBuffer(bytes: client.write?(batch) ?? [])
            }
            put(buffer, to: client, id)
        }
    }

    private func put(_ buffer: ByteBuffer, to client: Client, _ id: Int) {
        if buffer.readableBytes == 0 || client.queue.put(buffer) { return }
        guard state.withLock({ $0.clients.removeValue(forKey: id) }) != nil else { return }
        client.queue.drop()
        dropped.increment()
        logger.warning(
            "dropped a live client that does not read",
            metadata: ["client": "\(client.queue.client)", "limit": "\(streamBytes) bytes"])
    }

    /// Sends a heartbeat to every stream.
    func beat() {
        work.async { [self] in
            let clients = state.withLock { $0.clients.filter { !$0.value.isWaiting } }
            let comment = ByteBuffer(string: ":\n\n")
            for (id, client) in clients {
                switch client.form {
                case .text, .blocks: put(Self.heartbeat(client.form), to: client, id)
                case .events: put(comment, to: client, id)
                case .own: put(ByteBuffer(bytes: client.write?(nil) ?? []), to: client, id)
                }
            }
        }
    }

    // MARK: Clients

    /// Begins a stream of changes, and returns the state to which its first change applies.
    ///
    /// - Parameter endings: The number of endings at the request's admission.
    /// - Throws: `Problem` if there are too many streams, streams were ended since the admission, or the service is
    ///   shutting down.
    func subscribe(
        _ form: Form, _ channel: (any Channel)?, endings: Int, write: (@Sendable (Batch?) -> [UInt8])? = nil
    ) async throws -> (client: LiveClient, snapshot: ServedSnapshot) {
        let queue = StreamQueue(limit: streamBytes, channel)
        return try await withCheckedThrowingContinuation { continuation in
            work.async { [self] in
                continuation.resume(
                    with: Result {
                        try state.withLock { state in
                            let id = try state.admit(
                                Client(form: form, queue: queue, write: write), endings: endings, atMost: streamLimit)
                            return (LiveClient(id, queue, self), state.present ?? catalog.current)
                        }
                    })
            }
        }
    }

    /// Reserves a place for a stream without a filter, which `begin` then starts.
    ///
    /// - Throws: `Problem`, as `subscribe` does.
    func admit(_ form: Form, _ channel: (any Channel)?, endings: Int) throws(Problem) -> LiveClient {
        let queue = StreamQueue(limit: streamBytes, channel)
        let id = try state.withLock { [streamLimit] state throws(Problem) in
            try state.admit(
                Client(form: form, queue: queue, isWaiting: true), endings: endings, atMost: streamLimit)
        }
        return LiveClient(id, queue, self)
    }

    /// Starts a stream with the body of the current state. The stream then receives every later batch, and no earlier
    /// batch.
    ///
    /// Streams share one body while nothing changes. If the state has changed, a new body serves all clients that
    /// arrived after the previous body began. Only one body is written at a time. So many clients that arrive at the
    /// same time cost little more than one client.
    ///
    /// - Parameter waits: Whether to wait if the current state has no body yet.
    /// - Returns: The body; `nil` if the body isn't available without waiting, or if the service is shutting down.
    func begin(_ client: LiveClient, waits: Bool) async -> SnapshotBody? {
        await withCheckedContinuation { continuation in
            work.async { [self] in
                let known = state.withLock { state -> SnapshotBody?? in
                    if state.isClosed || state.clients[client.id] == nil { return .some(nil) }
                    if let body = state.body, body.isSame(as: (state.present ?? catalog.current).view) {
                        state.clients[client.id]?.isWaiting = false
                        return body
                    }
                    if !waits, state.isMaking { return .some(nil) }
                    state.waiters.append(Waiter(client: client.id, continuation: continuation))
                    return nil
                }
                if let known { return continuation.resume(returning: known) }
                makeNext()
            }
        }
    }

    /// Begins a body for all waiting clients, unless a body is being written. Runs on the queue of batches, so that no
    /// batch can change the state in between.
    private func makeNext() {
        let made = state.withLock { state -> (body: SnapshotBody, waiters: [Waiter], forms: Set<Form>)? in
            if state.isMaking || state.isClosed || state.waiters.isEmpty { return nil }
            let body = bodies.exactBody(of: state.present ?? catalog.current)
            let waiters = state.waiters
            var forms: Set<Form> = []
            for waiter in waiters {
                guard let form = state.clients[waiter.client]?.form else { continue }
                state.clients[waiter.client]?.isWaiting = false
                forms.insert(form)
            }
            state.waiters = []
            state.body = body
            state.isMaking = true
            return (body, waiters, forms)
        }
        guard let (body, waiters, forms) = made else { return }
        // Ignore errors here: if there is no space for a file, the clients get the error when they read the file.
        let files = forms.compactMap { try? $0 == .blocks ? body.blocks() : body.plain() }
        for waiter in waiters { waiter.continuation.resume(returning: body) }
        Task {
            for file in files { await file.waitForEnd() }
            work.async { [self] in
                state.withLock { $0.isMaking = false }
                makeNext()
            }
        }
    }

    /// Removes a client.
    func remove(_ id: Int) { _ = state.withLock { $0.clients.removeValue(forKey: id) } }

    /// Ends all streams after their pending bytes, and refuses new ones.
    func close() {
        state.withLock { $0.isClosed = true }
        endStreams()
    }

    /// Ends all streams after their pending bytes.
    func endStreams() {
        let (clients, waiters) = state.withLock { state in
            defer { (state.clients, state.waiters) = ([:], []) }
            state.endings += 1
            return (state.clients, state.waiters)
        }
        for waiter in waiters { waiter.continuation.resume(returning: nil) }
        for client in clients.values { client.queue.finish() }
    }
}

/// Formats the texts of streams.
extension ChangeHub {
    /// Returns a batch of profiles as text for live streams. The text contains all format lines that it needs, so it
    /// doesn't depend on earlier text.
    static func text(_ profiles: [InstrumentProfile], fields: [String]? = nil) -> [UInt8] {
        var columns = ProfileColumns()
        for profile in profiles { columns.note(profile) }
        var writer = ProfileWriter(fields: fields, columns: columns)
        var text: [UInt8] = []
        for profile in profiles { writer.write(profile, to: &text) }
        writer.writeFlush(live: true, to: &text)
        return text
    }

    static let heartbeat: [UInt8] = Array("##\n\n".utf8)
    private static let heartbeatText = ByteBuffer(bytes: heartbeat)
    private static let heartbeatBlocks = ByteBuffer(bytes: DeflateWriter.sealed(heartbeat.span))

    /// Returns a heartbeat in a form of IPF.
    static func heartbeat(_ form: Form) -> ByteBuffer { form == .blocks ? heartbeatBlocks : heartbeatText }

    /// Returns the changes of instruments between two states.
    static func difference(_ old: Catalog, _ new: Catalog) -> [CatalogChange] {
        let difference = CatalogDifference(from: old, to: new)
        var changes: [CatalogChange] = []
        _ = difference.forEachChange { change in
            switch change {
            case .added(let row): changes.append(.added(new.profile(at: row)))
            case .removed(let row): changes.append(.removed(old.profile(at: row)))
            case .changed(let before, let after, _):
                changes.append(.updated(old: old.profile(at: before), new: new.profile(at: after)))
            }
        }
        return changes
    }
}
