import Foundation
import Ingest
import Synchronization
import TestSupport
import Testing

/// Servers and networks that fail, and what a download makes of it.
struct FaultyServerTests {
    static let text = Packing.text(400_000, seed: 12)
    static let stored = Packing.gzip(text)
    static let half = stored.count / 2
    static let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    static let later = "Sun, 06 Nov 1994 09:49:37 GMT"

    private func address(_ server: LoopbackServer) throws -> SourceAddress {
        try SourceAddress(parsing: server.url + "/ipf")
    }

    /// Waits of no length, and what they were for.
    private final class Retries: Sendable {
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

    // MARK: Failing at first

    @Test func failingTwiceThenWell() throws {
        for status in [408, 425, 429, 500, 502, 503, 504] {
            let server = try LoopbackServer { request in
                request.number < 2 ? [.response(status, [:], Array("sorry".utf8))] : [.response(200, [:], Self.stored)]
            }
            let retries = Retries()
            var bytes: [UInt8] = []
            let report = try readChunks(from: address(server), options: retries.options()) { bytes.append(copying: $0) }
            #expect(bytes == Self.text && report.requests == 3)
            #expect(retries.kinds == [.httpStatus(status), .httpStatus(status)])
        }
    }

    @Test func failingForGood() throws {
        let server = try LoopbackServer { _ in [.response(503)] }
        let error = #expect(throws: IngestError.self) {
            try readBytes(from: address(server), options: Retries().options(retries: 2))
        }
        #expect(
            error?.description == "\(server.url)/ipf: the server failed (HTTP 503); try again later (tried 3 times)")
        #expect(server.requests.count == 3)
    }

    @Test func nobodyListens() throws {
        let port = try ClosedPort()
        let address = try SourceAddress(parsing: "127.0.0.1:\(port.number)")
        let retries = Retries()
        let error = #expect(throws: IngestError.self) {
            try readBytes(from: address, options: retries.options(retries: 1))
        }
        #expect(error?.kind == .unreachable && error?.category == .inputOutput)
        #expect(error?.reason.hasSuffix("; check the host, the port and the network (tried 2 times)") == true)
        #expect(retries.kinds == [.unreachable])
    }

    @Test func noHTTP() throws {
        let server = try LoopbackServer { _ in [.send(Array("220 ftp ready\r\n".utf8))] }
        let error = #expect(throws: IngestError.self) { try readBytes(from: address(server)) }
        #expect(error?.kind == .connectionLost)
    }

    @Test func endlessHeaders() throws {
        let server = try LoopbackServer { _ in
            [
                .send(Array(("HTTP/1.1 200 OK\r\n" + String(repeating: "X-Line: some text\r\n", count: 2000)).utf8)),
                .stall,
            ]
        }
        var options = IngestOptions()
        options.limits.headerBytes = 10_000
        let error = #expect(throws: IngestError.self) { try readBytes(from: address(server), options: options) }
        #expect(
            error?.reason
                == "the answer is no HTTP response that can be read (its header lines take more than 10000 bytes); check the "
                + "port")
    }

    // MARK: Retry-After

    @Test func retryAfterIsKept() throws {
        let server = try LoopbackServer { _ in [.response(429, ["Retry-After": "7"])] }
        // The wait is told before it begins, and cancelled in place of waited for.
        let token = CancellationToken()
        let waits = Mutex<[Duration]>([])
        var options = IngestOptions()
        options.cancellation = token
        options.retrying = { error, wait in
            waits.withLock { $0.append(wait) }
            token.cancel()
        }
        let error = #expect(throws: IngestError.self) { try readBytes(from: address(server), options: options) }
        #expect(error?.kind == .cancelled)
        #expect(waits.withLock { $0 } == [.seconds(7)])
        #expect(server.requests.count == 1)
    }

    @Test func retryAfterOfZeroAndThePast() throws {
        for value in ["0", Self.date] {
            let server = try LoopbackServer { request in
                request.number == 0 ? [.response(429, ["Retry-After": value])] : [.response(200, [:], Self.stored)]
            }
            let retries = Retries()
            #expect(try readBytes(from: address(server), options: retries.options()) == Self.text)
            #expect(retries.waits.withLock { $0.allSatisfy { $0 <= .microseconds(1) } })
        }
    }

    @Test func retryAfterThatIsTooLong() throws {
        let server = try LoopbackServer { _ in [.response(503, ["Retry-After": "3600"])] }
        let error = #expect(throws: IngestError.self) { try readBytes(from: address(server)) }
        #expect(error?.reason == "the server failed (HTTP 503); try again later; it asks to come back after 3600 s")
        #expect(server.requests.count == 1)
    }

    // MARK: Broken in the middle

    /// Half of the body with the whole's length, then the given end.
    private static func halfAnswer(
        _ headers: [String: String?], _ end: LoopbackServer.Step? = nil
    ) -> [LoopbackServer.Step] {
        var all: [String: String?] = ["Content-Length": String(stored.count)]
        all.merge(headers) { $1 }
        return [.response(200, all, Array(stored.prefix(half)))] + (end.map { [$0] } ?? [])
    }

    /// The bytes from those that a `Range` header asks for.
    private static func rest(_ request: LoopbackServer.Request, _ headers: [String: String?]) -> [LoopbackServer.Step] {
        let from = Int(request.headers["range"]?.dropFirst("bytes=".count).dropLast() ?? "") ?? 0
        var all: [String: String?] = ["Content-Range": "bytes \(from)-\(stored.count - 1)/\(stored.count)"]
        all.merge(headers) { $1 }
        return [.response(206, all, Array(stored.dropFirst(from)))]
    }

    @Test func brokenTransfersGoOn() throws {
        let rows: [(name: String, headers: [String: String?], condition: String)] = [
            ("ETag", ["ETag": "\"v1\""], "\"v1\""),
            ("ETag wins", ["ETag": "\"v1\"", "Last-Modified": Self.date, "Date": Self.later], "\"v1\""),
            ("an older Last-Modified", ["Last-Modified": Self.date, "Date": Self.later], Self.date),
        ]
        for row in rows {
            for end in [nil, LoopbackServer.Step.reset] {
                let server = try LoopbackServer { request in
                    request.number == 0 ? Self.halfAnswer(row.headers, end) : Self.rest(request, row.headers)
                }
                let retries = Retries()
                var bytes: [UInt8] = []
                let report = try readChunks(from: address(server), options: retries.options()) {
                    bytes.append(copying: $0)
                }
                #expect(bytes == Self.text, "\(row.name)")
                #expect(report.bytesIn == Self.stored.count && report.requests == 2)
                #expect(server.requests[1].headers["if-range"] == row.condition, "\(row.name)")
                #expect(retries.kinds == [.connectionLost])
                // A reset may lose bytes that had been sent.
                if end == nil {
                    #expect(server.requests[1].headers["range"] == "bytes=\(Self.half)-")
                    #expect(
                        retries.errors.withLock { $0.first?.description }
                            == "\(server.url)/ipf: the connection broke after \(Self.half) of \(Self.stored.count) bytes; try "
                            + "again later")
                }
            }
        }
    }

    /// Each connection brings a bit more; that many tries are fine as long as each gets further.
    @Test func brokenAgainAndAgain() throws {
        let step = Self.stored.count / 20
        let server = try LoopbackServer { request in
            let from = Int(request.headers["range"]?.dropFirst("bytes=".count).dropLast() ?? "") ?? 0
            let part = Array(Self.stored.dropFirst(from).prefix(step))
            let left = String(Self.stored.count - from)
            return from == 0
                ? [.response(200, ["ETag": "\"v1\"", "Content-Length": left], part)]
                : [
                    .response(
                        206,
                        [
                            "ETag": "\"v1\"", "Content-Length": left,
                            "Content-Range": "bytes \(from)-\(Self.stored.count - 1)/\(Self.stored.count)",
                        ], part)
                ]
        }
        #expect(try readBytes(from: address(server), options: Retries().options(retries: 1)) == Self.text)
        #expect(server.requests.count >= 20)
    }

    @Test func brokenForGood() throws {
        let server = try LoopbackServer { request in
            request.number == 0 ? Self.halfAnswer(["ETag": "\"v1\""]) : [.reset]
        }
        let retries = Retries()
        var count = 0
        let error = #expect(throws: IngestError.self) {
            try readChunks(from: address(server), options: retries.options(retries: 2)) { count += $0.count }
        }
        #expect(
            error?.reason
                == "the connection broke after \(Self.half) of \(Self.stored.count) bytes; try again later (tried 3 times)"
        )
        #expect(count > 0 && count < Self.text.count)
    }

    /// A server that ignores ranges but still has the same version: what was there is passed over.
    @Test func serversWithoutRanges() throws {
        let server = try LoopbackServer { request in
            request.number == 0
                ? Self.halfAnswer(["ETag": "\"v1\""]) : [.response(200, ["ETag": "\"v1\""], Self.stored)]
        }
        #expect(try readBytes(from: address(server), options: Retries().options()) == Self.text)
        #expect(server.requests.count == 2)
    }

    /// A changed source, one that can't be told apart, and a server that sends another part: from the beginning.
    @Test func startingOver() throws {
        let other = Packing.text(300_000, seed: 13)
        let packed = Packing.gzip(other)
        let whole = LoopbackServer.Step.response(200, ["ETag": "\"v2\""], packed)
        let rows: [(name: String, first: [String: String?], asksForRange: Bool, second: LoopbackServer.Step)] = [
            ("another ETag", ["ETag": "\"v1\""], true, whole),
            ("a weak ETag", ["ETag": "W/\"v1\""], false, whole),
            ("no validator", [:], false, .response(200, [:], packed)),
            (
                "Last-Modified in the second of the response", ["Last-Modified": Self.date, "Date": Self.date], false,
                whole
            ),
            ("Last-Modified without a date", ["Last-Modified": Self.date], false, whole),
        ]
        for row in rows {
            let server = try LoopbackServer { request in
                request.number == 0 ? Self.halfAnswer(row.first) : [row.second]
            }
            // With something to forget it by, a reading starts over.
            #expect(try readBytes(from: address(server), options: Retries().options()) == other, "\(row.name)")
            #expect((server.requests[1].headers["range"] != nil) == row.asksForRange, "\(row.name)")
            #expect((server.requests[1].headers["if-range"] != nil) == row.asksForRange, "\(row.name)")
        }
    }

    @Test func wrongPartsAreNotTaken() throws {
        let rows: [(name: String, headers: [String: String?])] = [
            ("another place", ["ETag": "\"v1\"", "Content-Range": "bytes 0-9/\(Self.stored.count)"]),
            ("another version", ["ETag": "\"v2\"", "Content-Range": "bytes \(Self.half)-\(Self.stored.count - 1)/*"]),
            ("no place", ["ETag": "\"v1\""]),
        ]
        for row in rows {
            let server = try LoopbackServer { request in
                switch request.number {
                case 0: Self.halfAnswer(["ETag": "\"v1\""])
                case 1: [.response(206, row.headers, Array(Self.stored.dropFirst(Self.half)))]
                default: [.response(200, ["ETag": "\"v1\""], Self.stored)]
                }
            }
            #expect(try readBytes(from: address(server), options: Retries().options()) == Self.text, "\(row.name)")
            #expect(server.requests.count == 3 && server.requests[2].headers["range"] == nil, "\(row.name)")
        }
    }

    /// 416: the source became shorter than what is there.
    @Test func unsatisfiableRanges() throws {
        let small = Packing.gzip(SnapshotTests.text)
        let server = try LoopbackServer { request in
            switch request.number {
            case 0: Self.halfAnswer(["ETag": "\"v1\""])
            case 1: [.response(416)]
            default: [.response(200, ["ETag": "\"v2\""], small)]
            }
        }
        #expect(try readBytes(from: address(server), options: Retries().options()) == SnapshotTests.text)
        #expect(server.requests.count == 3)
    }

    @Test func unaskedParts() throws {
        let server = try LoopbackServer { _ in [.response(206, ["Content-Range": "bytes 5-9/10"], [1, 2, 3, 4, 5])] }
        let error = #expect(throws: IngestError.self) { try readBytes(from: address(server)) }
        #expect(
            error?.reason == "the server sent another part of the source than the one that was missing; try again later"
        )
    }

    // MARK: Records of a source that changed

    @Test func consumersThatCanForget() throws {
        let changed = Array("#STOCK::=TYPE,SYMBOL\nSTOCK,NEW\n##COMPLETE\n".utf8)
        let server = try LoopbackServer { request in
            request.number == 0
                ? Self.halfAnswer(["ETag": "\"v1\""]) : [.response(200, ["ETag": "\"v2\""], Packing.gzip(changed))]
        }
        // The second connection waits for nothing but the first's records, which are there before it is made.
        var symbols = SnapshotTests.Symbols()
        var forgotten = 0
        let report = try readSnapshot(from: address(server), options: Retries().options(), into: &symbols) {
            forgotten = $0.symbols.count
            $0 = SnapshotTests.Symbols()
        }
        #expect(symbols.symbols == ["NEW"] && report.lines == 3 && report.isComplete == true)
        #expect(report.validators == Validators(etag: "\"v2\"") && report.inflatedBytes == changed.count)
        #expect(forgotten >= 0)
    }

    @Test func consumersThatCannotForget() throws {
        let seen = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { request in
            // Nothing changes before the reader has seen some of the first version.
            if request.number > 0 { seen.wait() }
            return request.number == 0
                ? Self.halfAnswer(["ETag": "\"v1\""]) : [.response(200, ["ETag": "\"v2\""], Self.stored)]
        }
        var hasSeen = false
        let error = #expect(throws: IngestError.self) {
            try readChunks(from: address(server), options: Retries().options()) { _ in
                if !hasSeen { seen.signal() }
                hasSeen = true
            }
        }
        #expect(error?.kind == .sourceChanged && error?.category == .inputOutput)
        #expect(
            error?.reason
                == "the source changed while it was read and the connection broke; read it again from the beginning")
    }

    // MARK: Lengths and silence

    /// Longer than what is sent: the connection broke. Shorter: the compressed data is cut off.
    @Test func wrongLengths() throws {
        let long = try LoopbackServer { _ in [.response(200, ["Content-Length": "9999999"], Self.stored)] }
        let broken = #expect(throws: IngestError.self) {
            try readBytes(from: address(long), options: Retries().options(retries: 0))
        }
        #expect(broken?.reason == "the connection broke after \(Self.stored.count) of 9999999 bytes; try again later")

        let short = try LoopbackServer { _ in [.response(200, ["Content-Length": "1000"], Self.stored)] }
        let cut = #expect(throws: IngestError.self) { try readBytes(from: address(short)) }
        #expect(cut?.kind == .truncated && cut?.category == .badInput)
        #expect(cut?.reason.hasPrefix("it ends in the middle of a gzip member, after 1000 bytes (") == true)
        #expect(short.requests.count == 1)
    }

    @Test func stalledTransfers() throws {
        for steps in [Self.halfAnswer(["ETag": "\"v1\""], .stall), [LoopbackServer.Step.stall]] {
            let server = try LoopbackServer { _ in steps }
            var options = Retries().options(retries: 0)
            options.stallTimeout = .seconds(1)
            // libcurl's speed is that of the last five seconds, so bytes of the beginning count for long.
            options.lowestSpeed = 1_000_000_000
            let error = #expect(throws: IngestError.self) { try readBytes(from: address(server), options: options) }
            let place = steps.count == 1 ? "0 bytes" : "\(Self.half) of \(Self.stored.count) bytes"
            #expect(
                error?.reason
                    == "the transfer stalled after \(place): less than 1000000000 bytes/s for 1 s; try again later")
            #expect(error?.kind == .timedOut)
        }
    }

    @Test func silentServersCanBeCancelled() throws {
        for steps in [[], [LoopbackServer.Step.response(200, ["Content-Length": "9"], [])]] {
            let server = try LoopbackServer { _ in steps + [.stall] }
            let token = CancellationToken()
            var options = IngestOptions()
            options.cancellation = token
            options.progressInterval = .milliseconds(1)
            // Called from the waiting thread itself, and only cancelled once the server has the request.
            options.progress = { _ in if !server.requests.isEmpty { token.cancel() } }
            let error = #expect(throws: IngestError.self) { try readBytes(from: address(server), options: options) }
            #expect(error?.description == "\(server.url)/ipf: cancelled before the end of the source")
        }
    }

    private struct Enough: Error {}

    @Test func errorsOfTheBodyStopTheTransfer() throws {
        let server = try LoopbackServer { _ in
            [.response(200, ["Content-Length": "999999999"], Self.text), .stall]
        }
        #expect(throws: Enough.self) { try readChunks(from: address(server)) { _ in throw Enough() } }
    }

    /// The rest of an archive is not waited for.
    @Test func archivesEndWithTheirFirstFile() throws {
        var archive = ZipArchive()
        archive.add("first.ipf", Self.text)
        archive.add("second.ipf", Self.text)
        let bytes = archive.bytes
        let server = try LoopbackServer { _ in [.response(200, ["Content-Length": "999999999"], bytes), .stall] }
        #expect(try readBytes(from: address(server)) == Self.text)
    }

    /// Damage in the middle ends the transfer too.
    @Test func damageStopsTheTransfer() throws {
        let bytes = Self.stored.prefix(1000) + [UInt8](repeating: 0xFF, count: 5000)
        let server = try LoopbackServer { _ in [.response(200, ["Content-Length": "999999999"], Array(bytes)), .stall] }
        let error = #expect(throws: IngestError.self) { try readBytes(from: address(server)) }
        #expect(error?.kind == .corrupt)
    }

    /// What came is handed on while the server says nothing: a live stream depends on it.
    @Test func streamsAreHandedOnWhileTheyLast() throws {
        let first = Array("#STOCK::=TYPE,SYMBOL\nSTOCK,A\n".utf8)
        let second = Array("STOCK,B\n".utf8)
        let server = try LoopbackServer { _ in
            [.response(200, ["Content-Length": nil], first), .waitForTest, .send(second)]
        }
        var chunks: [[UInt8]] = []
        try readChunks(from: address(server)) { chunk in
            chunks.append([])
            chunks[chunks.count - 1].append(copying: chunk)
            if chunks.count == 1 { server.goOn() }
        }
        #expect(chunks == [first, second])
    }
}
