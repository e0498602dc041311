internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Synchronization

/// Counts the requests of each address, and refuses those beyond the limit of a minute (a bucket that fills evenly).
final class RateLimiter: Sendable {
    /// How an address stands after its last request.
    struct Standing: Sendable {
        var remaining: Int
        /// Seconds until the bucket is full again.
        var reset: Int
    }

    private struct Bucket {
        var level: Double
        var filled: ContinuousClock.Instant
    }

    let limit: Int
    private let kept = Mutex<[String: Bucket]>([:])
    /// Addresses that are remembered at a time.
    private static let addressLimit = 50_000

    init(requestsPerMinute limit: Int) { self.limit = limit }

    /// - Throws: `Problem` where the address has used up its requests.
    func take(_ channel: (any Channel)?) throws(Problem) {
        let address = Self.address(channel)
        let now = ContinuousClock.now
        let wait: Double = kept.withLock { buckets in
            if buckets.count >= Self.addressLimit {
                buckets = buckets.filter { self.level($0.value, now) < Double(limit) }
            }
            if buckets.count >= Self.addressLimit { buckets.removeAll() }
            let level = self.level(buckets[address], now)
            let isTaken = level >= 1
            buckets[address] = Bucket(level: isTaken ? level - 1 : level, filled: now)
            return isTaken ? 0 : (1 - level) * 60 / Double(limit)
        }
        if wait == 0 { return }
        var problem = Problem(
            .tooManyRequests, "More than \(limit) requests in a minute; try again in \(Int(wait.rounded(.up))) s.")
        problem.headers = [(.retryAfter, String(Int(wait.rounded(.up))))]
        throw problem
    }

    func standing(_ channel: (any Channel)?) -> Standing? {
        let bucket = kept.withLock { $0[Self.address(channel)] }
        let level = self.level(bucket, ContinuousClock.now)
        return Standing(
            remaining: Int(level), reset: Int(((Double(limit) - level) * 60 / Double(limit)).rounded(.up)))
    }

    func describe(_ standing: Standing, _ response: inout Response) {
        response.headers[.rateLimitPolicy] = "\"default\";q=\(limit);w=60"
        response.headers[.rateLimit] = "\"default\";r=\(standing.remaining);t=\(standing.reset)"
    }

    private func level(_ bucket: Bucket?, _ now: ContinuousClock.Instant) -> Double {
        guard let bucket else { return Double(limit) }
        return min(Double(limit), bucket.level + (now - bucket.filled) / .seconds(60) * Double(limit))
    }

    private static func address(_ channel: (any Channel)?) -> String { channel?.remoteAddress?.ipAddress ?? "" }
}

extension HTTPField.Name {
    static let rateLimit = HTTPField.Name("RateLimit")!
    static let rateLimitPolicy = HTTPField.Name("RateLimit-Policy")!
}
