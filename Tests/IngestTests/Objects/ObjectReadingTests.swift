import Foundation
import Scanning
import Synchronization
import TestSupport
import Testing

@testable import Ingest

/// Objects are read like any other source.
@Suite(.timeLimit(.minutes(60))) struct ObjectReadingTests {
    private let fixture: ObjectFixture

    init() throws { fixture = try ObjectFixture() }

    private func address(_ key: String = "all.ipf.gz") throws -> SourceAddress {
        try SourceAddress(parsing: "s3://\(fixture.bucket)/\(key)")
    }

    @Test func unchangedSourcesCostOneRequest() throws {
        try fixture.store().put(file: fixture.file("a", DownloadTests.stored), as: "all.ipf.gz")
        var options = try fixture.options()
        var symbols = SnapshotTests.Symbols()
        let first = try readSnapshot(from: address(), options: options, into: &symbols)
        #expect(!symbols.symbols.isEmpty && first.compression == .gzip && first.requests == 1)
        #expect(first.validators?.etag != nil && first.sha256?.count == 64)
        options.validators = first.validators
        var none = SnapshotTests.Symbols()
        let second = try readSnapshot(from: address(), options: options, into: &none)
        #expect(second.notModified && second.requests == 1 && second.inflatedBytes == 0)
    }

    /// Starts a server with scripted responses, and returns options that use it as the store.
    private func answers(
        _ answer: @escaping @Sendable (LoopbackServer.Request) -> [LoopbackServer.Step]
    ) throws -> (server: LoopbackServer, options: IngestOptions) {
        let server = try LoopbackServer(answer)
        return (server, try fixture.options(endpoint: server.url))
    }

    @Test func transientFailuresAreRetried() throws {
        let slow = Array("<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>".utf8)
        let (server, options) = try answers { request in
            request.number < 2 ? [.response(503, [:], slow)] : [.response(200, [:], Array("text".utf8))]
        }
        #expect(try readBytes(from: address(), options: options) == Array("text".utf8))
        #expect(server.requests.count == 3)
        let request = server.requests[0]
        #expect(request.path == "/\(fixture.bucket)/all.ipf.gz")
        #expect(request.headers["authorization"]?.hasPrefix("AWS4-HMAC-SHA256 Credential=test-key/") == true)
        #expect(
            request.headers["x-amz-content-sha256"]
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(request.headers["x-live"] == nil)
        let (failing, always) = try answers { _ in [.response(503, [:], slow)] }
        let error = #expect(throws: IngestError.self) { try readBytes(from: address(), options: always) }
        #expect(
            error?.reason
                == "the store failed (HTTP 503, SlowDown: Reduce your request rate.); try again later (tried 5 times)")
        #expect(failing.requests.count == 5)
    }

    @Test func sessionTokensAreSignedAndNeverShown() throws {
        let server = try LoopbackServer { _ in
            [.response(403, [:], Array("<Error><Code>Odd</Code><Message>not s3cr3t nor t0ken</Message></Error>".utf8))]
        }
        let options = try fixture.options(endpoint: server.url, secret: "s3cr3t", token: "t0ken")
        let error = #expect(throws: IngestError.self) { try readBytes(from: address(), options: options) }
        #expect(
            error?.reason
                == "the store denied access (HTTP 403, Odd: not … nor …); ask the bucket's owner for access, or give "
                + "other keys"
        )
        #expect(server.requests[0].headers["x-amz-security-token"] == "t0ken")
        #expect(server.requests[0].headers["authorization"]?.contains("x-amz-security-token") == true)
        for shown in ["\(options)", String(reflecting: options), "\(String(describing: options.objects?.signature))"] {
            #expect(!shown.contains("s3cr3t") && !shown.contains("t0ken"))
        }
        var dumped = ""
        dump(options, to: &dumped)
        #expect(!dumped.contains("s3cr3t") && !dumped.contains("t0ken"))
    }

    @Test func bucketsOfOtherRegionsAreErrors() throws {
        let (server, options) = try answers { _ in
            [.response(301, ["x-amz-bucket-region": "eu-west-3", "Location": "http://127.0.0.1:1/"], [])]
        }
        let error = #expect(throws: IngestError.self) { try readBytes(from: address(), options: options) }
        #expect(
            error?.reason
                == "the bucket is in region eu-west-3, but the request went to us-east-1 (HTTP 301); set "
                + "AWS_REGION=eu-west-3"
        )
        #expect(server.requests.count == 1)
    }

    /// Received bytes are compared with the checksum from the store.
    @Test func checksumsAreCompared() throws {
        let body = Array("abc".utf8)
        let sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        let md5 = "900150983cd24fb0d6963f7d28e17f72"
        let zeros = String(repeating: "0", count: 64)
        let rows: [(headers: [String: String?], found: String?)] = [
            ([:], nil),
            (["x-amz-meta-ipf-sha256": sha256], nil),
            (["x-amz-meta-ipf-sha256": zeros], "SHA-256 \(sha256), expected \(zeros)"),
            // Other content of this header is ignored.
            (["x-amz-meta-ipf-sha256": "none"], nil),
            (["x-amz-checksum-sha256": "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="], nil),
            (
                ["x-amz-checksum-sha256": "AngWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="],
                "SHA-256 in base 64 ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=, expected "
                    + "AngWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
            ),
            // This is a checksum of the parts' checksums, which is ignored.
            (["x-amz-checksum-sha256": "AngWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=-2"], nil),
            (
                [
                    "x-amz-checksum-sha256": "AngWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
                    "x-amz-checksum-type": "COMPOSITE",
                ], nil
            ),
            (["ETag": "\"\(md5)\""], nil),
            (
                ["ETag": "\"a00150983cd24fb0d6963f7d28e17f72\""],
                "MD5 \(md5), expected a00150983cd24fb0d6963f7d28e17f72"
            ),
            (["ETag": "\"a00150983cd24fb0d6963f7d28e17f72-2\""], nil),
            (
                ["ETag": "\"a00150983cd24fb0d6963f7d28e17f72\"", "x-amz-server-side-encryption": "aws:kms"], nil
            ),
            (
                ["ETag": "\"a00150983cd24fb0d6963f7d28e17f72\"", "x-amz-server-side-encryption": "AES256"],
                "MD5 \(md5), expected a00150983cd24fb0d6963f7d28e17f72"
            ),
        ]
        for row in rows {
            let (server, options) = try answers { _ in [.response(200, row.headers, body)] }
            let path = fixture.folder.path("copy")
            guard let found = row.found else {
                #expect(try readBytes(from: address(), options: options) == body, "\(row.headers)")
                #expect(server.requests.first?.headers["x-amz-checksum-mode"] == "ENABLED")
                continue
            }
            let error = #expect(throws: IngestError.self) { try readBytes(from: address(), options: options) }
            #expect(error?.kind == .corrupt && error?.category == .badInput)
            #expect(
                error?.reason
                    == "the received data has the \(found); read it again, and if that fails too, write the object "
                    + "again",
                "\(row.headers)")
            #expect(throws: IngestError.self) { try fixture.store("", options).get("a", to: path) }
            #expect(!FileManager.default.fileExists(atPath: path) && server.requests.count == 2)
        }
    }

    /// A broken transfer is resumed. The checksum is compared with that of the whole body.
    @Test func brokenTransfersAreResumed() throws {
        let digest = ByteText.hexadecimal(DigestHashTests.digest(.sha256, FaultySource.stored))
        let headers: [String: String?] = ["ETag": "\"v1\"", "x-amz-meta-ipf-sha256": digest]
        let (server, options) = try answers { request in
            request.number == 0 ? FaultySource.halfAnswer(headers) : FaultySource.rest(request, headers)
        }
        let report = try readChunks(from: address(), options: options) { _ in }
        #expect(report.sha256 == digest && report.requests == 2)
        #expect(server.requests[1].headers["range"] == "bytes=\(FaultySource.half)-")
    }

    /// An object that is followed as a live source is polled with its entity tag.
    @Test func objectsArePolledAsLiveSources() async throws {
        try fixture.store().put(
            file: fixture.file("a", Array("#S::=TYPE,SYMBOL\nS,A\n##COMPLETE\n".utf8)), as: "live.ipf")
        var options = LiveOptions()
        options.ingest = try fixture.options()
        options.updatePeriod = .milliseconds(20)
        let connection = LiveConnection(address: try address("live.ipf"), options: options)
        var seen: [String] = []
        for await event in connection.events {
            switch event {
            case .profiles(let profiles): seen += profiles.map(\.symbol)
            case .snapshotComplete: seen.append("complete")
            case .notModified:
                if seen.last == "not modified" { continue }
                seen.append("not modified")
                if seen.contains("B") {
                    connection.close()
                } else {
                    try fixture.store().put(
                        file: fixture.file("a", Array("#S::=TYPE,SYMBOL\nS,B\n##COMPLETE\n".utf8)), as: "live.ipf")
                }
            case .fault(let fault): seen.append("\(fault)")
            default: break
            }
        }
        #expect(seen == ["A", "complete", "not modified", "B", "complete", "not modified"])
    }

    @Test func missingSigningIsAnError() throws {
        var options = try fixture.options()
        options.transfer = NoSigning.self
        let error = #expect(throws: IngestError.self) { try readBytes(from: address(), options: options) }
        #expect(
            error?.reason
                == "s3 addresses need libcurl, which signs requests, and this build uses URLSession; give a presigned "
                + "https URL of the object")
    }

    private final class NoSigning: Transfer {
        static let isForObjects = false
        func perform(_ request: TransferRequest, _ delegate: any TransferDelegate) throws(IngestError) -> TransferEnd {
            .stopped
        }
        func stop() {}
    }
}
