package import CatalogHistory
package import Ingest
internal import SystemFiles

/// Reads the published changes of a store after a position, page by page, and waits for new changes.
///
/// ```swift
/// let reader = ChangeReader(.environment, after: position, limit: 500, cancellation: cancellation)
/// try reader.run { event in
///     if case .page(let page) = event { try deliver(page) }
/// }
/// ```
/// If the store is unreachable, the reader retries after growing waits. The position is advanced only after the closure
/// returns.
package struct ChangeReader {
    /// An event of a reader.
    package enum Event {
        /// The store is connected, and its changes after this position follow.
        case connected(ChangePosition)
        /// The next changes, at least one.
        case page(ChangePage)
        /// The store cannot be read; the reader retries after `retryIn`.
        case away(MasterStoreError, retryIn: Duration)
    }

    private let address: MasterAddress
    private var position: ChangePosition?
    private let limit: Int
    private let cancellation: CancellationToken
    /// The waits between attempts to reach the store.
    package var retry = RetryPolicy(retries: .max, firstWait: .milliseconds(250), longestWait: .seconds(10))
    private var failures = 0

    /// - Parameters:
    ///   - position: The position to start after; `nil` for the end of the changes at the time of the first connection.
    ///   - limit: The maximum number of changes of a page.
    ///   - cancellation: Ends `run`.
    package init(
        _ address: MasterAddress, after position: ChangePosition?, limit: Int, cancellation: CancellationToken
    ) {
        self.address = address
        self.position = position
        self.limit = limit
        self.cancellation = cancellation
    }

    /// Reads until the token is canceled or `handle` throws. Blocks its thread.
    ///
    /// - Throws: The error of `handle`; `MasterStoreError` if the store does not exist or cannot be used, or, of kind
    ///   `outOfHistory`, if it no longer has the changes after the position.
    package mutating func run(_ handle: (Event) throws -> Void) throws {
        var generator = SystemRandomNumberGenerator()
        while !cancellation.isCancelled {
            do {
                return try read(handle)
            } catch let error as MasterStoreError {
                if cancellation.isCancelled { return }
                guard [.unreachable, .connectionLost, .full, .inUse].contains(error.kind) else { throw error }
                failures += 1
                let wait = retry.wait(before: failures, using: &generator)
                try handle(.away(error, retryIn: wait))
                cancellation.pause(wait)
            }
        }
    }

    private mutating func read(_ handle: (Event) throws -> Void) throws {
        let connection = try MasterConnection(address, cancellation: cancellation)
        try MasterSchema.check(connection)
        let isStandby = try connection.isStandby()
        if !isStandby { try connection.listen() }
        var place = try position ?? ChangePosition(connection.point(at: .latest).identity)
        position = place
        try handle(.connected(place))
        while !cancellation.isCancelled {
            let page = try page(after: place, connection)
            failures = 0
            if !page.changes.isEmpty { try handle(.page(page)) }
            place = page.next
            position = place
            if page.hasMore { continue }
            if isStandby {
                cancellation.pause(.milliseconds(100))
            } else {
                _ = try connection.waitForBatch(milliseconds: 1000)
            }
        }
    }

    private func page(after place: ChangePosition, _ connection: MasterConnection) throws -> ChangePage {
        do {
            return try connection.changes(after: place, limit: limit)
        } catch ChangeFault.gone(let reason, let from) {
            throw MasterStoreError(
                .outOfHistory, store: connection.store, "\(reason); replay is possible from \(from)")
        } catch ChangeFault.ahead(let latest) {
            // A replica may receive the batch later.
            throw MasterStoreError(
                .inUse, store: connection.store, "there is no batch \(place.batch) yet; the last one is \(latest)")
        }
    }
}

extension CancellationToken {
    /// Blocks the thread for a time, or until the token is canceled.
    package func pause(_ wait: Duration) {
        let end = ContinuousClock.now + wait
        // Cancellation does not interrupt a sleep, so sleep in short steps.
        while !isCancelled, case let left = end - ContinuousClock.now, left > .zero {
            MonotonicTime.sleep(milliseconds: UInt32(min(left, .milliseconds(100)) / .milliseconds(1)) + 1)
        }
    }
}
