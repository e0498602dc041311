/// A connection that follows a source: it delivers a snapshot first, and then the changes.
///
/// ```swift
/// let connection = LiveConnection(address: try SourceAddress(parsing: "host:8080"))
/// for await event in connection.events {
///     switch event {
///     case .profiles(let profiles): for profile in profiles { print(profile.type, profile.symbol) }
///     case .fault(let fault): print(fault)
///     default: break
///     }
/// }
/// ```
///
/// The connection requests a live stream. If the server does not offer one, the connection polls for changes once per
/// update period. If the connection breaks, is silent for too long or delivers invalid data, it is retried without
/// limit. A file is read again when it has changed, standard input only once.
///
/// The connection starts with the first subscriber. It ends with `close`, or when neither the connection nor its events
/// are referenced any more.
public final class LiveConnection: Sendable {
    /// The address of the source.
    public let address: SourceAddress
    private let core: LiveCore

    /// Creates a connection that starts with its first subscriber.
    public init(address: SourceAddress, options: LiveOptions = LiveOptions()) {
        self.address = address
        core = LiveCore(address, options)
    }

    deinit { core.close() }

    /// The current state of the connection.
    public var state: LiveState { core.hub.state }

    /// The events from now on. The first one is the current state.
    ///
    /// Each loop over this sequence is a separate subscriber with a buffer of 64 events. No event is lost: the
    /// connection waits for the slowest subscriber (back-pressure). The sequence ends with `.state(.closed)`.
    public var events: some AsyncSequence<LiveEvent, Never> & Sendable { LiveEvents(self) }

    /// Whether a subscriber has events that it has not yet received.
    package var hasWaitingEvents: Bool { core.hub.hasWaitingEvents }

    /// Requests the source again now. This ends a wait or the current response.
    public func refresh() { core.refresh() }

    /// Discards the validators of the last version. So the next request reads the whole source, even if it has not
    /// changed.
    package func forgetVersion() { core.forgetVersion() }

    /// Closes the connection immediately and discards events that were not yet received. The last event for each
    /// subscriber is `.state(.closed)`. Further calls have no effect.
    public func close() { core.close() }

    /// Adds a subscriber and returns its mailbox. The first subscriber starts the connection.
    func subscribe() -> LiveMailbox {
        let mailbox = core.hub.subscribe(capacity: core.options.bufferedEvents)
        core.begin()
        return mailbox
    }
}

/// The events of a live connection as a sequence (`LiveConnection.events`).
struct LiveEvents: AsyncSequence, Sendable {
    private let connection: LiveConnection

    init(_ connection: LiveConnection) { self.connection = connection }

    func makeAsyncIterator() -> Iterator { Iterator(connection) }

    /// A subscriber. It is removed when the iterator is released or its task is canceled.
    struct Iterator: AsyncIteratorProtocol {
        private let subscriber: Subscriber

        fileprivate init(_ connection: LiveConnection) { subscriber = Subscriber(connection) }

        /// Returns the next event; `nil` after `.state(.closed)`, or if the task was canceled.
        mutating func next() async -> LiveEvent? { await subscriber.mailbox.next() }

        mutating func next(isolation actor: isolated (any Actor)?) async -> LiveEvent? {
            await subscriber.mailbox.next()
        }
    }

    private final class Subscriber {
        let connection: LiveConnection
        let mailbox: LiveMailbox

        init(_ connection: LiveConnection) {
            self.connection = connection
            mailbox = connection.subscribe()
        }

        deinit { mailbox.leave() }
    }
}
