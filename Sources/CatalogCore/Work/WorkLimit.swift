internal import Synchronization
internal import SystemFiles

/// A limit on the work of one question: a budget of processor time, and a way to cancel the question.
///
/// Loops over rows check the limit of their thread every few thousand steps, and end early once it is stopped. Their result is
/// incomplete then, so the code that set the limit must ask `stop` before it uses or stores any result.
///
/// ```swift
/// let limit = WorkLimit(budget: .seconds(2))
/// let page = try limit.run { try catalog.search("turk hav") }
/// if limit.stop != nil { … }                                  // `page` is incomplete
/// ```
package final class WorkLimit: Sendable {
    /// The reason why work was stopped.
    package enum Stop: Int, Sendable {
        /// The client went away.
        case clientLeft = 1
        /// The service ends.
        case ending
        /// The budget is spent.
        case overBudget
    }

    private let budget: Int
    /// Steps between two looks at the clock.
    fileprivate let stride: Int
    private let spent = Atomic<Int>(0)
    private let stopped = Atomic<Int>(0)
    private let looks = Atomic<Int>(0)

    /// - Parameters:
    ///   - budget: The processor time that the work may use on all threads; `nil` for any.
    ///   - stride: The steps between two looks at the clock; 1 counts all steps.
    package init(budget: Duration?, stride: Int = 4096) {
        self.budget = budget.map { Int($0 / .nanoseconds(1)) } ?? .max
        self.stride = stride
    }

    /// The reason why the work was stopped; `nil` if it was not.
    package var stop: Stop? { Stop(rawValue: stopped.load(ordering: .relaxed)) }

    /// The number of times that loops looked at the clock.
    package var lookCount: Int { looks.load(ordering: .relaxed) }

    /// The processor time that was used so far.
    package var used: Duration { .nanoseconds(spent.load(ordering: .relaxed)) }

    /// Stops the work. The first reason counts.
    package func stop(_ reason: Stop) {
        _ = stopped.compareExchange(expected: 0, desired: reason.rawValue, ordering: .relaxed)
    }

    /// Runs `body` on this thread under this limit.
    package func run<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        let stretch = Stretch(self)
        // Work that is done is not stopped, however long it took.
        defer { stretch.note() }
        let result = Stretch.$current.withValue(stretch) { () -> Result<Value, Failure> in
            do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// A Boolean value that indicates whether the work of this thread was stopped, so that its result is incomplete.
    package static var isStopped: Bool { current?.stop != nil }

    /// Looks at the clock, between long steps of work. Returns whether the work of this thread must end.
    package static func look() -> Bool { Stretch.current?.isStopped() ?? false }

    /// The limit of this thread; `nil` if the work has none.
    static var current: WorkLimit? { Stretch.current?.limit }

    /// The work of one thread under a limit.
    fileprivate final class Stretch: Sendable {
        @TaskLocal static var current: Stretch?

        let limit: WorkLimit
        /// The thread's processor time at the last look.
        private let last = Atomic<Int>(ThreadTime.nanoseconds)

        init(_ limit: WorkLimit) { self.limit = limit }

        /// Adds the time since the last look. Returns the time that all threads have used.
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

/// A loop's view of the limit of its thread: counts the loop's steps.
@usableFromInline struct WorkSteps {
    private let stretch = WorkLimit.Stretch.current
    private var left: Int
    /// The work was stopped, as far as the last look told.
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
