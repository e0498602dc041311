/// Follows a source: its snapshot, then its changes, for as long as it is wanted.
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
/// It asks for a live stream. Where the server offers none, it asks again after the update period, and whether anything has
/// changed. A connection that breaks, falls silent or brings nonsense is tried again, for ever. A file is read again when it
/// has changed; standard input once.
///
/// It begins with the first subscriber, and ends with `close` or when nobody holds it or its events any more.
public final class LiveConnection: Sendable {
    /// What is followed.
    public let address: SourceAddress
    private let core: LiveCore

    /// A connection that begins with its first subscriber.
    public init(address: SourceAddress, options: LiveOptions = LiveOptions()) {
        self.address = address
        core = LiveCore(address, options)
    }

    deinit { core.close() }

    /// How far it is.
    public var state: LiveState { core.hub.state }

    /// All events from now on, the current state first.
    ///
    /// Each loop over it is a subscriber of its own, for which 64 events wait: nothing is lost, and the
    /// connection goes as fast as its slowest subscriber. It ends with `.state(.closed)`.
    public var events: some AsyncSequence<LiveEvent, Never> & Sendable { LiveEvents(self) }

    /// Some subscriber has events that it has not taken yet.
    package var hasWaitingEvents: Bool { core.hub.hasWaitingEvents }

    /// Asks the source again now: ends a wait, or the answer that is being read.
    public func refresh() { core.refresh() }

    /// What was read last has not arrived where it should: the next request asks for all of the source, whether it changed or not.
    package func forgetVersion() { core.forgetVersion() }

    /// Ends it at once: events that wait are dropped, and subscribers get `.state(.closed)` as their last one. Further calls do
    /// nothing.
    public func close() { core.close() }

    /// A new subscriber's mailbox; makes the connection begin.
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

    /// A subscriber: gone with the value, or with the end of the task that waits.
    struct Iterator: AsyncIteratorProtocol {
        private let subscriber: Subscriber

        fileprivate init(_ connection: LiveConnection) { subscriber = Subscriber(connection) }

        /// The next event; `nil` after `.state(.closed)`, and where the task was cancelled.
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
