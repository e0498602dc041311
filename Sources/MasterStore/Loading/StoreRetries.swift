/// Repeats work on a store after transient errors: a broken connection, a deadlock, or a server that starts or stops.
package struct StoreRetries {
    /// The number of retries, and the waits between them.
    package var policy = RetryPolicy()

    package init() {}

    /// Runs `work` until it succeeds, fails with a permanent error, or reaches the limit of retries.
    ///
    /// - Parameters:
    ///   - wait: Called before each retry with the number of the attempt, from 2, and the time to wait.
    ///   - work: The work, which must open a new connection each time.
    /// - Throws: The last error of `work`, or the error that `wait` throws.
    package func run<Result>(
        waiting wait: (_ error: MasterStoreError, _ number: Int, _ time: Duration) async throws -> Void,
        _ work: () throws -> Result
    ) async throws -> Result {
        var generator = SystemRandomNumberGenerator()
        var number = 1
        while true {
            do {
                return try work()
            } catch let error as MasterStoreError {
                // A server that is unreachable after a lost connection is probably restarting.
                let passes = error.isTransient || number > 1 && error.kind == .unreachable
                guard passes, number <= policy.retries else { throw error }
                number += 1
                try await wait(error, number, policy.wait(before: number - 1, using: &generator))
            }
        }
    }
}

extension MasterStoreError {
    /// A Boolean value that indicates whether a retry may succeed.
    ///
    /// A retry may succeed if the connection was lost, the server starts or stops, or two transactions conflicted.
    /// These errors have the SQLSTATE classes 08 and 40, and the codes 57P01 to 57P05.
    package var isTransient: Bool {
        if let sqlState { return ["08", "40"].contains(sqlState.prefix(2)) || sqlState.hasPrefix("57P0") }
        // If a server rejects a connection, libpq returns a message but no code.
        return kind == .connectionLost || kind == .unreachable && reason.contains("the database system is ")
    }
}
