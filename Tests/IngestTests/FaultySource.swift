import Foundation
import Ingest
import Synchronization
import TestSupport

/// A source for faulty servers, and options that retry without waiting.
enum FaultySource {
    static let text = Packing.text(400_000, seed: 12)
    static let stored = Packing.gzip(text)
    static let half = stored.count / 2
    static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    static let later = "Sun, 06 Nov 1994 09:49:37 GMT"

    static func address(_ server: LoopbackServer) throws -> SourceAddress {
        try SourceAddress(parsing: server.url + "/ipf")
    }

    /// Records retries and their reasons, without waiting.
    final class Retries: Sendable {
        let errors = Mutex<[IngestError]>([])
        let waits = Mutex<[Duration]>([])

        func options(retries: Int = 4) -> IngestOptions {
            var options = IngestOptions()
            options.retry = RetryPolicy(retries: retries, firstWait: .microseconds(1))
            options.retrying = { error, wait in
                self.errors.withLock { $0.append(error) }
                self.waits.withLock { $0.append(wait) }
            }
            return options
        }

        var kinds: [IngestError.Kind] { errors.withLock { $0.map(\.kind) } }
    }

    // MARK: Broken responses

    /// Returns half of the body with the full length, then the given end.
    static func halfAnswer(
        _ headers: [String: String?], _ end: LoopbackServer.Step? = nil
    ) -> [LoopbackServer.Step] {
        var all: [String: String?] = ["Content-Length": String(stored.count)]
        all.merge(headers) { $1 }
        return [.response(200, all, Array(stored.prefix(half)))] + (end.map { [$0] } ?? [])
    }

    /// Returns the bytes that a `Range` header requests.
    static func rest(_ request: LoopbackServer.Request, _ headers: [String: String?]) -> [LoopbackServer.Step] {
        let from = Int(request.headers["range"]?.dropFirst("bytes=".count).dropLast() ?? "") ?? 0
        var all: [String: String?] = ["Content-Range": "bytes \(from)-\(stored.count - 1)/\(stored.count)"]
        all.merge(headers) { $1 }
        return [.response(206, all, Array(stored.dropFirst(from)))]
    }
}
