/// Repeats work on a store if it failed by a fault that passes: a broken connection, a deadlock, a server that starts or stops.
package struct StoreRetries {
    /// How often, and with which waits.
    package var policy = RetryPolicy()

    package init() {}

    /// Runs `work` until it succeeds, fails by a fault that lasts, or was tried as often as the policy allows.
    ///
    /// - Parameters:
    ///   - wait: called before each further try with its number, from 2; waits for the time.
    ///   - work: opens a connection of its own each time.
    /// - Throws: what `work` throws last; what `wait` throws.
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
                // After a lost connection a server that doesn't answer is one that starts again.
                let passes = error.isTransient || number > 1 && error.kind == .unreachable
                guard passes, number <= policy.retries else { throw error }
                number += 1
                try await wait(error, number, policy.wait(before: number - 1, using: &generator))
            }
        }
    }
}

extension MasterStoreError {
    /// A Boolean value that indicates whether doing the same again may succeed: the connection was lost, the server starts or stops, or two
    /// transactions were in each other's way (SQLSTATE classes 08 and 40, and 57P01 to 57P05).
    package var isTransient: Bool {
        if let sqlState { return ["08", "40"].contains(sqlState.prefix(2)) || sqlState.hasPrefix("57P0") }
        // A server that refuses a connection has no code in libpq, only words.
        return kind == .connectionLost || kind == .unreachable && reason.contains("the database system is ")
    }
}
