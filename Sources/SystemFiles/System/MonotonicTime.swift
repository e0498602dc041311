#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A time of the clock that never goes back, in nanoseconds since some moment.
package struct MonotonicTime: Comparable, Sendable {
    package var nanoseconds: Int

    package static var now: MonotonicTime {
        var time = timespec()
        // SAFETY: `time` is this function's own.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: time.tv_sec * 1_000_000_000 + time.tv_nsec)
    }

    /// Seconds from this time to now.
    package var secondsSince: Double { Double(Self.now.nanoseconds - nanoseconds) / 1e9 }

    package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        let (seconds, attoseconds) = duration.components
        // A century is as good as for ever, and can't overflow.
        let bounded = min(Int(seconds), 3_153_600_000)
        return MonotonicTime(nanoseconds: time.nanoseconds + bounded * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }

    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Keeps the calling thread waiting.
    package static func sleep(milliseconds: UInt32) { usleep(milliseconds * 1000) }
}

/// The processor time that the calling thread has used.
package enum ThreadTime {
    /// Nanoseconds of it.
    package static var nanoseconds: Int {
        var time = timespec()
        // SAFETY: `time` is this function's own.
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

/// The time of day.
package enum WallClock {
    /// Whole seconds since 1970 UTC.
    package static var seconds: Int { time(nil) }
}

/// The date of the machine's clock in its local zone (`TZ`, `/etc/localtime`).
package struct LocalDay: Hashable, Sendable {
    package let year: Int
    /// 1…12.
    package let month: Int
    /// 1…31.
    package let day: Int

    /// The date now; in Greenwich's zone where the local one isn't known.
    package static var now: LocalDay {
        var seconds = time(nil)
        // SAFETY: `tm` holds a pointer to a zone's name, which isn't used; both pointers of the calls are to variables of this function.
        var parts = unsafe tm()
        if unsafe localtime_r(&seconds, &parts) == nil { unsafe gmtime_r(&seconds, &parts) }
        return unsafe LocalDay(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    }
}
