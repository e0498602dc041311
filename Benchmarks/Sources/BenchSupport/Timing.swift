import CAllocated
import Foundation

/// How long pieces of work take.
public enum Timing {
    /// What is counted.
    public enum Clock {
        /// Time that passes, also while others have the processor: for work of several threads, or with I/O.
        case wall
        /// Processor time of the calling thread: for pure computing, which a busy machine then disturbs least.
        case thread
    }

    /// Seconds that `body` takes.
    public static func seconds(_ clock: Clock = .wall, _ body: () throws -> Void) rethrows -> Double {
        let start = now(clock)
        try body()
        return Double(now(clock) - start) / 1e9
    }

    /// Nanoseconds since some moment.
    public static func now(_ clock: Clock) -> UInt64 {
        var time = timespec()
        // SAFETY: the call fills the structure within the call.
        unsafe clock_gettime(clock == .wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// The time of each of `runs` runs of `body`, in nanoseconds for each of the `operations` that one run does.
    public static func nanoseconds(
        perEachOf operations: Int, _ clock: Clock = .thread, runs: Int = 5, _ body: () throws -> Void
    ) rethrows -> Samples {
        try Samples((0..<runs).map { _ in try seconds(clock, body) * 1e9 / Double(operations) })
    }

    /// The time of each of `count` calls of `body`, in nanoseconds; reading the clock is part of it.
    public static func samples(
        _ count: Int, _ clock: Clock = .thread, _ body: (Int) throws -> Void
    ) rethrows -> Samples {
        try Samples((0..<count).map { index in try seconds(clock) { try body(index) } * 1e9 })
    }

    /// The times of `count` different calls, in nanoseconds, in each of some rounds; reading the clock is part of it.
    ///
    /// - Parameter repeats: how often a call is made in a round, one time after all others: its time is the median. So one that a
    ///   busy machine disturbed is not among the slowest.
    public static func rounds(
        _ rounds: Int = 5, of count: Int, repeats: Int = 1, _ body: (Int) throws -> Void
    ) rethrows -> Rounds {
        Rounds(
            try (0..<rounds).map { _ in
                let times = try (0..<repeats).map { _ in
                    try (0..<count).map { index in try seconds(.wall) { try body(index) } * 1e9 }
                }
                return Samples((0..<count).map { index in Samples(times.map { $0[index] }).median })
            })
    }
}

/// Memory of this process.
public enum Memory {
    /// The most bytes that were resident at any time so far.
    public static var peakBytes: Int { statusKilobytes("VmHWM") * 1024 }

    /// The bytes that are resident now.
    public static var residentBytes: Int { statusKilobytes("VmRSS") * 1024 }

    /// The bytes that are allocated and not yet freed, by the calling program's one thread; `nil` where the allocator doesn't report it.
    public static var allocatedBytes: Int? {
        let told = allocated_bytes()
        return told == 0 ? nil : Int(told)
    }

    /// From `/proc/self/status`; 0 where the system has no such file.
    private static func statusKilobytes(_ key: String) -> Int {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix(key + ":") })
        else { return 0 }
        return Int(line.filter(\.isNumber)) ?? 0
    }
}

/// Keeps a result alive, so that the work for it isn't optimised away.
@inline(never)
public func keep<T>(_ value: T) {}
