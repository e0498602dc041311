import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Scanning
internal import Synchronization

/// Limits the requests of each address per minute by token buckets.
///
/// Requests with wrong access tokens are counted in a separate bucket, a tenth as large. If that bucket is empty,
/// requests of the address are refused before their token is checked.
final class RateLimiter: Sendable {
    /// A token bucket that is refilled within a minute.
    private struct Bucket {
        /// The capacity of the bucket, which is also the number of tokens added per minute.
        let size: Int
        private var level: Double
        private var filled: ContinuousClock.Instant

        init(size: Int, _ now: ContinuousClock.Instant) {
            self.size = size
            level = Double(size)
            filled = now
        }

        func level(at now: ContinuousClock.Instant) -> Double {
            min(Double(size), level + (now - filled) / .seconds(60) * Double(size))
        }

        mutating func take(at now: ContinuousClock.Instant) {
            level = max(0, level(at: now) - 1)
            filled = now
        }

        /// Returns the seconds until the bucket has a token; 0 if it has one now.
        func wait(at now: ContinuousClock.Instant) -> Int {
            Int(clamping: (max(0, 1 - level(at: now)) * 60 / Double(size)).rounded(.up))
        }

        func isFull(at now: ContinuousClock.Instant) -> Bool { level(at: now) >= Double(size) }
    }

    private struct Account {
        var requests: Bucket
        var failures: Bucket
    }

    let limit: Int
    /// The number of wrong access tokens per minute.
    let failureLimit: Int
    private let kept = Mutex<[String: Account]>([:])
    /// The maximum number of addresses to track.
    private static let addressLimit = 50_000

    init(requestsPerMinute limit: Int) {
        self.limit = limit
        failureLimit = min(limit, max(3, limit / 10))
    }

    /// Counts a request of the channel's address.
    ///
    /// - Throws: `Problem` if the address has used up its requests.
    func take(_ channel: (any Channel)?) throws(Problem) {
        let wait = change(channel) { account, now in
            let wait = account.requests.wait(at: now)
            if wait == 0 { account.requests.take(at: now) }
            return wait
        }
        if wait > 0 { throw .tooManyRequests(limit, retryAfter: wait) }
    }

    /// Checks an access token, and counts it if it is wrong.
    ///
    /// - Throws: `Problem` if the address has sent too many wrong tokens; `look` isn't called then.
    func judge(_ channel: (any Channel)?, _ look: () -> Tokens.Standing) throws(Problem) -> Tokens.Standing {
        // Check and count in one critical section, so that concurrent guesses can't all pass the limit.
        let (standing, wait) = change(channel) { account, now -> (Tokens.Standing?, Int) in
            let wait = account.failures.wait(at: now)
            guard wait == 0 else { return (nil, wait) }
            let standing = look()
            if standing == .wrong { account.failures.take(at: now) }
            return (standing, 0)
        }
        if let standing { return standing }
        throw .tooManyWrongTokens(failureLimit, retryAfter: wait)
    }

    private func change<Value>(
        _ channel: (any Channel)?, _ body: (inout Account, ContinuousClock.Instant) -> Value
    ) -> Value {
        let address = Self.address(channel)
        let now = ContinuousClock.now
        return kept.withLock { accounts in
            if accounts.count >= Self.addressLimit {
                accounts = accounts.filter { !$0.value.requests.isFull(at: now) || !$0.value.failures.isFull(at: now) }
            }
            if accounts.count >= Self.addressLimit { accounts.removeAll() }
            return body(&accounts[address, default: account(now)], now)
        }
    }

    private func account(_ now: ContinuousClock.Instant) -> Account {
        Account(requests: Bucket(size: limit, now), failures: Bucket(size: failureLimit, now))
    }

    /// Adds header fields with the remaining requests of the address, and the seconds until its limit is fully
    /// restored.
    func describe(_ channel: (any Channel)?, _ response: inout Response) {
        let now = ContinuousClock.now
        let level = kept.withLock { $0[Self.address(channel)] }?.requests.level(at: now) ?? Double(limit)
        let reset = Int(clamping: ((Double(limit) - level) * 60 / Double(limit)).rounded(.up))
        response.headers[.rateLimitPolicy] = "\"default\";q=\(limit);w=60"
        response.headers[.rateLimit] = "\"default\";r=\(Int(clamping: level));t=\(reset)"
    }

    private static func address(_ channel: (any Channel)?) -> String { channel?.remoteAddress?.ipAddress ?? "" }
}

extension HTTPField.Name {
    static let rateLimit = HTTPField.Name("RateLimit")!
    static let rateLimitPolicy = HTTPField.Name("RateLimit-Policy")!
}
