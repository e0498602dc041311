import Foundation
import Ingest
import Synchronization
import TestSupport
import Testing

/// Broken transfers are resumed, or start from the beginning.
struct BrokenTransferTests {
    @Test func brokenTransfersAreResumed() throws {
        let rows: [(name: String, headers: [String: String?], condition: String)] = [
            ("ETag", ["ETag": "\"v1\""], "\"v1\""),
            (
                "ETag wins", ["ETag": "\"v1\"", "Last-Modified": FaultySource.date, "Date": FaultySource.later],
                "\"v1\""
            ),
            (
                "an older Last-Modified", ["Last-Modified": FaultySource.date, "Date": FaultySource.later],
                FaultySource.date
            ),
        ]
        for row in rows {
            for end in [nil, LoopbackServer.Step.reset] {
                let server = try LoopbackServer { request in
                    request.number == 0
                        ? FaultySource.halfAnswer(row.headers, end) : FaultySource.rest(request, row.headers)
                }
                let retries = FaultySource.Retries()
                var bytes: [UInt8] = []
                let report = try readChunks(from: FaultySource.address(server), options: retries.options()) {
                    bytes.append(copying: $0)
                }
                #expect(bytes == FaultySource.text, "\(row.name)")
                #expect(report.bytesIn == FaultySource.stored.count && report.requests == 2)
                #expect(server.requests[1].headers["if-range"] == row.condition, "\(row.name)")
                #expect(retries.kinds == [.connectionLost])
                // A reset may discard bytes that were already sent.
                if end == nil {
                    #expect(server.requests[1].headers["range"] == "bytes=\(FaultySource.half)-")
                    #expect(
                        retries.errors.withLock { $0.first?.description }
                            == "\(server.url)/ipf: the connection broke after \(FaultySource.half) of \(FaultySource.stored.count) bytes; try "
                            + "again later")
                }
            }
        }
    }

    /// The retry limit does not apply while each connection makes progress.
    @Test func transfersWithProgressAreRetriedWithoutLimit() throws {
        let step = FaultySource.stored.count / 20
        let server = try LoopbackServer { request in
            let from = Int(request.headers["range"]?.dropFirst("bytes=".count).dropLast() ?? "") ?? 0
            let part = Array(FaultySource.stored.dropFirst(from).prefix(step))
            let left = String(FaultySource.stored.count - from)
            return from == 0
                ? [.response(200, ["ETag": "\"v1\"", "Content-Length": left], part)]
                : [
                    .response(
                        206,
                        [
                            "ETag": "\"v1\"", "Content-Length": left,
                            "Content-Range":
                                "bytes \(from)-\(FaultySource.stored.count - 1)/\(FaultySource.stored.count)",
                        ], part)
                ]
        }
        #expect(
            try readBytes(from: FaultySource.address(server), options: FaultySource.Retries().options(retries: 1))
                == FaultySource.text)
        #expect(server.requests.count >= 20)
    }

    @Test func transfersWithoutProgressFail() throws {
        let server = try LoopbackServer { request in
            request.number == 0 ? FaultySource.halfAnswer(["ETag": "\"v1\""]) : [.reset]
        }
        let retries = FaultySource.Retries()
        var count = 0
        let error = #expect(throws: IngestError.self) {
            try readChunks(from: FaultySource.address(server), options: retries.options(retries: 2)) {
                count += $0.count
            }
        }
        #expect(
            error?.reason
                == "the connection broke after \(FaultySource.half) of \(FaultySource.stored.count) bytes; try again later (tried 3 times)"
        )
        #expect(count > 0 && count < FaultySource.text.count)
    }

    /// If a server ignores ranges and the version is unchanged, bytes received before are skipped.
    @Test func receivedBytesAreSkippedIfTheServerIgnoresRanges() throws {
        let server = try LoopbackServer { request in
            request.number == 0
                ? FaultySource.halfAnswer(["ETag": "\"v1\""])
                : [.response(200, ["ETag": "\"v1\""], FaultySource.stored)]
        }
        #expect(
            try readBytes(from: FaultySource.address(server), options: FaultySource.Retries().options())
                == FaultySource.text)
        #expect(server.requests.count == 2)
    }

    /// Reading starts from the beginning if the source has changed or has no validator, or if the server sends another
    /// range.
    @Test func changedSourcesAreReadFromTheBeginning() throws {
        let other = Packing.text(300_000, seed: 13)
        let packed = Packing.gzip(other)
        let whole = LoopbackServer.Step.response(200, ["ETag": "\"v2\""], packed)
        let rows: [(name: String, first: [String: String?], asksForRange: Bool, second: LoopbackServer.Step)] = [
            ("another ETag", ["ETag": "\"v1\""], true, whole),
            ("a weak ETag", ["ETag": "W/\"v1\""], false, whole),
            ("no validator", [:], false, .response(200, [:], packed)),
            (
                "Last-Modified in the second of the response",
                ["Last-Modified": FaultySource.date, "Date": FaultySource.date], false,
                whole
            ),
            ("Last-Modified without a date", ["Last-Modified": FaultySource.date], false, whole),
        ]
        for row in rows {
            let server = try LoopbackServer { request in
                request.number == 0 ? FaultySource.halfAnswer(row.first) : [row.second]
            }
            // `readBytes` supports starting over.
            #expect(
                try readBytes(from: FaultySource.address(server), options: FaultySource.Retries().options()) == other,
                "\(row.name)")
            #expect((server.requests[1].headers["range"] != nil) == row.asksForRange, "\(row.name)")
            #expect((server.requests[1].headers["if-range"] != nil) == row.asksForRange, "\(row.name)")
        }
    }

    @Test func otherRangesAreNotAccepted() throws {
        let rows: [(name: String, headers: [String: String?])] = [
            ("another place", ["ETag": "\"v1\"", "Content-Range": "bytes 0-9/\(FaultySource.stored.count)"]),
            (
                "another version",
                ["ETag": "\"v2\"", "Content-Range": "bytes \(FaultySource.half)-\(FaultySource.stored.count - 1)/*"]
            ),
            ("no place", ["ETag": "\"v1\""]),
        ]
        for row in rows {
            let server = try LoopbackServer { request in
                switch request.number {
                case 0: FaultySource.halfAnswer(["ETag": "\"v1\""])
                case 1: [.response(206, row.headers, Array(FaultySource.stored.dropFirst(FaultySource.half)))]
                default: [.response(200, ["ETag": "\"v1\""], FaultySource.stored)]
                }
            }
            #expect(
                try readBytes(from: FaultySource.address(server), options: FaultySource.Retries().options())
                    == FaultySource.text, "\(row.name)")
            #expect(server.requests.count == 3 && server.requests[2].headers["range"] == nil, "\(row.name)")
        }
    }

    /// Status 416 means that the source is now shorter than the received bytes.
    @Test func shortenedSourcesAreReadFromTheBeginning() throws {
        let small = Packing.gzip(SnapshotTests.text)
        let server = try LoopbackServer { request in
            switch request.number {
            case 0: FaultySource.halfAnswer(["ETag": "\"v1\""])
            case 1: [.response(416)]
            default: [.response(200, ["ETag": "\"v2\""], small)]
            }
        }
        #expect(
            try readBytes(from: FaultySource.address(server), options: FaultySource.Retries().options())
                == SnapshotTests.text)
        #expect(server.requests.count == 3)
    }

    @Test func unrequestedRangesAreErrors() throws {
        let server = try LoopbackServer { _ in [.response(206, ["Content-Range": "bytes 5-9/10"], [1, 2, 3, 4, 5])] }
        let error = #expect(throws: IngestError.self) { try readBytes(from: FaultySource.address(server)) }
        #expect(
            error?.reason == "the server sent a different range than requested; try again later"
        )
    }

    // MARK: Records of a source that changed

    @Test func consumersThatCanDiscardRecordsStartOver() throws {
        let changed = Array("#STOCK::=TYPE,SYMBOL\nSTOCK,NEW\n##COMPLETE\n".utf8)
        let server = try LoopbackServer { request in
            request.number == 0
                ? FaultySource.halfAnswer(["ETag": "\"v1\""])
                : [.response(200, ["ETag": "\"v2\""], Packing.gzip(changed))]
        }
        // Delays the second connection until the records of the first connection have arrived.
        var symbols = SnapshotTests.Symbols()
        var forgotten = 0
        let report = try readSnapshot(
            from: FaultySource.address(server), options: FaultySource.Retries().options(), into: &symbols
        ) {
            forgotten = $0.symbols.count
            $0 = SnapshotTests.Symbols()
        }
        #expect(symbols.symbols == ["NEW"] && report.lines == 3 && report.isComplete == true)
        #expect(report.validators == Validators(etag: "\"v2\"") && report.inflatedBytes == changed.count)
        #expect(forgotten >= 0)
    }

    @Test func consumersThatCannotDiscardRecordsFail() throws {
        let seen = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { request in
            // Delays the change until the reader has received a part of the first version.
            if request.number > 0 { seen.wait() }
            return request.number == 0
                ? FaultySource.halfAnswer(["ETag": "\"v1\""])
                : [.response(200, ["ETag": "\"v2\""], FaultySource.stored)]
        }
        var hasSeen = false
        let error = #expect(throws: IngestError.self) {
            try readChunks(from: FaultySource.address(server), options: FaultySource.Retries().options()) { _ in
                if !hasSeen { seen.signal() }
                hasSeen = true
            }
        }
        #expect(error?.kind == .sourceChanged && error?.category == .inputOutput)
        #expect(
            error?.reason
                == "the connection broke, and the source has changed since; read it again from the beginning")
    }
}
