import Foundation
import Synchronization
import TestSupport
import Testing

/// `ipf schedule defaults --update` and `ipf serve --defaults-url`.
@Suite struct ScheduleDefaultsCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static func defaults(_ date: String, _ holiday: String = "20260107") -> String {
        "date=\(date)-000000+0000\nhd.A=\(holiday)\ntv.V=name=Own;tz=Asia/Tokyo;hd=A;0=09001500\n"
    }

    private var file: String { folder.path("own") }

    private func content() throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
    }

    private func update(_ address: String) throws -> Command.Result {
        try Command.run(["schedule", "defaults", "--update", address, "-o", file])
    }

    /// The command downloads the file for the first time, finds it unchanged, and downloads a newer file.
    @Test func newerDefaultsAreDownloaded() throws {
        let shared = Shared(Self.defaults("20260101"))
        let server = try LoopbackServer { request in
            let text = shared.text
            let tag = "\"\(text.utf8.reduce(0) { ($0 * 31 + Int($1)) % 1_000_003 })\""
            if request.headers["if-none-match"] == tag { return [.response(304, ["ETag": tag])] }
            return [.response(200, ["ETag": tag], Array(text.utf8))]
        }
        let first = try update(server.url)
        #expect(first.status == 0 && first.errors == "", "\(first.errors)")
        #expect(first.output == "\(file) is now dated 2026-01-01T00:00:00Z, with 1 venues\n")
        #expect(try content() == Self.defaults("20260101"))
        let same = try update(server.url)
        #expect(same.status == 0 && same.output == "\(file) is up to date, dated 2026-01-01T00:00:00Z\n")
        #expect(server.requests.count == 2 && server.requests[1].headers["if-none-match"] != nil)
        shared.text = Self.defaults("20260201")
        let newer = try update(server.url)
        #expect(newer.output == "\(file) is now dated 2026-02-01T00:00:00Z, with 1 venues\n")
        #expect(try content() == Self.defaults("20260201"))
        // If the local file was edited, it must be downloaded again, even if the server's file has not been modified.
        try Data(Self.defaults("20260131").utf8).write(to: URL(filePath: file))
        #expect(try update(server.url).output == "\(file) is now dated 2026-02-01T00:00:00Z, with 1 venues\n")
        #expect(server.requests[3].headers["if-none-match"] == nil)
    }

    private final class Shared: Sendable {
        private let state: Mutex<String>
        init(_ text: String) { state = Mutex(text) }
        var text: String {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    @Test(arguments: [
        (
            defaults("20251231"),
            "is dated 2025-12-31T00:00:00Z, older than the current schedule defaults of 2026-01-01T00:00:00Z, which remain"
        ),
        ("<html>moved</html>", "has no line date=, expected a file of schedule defaults"),
        ("date=20270101-000000+0000\n", "has no venue, expected a file of schedule defaults"),
        (defaults("20270101", "2026010"), "line 2: "),
    ])
    func filesThatAreNotNewerAreRefused(_ text: String, _ reason: String) throws {
        let next = folder.path("next")
        try Data(Self.defaults("20260101").utf8).write(to: URL(filePath: file))
        try Data(text.utf8).write(to: URL(filePath: next))
        let run = try update(next)
        #expect(run.status == 3 && run.output == "")
        #expect(run.errors.contains(reason), "\(run.errors)")
        #expect(try content() == Self.defaults("20260101"))
    }

    @Test func aPeriodIsAtLeastAMinute() throws {
        for period in ["59s", "often", "0d"] {
            let run = try Command.run(["serve", "a.ipfc", "--defaults-url", "a", "--defaults-every", period])
            #expect(run.status == 2)
            #expect(run.errors.contains("\"\(period)\" is not a period, expected 1d, 12h or 30m, at least a minute."))
        }
    }

    /// The service adopts newer defaults automatically, and reports it.
    @Test func theServiceAdoptsNewerDefaults() async throws {
        try Data("#S::=TYPE,SYMBOL,TRADING_HOURS\nS,A,V()\n##COMPLETE\n".utf8)
            .write(to: URL(filePath: folder.path("a.ipf")))
        let catalog = folder.path("a.ipfc")
        #expect(try Command.run(["import", folder.path("a.ipf"), "-o", catalog]).status == 0)
        try Data(Self.defaults("20260101").utf8).write(to: URL(filePath: file))
        let server = try LoopbackServer { _ in [.response(200, [:], Array(Self.defaults("20260201", "20260109").utf8))]
        }
        let process = try FollowerProcess(
            ["serve", catalog, "--port", "0", "--defaults", file, "--defaults-url", server.url])
        // The service handles signals as soon as it listens.
        #expect(process.line()?.hasPrefix("listening on ") == true)
        #expect(process.waits(for: "loaded newer schedule defaults"))
        process.send(SIGTERM)
        #expect(process.wait() == 0)
    }
}
