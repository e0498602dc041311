import Foundation
import Scanning
import TestSupport
import Testing

@testable import Ingest

/// Operations on objects in a real store.
@Suite(.timeLimit(.minutes(60))) struct ObjectStoreTests {
    private let fixture: ObjectFixture

    init() throws { fixture = try ObjectFixture() }

    @Test func objectsAreWrittenReadListedAndRemoved() throws {
        let store = try fixture.store("segments/2026")
        #expect(try store.head("a.ipfc") == nil)
        let bytes = ObjectFixture.bytes(100_000, seed: 1)
        let written = try store.put(file: fixture.file("a", bytes), as: "a.ipfc")
        #expect(written.size == bytes.count && written.etag != nil)
        #expect(written.sha256 == ByteText.hexadecimal(DigestHashTests.digest(.sha256, bytes)))
        #expect(try store.head("a.ipfc") == written)
        try store.put(file: fixture.file("empty", []), as: "sub/empty")
        #expect(try store.list().map(\.name) == ["a.ipfc", "sub/empty"])
        #expect(try store.list("sub/").map(\.info.size) == [0])
        #expect(try store.list("no").isEmpty)

        let copy = fixture.folder.path("copy")
        #expect(try store.get("a.ipfc", to: copy) == written)
        #expect(try fixture.bytes(copy) == bytes)
        // If the caller already has this version, it is not read again, and the local file remains unchanged.
        try Data("mine".utf8).write(to: URL(filePath: copy))
        #expect(try store.get("a.ipfc", to: copy, unless: written.etag) == nil)
        #expect(try fixture.bytes(copy) == Array("mine".utf8))
        #expect(try store.get("sub/empty", to: copy)?.size == 0)
        #expect(try fixture.bytes(copy).isEmpty)

        try store.delete("a.ipfc")
        try store.delete("a.ipfc")
        #expect(try store.list().map(\.name) == ["sub/empty"])
        let error = #expect(throws: IngestError.self) { try store.get("a.ipfc", to: copy) }
        #expect(error?.kind == .notFound)
        #expect(
            error?.description == """
                s3://\(fixture.bucket)/segments/2026/a.ipfc: the bucket has no such object (HTTP 404, NoSuchKey: The specified key \
                does not exist.); check the key
                """)
        #expect(try fixture.bytes(copy).isEmpty)
    }

    /// libcurl 7.88 signs some literal characters incorrectly, such as `=`. If they are percent-encoded, the signature
    /// is right.
    @Test func keysMayContainAnyCharacters() throws {
        let store = try fixture.store()
        let file = try fixture.file("a", Array("text".utf8))
        let keys = ["date=2026-11-21/a b+c.ipf", "ü/İ&?#%41", "(x)!*';:@$,~_-.", "a=b&c=d"]
        for key in keys {
            try store.put(file: file, as: key)
            #expect(try store.head(key)?.size == 4, "\(key)")
            let copy = fixture.folder.path("copy")
            #expect(try store.get(key, to: copy)?.size == 4, "\(key)")
            #expect(try store.list(key).map(\.name) == [key])
        }
        #expect(Set(try store.list().map(\.name)) == Set(keys))
    }

    /// A list continues after the 1,000 keys of a page.
    @Test func longListsContinueAcrossPages() throws {
        let client = try ObjectClient(fixture.options())
        let names = (0..<1_005).map { "n/\(String($0 + 10_000))&" }
        for name in names {
            _ = try client.send(
                ObjectClient.Request(method: .put, bucket: fixture.bucket, key: name, body: .bytes([1])))
        }
        #expect(try fixture.store().list().map(\.name) == names)
        #expect(try fixture.store("n").list("1100").map(\.name) == (1_000..<1_005).map { "\(10_000 + $0)&" })
    }

    // MARK: Access

    @Test func refusedRequestsNameTheReason() throws {
        let file = try fixture.file("a", Array("text".utf8))
        try fixture.store().put(file: file, as: "a")
        let name = "s3://\(fixture.bucket)/a"
        let rows: [(key: String, secret: String, reason: String)] = [
            (
                "test-key", "wrong-secret",
                "the signature does not match (HTTP 403, SignatureDoesNotMatch: The request signature we calculated "
                    + "does "
                    + "not match the signature you provided. Check your key and signing method.); check "
                    + "AWS_SECRET_ACCESS_KEY or the profile, and that no proxy changes requests"
            ),
            (
                "no-key", "test-secret",
                "the access key is unknown to the store (HTTP 403, InvalidAccessKeyId: The access key ID you provided "
                    + "does not "
                    + "exist in our records.); check AWS_ACCESS_KEY_ID or the profile, and the endpoint"
            ),
        ]
        for row in rows {
            let options = try fixture.options(key: row.key, secret: row.secret)
            let error = #expect(throws: IngestError.self) { try fixture.store("", options).put(file: file, as: "a") }
            #expect(error?.description == "\(name): \(row.reason)" && error?.kind == .unauthorized)
            let reading = #expect(throws: IngestError.self) {
                try readBytes(from: SourceAddress(parsing: name), options: options)
            }
            #expect(reading?.description == error?.description)
        }
        let reader = try fixture.options(key: "read-key", secret: "read-secret")
        #expect(try readBytes(from: SourceAddress(parsing: name), options: reader) == Array("text".utf8))
        let error = #expect(throws: IngestError.self) { try fixture.store("", reader).put(file: file, as: "b") }
        #expect(
            error?.reason
                == "the store denied access (HTTP 403, AccessDenied: Access Denied.); ask the bucket's owner for "
                + "access, or "
                + "give other keys")
        let nobody = try fixture.anonymous()
        let anonymous = #expect(throws: IngestError.self) {
            try readBytes(from: SourceAddress(parsing: name), options: nobody)
        }
        #expect(
            anonymous?.reason
                == "the store denied access (HTTP 403, AccessDenied: Access Denied.); no access keys are configured; "
                + "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE")
        #expect(try fixture.store().list().map(\.name) == ["a"])
    }

    @Test func missingBucketsAreErrors() throws {
        let bucket = ObjectServer.newBucket()
        let error = #expect(throws: IngestError.self) {
            try readBytes(from: SourceAddress(parsing: "s3://\(bucket)/a"), options: fixture.options())
        }
        #expect(
            error?.description
                == "s3://\(bucket)/a: the store at \(fixture.server.url)/ has no such bucket (HTTP 404, NoSuchBucket: The specified "
                + "bucket does not exist); check the address and AWS_ENDPOINT_URL_S3")
    }

    // MARK: Concurrent writers

    @Test func conditionalWritesDetectConflicts() throws {
        let store = try fixture.store()
        let (first, second) = (try fixture.file("1", [1]), try fixture.file("2", [2]))
        let one = try store.put(file: first, as: "a", if: .nothing)
        let late = #expect(throws: IngestError.self) { try store.put(file: second, as: "a", if: .nothing) }
        #expect(late?.kind == .httpStatus(412))
        #expect(
            late?.reason
                == "another program has written the object in the meantime (HTTP 412, PreconditionFailed: At least "
                + "one of the "
                + "pre-conditions you specified did not hold); repeat the operation on its current content")
        let two = try store.put(file: second, as: "a", if: .version(etag: one.etag!))
        #expect(throws: IngestError.self) { try store.put(file: first, as: "a", if: .version(etag: one.etag!)) }
        #expect(try store.head("a") == two)
    }

    /// If the response to a successful write is lost, the retry finds the object of the first attempt. This is not a
    /// conflict.
    @Test func lostResponsesAreNotConflicts() throws {
        let proxy = try LoopbackProxy(to: fixture.port) { $0.number == 0 ? .loseAnswer : .pass }
        let store = try fixture.store("", fixture.options(endpoint: proxy.url))
        let written = try store.put(file: fixture.file("a", [1, 2, 3]), as: "a", if: .nothing)
        #expect(proxy.requests.map(\.method) == ["PUT", "PUT", "HEAD"])
        #expect(try fixture.store().head("a") == written)
    }
}
