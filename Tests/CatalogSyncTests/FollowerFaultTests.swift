import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CatalogSync

/// Faults while a source is followed, and the recovery from them.
@Suite(.timeLimit(.minutes(60))) struct FollowerFaultTests {
    /// Changes that cannot be stored have no effect. The whole source is requested again, even if it has not changed.
    @Test(.enabled(if: SmallFileSystem.isExpected, "this process cannot mount a file system"))
    func changesThatCannotBeStoredHaveNoEffect() async throws {
        let disk = try SmallFileSystem(kilobytes: 256)
        let first: Truth = ["A": "1", "B": "1"]
        let next: Truth = ["A": "2", "B": String(repeating: "long ", count: 8000)]
        let server = try LoopbackServer { request in
            let tag = request.number == 0 ? "\"1\"" : "\"2\""
            if request.headers["if-none-match"] == tag { return [.response(304, ["ETag": tag])] }
            return [.response(200, ["ETag": tag], Script.snapshot(request.number == 0 ? first : next))]
        }
        let session = try FollowingSession(server.url, path: disk.path("all.catalog"))
        let failures = Mutex(0)
        try await session.follow { event in
            switch event {
            case .source(.snapshotComplete, _, _):
                if session.state == next { return true }
                #expect(session.state == first)
                disk.fill()
            case .notKept(let error, let changes, let wait):
                #expect(error.kind == .io && changes.isEmpty && wait > .zero && session.state == first)
                if failures.withLock({ failures in
                    failures += 1
                    return failures == 2
                }) {
                    disk.free()
                }
            default: break
            }
            return false
        }
        #expect(session.state == next && failures.withLock { $0 } == 2)
        #expect(session.changes == ["+A", "+B", "~A", "~B"])
    }

    /// After a failure, the rest of the response is skipped, so that no partial batch is stored.
    @Test func theRestOfAResponseIsSkippedAfterAFailure() throws {
        let folder = try TemporaryFolder()
        let catalog = try LiveCatalog.open(path: folder.path("all.catalog"))
        var rules = SnapshotRules()
        rules.allowsShrink = true
        var applier = SnapshotApplier(CatalogTarget(catalog), rules: rules)
        var profile = InstrumentProfile()
        (profile.type, profile.symbol) = ("STOCK", "A")
        #expect(applier.take(.snapshotBegan(isLive: true), moreWait: false).error == nil)
        #expect(applier.take(.profiles([profile]), moreWait: false).kept.count == 1)
        profile.symbol = "B"
        profile.strike = .infinity
        #expect(applier.take(.profiles([profile]), moreWait: false).error?.kind == .invalidValue)
        profile.strike = 1
        for event in [LiveEvent.profiles([profile]), .snapshotComplete, .notModified] {
            let isWaiting = applier.isWaitingForSnapshot
            #expect(isWaiting)
            let outcome = applier.take(event, moreWait: false)
            #expect(outcome.error == nil && outcome.kept.isEmpty)
        }
        #expect(Script.state(of: catalog).keys.sorted() == ["A"])
        #expect(
            applier.take(.snapshotBegan(isLive: true), moreWait: false).error == nil && !applier.isWaitingForSnapshot)
        #expect(applier.take(.profiles([profile]), moreWait: false).kept.map(Script.name) == ["+B"])
        #expect(applier.take(.snapshotComplete, moreWait: false).kept.map(Script.name) == ["-A"])
    }

    /// An error thrown by the handler ends following. The catalog is closed, and applied changes remain.
    @Test func anErrorOfTheHandlerEndsFollowing() async throws {
        struct Enough: Error {}
        let server = try LoopbackServer { _ in [.response(200, [:], Script.snapshot(["A": "1"]))] }
        let session = try FollowingSession(server.url)
        await #expect(throws: Enough.self) {
            try await session.follow { event in
                if case .source(.snapshotComplete, _, _) = event { throw Enough() }
                return false
            }
        }
        #expect(session.state == ["A": "1"])
        #expect(throws: CatalogError.self) { try session.follower.catalog.apply([InstrumentProfile.stock("B")]) }
    }

    /// The final changes are compacted into the file, and an event reports it. The notes of the import are removed,
    /// because they no longer apply.
    @Test func theFinalChangesAreCompacted() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("all.catalog")
        try Data(Script.snapshot(["A": "1"])).write(to: URL(filePath: folder.path("a.ipf")))
        _ = try CatalogImporter([SourceAddress(parsing: folder.path("a.ipf"))], to: path).run()
        #expect(try Catalog.open(path).notes["sources"] == "1")
        let server = try LoopbackServer { _ in [.response(200, [:], Script.snapshot(["A": "1", "B": "1"]))] }
        let session = try FollowingSession(server.url, path: path) { $0.compaction = .soon }
        let compactions = Mutex(0)
        try await session.follow { event in
            if case .compacted(let error) = event {
                #expect(error == nil)
                compactions.withLock { $0 += 1 }
            }
            if case .source(.snapshotComplete, _, _) = event { return true }
            return false
        }
        #expect(compactions.withLock { $0 } >= 1)
        let catalog = try Catalog.open(path)
        #expect(catalog["B"] != nil && catalog.notes["sources"] == nil)
    }

    /// A “not modified” response changes nothing.
    @Test func anUnmodifiedSourceChangesNothing() async throws {
        let server = try LoopbackServer { request in
            request.headers["if-none-match"] == "\"1\""
                ? [.response(304, ["ETag": "\"1\""])]
                : [.response(200, ["ETag": "\"1\""], Script.snapshot(["A": "1"]))]
        }
        let session = try FollowingSession(server.url)
        try await session.follow { event in
            guard case .source(.notModified, let changes, let refusal) = event else { return false }
            #expect(changes.isEmpty && refusal == nil)
            return true
        }
        #expect(session.changes == ["+A"] && server.requests.count == 2)
    }
}

extension SmallFileSystem {
    /// Fills the file system.
    fileprivate func fill() {
        let url = url.appending(path: "filler")
        guard FileManager.default.createFile(atPath: url.path, contents: nil),
            let file = try? FileHandle(forWritingTo: url)
        else { return }
        while (try? file.write(contentsOf: Data(count: 4096))) != nil {}
        try? file.close()
    }

    /// Frees the space that `fill` used.
    fileprivate func free() { try? FileManager.default.removeItem(at: url.appending(path: "filler")) }
}

extension InstrumentProfile {
    /// Returns a stock with only a symbol.
    fileprivate static func stock(_ symbol: String) -> InstrumentProfile {
        var profile = InstrumentProfile()
        (profile.type, profile.symbol) = ("STOCK", symbol)
        return profile
    }
}
