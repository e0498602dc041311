import Synchronization
import TestSupport
import Testing

@testable import CatalogSync

/// Following a scripted server: the catalog contains the server's data.
@Suite(.timeLimit(.minutes(60))) struct CatalogFollowerTests {
    /// An invalid or truncated response leaves the catalog unchanged.
    @Test func invalidResponsesChangeNothing() async throws {
        let first: Truth = ["A": "1", "B": "1", "C": "1"]
        let next: Truth = ["B": "2", "C": "1", "D": "2"]
        let whole = Script.text(next) + "##COMPLETE\n"
        let bodies =
            ["", "<html>\n<p>Sorry\n", "\n\n", "##COMPL"] + (0..<whole.utf8.count - 1).map { String(whole.prefix($0)) }
        let server = try LoopbackServer { request in
            switch request.number {
            case 0: [.response(200, [:], Array((Script.text(first) + "##COMPLETE\n").utf8))]
            case 1...bodies.count: [.response(200, ["Content-Length": nil], Array(bodies[request.number - 1].utf8))]
            default: [.response(200, [:], Array(whole.utf8))]
            }
        }
        let session = try FollowingSession(server.url)
        let faults = Mutex(0)
        try await session.follow { event in
            guard case .source(let event, _, _) = event else { return false }
            if case .fault(let fault) = event {
                faults.withLock { $0 += 1 }
                #expect(session.state == first, "\(fault)")
            }
            return event == .snapshotComplete && session.state != first
        }
        #expect(faults.withLock { $0 } == bodies.count)
        #expect(session.state == next)
        // Each change is reported once; equal profiles are not changes.
        #expect(session.changes == ["+A", "+B", "+C", "~B", "+D", "-A"])
    }

    /// A snapshot of a polled or live source that would remove too many instruments changes nothing. The next snapshot
    /// is judged on its own.
    @Test(arguments: [false, true]) func snapshotsThatRemoveTooMuchAreRefused(isLive: Bool) async throws {
        let truth: Truth = ["A": "1", "B": "1", "C": "1"]
        let texts = [
            Script.text(truth) + "##COMPLETE\n",
            Script.text(["A": isLive ? "1" : "2"]) + "##COMPLETE\n",
            Script.text([:]) + "##COMPLETE\n",
            Script.text(["A": "1", "B": "1"]) + "##COMPLETE\n",
        ]
        let server = try LoopbackServer { request in
            let body = Array(texts[min(request.number, texts.count - 1)].utf8)
            return isLive ? [.send(Script.liveHead + body)] : [.response(200, [:], body)]
        }
        let session = try FollowingSession(server.url)
        let reasons = Mutex<[String?]>([])
        try await session.follow { event in
            guard case .source(.snapshotComplete, _, let refusal) = event else { return false }
            let count = reasons.withLock { reasons in
                reasons.append(refusal?.description)
                return reasons.count
            }
            #expect(session.state == (count < 4 ? truth : ["A": "1", "B": "1"]))
            return count == 4
        }
        #expect(
            reasons.withLock { $0 } == [
                nil, "it would have removed 2 of 3 instruments, more than 50%",
                "it has no instruments, and would have removed 3 of 3 instruments", nil,
            ])
    }

    /// A refused snapshot remains refused while the source reports the same state. The refusal ends when the source
    /// again reports the state of an accepted snapshot, for example if the refused one was a truncated response.
    @Test func aRefusalRemainsUntilTheSourceChanges() throws {
        let folder = try TemporaryFolder()
        let catalog = try LiveCatalog.open(path: folder.path("all.catalog"))
        var applier = SnapshotApplier(CatalogTarget(catalog), rules: SnapshotRules())
        func take(_ events: LiveEvent...) throws -> SnapshotRefusal.Cause? {
            for event in events { #expect(applier.take(event, moreWait: false).error == nil) }
            return applier.refusal?.cause
        }
        func profiles(_ symbols: String...) -> LiveEvent {
            .profiles(
                symbols.map { symbol in
                    var profile = InstrumentProfile()
                    (profile.type, profile.symbol) = ("STOCK", symbol)
                    return profile
                })
        }
        let incomplete = LiveEvent.fault(LiveFault(kind: .incomplete(profiles: 1), reason: ""))
        let broken = LiveEvent.fault(LiveFault(kind: .silent, reason: ""))
        let begin = LiveEvent.snapshotBegan(isLive: false)
        #expect(try take(begin, profiles("A", "B", "C"), .snapshotComplete) == nil)
        #expect(try take(begin, profiles("A"), incomplete) == .incomplete)
        #expect(try take(begin, broken) == .incomplete)
        #expect(try take(.notModified) == nil)
        #expect(try take(begin, profiles("A"), .snapshotComplete) == .shrink)
        #expect(try take(.notModified) == .shrink)
        #expect(try take(begin, profiles("A"), incomplete) == .incomplete)
        #expect(try take(.notModified) == .shrink)
        #expect(try take(begin, profiles("A", "B"), .snapshotComplete) == nil)
        #expect(Script.state(of: catalog).keys.sorted() == ["A", "B"])
    }

    /// Repeated marks, profiles and format lines change nothing, and neither does REMOVED with an unknown symbol.
    @Test func repeatedRecordsChangeNothing() async throws {
        let server = try LoopbackServer { request in
            let batch =
                "REMOVED,X,\nSTOCK,A,1\n##\n\n#STOCK::=TYPE,DESCRIPTION,SYMBOL\nSTOCK,1,A\n##COMPLETE\n##\n\nSTOCK,2,A\n##\n\n"
            return [.send(Script.liveHead + Array((Script.text(["A": "1"]) + "##COMPLETE\n\n" + batch).utf8)), .stall]
        }
        let session = try FollowingSession(server.url)
        let flushes = Mutex(0)
        try await session.follow { event in
            guard case .source(let event, _, _) = event else { return false }
            return flushes.withLock { flushes in
                flushes += event == .flushed ? 1 : 0
                return flushes == 2 || session.changes.count == 2
            }
        }
        #expect(session.changes.count == 2 && session.state == ["A": "2"])
    }

    /// Connections to a changing server break at random bytes. The catalog never contains a wrong value, and equals the
    /// server's data after a complete snapshot and all batches.
    @Test(arguments: [1, 2, 3]) func brokenConnectionsNeverGiveWrongValues(seed: UInt64) async throws {
        let world = World(seed: seed)
        let server = try LoopbackServer { _ in world.answer() }
        let session = try FollowingSession(server.url)
        let tries = Mutex(0)
        try await session.follow { event in
            guard case .source(let event, _, _) = event else { return false }
            let count = tries.withLock { tries in
                tries += event == .state(.connecting) ? 1 : 0
                return tries
            }
            for (symbol, value) in session.state where count % 8 == 0 {
                #expect(world.knew(symbol, value), "seed \(seed): \(symbol)=\(value)")
            }
            return event == .heartbeat
        }
        #expect(session.state == world.truth, "seed \(seed)")
        #expect(tries.withLock { $0 } == World.connections)
    }

    /// A changing server. All responses but the last are truncated.
    private final class World: Sendable {
        static let connections = 60
        private struct State {
            var generator: SeededGenerator
            var truth: Truth = [:]
            var ever: Set<String> = []
            var answers = 0
        }
        private let state: Mutex<State>

        init(seed: UInt64) { state = Mutex(State(generator: SeededGenerator(seed: seed))) }

        var truth: Truth { state.withLock { $0.truth } }

        func knew(_ symbol: String, _ value: String) -> Bool {
            state.withLock { $0.ever.contains("\(symbol)=\(value)") }
        }

        func answer() -> [LoopbackServer.Step] {
            state.withLock { state in
                state.answers += 1
                for _ in 0..<10 { _ = Self.change(&state) }
                var text = Script.text(state.truth) + "##COMPLETE\n\n"
                for _ in 0..<5 {
                    for _ in 0..<Int.random(in: 1...5, using: &state.generator) { text += Self.change(&state) }
                    text += "##\n\n"
                }
                let bytes = Array(text.utf8)
                if state.answers == Self.connections {
                    return [.send(Script.liveHead + bytes + Array("##\n".utf8)), .stall]
                }
                let cut = Int.random(in: 0...bytes.count, using: &state.generator)
                let isLive = Bool.random(using: &state.generator)
                let body = Array(bytes.prefix(cut))
                // A truncated response of a polled source is invalid, so not even its complete records may be applied.
                return isLive
                    ? [.send(Script.liveHead + body)] : [.response(200, ["Content-Length": String(bytes.count)], body)]
            }
        }

        /// Changes an instrument, and returns the record of the change.
        private static func change(_ state: inout State) -> String {
            let symbol = "S\(Int.random(in: 0..<40, using: &state.generator))"
            if Int.random(in: 0..<4, using: &state.generator) == 0 {
                state.truth[symbol] = nil
                return "REMOVED,\(symbol),\n"
            }
            let value = String(Int.random(in: 0..<1_000_000, using: &state.generator))
            state.truth[symbol] = value
            state.ever.insert("\(symbol)=\(value)")
            return "STOCK,\(symbol),\(value)\n"
        }
    }
}
