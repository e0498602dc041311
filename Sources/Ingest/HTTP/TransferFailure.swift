import SystemFiles

/// What a try that failed says.
struct TransferFailure: Error {
    var error: IngestError
    /// It may be different next time.
    var isTransient = false
    /// What the server asked for.
    var retryAfter: Duration?
}

/// The tries of one transfer, by the policy.
struct Retries {
    private let address: String
    private let options: IngestOptions
    private var generator = SystemRandomNumberGenerator()
    /// Tries that failed one after the other.
    private var count = 0

    init(_ address: String, _ options: IngestOptions) {
        self.address = address
        self.options = options
    }

    /// It moves on, however often it breaks.
    mutating func restart() { count = 0 }

    /// The wait before another try.
    ///
    /// - Throws: the failure's error where there is no further try.
    mutating func wait(after failure: TransferFailure) throws(IngestError) -> Duration {
        count += 1
        guard failure.isTransient, count <= options.retry.retries else {
            throw failure.error.afterTries(failure.isTransient ? count : 1)
        }
        let wait = max(options.retry.wait(before: count, using: &generator), failure.retryAfter ?? .zero)
        if let asked = failure.retryAfter, asked > options.retry.longestWait {
            throw failure.error.comingBack(after: asked)
        }
        options.retrying?(failure.error.at(address), wait)
        return wait
    }
}
