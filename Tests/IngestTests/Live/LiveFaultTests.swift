import Ingest
import Synchronization
import TestSupport
import Testing

/// Sources that fail, send invalid data, become silent or close the connection. Each fault is reported, and no
/// snapshot counts as complete.
@Suite(.timeLimit(.minutes(60))) struct LiveFaultTests {
    private static let good = LiveScript.format + "STOCK,A,1\n##COMPLETE\n"

    /// A response without a complete snapshot, live or polled, completes nothing, and the source is requested again.
    @Test func incompleteResponsesChangeNothing() async throws {
        let half = LiveScript.format + "STOCK,A,1\nSTOCK,B"
        let packed = DownloadTests.stored
        let rows: [(name: String, body: [UInt8], isLive: Bool, told: [String])] = [
            ("error page", Array("<!DOCTYPE html>\n<p class=\"x\">Sorry\n".utf8), false, ["fault notProfiles"]),
            ("error page of a live source", Array("{\"error\": 1}\n".utf8), true, ["fault notProfiles"]),
            ("nothing", [], false, ["fault empty"]),
            ("nothing, live", [], true, ["fault empty"]),
            ("half a file", Array(half.utf8), false, ["A=1", "fault incomplete(profiles: 1)"]),
            ("half a file, live", Array(half.utf8), true, ["A=1", "fault incomplete(profiles: 1)"]),
            // A truncated mark has no effect.
            ("half a mark", Array((half + ",1\n##COMP").utf8), false, ["A=1 B=1", "fault incomplete(profiles: 2)"]),
            ("only comments", Array("# nothing\n".utf8), false, ["fault incomplete(profiles: 0)"]),
            ("half a member", Array(packed.prefix(10)), false, ["fault truncated"]),
            ("a broken member", Array(packed.prefix(10)) + [0xFF, 0xFF, 0xFF], false, ["fault corrupt"]),
        ]
        for row in rows {
            let server = try LoopbackServer { request in
                guard request.number == 0 else { return LiveScript.live(Self.good) + [.stall] }
                return row.isLive
                    ? [.send(LiveScript.head + row.body)] : [.response(200, ["Content-Length": nil], row.body)]
            }
            let connection = try LiveScript.connection(server)
            let events = await LiveScript.events(of: connection, until: "complete")
            let kind = row.isLive ? "live snapshot" : "snapshot"
            #expect(
                merged(events) == ["notConnected", "connecting", "connected", kind] + row.told + [
                    "notConnected", "connecting", "connected", "live snapshot", "A=1", "complete",
                ], "\(row.name)")
        }
    }

    @Test func failingRequestsAreRetried() async throws {
        let server = try LoopbackServer { request in
            let statuses = [404, 500, 401, 429]
            guard request.number < statuses.count else { return LiveScript.live(Self.good) + [.stall] }
            return [.response(statuses[request.number], ["Retry-After": request.number == 3 ? "77" : nil])]
        }
        let clock = LiveScript.clock()
        let events = await LiveScript.events(of: try LiveScript.connection(server, clock: clock), until: "complete")
        #expect(
            events.filter { $0.hasPrefix("fault") } == [
                "fault notFound", "fault httpStatus(500)", "fault unauthorized", "fault httpStatus(429)",
            ])
        #expect(clock.waits.dropFirst(3).first == .seconds(77))
        let port = try ClosedPort()
        var options = LiveOptions()
        options.clock = LiveScript.clock()
        options.silence = .seconds(100_000)
        let connection = LiveConnection(
            address: try SourceAddress(parsing: "127.0.0.1:\(port.number)"), options: options)
        _ = await LiveScript.events(of: connection, until: "fault unreachable", 3)
    }

    /// Waits begin at 1 s and double up to the update period, minus a random part of up to half. A complete snapshot
    /// resets them.
    @Test func waitsDoubleUpToTheUpdatePeriod() async throws {
        let server = try LoopbackServer { request in
            request.number == 9 ? LiveScript.live(Self.good) : [.response(503)]
        }
        let clock = LiveScript.clock()
        let connection = try LiveScript.connection(server, clock: clock) { $0.updatePeriod = .seconds(60) }
        _ = await LiveScript.events(of: connection) { _, _ in clock.waits.count >= 13 }
        let full: [Duration] = [1, 2, 4, 8, 16, 32, 60, 60, 60, 1, 2, 4, 8].map { .seconds($0) }
        let waits = clock.waits.prefix(13)
        for (wait, full) in zip(waits, full) { #expect(wait >= full / 2 && wait <= full, "\(wait) of \(full)") }
        // Random waits prevent clients of a server from reconnecting together.
        #expect(Set(waits).count == 13)
    }

    /// If a batch is cut at any byte, only its complete records are delivered, and no snapshot is completed twice.
    @Test func truncatedBatchesDeliverTheirCompleteRecords() async throws {
        let snapshot = LiveScript.format + "STOCK,A,1\n##COMPLETE\n\n"
        let batch = "STOCK,A,22\nREMOVED,A,\n#X::=TYPE,SYMBOL,DESCRIPTION\nX,\"B\",\"3\n3\"\nSTOCK,C,4\n##\n\n"
        for isPacked in [false, true] {
            let pieces = LiveScript.packed([snapshot, batch])
            let first = isPacked ? pieces[0] : Array(snapshot.utf8)
            let second = isPacked ? pieces[1] : Array(batch.utf8)
            let server = try LoopbackServer { request in
                [.send(LiveScript.head + first + second.prefix(request.number))]
            }
            let connection = try LiveScript.connection(server)
            var tries: [[String]] = [[]]
            _ = await LiveScript.events(of: connection) { event, _ in
                if event == "connecting" { tries.append([]) } else { tries[tries.count - 1].append(event) }
                return tries.count == second.count + 3
            }
            let whole = ["A=22", "-A", "B=3\n3", "C=4", "flushed"]
            var furthest = 0
            for told in tries[1...(second.count + 1)] {
                #expect(told.prefix(2) == ["connected", "live snapshot"])
                #expect(told.filter { $0 == "complete" }.count == 1)
                let came = told.drop { $0 != "complete" }.dropFirst().filter { $0 != "completed" }
                    .prefix { !$0.hasPrefix("fault") }.flatMap { $0.split(separator: " ").map(String.init) }
                #expect(came.elementsEqual(whole.prefix(came.count)) && came.count >= furthest, "\(told)")
                #expect(told.contains(isPacked ? "fault truncated" : "fault ended"), "\(told)")
                furthest = came.count
            }
            #expect(furthest == whole.count)
        }
    }

    private final class Count: Sendable {
        let value = Atomic(0)
    }

    /// A silent connection is dropped after the time limit, not before.
    @Test func silentConnectionsAreDropped() async throws {
        let server = try LoopbackServer { request in
            request.number == 0 ? LiveScript.live(LiveScript.format) + [.stall] : LiveScript.live(Self.good) + [.stall]
        }
        let clock = TestClock(passing: .seconds(2))
        let connection = try LiveScript.connection(server, clock: clock) { $0.silence = .seconds(30) }
        let seconds = Count()
        var pump: Task<Void, Never>?
        for await event in connection.events {
            let told = LiveScript.brief(event)
            if told == "live snapshot", pump == nil {
                pump = Task {
                    while !Task.isCancelled {
                        await clock.untilAsleep()
                        seconds.value.add(8, ordering: .relaxed)
                        if !Task.isCancelled { clock.advance(by: .seconds(8)) }
                    }
                }
            }
            if told == "fault silent" { pump?.cancel() }
            if told == "complete" { break }
        }
        connection.close()
        // `seconds` is time of the test's clock. The connection checks every 7.5 s, and counts from its first check.
        #expect(seconds.value.load(ordering: .relaxed) >= 32)
        #expect(server.requests.count == 2)
    }

    /// Malformed records are skipped, and a snapshot with malformed records removes nothing.
    @Test func malformedRecordsAreSkipped() async throws {
        let damaged = LiveScript.format + "STOCK,A,1\nSTOCK,B\nSTOCK,C,1\n##COMPLETE\n\n"
        let server = try LoopbackServer { _ in LiveScript.live(damaged, "STOCK,A\nSTOCK,A,2\n##\n\n") + [.stall] }
        let events = await LiveScript.events(of: try LiveScript.connection(server), until: "flushed")
        #expect(
            merged(Array(events.dropFirst(4))) == [
                "A=1", "malformed line 4", "C=1", "fault damagedSnapshot(records: 1)", "malformed line 8", "A=2",
                "flushed",
            ])
        let polled = try LoopbackServer { _ in [.response(200, [:], Array(damaged.utf8))] }
        let told = await LiveScript.events(of: try LiveScript.connection(polled), until: "connecting", 2)
        #expect(
            merged(Array(told.dropFirst(4))) == [
                "A=1", "malformed line 4", "C=1", "fault damagedSnapshot(records: 1)", "connecting",
            ])
        let nonsense = try LoopbackServer { _ in
            LiveScript.live(LiveScript.format + String(repeating: "?\n", count: 100)) + [.stall]
        }
        let connection = try LiveScript.connection(nonsense) { $0.malformedRecords = 10 }
        let flood = await LiveScript.events(of: connection, until: "fault tooManyMalformed")
        #expect(flood.filter { $0.hasPrefix("malformed") }.count == 10)
    }

    /// A new format line applies from its position, and a second `##COMPLETE` is ignored. Both may occur anywhere.
    @Test func formatLinesAndMarksMayOccurAnywhere() async throws {
        let server = try LoopbackServer { _ in
            LiveScript.live(
                LiveScript.format + "STOCK,A,1\n##COMPLETE\n\n",
                "#STOCK::=TYPE,DESCRIPTION,SYMBOL\nSTOCK,2,A\n##COMPLETE\n##COMPLETE\nSTOCK,3,A\n##\n\n##\n") + [.stall]
        }
        let events = await LiveScript.events(of: try LiveScript.connection(server), until: "heartbeat")
        #expect(
            merged(Array(events.dropFirst(4)).filter { $0 != "completed" }).joined(separator: "|")
                == "A=1|complete|A=2 A=3|flushed|heartbeat")
        let polled = try LoopbackServer { _ in
            [.response(200, [:], Array((Self.good + "STOCK,B,1\n##COMPLETE\n").utf8))]
        }
        // Profiles after the first `##COMPLETE` of a file also belong to the snapshot of the file.
        let told = await LiveScript.events(of: try LiveScript.connection(polled), until: "complete")
        #expect(merged(told).suffix(2) == ["A=1 B=1", "complete"])
    }

    @Test func faultsShowNoCredentials() async throws {
        let server = try LoopbackServer { _ in [.response(401)] }
        var options = LiveOptions()
        options.clock = LiveScript.clock()
        options.silence = .seconds(100_000)
        let url = "http://user:secret@127.0.0.1:\(server.port)/ipf?token=secret"
        let connection = LiveConnection(address: try SourceAddress(parsing: url), options: options)
        for await event in connection.events {
            guard case .fault(let fault) = event else { continue }
            #expect(!"\(fault) \(event)".contains("secret"))
            #expect(fault.description.hasPrefix("\(server.url)/ipf?token=…: the server rejected the credentials"))
            #expect(fault.description.contains("; next try in "))
            break
        }
        connection.close()
    }

    /// A source that can never be read ends the connection.
    @Test func unreadableSourcesEndTheConnection() async throws {
        var options = LiveOptions()
        options.ingest.credentials = .basic(user: "a:b", password: "")
        let address = try SourceAddress(parsing: "127.0.0.1:1")
        let events = await LiveScript.events(of: LiveConnection(address: address, options: options), until: "closed")
        #expect(events == ["notConnected", "connecting", "fault invalidAddress", "closed"])
    }
}
