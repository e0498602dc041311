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
