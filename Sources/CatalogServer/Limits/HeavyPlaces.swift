internal import HTTPTypes
internal import Synchronization

/// Counts the heavy answers that are made or wait for it.
final class HeavyPlaces: Sendable {
    private let limit: Int
    private let taken = Atomic(0)

    /// - Parameter limit: answers at a time.
    init(limit: Int) { self.limit = limit }

    /// Makes a heavy answer.
    ///
    /// - Throws: `Problem` of status 503 if there are too many already; what `body` throws.
    func with<Value>(_ body: () async throws -> Value) async throws -> Value {
        defer { taken.subtract(1, ordering: .relaxed) }
        guard taken.add(1, ordering: .relaxed).newValue <= limit else {
            var problem = Problem(
                .serviceUnavailable,
                "\(limit) answers that take long are being made already; try again in \(Self.retrySeconds) s.")
            problem.headers = [(.retryAfter, "\(Self.retrySeconds)")]
            throw problem
        }
        return try await body()
    }

    private static let retrySeconds = 2
}
