import Foundation
import Ingest
import Synchronization
import TestSupport
import Testing

/// Downloads from a working server: requests, conditions, redirects, credentials.
struct DownloadTests {
    static let text = Packing.text(400_000, seed: 11)
    static let stored = Packing.gzip(text)

    private func address(
        _ server: LoopbackServer, _ path: String = "/ipf", _ credentials: Credentials? = nil
    ) throws -> SourceAddress {
        var address = try SourceAddress(parsing: server.url + path)
        address.credentials = credentials
        return address
    }

    @Test func everyCompressionIsDownloaded() throws {
        for (stored, compression) in [
            (Self.text, Compression.none), (Self.stored, .gzip), (ZipArchive.of(Self.text, sizes: .inDescriptor), .zip),
            ([], .none),
        ] {
            let server = try LoopbackServer { _ in [.response(200, [:], stored)] }
            var bytes: [UInt8] = []
            let report = try readChunks(from: address(server)) { bytes.append(copying: $0) }
            #expect(bytes == (stored.isEmpty ? [] : Self.text))
            #expect(report.compression == compression && report.requests == 1)
            #expect(compression == .zip || report.bytesIn == stored.count)
        }
    }

    @Test func requestsHaveTheExpectedHeaders() throws {
        let server = try LoopbackServer { _ in [.response(200, [:], Self.stored)] }
        _ = try readBytes(from: address(server, "/ipf?TYPE=FUTURE&SYMBOL=/YGM??:IFUS"))
        let request = try #require(server.requests.first)
        #expect(request.method == "GET" && request.path == "/ipf?TYPE=FUTURE&SYMBOL=/YGM??:IFUS")
        #expect(request.headers["x-live"] == "no" && request.headers["user-agent"] == "swift-ipf")
        for name in ["authorization", "range", "if-range", "if-none-match", "if-modified-since"] {
            #expect(request.headers[name] == nil, "\(name)")
        }
    }

    @Test func hostAndPortSelectTheDefaultPath() throws {
        let server = try LoopbackServer { _ in [.response(200, [:], Self.stored)] }
        #expect(try readBytes(from: SourceAddress(parsing: "127.0.0.1:\(server.port)")) == Self.text)
        #expect(server.requests.map(\.path) == ["/ipf/all.ipf.gz"])
    }

    /// If a response has no length, its body ends where the connection ends.
    @Test func bodiesWithoutLengthEndWithTheConnection() throws {
        let chunked =
            Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n".utf8)
            + Array("\(String(Self.stored.count, radix: 16))\r\n".utf8) + Self.stored + Array("\r\n0\r\n\r\n".utf8)
        let rows: [[LoopbackServer.Step]] = [[.response(200, ["Content-Length": nil], Self.stored)], [.send(chunked)]]
        for steps in rows {
            let server = try LoopbackServer { _ in steps }
            #expect(try readBytes(from: address(server)) == Self.text)
        }
    }

    // MARK: Conditions

    @Test func unchangedSourcesCostOneResponse() throws {
        let validators = Validators(etag: "\"v1\"", lastModified: "Sun, 06 Nov 1994 08:49:37 GMT")
        let server = try LoopbackServer { request in
            request.headers["if-none-match"] == "\"v1\""
                && request.headers["if-modified-since"] == "Sun, 06 Nov 1994 08:49:37 GMT"
                ? [.response(304, ["ETag": "\"v1\""])]
                : [.response(200, ["ETag": validators.etag, "Last-Modified": validators.lastModified], Self.stored)]
        }
        var symbols = SnapshotTests.Symbols()
        let first = try readSnapshot(from: address(server), into: &symbols)
        #expect(first.validators == validators && !first.notModified && !symbols.symbols.isEmpty)

        var options = IngestOptions()
        options.validators = first.validators
        var none = SnapshotTests.Symbols()
        let second = try readSnapshot(from: address(server), options: options, into: &none)
        #expect(second.notModified && second.requests == 1 && second.inflatedBytes == 0 && second.isComplete == nil)
        #expect(second.validators == validators)
        #expect(none.symbols.isEmpty && none.completed == 0)
    }

    @Test func notModifiedWithoutConditionIsAnError() throws {
        let server = try LoopbackServer { _ in [.response(304)] }
        let error = #expect(throws: IngestError.self) { try readBytes(from: address(server)) }
        #expect(error?.kind == .httpStatus(304))
    }

    // MARK: Statuses

    @Test func finalStatusesAreNotRetried() throws {
        let rows: [(status: Int, kind: IngestError.Kind, reason: String)] = [
            (
                401, .unauthorized,
                "the server rejected the credentials (HTTP 401); give a valid user and password or bearer token"
            ),
            (
                403, .unauthorized,
                "the server denied access (HTTP 403); ask its owner for access, or give other credentials"
            ),
            (404, .notFound, "the server has no such source (HTTP 404); check the address"),
            (204, .httpStatus(204), "the server answered HTTP 204; expected 200, so check the address"),
            (418, .httpStatus(418), "the server answered HTTP 418; expected 200, so check the address"),
            (501, .httpStatus(501), "the server failed (HTTP 501); try again later"),
        ]
        for row in rows {
            let server = try LoopbackServer { _ in
                [
                    .response(
                        row.status, row.status == 204 ? ["Content-Length": nil] : [:], row.status == 204 ? [] : [1, 2])
                ]
            }
            let error = #expect(throws: IngestError.self) {
                try readBytes(from: SourceAddress(parsing: "http://me:s3cr3t@127.0.0.1:\(server.port)/ipf"))
            }
            #expect(error?.kind == row.kind)
            #expect(error?.description == "\(server.url)/ipf: \(row.reason)")
            #expect(error?.category == .inputOutput)
            #expect(server.requests.count == 1)
        }
    }

    // MARK: Credentials

    @Test func credentialsAreSentWithTheFirstRequest() throws {
        let server = try LoopbackServer { _ in [.response(200, [:], Self.stored)] }
        var options = IngestOptions()
        _ = try readBytes(from: SourceAddress(parsing: "http://me:p%40w@127.0.0.1:\(server.port)/"), options: options)
        _ = try readBytes(from: address(server, "/ipf", .bearer("abc.def")), options: options)
        options.credentials = .basic(user: "other", password: "")
        _ = try readBytes(from: SourceAddress(parsing: "http://me:pw@127.0.0.1:\(server.port)/"), options: options)
        #expect(
            server.requests.map { $0.headers["authorization"] } == [
                "Basic \(Data("me:p@w".utf8).base64EncodedString())", "Bearer abc.def",
                "Basic \(Data("other:".utf8).base64EncodedString())",
            ])
    }

    @Test func invalidCredentialsAreErrors() throws {
        let server = try LoopbackServer { _ in [.response(200)] }
        let rows: [(credentials: Credentials, message: String)] = [
            (.bearer("a\r\nX: y"), "credentials: the bearer token contains a space or a control character"),
            (.bearer(""), "credentials: the bearer token is empty"),
            (
                .basic(user: "a:b", password: ""),
                "credentials: the user name contains a colon, which HTTP Basic can't send"
            ),
            (
                .basic(user: "a", password: "b\n"),
                "credentials: the user name or password contains a control character"
            ),
        ]
        for row in rows {
            var options = IngestOptions()
            options.credentials = row.credentials
            let inOptions = #expect(throws: IngestError.self) { try readBytes(from: address(server), options: options) }
            let inAddress = #expect(throws: IngestError.self) {
                try readBytes(from: address(server, "/ipf", row.credentials))
            }
            #expect(inOptions?.reason == row.message && inAddress?.reason == row.message)
            #expect(inOptions?.kind == .invalidAddress)
        }
        var options = IngestOptions()
        options.headers = [("X-Name", "a\r\nX-Other: b")]
        let error = #expect(throws: IngestError.self) { try readBytes(from: address(server), options: options) }
        #expect(error?.reason == "headers: a header contains a control character; remove it")
        #expect(server.requests.isEmpty)
    }

    // MARK: Redirects

    /// Credentials are sent to the original host only. Another port counts as another host.
    @Test func credentialsAreSentOnlyToTheirHost() throws {
        for credentials in [Credentials.basic(user: "me", password: "pw"), .bearer("abc")] {
            let other = try LoopbackServer { _ in [.response(200, [:], Self.stored)] }
            let elsewhere = other.url + "/there"
            let server = try LoopbackServer { request in
                request.path == "/ipf"
                    ? [.response(302, ["Location": "/moved"])] : [.response(301, ["Location": elsewhere])]
            }
            let bytes = try readBytes(from: address(server, "/ipf", credentials))
            #expect(bytes == Self.text)
            #expect(server.requests.map(\.path) == ["/ipf", "/moved"])
            #expect(server.requests.allSatisfy { $0.headers["authorization"] != nil })
            #expect(other.requests.map(\.path) == ["/there"])
            #expect(other.requests.allSatisfy { $0.headers["authorization"] == nil })
            #expect(other.requests.first?.headers["x-live"] == "no")
        }
    }

    @Test func redirectLoopsAreErrors() throws {
        let server = try LoopbackServer { _ in [.response(302, ["Location": "/ipf"])] }
        var options = IngestOptions()
        options.limits.redirects = 3
        let error = #expect(throws: IngestError.self) { try readBytes(from: address(server), options: options) }
        #expect(
            error?.description
                == "\(server.url)/ipf: more than 3 redirects, probably a loop; check the address")
        #expect(error?.kind == .tooManyRedirects)
        #expect(server.requests.count == 4)
    }

    @Test func redirectsToOtherProtocolsAreErrors() throws {
        for location in ["ftp://127.0.0.1/all.ipf", "file:///etc/passwd"] {
            let server = try LoopbackServer { _ in [.response(302, ["Location": location])] }
            let error = #expect(throws: IngestError.self) { try readBytes(from: address(server)) }
            #expect(error?.reason == "the server redirects to an address that is neither http nor https")
        }
    }

    // MARK: Progress

    @Test func progressReportsTheTotalSize() throws {
        let server = try LoopbackServer { _ in [.response(200, [:], Self.stored)] }
        let last = Mutex<IngestProgress?>(nil)
        var options = IngestOptions()
        options.progress = { progress in last.withLock { $0 = progress } }
        _ = try readBytes(from: address(server), options: options)
        let progress = try #require(last.withLock { $0 })
        #expect(progress.bytesIn == Self.stored.count && progress.totalBytesIn == Self.stored.count)
        #expect(progress.inflatedBytes == Self.text.count)
    }
}
