/// When and how often a transfer is tried again.
///
/// Tried again is what can be different next time: no connection, a broken or stalled one, and the statuses 408, 425,
/// 429, 500, 502, 503 and 504. A transfer that broke in the middle goes on where it stopped if the server can do that
/// and the source is still the same, and its tries are counted from one again.
public struct RetryPolicy: Hashable, Sendable {
    /// Tries after the first one that brought nothing; 0 for none.
    public var retries = 4
    /// The wait before the first of them; each next one waits twice as long.
    public var firstWait: Duration = .milliseconds(500)
    /// The longest wait between two. A server that asks for more with `Retry-After` ends the transfer instead.
    public var longestWait: Duration = .seconds(60)

    /// A policy of so many further tries, with waits between these bounds.
    public init(retries: Int = 4, firstWait: Duration = .milliseconds(500), longestWait: Duration = .seconds(60)) {
        self.retries = retries
        self.firstWait = firstWait
        self.longestWait = longestWait
    }

    /// The wait before retry `number`, from 1: doubled each time, then a random share from one half to all of it, so
    /// that clients which lost the same server don't come back together.
    package func wait(before number: Int, using generator: inout some RandomNumberGenerator) -> Duration {
        var full = firstWait
        for _ in 1..<max(number, 1) where full < longestWait { full *= 2 }
        return min(full, longestWait) * Double.random(in: 0.5...1, using: &generator)
    }
}
