import Foundation
import Ingest
import Synchronization
import TestSupport
import Testing

/// Live connections to a working source: states, batches, polling.
@Suite(.timeLimit(.minutes(60))) struct LiveConnectionTests {
    @Test func aLiveSourceSendsASnapshotAndChanges() async throws {
        let server = try LoopbackServer { _ in
            LiveScript.live(
                LiveScript.format + "STOCK,A,1\nSTOCK,B,1\n##COMPLETE\n\n", "STOCK,A,2\nREMOVED,B,\n##\n\n", "##\n\n")
                + [.stall]
        }
        let connection = try LiveScript.connection(server)
        #expect(connection.state == .notConnected)
        let events = await LiveScript.events(of: connection, until: "heartbeat")
        #expect(connection.state == .closed)
        #expect(
            merged(events) == [
                "notConnected", "connecting", "connected", "live snapshot", "A=1 B=1", "complete", "completed",
                "A=2 -B",
                "flushed", "heartbeat",
            ])
        let request = try #require(server.requests.first)
        #expect(request.headers["x-live"] == "yes" && request.headers["if-none-match"] == nil)
    }

    /// Complete records are delivered before the rest of their batch arrives. Each piece is sent after the previous one
    /// was delivered.
    @Test func profilesAreDeliveredBeforeTheirBatchEnds() async throws {
        let pieces = [LiveScript.format + "STOCK,A,1\nSTO", "CK,B,1\n", "STOCK,C,1\n##COMPLETE\n\n"]
        for isPacked in [false, true] {
            let bytes = isPacked ? LiveScript.packed(pieces) : pieces.map { Array($0.utf8) }
            let server = try LoopbackServer { _ in
                [.send(LiveScript.head)] + bytes.flatMap { [.send($0), LoopbackServer.Step.waitForTest] } + [.stall]
            }
            let connection = try LiveScript.connection(server)
            var seen: [String] = []
            for await event in connection.events {
                seen.append(LiveScript.brief(event))
                if case .profiles = event { server.goOn() }
                if seen.last == "complete" { break }
            }
            #expect(seen.suffix(4) == ["A=1", "B=1", "C=1", "complete"])
            connection.close()
        }
    }

    /// Without a live stream, the source is polled for changes after the update period.
    @Test func otherSourcesArePolled() async throws {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        // The date of the second version is an hour earlier. It must be sent back to the server unchanged.
        let earlier = "Sun, 06 Nov 1994 07:49:37 GMT"
        let server = try LoopbackServer { request in
            let version = request.number < 2 ? 1 : 2
            let headers = ["ETag": "\"v\(version)\"", "Last-Modified": version == 1 ? date : earlier]
            if request.headers["if-none-match"] == "\"v\(version)\"" { return [.response(304, headers)] }
            return [.response(200, headers, Array("\(LiveScript.format)STOCK,A,\(version)\n##COMPLETE".utf8))]
        }
        let clock = LiveScript.clock()
        let connection = try LiveScript.connection(server, clock: clock) { $0.updatePeriod = .seconds(20) }
        let events = await LiveScript.events(of: connection, until: "not modified", 2)
        #expect(
            events == [
                "notConnected", "connecting", "connected", "snapshot", "A=1", "complete", "completed", "connecting",
                "connected", "not modified", "connecting", "connected", "snapshot", "A=2", "complete", "connecting",
                "connected", "not modified",
            ])
        #expect(clock.waits.prefix(3).allSatisfy { $0 == .seconds(20) })
        let asked = server.requests.prefix(4).map { [$0.headers["if-none-match"], $0.headers["if-modified-since"]] }
        #expect(asked == [[nil, nil], ["\"v1\"", date], ["\"v1\"", date], ["\"v2\"", earlier]])
        #expect(server.requests.allSatisfy { $0.headers["x-live"] == "yes" })
    }

    @Test func pollingCanBeRequested() async throws {
        let server = try LoopbackServer { request in
            request.headers["if-none-match"] == "\"v\"" ? [.response(304)] : [.response(200)]
        }
        let connection = try LiveScript.connection(server) { options in
            options.asksForLive = false
            options.validators = Validators(etag: "\"v\"")
        }
        let events = await LiveScript.events(of: connection, until: "not modified", 2)
        #expect(!events.contains("snapshot"))
        #expect(server.requests.allSatisfy { $0.headers["x-live"] == "no" })
    }

    /// The address's `[update=…]` applies if the options have no period.
    @Test func theAddressDeterminesTheUpdatePeriod() async throws {
        let server = try LoopbackServer { _ in [.response(200, [:], Array("##COMPLETE\n".utf8))] }
        let clock = LiveScript.clock()
        let connection = try LiveScript.connection(server, clock: clock, path: "/ipf[update=7s]")
        _ = await LiveScript.events(of: connection, until: "complete", 3)
        #expect(clock.waits.prefix(2) == [.seconds(7), .seconds(7)])
    }

    @Test func filesArePolled() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("all.ipf")
        let write = { (text: String) in
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        try write(LiveScript.format + "STOCK,A,1\n##COMPLETE\n")
        var options = LiveOptions()
        options.clock = LiveScript.clock()
        options.silence = .seconds(100_000)
        let connection = LiveConnection(address: SourceAddress(path: path), options: options)
        var events: [String] = []
        for await event in connection.events {
            events.append(LiveScript.brief(event))
            if events.last == "not modified", !events.contains("A=22") {
                try write(LiveScript.format + "STOCK,A,22\n##COMPLETE\n")
            }
            if events.last == "A=22" { break }
        }
        #expect(
            events.prefix(7) == [
                "notConnected", "connecting", "connected", "snapshot", "A=1", "complete", "completed",
            ])
    }

    // MARK: Closing and refreshing

    @Test func closingEndsTheEventsImmediately() async throws {
        let server = try LoopbackServer { _ in LiveScript.live(LiveScript.format) + [.stall] }
        let connection = try LiveScript.connection(server)
        var events: [String] = []
        for await event in connection.events {
            events.append(LiveScript.brief(event))
            if events.last == "live snapshot" { connection.close() }
        }
        #expect(events.suffix(2) == ["live snapshot", "closed"])
        // A later subscriber receives the final state.
        #expect(await LiveScript.events(of: connection, until: "") == ["closed"])
    }

    /// Canceling the task that iterates the events ends them. The connection is closed when nothing refers to it, and
    /// the server notices.
    @Test func cancellingTheTaskClosesTheConnection() async throws {
        let server = try LoopbackServer { _ in LiveScript.live("##\n") + [.stall] }
        let task = Task {
            let connection = try LiveScript.connection(server)
            var count = 0
            for await _ in connection.events { count += 1 }
            return count
        }
        while server.requests.isEmpty { await Task.yield() }
        task.cancel()
        _ = try await task.value
    }

    @Test func refreshingRequestsTheSourceAgain() async throws {
        let server = try LoopbackServer { request in
            LiveScript.live(LiveScript.format + "STOCK,A,\(request.number)\n##COMPLETE\n") + [.stall]
        }
        let clock = TestClock()
        let connection = try LiveScript.connection(server, clock: clock)
        let events = await LiveScript.events(of: connection) { event, _ in
            if event == "A=0" { connection.refresh() }
            return event == "A=1"
        }
        #expect(!events.contains { $0.hasPrefix("fault") })
        #expect(events.suffix(5) == ["notConnected", "connecting", "connected", "live snapshot", "A=1"])
        #expect(clock.waits.allSatisfy { $0 <= .zero })
    }

    // MARK: Delivery

    /// A slow subscriber makes the connection wait, but loses no event. The wait doesn't count as the server's silence.
    @Test func aSlowSubscriberDelaysTheConnection() async throws {
        let count = 20_000
        let lines = (0..<count).map { "STOCK,S\($0),1\n" }.joined()
        let server = try LoopbackServer { _ in LiveScript.live(LiveScript.format + lines + "##COMPLETE\n") + [.stall] }
        let clock = TestClock()
        let connection = try LiveScript.connection(server, clock: clock) { options in
            (options.bufferedEvents, options.batchProfiles) = (2, 10)
            options.silence = .seconds(4)
        }
        var symbols: [String] = []
        for await event in connection.events {
            if case .profiles(let profiles) = event {
                #expect(profiles.count <= 10)
                if symbols.count < 100 {
                    // An hour passes in steps. Each step is a quarter of the allowed silence.
                    await clock.untilAsleep()
                    clock.advance(by: .seconds(1))
                }
                symbols += profiles.map(\.symbol)
            }
            if case .fault(let fault) = event { Issue.record("\(fault)") }
            if case .snapshotComplete = event { break }
        }
        #expect(symbols == (0..<count).map { "S\($0)" })
        connection.close()
    }

    @Test func severalSubscribersReceiveAllEvents() async throws {
        let server = try LoopbackServer { _ in
            [.waitForTest] + LiveScript.live(LiveScript.format + "STOCK,A,1\n##COMPLETE\n") + [.stall]
        }
        let connection = try LiveScript.connection(server)
        let tasks = (0..<3).map { _ in
            Task {
                await LiveScript.events(of: connection) { event, _ in
                    if event == "connecting" { server.goOn() }
                    return event == "closed"
                }
            }
        }
        var all = connection.events.makeAsyncIterator()
        while let event = await all.next(isolation: nil), event != .state(.completed) {}
        connection.close()
        for task in tasks { #expect(await task.value.last == "closed") }
    }
}

/// Merges consecutive profile events, since a batch may arrive in several parts.
func merged(_ events: [String]) -> [String] {
    var merged: [String] = []
    for event in events {
        if event.contains("=") || event.hasPrefix("-"), let last = merged.last,
            last.contains("=") || last.hasPrefix("-")
        {
            merged[merged.count - 1] = last + " " + event
        } else {
            merged.append(event)
        }
    }
    return merged
}
