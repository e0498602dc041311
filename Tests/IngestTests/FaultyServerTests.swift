import Foundation
import Ingest
import Synchronization
import TestSupport
import Testing

/// Failing servers and networks, and the recovery of downloads.
struct FaultyServerTests {
    // MARK: Transient failures

    @Test func transientStatusesAreRetried() throws {
        for status in [408, 425, 429, 500, 502, 503, 504] {
            let server = try LoopbackServer { request in
                request.number < 2
                    ? [.response(status, [:], Array("sorry".utf8))] : [.response(200, [:], FaultySource.stored)]
            }
            let retries = FaultySource.Retries()
            var bytes: [UInt8] = []
            let report = try readChunks(from: FaultySource.address(server), options: retries.options()) {
                bytes.append(copying: $0)
            }
            #expect(bytes == FaultySource.text && report.requests == 3)
            #expect(retries.kinds == [.httpStatus(status), .httpStatus(status)])
        }
    }

    @Test func permanentFailuresEndAfterTheRetries() throws {
        let server = try LoopbackServer { _ in [.response(503)] }
        let error = #expect(throws: IngestError.self) {
            try readBytes(from: FaultySource.address(server), options: FaultySource.Retries().options(retries: 2))
        }
        #expect(
            error?.description == "\(server.url)/ipf: the server failed (HTTP 503); try again later (tried 3 times)")
        #expect(server.requests.count == 3)
    }

    @Test func refusedConnectionsAreErrors() throws {
        let port = try ClosedPort()
        let address = try SourceAddress(parsing: "127.0.0.1:\(port.number)")
        let retries = FaultySource.Retries()
        let error = #expect(throws: IngestError.self) {
            try readBytes(from: address, options: retries.options(retries: 1))
        }
        #expect(error?.kind == .unreachable && error?.category == .inputOutput)
        #expect(error?.reason.hasSuffix("; check the host, the port and the network (tried 2 times)") == true)
        #expect(retries.kinds == [.unreachable])
    }

    @Test func otherProtocolsAreErrors() throws {
        let server = try LoopbackServer { _ in [.send(Array("220 ftp ready\r\n".utf8))] }
        let error = #expect(throws: IngestError.self) { try readBytes(from: FaultySource.address(server)) }
        #expect(error?.kind == .connectionLost)
    }

    @Test func endlessHeadersAreErrors() throws {
        let server = try LoopbackServer { _ in
            [
                .send(Array(("HTTP/1.1 200 OK\r\n" + String(repeating: "X-Line: some text\r\n", count: 2000)).utf8)),
                .stall,
            ]
        }
        var options = IngestOptions()
        options.limits.headerBytes = 10_000
        let error = #expect(throws: IngestError.self) {
            try readBytes(from: FaultySource.address(server), options: options)
        }
        #expect(
            error?.reason
                == "the server sent no valid HTTP response (the header is longer than 10000 bytes); check the port")
    }

    /// For a header line that is too long, libcurl reports a lack of memory, which must become a clear error.
    @Test func anEndlessHeaderLineIsAnError() throws {
        let server = try LoopbackServer { _ in
            [.send(Array(("HTTP/1.1 200 OK\r\nX-Line: " + String(repeating: "x", count: 5_000_000) + "\r\n\r\n").utf8))]
        }
        let error = #expect(throws: IngestError.self) { try readBytes(from: FaultySource.address(server)) }
        #expect(
            error?.reason
                == "the server sent no valid HTTP response (a header line is too long); check the port")
        #expect(server.requests.count == 1)
    }

    // MARK: Retry-After

    @Test func retryAfterIsRespected() throws {
        let server = try LoopbackServer { _ in [.response(429, ["Retry-After": "7"])] }
        // `retrying` is called before the wait, which this test cancels.
        let token = CancellationToken()
        let waits = Mutex<[Duration]>([])
        var options = IngestOptions()
        options.cancellation = token
        options.retrying = { error, wait in
            waits.withLock { $0.append(wait) }
            token.cancel()
        }
        let error = #expect(throws: IngestError.self) {
            try readBytes(from: FaultySource.address(server), options: options)
        }
        #expect(error?.kind == .cancelled)
        #expect(waits.withLock { $0 } == [.seconds(7)])
        #expect(server.requests.count == 1)
    }

    @Test func retryAfterOfZeroOrThePastRetriesImmediately() throws {
        for value in ["0", FaultySource.date] {
            let server = try LoopbackServer { request in
                request.number == 0
                    ? [.response(429, ["Retry-After": value])] : [.response(200, [:], FaultySource.stored)]
            }
            let retries = FaultySource.Retries()
            #expect(try readBytes(from: FaultySource.address(server), options: retries.options()) == FaultySource.text)
            #expect(retries.waits.withLock { $0.allSatisfy { $0 <= .microseconds(1) } })
        }
    }

    @Test func aLongRetryAfterIsAnError() throws {
        let server = try LoopbackServer { _ in [.response(503, ["Retry-After": "3600"])] }
        let error = #expect(throws: IngestError.self) { try readBytes(from: FaultySource.address(server)) }
        #expect(error?.reason == "the server failed (HTTP 503); try again later; the server asks to retry after 3600 s")
        #expect(server.requests.count == 1)
    }

    // MARK: Lengths and silence

    /// An announced length that is too long looks like a broken connection. One that is too short truncates the
    /// compressed data.
    @Test func incorrectLengthsAreErrors() throws {
        let long = try LoopbackServer { _ in [.response(200, ["Content-Length": "9999999"], FaultySource.stored)] }
        let broken = #expect(throws: IngestError.self) {
            try readBytes(from: FaultySource.address(long), options: FaultySource.Retries().options(retries: 0))
        }
        #expect(
            broken?.reason
                == "the connection broke after \(FaultySource.stored.count) of 9999999 bytes; try again later")

        let short = try LoopbackServer { _ in [.response(200, ["Content-Length": "1000"], FaultySource.stored)] }
        let cut = #expect(throws: IngestError.self) { try readBytes(from: FaultySource.address(short)) }
        #expect(cut?.kind == .truncated && cut?.category == .badInput)
        #expect(cut?.reason.hasPrefix("it is truncated in the middle of a gzip member, after 1000 bytes (") == true)
        #expect(short.requests.count == 1)
    }

    @Test func stalledTransfersTimeOut() throws {
        for steps in [FaultySource.halfAnswer(["ETag": "\"v1\""], .stall), [LoopbackServer.Step.stall]] {
            let server = try LoopbackServer { _ in steps }
            var options = FaultySource.Retries().options(retries: 0)
            options.stallTimeout = .seconds(1)
            // libcurl averages the speed over five seconds, so the first bytes count for that long.
            options.lowestSpeed = 1_000_000_000
            let error = #expect(throws: IngestError.self) {
                try readBytes(from: FaultySource.address(server), options: options)
            }
            let place = steps.count == 1 ? "0 bytes" : "\(FaultySource.half) of \(FaultySource.stored.count) bytes"
            #expect(
                error?.reason
                    == "the transfer stalled after \(place): less than 1000000000 bytes/s for 1 s; try again later")
            #expect(error?.kind == .timedOut)
        }
    }

    @Test func requestsToSilentServersCanBeCanceled() throws {
        for steps in [[], [LoopbackServer.Step.response(200, ["Content-Length": "9"], [])]] {
            let server = try LoopbackServer { _ in steps + [.stall] }
            let token = CancellationToken()
            var options = IngestOptions()
            options.cancellation = token
            options.progressInterval = .milliseconds(1)
            // `progress` is called on the waiting thread. It cancels only after the server has received the request.
            options.progress = { _ in if !server.requests.isEmpty { token.cancel() } }
            let error = #expect(throws: IngestError.self) {
                try readBytes(from: FaultySource.address(server), options: options)
            }
            #expect(error?.description == "\(server.url)/ipf: cancelled before the end of the source")
        }
    }

    private struct Enough: Error {}

    @Test func errorsOfTheBodyStopTheTransfer() throws {
        let server = try LoopbackServer { _ in
            [.response(200, ["Content-Length": "999999999"], FaultySource.text), .stall]
        }
        #expect(throws: Enough.self) { try readChunks(from: FaultySource.address(server)) { _ in throw Enough() } }
    }

    /// A file of an archive is delivered before the next one arrives.
    @Test func filesOfAnArchiveAreDeliveredAsTheyArrive() throws {
        var archive = ZipArchive()
        archive.add("first.ipf", SnapshotTests.text, method: 0)
        // Send enough following bytes to recognize a data descriptor.
        let first = archive.bytes
        archive.add("second.ipf", SnapshotTests.text)
        let rest = Array(archive.finished().dropFirst(first.count))
        let server = try LoopbackServer { _ in
            [.response(200, ["Content-Length": nil], first), .waitForTest, .send(rest)]
        }
        var chunks: [Int] = []
        try readChunks(from: FaultySource.address(server), startingFile: { _ in }) { chunk in
            chunks.append(chunk.count)
            if chunks.count == 1 { server.goOn() }
        }
        #expect(chunks == [SnapshotTests.text.count, SnapshotTests.text.count])
    }

    /// Damaged data ends the transfer before all of it has been received.
    @Test func damageStopsTheTransfer() throws {
        let bytes = FaultySource.stored.prefix(1000) + [UInt8](repeating: 0xFF, count: 5000)
        let server = try LoopbackServer { _ in [.response(200, ["Content-Length": "999999999"], Array(bytes)), .stall] }
        let error = #expect(throws: IngestError.self) { try readBytes(from: FaultySource.address(server)) }
        #expect(error?.kind == .corrupt)
    }

    /// Bytes are delivered as they arrive, even if the server then sends nothing for a while, as in live streams.
    @Test func streamsAreDeliveredWhileTheyLast() throws {
        let first = Array("#STOCK::=TYPE,SYMBOL\nSTOCK,A\n".utf8)
        let second = Array("STOCK,B\n".utf8)
        let server = try LoopbackServer { _ in
            [.response(200, ["Content-Length": nil], first), .waitForTest, .send(second)]
        }
        var chunks: [[UInt8]] = []
        try readChunks(from: FaultySource.address(server)) { chunk in
            chunks.append([])
            chunks[chunks.count - 1].append(copying: chunk)
            if chunks.count == 1 { server.goOn() }
        }
        #expect(chunks == [first, second])
    }
}
