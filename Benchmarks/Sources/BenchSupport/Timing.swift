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

    /// The median of `runs` runs of `body`, in nanoseconds for each of the `operations` that one run does.
    public static func nanoseconds(
        perEachOf operations: Int, _ clock: Clock = .thread, runs: Int = 5, _ body: () throws -> Void
    ) rethrows -> Double {
        try Samples((0..<runs).map { _ in try seconds(clock, body) * 1e9 / Double(operations) }).median
    }

    /// The time of each of `count` calls of `body`, in nanoseconds; reading the clock is part of it.
    public static func samples(
        _ count: Int, _ clock: Clock = .thread, _ body: (Int) throws -> Void
    ) rethrows -> Samples {
        try Samples((0..<count).map { index in try seconds(clock) { try body(index) } * 1e9 })
    }
}

/// Measured values, in order of size.
public struct Samples: Sendable {
    private let sorted: [Double]

    /// - Precondition: there is a value.
    public init(_ values: [Double]) {
        precondition(!values.isEmpty)
        sorted = values.sorted()
    }

    public var median: Double { percentile(50) }
    public var mean: Double { sorted.reduce(0, +) / Double(sorted.count) }
    public var smallest: Double { sorted[0] }
    public var largest: Double { sorted[sorted.count - 1] }

    /// The value that `percent` of the values do not exceed.
    public func percentile(_ percent: Double) -> Double {
        let rank = (percent / 100 * Double(sorted.count)).rounded(.up)
        return sorted[min(max(Int(rank) - 1, 0), sorted.count - 1)]
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
