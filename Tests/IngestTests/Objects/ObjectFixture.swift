import Foundation
import TestSupport

@testable import Ingest

/// A new bucket in a real store, and options for requests to it.
struct ObjectFixture {
    let server: ObjectServer
    let bucket = ObjectServer.newBucket()
    let folder: TemporaryFolder

    init() throws {
        server = try ObjectServer.shared()
        folder = try TemporaryFolder()
    }

    var port: UInt16 { UInt16(server.url.split(separator: ":").last!)! }

    /// Options with the keys of a user who has all permissions. Requests are retried without waiting.
    ///
    /// - Parameter endpoint: A proxy of the store; `nil` for direct requests.
    func options(
        endpoint: String? = nil, key: String = "test-key", secret: String = "test-secret", token: String? = nil,
        retries: Int = 4
    ) throws -> IngestOptions {
        var options = IngestOptions()
        options.objects = try ObjectAccess(
            endpoint: endpoint ?? server.url, region: nil,
            keys: RequestSignature.Keys(identifier: key, secret: secret, sessionToken: token))
        options.retry = RetryPolicy(retries: retries, firstWait: .milliseconds(1))
        return options
    }

    func store(_ prefix: String = "", _ options: IngestOptions? = nil) throws -> ObjectStore {
        try ObjectStore(bucket: bucket, prefix: prefix, options: try options ?? self.options())
    }

    /// Writes a file to the temporary folder, and returns its path.
    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(filePath: folder.path(name)))
        return folder.path(name)
    }

    func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

    /// Returns pseudorandom bytes for a seed.
    static func bytes(_ count: Int, seed: UInt64) -> [UInt8] {
        var state = seed
        let words = (0..<(count + 7) / 8).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state
        }
        // SAFETY: the bytes are copied during the call.
        return unsafe words.withUnsafeBytes { unsafe Array($0.prefix(count)) }
    }
}

extension ObjectFixture {
    /// Options without keys.
    func anonymous() throws -> IngestOptions {
        var options = try options()
        options.objects = try ObjectAccess(endpoint: server.url, region: nil, keys: nil)
        return options
    }
}
