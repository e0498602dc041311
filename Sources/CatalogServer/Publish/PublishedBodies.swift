internal import Dispatch
internal import Foundation
internal import InstrumentCatalog
internal import Logging
internal import Synchronization

/// Something that costs much, made once on a thread of its own for all who ask.
final class Once<Value: Sendable>: Sendable {
    private let task: Mutex<Task<Value, any Error>?> = Mutex(nil)
    private let make: @Sendable () throws -> Value
    private let result = Mutex<Value?>(nil)

    init(_ make: @escaping @Sendable () throws -> Value) { self.make = make }

    /// What is made already.
    init(_ value: Value) {
        make = { value }
        result.withLock { $0 = value }
    }

    /// What was made; `nil` as long as it wasn't.
    var made: Value? { result.withLock { $0 } }

    func value() async throws -> Value {
        let task = self.task.withLock { task in
            if let task { return task }
            let make = make
            let started = Task.detached {
                // Not on the threads that answer requests.
                try await withCheckedThrowingContinuation { continuation in
                    DispatchQueue.global(qos: .utility).async { continuation.resume(with: Result { try make() }) }
                }
            }
            task = started
            return started
        }
        let value = try await task.value
        result.withLock { $0 = value }
        return value
    }
}

/// The bodies that are published, each made when it is first asked for.
///
/// A catalog that changes all the time is not compressed anew for each request: a body is still given out until it is as old as
/// ten times what making it took, and a second at least.
final class PublishedBodies: Sendable {
    private struct Kept {
        var tag: String
        var once: Once<SnapshotBody>
        var made: ContinuousClock.Instant
        var cost: Duration = .zero
    }

    private let kept = Mutex<Kept?>(nil)
    private let logger: Logger

    init(_ logger: Logger) { self.logger = logger }

    /// The body of just this state, made on this thread where nobody has made it yet.
    func exactBody(of snapshot: ServedSnapshot) throws -> SnapshotBody {
        if let known = kept.withLock({ $0?.tag == snapshot.tag ? $0?.once.made : nil }) { return known }
        let body = try SnapshotBody(snapshot)
        kept.withLock { $0 = Kept(tag: snapshot.tag, once: Once(body), made: .now, cost: .milliseconds(1)) }
        return body
    }

    /// The body of a state, or of one shortly before it.
    func body(of snapshot: ServedSnapshot) async throws -> SnapshotBody {
        let now = ContinuousClock.now
        let (once, isNew) = kept.withLock { kept in
            if let known = kept {
                let age = now - known.made
                if known.tag == snapshot.tag || (known.cost > .zero && age < max(.seconds(1), known.cost * 10)) {
                    return (known.once, false)
                }
            }
            let once = Once { try SnapshotBody(snapshot) }
            kept = Kept(tag: snapshot.tag, once: once, made: now)
            return (once, true)
        }
        do {
            let body = try await once.value()
            if isNew {
                let cost = ContinuousClock.now - now
                kept.withLock { if $0?.once === once { $0?.cost = cost } }
                logger.info(
                    "made the published snapshot",
                    metadata: [
                        "instruments": "\(body.view.count)", "bytes": "\(body.blocks.length)", "time": "\(cost)",
                    ])
            }
            return body
        } catch {
            kept.withLock { if $0?.once === once { $0 = nil } }
            throw error
        }
    }
}
