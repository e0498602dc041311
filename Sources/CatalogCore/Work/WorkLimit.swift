internal import Synchronization
internal import SystemFiles

/// A limit on the work of one query: a budget of processor time, and a way to cancel the query.
///
/// Loops over rows check the limit of their thread every few thousand steps and end early if the work was stopped. The
/// result is then incomplete, so the code that set the limit must check `stop` before it uses or stores the result.
///
/// ```swift
/// let limit = WorkLimit(budget: .seconds(2))
/// let page = try limit.run { try catalog.search("turk hav") }
/// if limit.stop != nil { … }                                  // `page` is incomplete
/// ```
package final class WorkLimit: Sendable {
    /// The reason why work was stopped.
    package enum Stop: Int, Sendable {
        /// The client disconnected.
        case clientLeft = 1
        /// The service is shutting down.
        case ending
        /// The work used up its budget.
        case overBudget
    }

    private let budget: Int
    /// The number of steps between two checks of the clock.
    fileprivate let stride: Int
    private let spent = Atomic<Int>(0)
    private let stopped = Atomic<Int>(0)
    private let looks = Atomic<Int>(0)

    /// - Parameters:
    ///   - budget: The processor time that the work may use on all threads; `nil` for no limit.
    ///   - stride: The number of steps between two checks of the clock; 1 checks at every step.
    package init(budget: Duration?, stride: Int = 4096) {
        self.budget = budget.map { Int($0 / .nanoseconds(1)) } ?? .max
        self.stride = stride
    }

    /// The reason why the work was stopped; `nil` if it was not.
    package var stop: Stop? { Stop(rawValue: stopped.load(ordering: .relaxed)) }

    /// The number of times that loops checked the clock.
    package var lookCount: Int { looks.load(ordering: .relaxed) }

    /// The processor time used so far.
    package var used: Duration { .nanoseconds(spent.load(ordering: .relaxed)) }

    /// Stops the work. Later calls do not change the reason.
    package func stop(_ reason: Stop) {
        _ = stopped.compareExchange(expected: 0, desired: reason.rawValue, ordering: .relaxed)
    }

    /// Runs `body` on this thread under this limit.
    package func run<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        let stretch = Stretch(self)
        // Only adds the time: work that has finished is not stopped, even if it exceeded the budget.
        defer { stretch.note() }
        let result = Stretch.$current.withValue(stretch) { () -> Result<Value, Failure> in
            do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// A Boolean value that indicates whether the work of this thread was stopped and its result is incomplete.
    package static var isStopped: Bool { current?.stop != nil }

    /// Checks the clock between long steps of work. Returns whether the work of this thread must end.
    package static func look() -> Bool { Stretch.current?.isStopped() ?? false }

    /// The limit of this thread; `nil` if the thread has no limit.
    static var current: WorkLimit? { Stretch.current?.limit }

    /// The work of one thread under a limit.
    fileprivate final class Stretch: Sendable {
        @TaskLocal static var current: Stretch?

        let limit: WorkLimit
        /// The thread's processor time at the last check.
        private let last = Atomic<Int>(ThreadTime.nanoseconds)

        init(_ limit: WorkLimit) { self.limit = limit }

        /// Adds the time since the last check. Returns the time that all threads have used.
        @discardableResult func note() -> Int {
            let now = ThreadTime.nanoseconds
            let used = now - last.exchange(now, ordering: .relaxed)
            return limit.spent.add(used, ordering: .relaxed).newValue
        }

        func isStopped() -> Bool {
            limit.looks.add(1, ordering: .relaxed)
            if note() > limit.budget { limit.stop(.overBudget) }
            return limit.stop != nil
        }
    }
}

/// A loop's step counter, which checks the limit of the loop's thread.
@usableFromInline struct WorkSteps {
    private let stretch = WorkLimit.Stretch.current
    private var left: Int
    /// Whether the work was stopped, according to the last check.
    private(set) var isStopped = false

    @usableFromInline init() { left = stretch?.limit.stride ?? .max }

    /// Counts `count` steps. Returns whether the loop must end.
    @inline(__always)
    @usableFromInline mutating func isStopped(after count: Int = 1) -> Bool {
        left -= count
        return left > 0 ? isStopped : look()
    }

    @inline(never)
    private mutating func look() -> Bool {
        left = stretch?.limit.stride ?? .max
        if let stretch, !isStopped { isStopped = stretch.isStopped() }
        return isStopped
    }
}
