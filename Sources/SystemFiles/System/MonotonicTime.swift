#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A time of the monotonic clock, in nanoseconds since an arbitrary moment.
package struct MonotonicTime: Comparable, Sendable {
    package var nanoseconds: Int

    package static var now: MonotonicTime {
        var time = timespec()
        // SAFETY: `time` is a local variable.
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: time.tv_sec * 1_000_000_000 + time.tv_nsec)
    }

    /// The seconds from this time until now.
    package var secondsSince: Double { Double(Self.now.nanoseconds - nanoseconds) / 1e9 }

    package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
        let (seconds, attoseconds) = duration.components
        // Limit the duration to a century, so that the sum cannot overflow.
        let bounded = min(Int(seconds), 3_153_600_000)
        return MonotonicTime(nanoseconds: time.nanoseconds + bounded * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
    }

    package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Blocks the calling thread for a time.
    package static func sleep(milliseconds: UInt32) { usleep(milliseconds * 1000) }
}

/// The processor time that the calling thread has used.
package enum ThreadTime {
    /// The processor time in nanoseconds.
    package static var nanoseconds: Int {
        var time = timespec()
        // SAFETY: `time` is a local variable.
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}

/// The time of day.
package enum WallClock {
    /// The whole seconds since 1970 UTC.
    package static var seconds: Int { time(nil) }
}

/// A date in the local time zone of the machine (`TZ`, `/etc/localtime`).
package struct LocalDay: Hashable, Sendable {
    package let year: Int
    /// The month, 1…12.
    package let month: Int
    /// The day of the month, 1…31.
    package let day: Int

    /// The current date. If the local time zone is unknown, it is the date in UTC.
    package static var now: LocalDay {
        var seconds = time(nil)
        // SAFETY: the pointer to the zone name in `tm` is not used, and the calls get pointers to local variables only.
        var parts = unsafe tm()
        if unsafe localtime_r(&seconds, &parts) == nil { unsafe gmtime_r(&seconds, &parts) }
        return unsafe LocalDay(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
    }
}
