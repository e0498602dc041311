import CatalogServer
import Ingest
import InstrumentCatalog
import Synchronization
import TestSupport
import Testing

/// A catalog that follows a scripted server, compared with what the server holds to be true.
@Suite(.timeLimit(.minutes(2))) struct CatalogFollowerTests {
    /// Symbols with their descriptions.
    private typealias Truth = [String: String]

    private static let format = "#STOCK::=TYPE,SYMBOL,DESCRIPTION\n#REMOVED::=TYPE,SYMBOL,DESCRIPTION\n"
    private static let head = Array("HTTP/1.1 200 OK\r\nX-Live: provided\r\nConnection: close\r\n\r\n".utf8)

    private static func text(_ truth: Truth) -> String {
        format + truth.sorted { $0.key < $1.key }.map { "STOCK,\($0.key),\($0.value)\n" }.joined()
    }

    private static func state(_ catalog: LiveCatalog) -> Truth {
        let view = catalog.view
        var state: Truth = [:]
        view.forEachRow(in: .symbol) { _, row in
            state[view.symbol(at: row)] = view.string(.description, at: row)
            return true
        }
        return state
    }

    private final class Session {
        let folder: TemporaryFolder
        let catalog: LiveCatalog
        var follower: CatalogFollower
        var changes: [CatalogChange] = []

        init() throws {
            folder = try TemporaryFolder()
            catalog = try LiveCatalog.open(path: folder.path("all.catalog"))
            follower = CatalogFollower(catalog)
        }

        /// Follows up to the event that `isLast` says.
        func follow(_ server: LoopbackServer, until isLast: (LiveEvent) throws -> Bool) async throws {
            var options = LiveOptions()
            options.clock = TestClock(passing: .seconds(120))
            options.silence = .seconds(100_000)
            let connection = LiveConnection(address: try SourceAddress(parsing: server.url), options: options)
            defer { connection.close() }
            for await event in connection.events {
                changes += try follower.take(event)
                if try isLast(event) { return }
            }
        }
    }

    /// An answer that is none, or is cut off, changes nothing; what is known stays known.
    @Test func answersThatChangeNothing() async throws {
        let first: Truth = ["A": "1", "B": "1", "C": "1"]
        let next: Truth = ["B": "2", "C": "1", "D": "2"]
        let whole = Self.text(next) + "##COMPLETE\n"
        let bodies =
            ["", "<html>\n<p>Sorry\n", "\n\n", "##COMPL"] + (0..<whole.utf8.count - 1).map { String(whole.prefix($0)) }
        let server = try LoopbackServer { request in
            switch request.number {
            case 0: [.response(200, [:], Array((Self.text(first) + "##COMPLETE\n").utf8))]
            case 1...bodies.count: [.response(200, ["Content-Length": nil], Array(bodies[request.number - 1].utf8))]
            default: [.response(200, [:], Array(whole.utf8))]
            }
        }
        let session = try Session()
        var faults = 0
        let catalog = session.catalog
        try await session.follow(server) { event in
            if case .fault(let fault) = event {
                faults += 1
                #expect(Self.state(catalog) == first, "\(fault)")
            }
            return event == .snapshotComplete && Self.state(catalog) != first
        }
        #expect(faults == bodies.count)
        #expect(Self.state(session.catalog) == next)
        let symbols = session.changes.map { change in
            switch change {
            case .added(let profile): "+\(profile.symbol)"
            case .updated(_, let profile): "~\(profile.symbol)"
            case .removed(let profile): "-\(profile.symbol)"
            }
        }
        // Each once, those that are equal never.
        #expect(symbols == ["+A", "+B", "+C", "~B", "+D", "-A"])
    }

    /// A snapshot that would take too much away changes nothing, polled or live; what the source says next counts.
    @Test(arguments: [false, true]) func refusedSnapshots(isLive: Bool) async throws {
        let truth: Truth = ["A": "1", "B": "1", "C": "1"]
        let texts = [
            Self.text(truth) + "##COMPLETE\n",
            Self.text(["A": isLive ? "1" : "2"]) + "##COMPLETE\n",
            Self.text([:]) + "##COMPLETE\n",
            Self.text(["A": "1", "B": "1"]) + "##COMPLETE\n",
        ]
        let server = try LoopbackServer { request in
            let body = Array(texts[min(request.number, texts.count - 1)].utf8)
            return isLive ? [.send(Self.head + body)] : [.response(200, [:], body)]
        }
        let session = try Session()
        var reasons: [String?] = []
        try await session.follow(server) { event in
            guard event == .snapshotComplete else { return false }
            reasons.append(session.follower.refusal?.reason)
            #expect(Self.state(session.catalog) == (reasons.count < 4 ? truth : ["A": "1", "B": "1"]))
            return reasons.count == 4
        }
        #expect(
            reasons == [
                nil, "it would have removed 2 of 3 instruments, more than 50%",
                "it brought no instruments, and would have removed 3 of 3 instruments", nil,
            ])
    }

    /// A source that has not changed since a snapshot of it was refused is still refused; one that was cut off and then is what it
    /// was before, is not.
    @Test func refusalsLast() throws {
        let session = try Session()
        func take(_ events: LiveEvent...) throws -> SnapshotRefusal.Cause? {
            for event in events { _ = try session.follower.take(event) }
            return session.follower.refusal?.cause
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
        #expect(Self.state(session.catalog).keys.sorted() == ["A", "B"])
    }

    /// REMOVED of a symbol that isn't there is nothing; duplicate marks and profiles, and formats defined anew, are no change.
    @Test func repeatsAreNoChange() async throws {
        let server = try LoopbackServer { request in
            let batch =
                "REMOVED,X,\nSTOCK,A,1\n##\n\n#STOCK::=TYPE,DESCRIPTION,SYMBOL\nSTOCK,1,A\n##COMPLETE\n##\n\nSTOCK,2,A\n##\n\n"
            return [.send(Self.head + Array((Self.text(["A": "1"]) + "##COMPLETE\n\n" + batch).utf8)), .stall]
        }
        let session = try Session()
        var flushes = 0
        try await session.follow(server) { event in
            flushes += event == .flushed ? 1 : 0
            return flushes == 2 || session.changes.count == 2
        }
        #expect(session.changes.count == 2 && Self.state(session.catalog) == ["A": "2"])
    }

    /// A server whose data changes all the time, and whose connection breaks at random bytes: the catalog is never wrong about
    /// a symbol, and right about all of them whenever a snapshot is complete and all batches have come.
    @Test(arguments: [1, 2, 3]) func brokenConnections(seed: UInt64) async throws {
        let world = World(seed: seed)
        let server = try LoopbackServer { _ in world.answer() }
        let session = try Session()
        let catalog = session.catalog
        var tries = 0
        try await session.follow(server) { event in
            tries += event == .state(.connecting) ? 1 : 0
            for (symbol, value) in Self.state(catalog) where tries % 8 == 0 {
                #expect(world.knew(symbol, value), "seed \(seed): \(symbol)=\(value)")
            }
            return event == .heartbeat
        }
        #expect(Self.state(catalog) == world.truth, "seed \(seed)")
        #expect(tries == World.connections)
    }

    /// What a server holds to be true, and tells in answers that break off, but for the last.
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
                var text = text(state.truth) + "##COMPLETE\n\n"
                for _ in 0..<5 {
                    for _ in 0..<Int.random(in: 1...5, using: &state.generator) { text += Self.change(&state) }
                    text += "##\n\n"
                }
                let bytes = Array(text.utf8)
                if state.answers == Self.connections { return [.send(head + bytes + Array("##\n".utf8)), .stall] }
                let cut = Int.random(in: 0...bytes.count, using: &state.generator)
                let isLive = Bool.random(using: &state.generator)
                let body = Array(bytes.prefix(cut))
                // A file that is cut is one of a broken source, in which nothing that looks whole may be believed.
                return isLive
                    ? [.send(head + body)] : [.response(200, ["Content-Length": String(bytes.count)], body)]
            }
        }

        /// Changes the truth; the record that tells it.
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
