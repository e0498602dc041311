import CAllocated
import Foundation

/// Measures the time of operations.
public enum Timing {
    /// The clock with which a time is measured.
    public enum Clock {
        /// Elapsed time, for work with I/O or of several threads.
        case wall
        /// Processor time of the calling thread, for pure computation. A busy machine affects it least.
        case thread
    }

    /// Returns the seconds that `body` takes.
    public static func seconds(_ clock: Clock = .wall, _ body: () throws -> Void) rethrows -> Double {
        let start = now(clock)
        try body()
        return Double(now(clock) - start) / 1e9
    }

    /// Returns nanoseconds since an arbitrary moment.
    public static func now(_ clock: Clock) -> UInt64 {
        var time = timespec()
        // SAFETY: the call fills the structure within the call.
        unsafe clock_gettime(clock == .wall ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Runs `body` `runs` times. Each run performs `operations` operations. Returns the nanoseconds per operation for
    /// each run.
    public static func nanoseconds(
        perEachOf operations: Int, _ clock: Clock = .thread, runs: Int = 5, _ body: () throws -> Void
    ) rethrows -> Samples {
        try Samples((0..<runs).map { _ in try seconds(clock, body) * 1e9 / Double(operations) })
    }

    /// Returns the time of each of `count` calls of `body`, in nanoseconds. The time includes reading the clock.
    public static func samples(
        _ count: Int, _ clock: Clock = .thread, _ body: (Int) throws -> Void
    ) rethrows -> Samples {
        try Samples((0..<count).map { index in try seconds(clock) { try body(index) } * 1e9 })
    }

    /// Returns the times of `count` different calls, in nanoseconds, in each of several rounds. The times include
    /// reading the clock.
    ///
    /// - Parameter repeats: How often a round repeats all calls. The time of a call is the median of its repetitions,
    ///   so a delay by another process does not count.
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
    /// The peak of resident bytes.
    public static var peakBytes: Int { statusKilobytes("VmHWM") * 1024 }

    /// The resident bytes.
    public static var residentBytes: Int { statusKilobytes("VmRSS") * 1024 }

    /// The allocated bytes, if the program has one thread; `nil` if the allocator does not report them.
    public static var allocatedBytes: Int? {
        let told = allocated_bytes()
        return told == 0 ? nil : Int(told)
    }

    /// Reads `/proc/self/status`. Returns 0 if the system has no such file.
    private static func statusKilobytes(_ key: String) -> Int {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix(key + ":") })
        else { return 0 }
        return Int(line.filter(\.isNumber)) ?? 0
    }
}

/// Uses a result, so that the compiler does not remove the work for it.
@inline(never)
public func keep<T>(_ value: T) {}
