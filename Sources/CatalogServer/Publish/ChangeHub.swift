internal import Dispatch
internal import HTTPTypes
internal import Ingest
internal import InstrumentCatalog
internal import Logging
internal import NIOCore
internal import Synchronization

/// Hands changes of the catalog to all streams: each batch is written and compressed once, whoever many take it.
final class ChangeHub: Sendable {
    /// What a stream takes of a batch.
    enum Form: Hashable, Sendable {
        /// IPF text.
        case text
        /// IPF in sealed blocks of deflate.
        case blocks
        /// Server-sent events.
        case events
        /// Batches as they are, for streams that write them themselves.
        case own
    }

    /// A batch of changes, in all forms that are wanted.
    struct Batch: Sendable {
        let number: UInt64
        let changes: [CatalogChange]
        let snapshot: ServedSnapshot
    }

    private struct Client {
        var form: Form
        var queue: StreamQueue
        /// Of clients that write for themselves.
        var write: (@Sendable (Batch?) -> [UInt8])?
    }

    private struct State {
        var clients: [Int: Client] = [:]
        var next = 0
        /// The last snapshot body that streams began with, and the batches since.
        var body: SnapshotBody?
        var log: [(text: ByteBuffer, blocks: ByteBuffer)] = []
        var logBytes = 0
        var isLogging = false
        var batches: UInt64 = 0
        var isClosed = false

        /// Takes a client in and numbers it.
        ///
        /// - Throws: `Problem` where there are too many already, or the service ends.
        mutating func admit(_ client: Client, _ limits: ServerOptions.Limits) throws(Problem) -> Int {
            if isClosed { throw Problem(.serviceUnavailable, "The service is shutting down.") }
            guard clients.count < limits.streams else {
                throw Problem(
                    .serviceUnavailable, "There are \(limits.streams) streams already; try again later.")
            }
            next += 1
            clients[next] = client
            return next
        }
    }

    private let catalog: ServedCatalog
    private let bodies: PublishedBodies
    private let limits: ServerOptions.Limits
    private let logger: Logger
    private let state = Mutex(State())
    /// Batches are made one after the other, in the order of the catalog.
    private let work = DispatchQueue(label: "ChangeHub", qos: .userInitiated)
    /// Bytes of batches that are kept for streams that begin with an older body.
    private static let logLimit = 16 << 20

    init(_ catalog: ServedCatalog, _ bodies: PublishedBodies, _ limits: ServerOptions.Limits, _ logger: Logger) {
        self.catalog = catalog
        self.bodies = bodies
        self.limits = limits
        self.logger = logger
    }

    /// Streams at the moment.
    var count: Int { state.withLock { $0.clients.count } }

    /// Begins to listen to the catalog.
    func start() -> Int {
        catalog.listen { [weak self] old, new, changes in
            guard let self else { return }
            self.work.async { self.take(old, new, changes) }
        }.number
    }

    func stop(_ number: Int) { catalog.stopListening(number) }

    // MARK: Batches

    private func take(_ old: ServedSnapshot, _ new: ServedSnapshot, _ changes: [CatalogChange]?) {
        let isWanted = state.withLock { !$0.clients.isEmpty || $0.isLogging }
        guard isWanted else { return }
        let changes = changes ?? Self.difference(old.view, new.view)
        if changes.isEmpty { return }
        let profiles = changes.map(\.profile)
        let text = Self.text(profiles)
        let blocks = ByteBuffer(bytes: DeflateWriter.sealed(text.span))
        let plain = ByteBuffer(bytes: text)
        let (clients, number) = state.withLock { state in
            state.batches += 1
            if state.isLogging {
                state.log.append((plain, blocks))
                state.logBytes += plain.readableBytes
                if state.logBytes > Self.logLimit {
                    state.body = nil
                    state.isLogging = false
                    state.log = []
                    state.logBytes = 0
                }
            }
            return (state.clients, state.batches)
        }
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
        logger.warning(
            "dropped a live client that does not read",
            metadata: ["client": "\(client.queue.client)", "limit": "\(limits.streamBytes) bytes"])
    }

    /// A batch as live streams have it. It defines its formats anew, so that it can follow anything.
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
    private static let heartbeatBlocks = ByteBuffer(bytes: DeflateWriter.sealed(heartbeat.span))

    /// What became of each instrument from one file to another.
    private static func difference(_ old: CatalogView, _ new: CatalogView) -> [CatalogChange] {
        let difference = CatalogDifference(from: old.base, to: new.base)
        var changes: [CatalogChange] = []
        _ = difference.forEachChange { change in
            switch change {
            case .added(let row): changes.append(.added(new.base.profile(at: row)))
            case .removed(let row): changes.append(.removed(old.base.profile(at: row)))
            case .changed(let before, let after, _):
                changes.append(.updated(old: old.base.profile(at: before), new: new.base.profile(at: after)))
            }
        }
        return changes
    }

    /// Says to every stream that the service is there.
    func beat() {
        work.async { [self] in
            let clients = state.withLock { $0.clients }
            let text = ByteBuffer(bytes: Self.heartbeat)
            let comment = ByteBuffer(string: ":\n\n")
            for (id, client) in clients {
                switch client.form {
                case .text: put(text, to: client, id)
                case .blocks: put(Self.heartbeatBlocks, to: client, id)
                case .events: put(comment, to: client, id)
                case .own: put(ByteBuffer(bytes: client.write?(nil) ?? []), to: client, id)
                }
            }
        }
    }

    // MARK: Clients

    /// A client that is told everything from now on.
    struct Subscription: Sendable {
        let id: Int
        let queue: StreamQueue
        /// The state that the first batch changes.
        let snapshot: ServedSnapshot
        /// The body to begin with and the batches since, where the form is shared.
        let body: SnapshotBody?
        let missed: [ByteBuffer]
    }

    /// Begins a stream of changes.
    ///
    /// - Throws: `Problem` where there are too many already, or the service ends.
    func subscribe(
        _ form: Form, _ channel: (any Channel)?, write: (@Sendable (Batch?) -> [UInt8])? = nil
    ) async throws -> Subscription {
        let queue = StreamQueue(limit: limits.streamBytes, channel)
        return try await betweenBatches { [limits] state, snapshot in
            let id = try state.admit(Client(form: form, queue: queue, write: write), limits)
            return Subscription(id: id, queue: queue, snapshot: snapshot, body: nil, missed: [])
        }
    }

    /// Begins a stream that is the same for all: a snapshot body, the batches since it was made, then what comes.
    ///
    /// - Throws: as `subscribe`.
    func subscribeShared(_ form: Form, _ channel: (any Channel)?) async throws -> Subscription {
        while true {
            // A body is made for the state of one moment, and batches are kept from that moment on.
            let body = try await sharedBody()
            let queue = StreamQueue(limit: limits.streamBytes, channel)
            let found: Subscription? = try await betweenBatches { [limits] state, snapshot in
                guard state.body === body || state.isClosed else { return nil }
                let id = try state.admit(Client(form: form, queue: queue), limits)
                return Subscription(
                    id: id, queue: queue, snapshot: snapshot, body: body,
                    missed: state.log.map { form == .blocks ? $0.blocks : $0.text })
            }
            // Else the body grew too old meanwhile: another one.
            if let found { return found }
        }
    }

    /// Calls `body` on the queue of the batches: what the state holds and what comes next meet without a gap.
    private func betweenBatches<Made: Sendable>(
        _ body: @escaping @Sendable (inout State, ServedSnapshot) throws -> Made
    ) async throws -> Made {
        try await withCheckedThrowingContinuation { continuation in
            work.async { [self] in
                let snapshot = catalog.current
                continuation.resume(with: Result { try state.withLock { try body(&$0, snapshot) } })
            }
        }
    }

    private let making = Mutex<Once<SnapshotBody>?>(nil)

    /// The body that streams begin with, made where there is none.
    private func sharedBody() async throws -> SnapshotBody {
        if let body = state.withLock({ $0.body }) { return body }
        let once = making.withLock { making in
            if let making { return making }
            let once = Once { [self] in
                // Batches are kept from the state on that the body is made of; making it takes its time, and stops none of them.
                let snapshot = work.sync {
                    state.withLock { state in
                        state.isLogging = true
                        state.log = []
                        state.logBytes = 0
                    }
                    return catalog.current
                }
                let body = try bodies.exactBody(of: snapshot)
                state.withLock { if $0.isLogging { $0.body = body } }
                return body
            }
            making = once
            return once
        }
        defer { making.withLock { if $0 === once { $0 = nil } } }
        return try await once.value()
    }

    func unsubscribe(_ subscription: Subscription) {
        subscription.queue.finish()
        _ = state.withLock { $0.clients.removeValue(forKey: subscription.id) }
    }

    /// Ends all streams behind what waits for them, and begins no new ones.
    func close() {
        let clients = state.withLock { state in
            state.isClosed = true
            defer { state.clients = [:] }
            return state.clients
        }
        for client in clients.values { client.queue.finish() }
    }
}
