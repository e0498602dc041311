import Foundation
import TestSupport
import Testing

@Suite struct CalendarLintTests {
    private func lint(_ text: String, _ arguments: String...) throws -> (run: Command.Result, path: String) {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "defaults")
        try Data(text.utf8).write(to: file)
        return (try Command.run(["calendar", "lint", file.path, "--today", "2026-01-01"] + arguments), file.path)
    }

    @Test func suspiciousEntriesAreFindings() throws {
        let text = "# Line 1\nhd.UNUSED=20260606\ntv.FIXED=tz=GMT+03:00;0=08001630\n"
        let (run, path) = try lint(text)
        #expect(run.status == 1 && run.errors == "")
        let findings = [
            (2, "hd.UNUSED: 2026-06-06 is a Sat, on which no venue that uses the list trades"),
            (
                3,
                "venue FIXED: zone GMT+03:00 has a fixed offset; expected a place, such as Europe/London, so that "
                    + "summer time is observed"
            ),
        ]
        #expect(run.output == findings.map { "\(path):\($0): \($1)\n" }.joined())
        let json = findings.map { "{\"line\": \($0), \"finding\": \"\($1)\"}" }.joined(separator: ", ")
        #expect(try lint(text, "--format", "json").run.output == "[\(json)]\n")
    }

    @Test func unreadableEntriesAreFindings() throws {
        let (run, path) = try lint("hd.A=20260101,NOBODY\ntv.V=tz=Mars/Olympus;0=08001630\n")
        #expect(run.status == 1)
        let lines = run.output.split(separator: "\n").filter { $0.hasPrefix(path) }.map { $0.dropFirst(path.count) }
        #expect(lines.count == 2 && lines[0].hasPrefix(":1: ") && lines[0].contains("NOBODY"), "\(run.output)")
        #expect(lines.count == 2 && lines[1].hasPrefix(":2: "), "\(run.output)")
    }

    @Test func aCleanFileHasNoFindings() throws {
        let (run, _) = try lint("hd.A=20260101,20280103\ntv.V=tz=Europe/London;hd=A;0=08001630\n", "--format", "json")
        #expect(run.status == 0 && run.output == "[]\n")
    }

    @Test func theBundledFileHasOnlyKnownFindings() throws {
        let run = try Command.run(["calendar", "lint", "bundled", "--today", "2026-01-01"])
        #expect(run.status == 1)
        #expect(run.output.contains(": hd.XATH: 2015 has 38 days"), "\(run.output)")
        // The other findings are about holidays that are missing in some years, and lists that end within a year.
        #expect(run.output.split(separator: "\n").count == 13)
    }
}
