import Foundation
import TestSupport
import Testing

@testable import Ingest

/// Objects above 64 MiB, which are uploaded in parts to a real store.
@Suite(.timeLimit(.minutes(60))) struct ObjectPartsTests {
    private let fixture: ObjectFixture
    private static let bytes = ObjectFixture.bytes(ObjectStore.largestWhole + 1_000_003, seed: 7)

    init() throws { fixture = try ObjectFixture() }

    /// A failed part is retried alone, and the object that is read equals the file that was written.
    @Test func failedPartsAreRetried() throws {
        let failure = LoopbackServer.Step.response(
            500, [:], Array("<Error><Code>InternalError</Code><Message>Try again.</Message></Error>".utf8))
        let proxy = try LoopbackProxy(to: fixture.port) { request in
            request.path.contains("partNumber=2") && request.number == 2 ? .answer(failure) : .pass
        }
        let store = try fixture.store("", fixture.options(endpoint: proxy.url))
        let written = try store.put(file: fixture.file("big", Self.bytes), as: "big.ipfc")
        #expect(proxy.requests.map(\.method) == ["POST", "PUT", "PUT", "PUT", "PUT", "POST"])
        #expect(written.size == Self.bytes.count)
        #expect(try fixture.store().head("big.ipfc") == written)
        let copy = fixture.folder.path("copy")
        #expect(try fixture.store().get("big.ipfc", to: copy) == written)
        #expect(try fixture.bytes(copy) == Self.bytes)
    }

    /// A failed upload leaves neither an object nor parts; the store would charge for stored parts.
    @Test func failedUploadsAreRemoved() throws {
        let failure = LoopbackServer.Step.response(500, [:], Array("<Error><Code>InternalError</Code></Error>".utf8))
        let proxy = try LoopbackProxy(to: fixture.port) { $0.path.contains("partNumber=3") ? .answer(failure) : .pass }
        let store = try fixture.store("", fixture.options(endpoint: proxy.url, retries: 1))
        let error = #expect(throws: IngestError.self) {
            try store.put(file: fixture.file("big", Self.bytes), as: "big.ipfc")
        }
        #expect(
            error?.description
                == "s3://\(fixture.bucket)/big.ipfc: the store failed (HTTP 500, InternalError); try again later (tried 2 times)"
        )
        #expect(proxy.requests.last?.method == "DELETE")
        #expect(try fixture.store().list().isEmpty)
        let left = try ObjectClient(fixture.options()).send(
            ObjectClient.Request(method: .get, bucket: fixture.bucket, query: [("uploads", "")]))
        #expect(left.body.all("Upload").isEmpty)
    }

    /// Completing an upload may fail after the response's status was sent.
    @Test func failuresAfterASuccessfulStatusAreRetried() throws {
        let failure = LoopbackServer.Step.response(
            200, [:], Array("<Error><Code>InternalError</Code><Message>We failed.</Message></Error>".utf8))
        let proxy = try LoopbackProxy(to: fixture.port) { request in
            request.method == "POST" && request.number == 4 ? .answer(failure) : .pass
        }
        let store = try fixture.store("", fixture.options(endpoint: proxy.url))
        let written = try store.put(file: fixture.file("big", Self.bytes), as: "big.ipfc")
        #expect(proxy.requests.map(\.method) == ["POST", "PUT", "PUT", "PUT", "POST", "POST"])
        #expect(try fixture.store().head("big.ipfc") == written)
    }
}
