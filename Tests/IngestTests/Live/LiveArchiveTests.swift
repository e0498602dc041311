import Ingest
import TestSupport
import Testing

/// Archives, lenient reading and warnings with live connections.
@Suite(.timeLimit(.minutes(60))) struct LiveArchiveTests {
    private static let first = LiveScript.format + "STOCK,A,1\n##COMPLETE\n"
    private static let second = "#ETF::=TYPE,SYMBOL,DESCRIPTION\nETF,B,1\n##COMPLETE\n"

    private static func archive(_ first: String, _ second: String) -> [UInt8] {
        ArchiveTests.archive(("a.ipf", Array(first.utf8)), ("b.ipf", Array(second.utf8)), sizes: .inDescriptor)
    }

    /// A polled archive is complete if all its files are. A partial record at the end is dropped, unless its file has
    /// `##COMPLETE`.
    @Test func polledArchivesAreCompleteIfAllFilesAre() async throws {
        let half = "#ETF::=TYPE,SYMBOL,DESCRIPTION\nETF,B,1\nETF,C,1"
        let rows: [(name: String, first: String, second: String, told: [String])] = [
            ("whole", Self.first, Self.second, ["A=1 B=1", "complete", "completed"]),
            ("the second one cut off", Self.first, half, ["A=1 B=1", "fault incomplete(profiles: 2)"]),
            ("the first one cut off", half, Self.first, ["B=1 A=1", "fault incomplete(profiles: 2)"]),
            (
                "marked, without the last line end", "##COMPLETE\n" + half, Self.first,
                ["B=1 C=1 A=1", "complete", "completed"]
            ),
            ("something else", Self.first, "<html>", ["A=1", "fault notProfiles"]),
            // Format lines of one file do not apply to the next.
            ("no definitions", Self.first, "#\nSTOCK,B,1\n##COMPLETE\n", ["A=1", "malformed line 2"]),
        ]
        for row in rows {
            let server = try LoopbackServer { _ in [.response(200, [:], Self.archive(row.first, row.second))] }
            let connection = try LiveScript.connection(server)
            let events = await LiveScript.events(of: connection, until: row.told.last!)
            #expect(
                merged(events) == ["notConnected", "connecting", "connected", "snapshot"] + row.told, "\(row.name)")
        }
    }

    /// An archive sent as a live stream ends its response, and the source is requested again.
    @Test func anArchiveSentLiveIsRequestedAgain() async throws {
        let server = try LoopbackServer { _ in [.send(LiveScript.head + Self.archive(Self.first, Self.second))] }
        let events = await LiveScript.events(of: try LiveScript.connection(server), until: "live snapshot", 2)
        #expect(
            merged(events) == [
                "notConnected", "connecting", "connected", "live snapshot", "A=1 B=1", "complete", "completed",
                "connecting", "connected", "live snapshot",
            ])
    }

    /// Each kind of warning is reported once per response, at its position. The affected profiles are delivered.
    @Test func eachKindOfWarningIsReportedOnce() async throws {
        let odd =
            "#O::=TYPE,SYMBOL,DESCRIPTION,EXPIRATION\nO,A,1,2026-1-5\nO,B,1,2026-1-5\nO,C,1, 2026-01-05\n##COMPLETE\n\n"
        let server = try LoopbackServer { _ in LiveScript.live(odd, "O,D,1,2026-1-6\n##\n\n") + [.stall] }
        let lenient = try LiveScript.connection(server) { $0.ingest.strictness = .lenient }
        var told: [String] = []
        for await event in lenient.events {
            if case .fault(let fault) = event {
                #expect(fault.goesOn && fault.retryIn == nil)
                told.append(fault.reason)
            } else {
                told.append(LiveScript.brief(event))
            }
            if told.last == "flushed" { break }
        }
        lenient.close()
        #expect(
            merged(Array(told.dropFirst(4))) == [
                "line 2, column 7 (record at byte 40): found '2026-1-5' in EXPIRATION, read as 2026-01-05; expected a date "
                    + "YYYY-MM-DD", "A=1 B=1",
                "line 4, column 7 (record at byte 70): found ' 2026-01-05' in EXPIRATION, read as 2026-01-05; expected no "
                    + "spaces around it", "C=1", "complete", "completed", "D=1", "flushed",
            ])
        let strict = await LiveScript.events(
            of: try LiveScript.connection(server), until: "fault damagedSnapshot(records: 3)")
        #expect(strict.suffix(4) == ["malformed line 2", "malformed line 3", "malformed line 4", strict.last!])
    }
}
