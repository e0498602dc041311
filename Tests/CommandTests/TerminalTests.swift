import Foundation
import InstrumentCatalog
import TestSupport
import Testing

/// Output to a terminal: no control sequence of the data reaches it.
@Suite struct TerminalTests {
    private let universe: HostileUniverse

    init() throws { universe = try HostileUniverse() }

    private var folder: TemporaryFolder { universe.folder }

    /// Returns the control characters of a text, except line ends.
    private func commands(in text: String) -> [String] {
        text.unicodeScalars.filter {
            switch $0.value {
            case 0x0A: false
            case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
            default: false
            }
        }.map { String($0.value, radix: 16) }
    }

    /// The arguments of commands that show data in each possible way, and that print each message that quotes data.
    private var samples: [[String]] {
        let evil = HostileUniverse.evil
        let symbol = HostileUniverse.symbol
        let (old, new, source, damaged) = (universe.old, universe.new, universe.source, universe.damaged)
        let defaults = ["--defaults", universe.defaults]
        var samples: [[String]] = [
            ["import", source, "-o", "i\(evil)"], ["import", source, "-o", "i\(evil)", "--json"],
            ["import", "no\(evil)", "-o", "x"], ["import", damaged, "-o", "x"],
            ["import", damaged, "-o", "x", "--on-error", "skip"], ["import", "http:///\(evil)@", "-o", "x"],
            ["import", "foo\(evil)://h", "-o", "x"], ["import", "foo://\(evil)", "-o", "x"],
            ["merge", old, new, "-o", "m\(evil)"], ["merge", old, "no\(evil)", "-o", "x"],
            ["merge", old, source, "-o", "m", "--json"],
            ["lookup", old, symbol, "no\(evil)"], ["lookup", old, "--isin", evil, "--cusip", evil, "--sedol", evil],
            ["lookup", source, "A"], ["lookup", "no\(evil)", "A"],
            ["search", old, "stock"], ["search", old, "stock", "--facets"], ["search", old, "zzz\(evil)"],
            ["search", old, "stock", "--cursor", evil], ["search", old, "stock", "--format", "jsonl"],
            ["list", old, "--facets"], ["list", old, "--where", evil], ["list", old, "--limit", evil],
            ["list", old, "--fields", "CUSTOM\(evil)"], ["list", old, "--cursor", evil], ["list", old, "--limit", "1"],
            ["chain", old, symbol], ["chain", old, symbol, "--futures"], ["chain", old, evil],
            ["chain", old, symbol, "--format", "jsonl"], ["chain", old, symbol, "--futures", "--format", "jsonl"],
            ["dump", "no\(evil)"], ["dump", damaged], ["diff", old, "no\(evil)"], ["diff", old, source],
            ["stats", old], ["stats", old, "--format", "json"], ["stats", old] + defaults,
            ["scan", source, damaged], ["scan", "no\(evil)"],
            ["verify", old, source, damaged], ["verify", damaged, "--all-errors"],
            ["price", "parse", "1 \u{1B}[2J\u{9B}"], ["price", "parse", "--catalog", old, symbol],
            ["price", "parse", "--catalog", old, evil], ["price", "round", "0.01", evil],
            ["price", "--batch", universe.batch], ["price", "--batch", "no\(evil)"],
            ["schedule", "days", "--catalog", old, symbol, "2026-07-01"],
            ["schedule", "at", "--catalog", old, "PLAIN", "2026-07-01T12:00:00Z"],
            ["schedule", "explain", "--catalog", old, "PLAIN", "2026-07-01", "--format", "json"],
            ["schedule", "days", "X(tz=\u{1B}[2J;0=\u{202E})", "2026-07-01"], ["schedule", "days", "X()", evil],
            ["schedule", "days", "--batch", universe.batch], ["schedule", "query", "--batch", universe.batch],
            ["schedule", "venues", "V\u{1B}[2J(name=\u{202E};tz=UTC;0=10001800)"], ["schedule", "venues"] + defaults,
            ["schedule", "sessions", "X()", "2026-07-01", "--filter", evil],
            ["calendar", "lint", universe.defaults], ["calendar", "show", evil, "--year", "2026"],
            ["calendar", "show", "V(name=\u{1B}[2J\u{202E};tz=UTC;0=10001800)", "--year", "2026"],
            ["calendar", "diff", universe.defaults, "bundled"], ["calendar", "diff", "bundled", "no\(evil)"],
            ["watch", "http://me:\(evil)@h/"], ["serve", "no\(evil)"],
            ["serve", old, "--host", "h\u{1B}[2J"], ["serve", old, "--token-file", "no\(evil)"],
            ["serve", old, "--tls-cert", evil, "--tls-key", evil], ["publish", "no\(evil)"],
            ["generate", "--instruments", evil, "-o", "x"], ["generate", "--instruments", "1", "-o", "no/\(evil)"],
            ["\(evil)"], ["--\(evil)"],
        ]
        for format in ["text", "json", "jsonl", "ipf"] { samples.append(["lookup", old, symbol, "--format", format]) }
        for format in ["table", "csv", "jsonl", "ipf"] { samples.append(["list", old, "--format", format]) }
        for format in ["csv", "jsonl", "ipf"] { samples.append(["dump", old, "--format", format]) }
        for format in ["text", "jsonl", "ipf"] { samples.append(["diff", old, new, "--format", format]) }
        for form in ["json", "ics", "svg"] {
            samples.append([
                "calendar", "show", "V(name=\u{1B}[2J\u{202E};tz=UTC;0=10001800)", "--year", "2026", "--format", form,
            ])
        }
        return samples
    }

    @Test(.timeLimit(.minutes(60))) func noCommandPrintsControlSequencesOfTheData() throws {
        for arguments in samples {
            let result = try TerminalSession.run(arguments, in: folder)
            // Lines of an iCalendar file end with CR LF, so this CR is no data.
            let isCalendar = arguments.last == "ics"
            let shown = withoutProgress(isCalendar ? result.shown.replacing("\r\n", with: "\n") : result.shown)
            let found = commands(in: shown)
            #expect(found.isEmpty, "\(arguments): \(found) in \(String(reflecting: shown))")
            #expect(!result.shown.isEmpty, "\(arguments)")
            // A line end in data could forge a line of the program.
            #expect(!shown.contains("\nipf: no "), "\(arguments): \(shown)")
        }
    }

    /// A text without the program's own control characters: carriage returns that redraw a line, and line ends.
    private func withoutProgress(_ text: String) -> String {
        var parts = text.components(separatedBy: "\r")
        for index in parts.indices.dropFirst() {
            let own = parts[index].firstRange(of: "\u{1B}[K")
            // Any other carriage return comes from data.
            guard let own else { parts[index] = "\r" + parts[index]; continue }
            parts[index].removeSubrange(own)
        }
        return parts.joined()
    }

    @Test func progressEscapesTheNameOfTheSource() throws {
        // This command shows no progress, so no line is redrawn. It reports only the end of reading.
        let result = try TerminalSession.run(["scan", universe.source], in: folder, columns: 300)
        #expect(result.shown.contains("\rsource\(HostileUniverse.shown).ipf [####################] 100 %"))
        let narrow = try TerminalSession.run(["scan", universe.source], in: folder, columns: 90)
        #expect(narrow.shown.contains(#"\u2066i\u2069.ipf [####################] 100 %"#), "\(narrow.shown)")
    }

    /// Machine-readable output is unchanged if it goes to a program.
    @Test func programsReceiveUnchangedBytes() throws {
        let evil = HostileUniverse.evil
        for arguments in [
            ["dump", universe.old, "--format", "ipf"], ["dump", universe.old, "--format", "csv"],
            ["list", universe.old, "--format", "csv"],
            ["lookup", universe.old, "PLAIN", HostileUniverse.symbol]
                + ["--format", "ipf"], ["diff", universe.old, universe.new, "--format", "ipf"],
        ] {
            #expect(try Command.run(arguments, in: folder.url).output.contains(evil), "\(arguments)")
        }
        // Human-readable output is escaped everywhere.
        for arguments in [["lookup", universe.old, HostileUniverse.symbol], ["diff", universe.old, universe.new]] {
            let result = try Command.run(arguments, in: folder.url)
            #expect(result.output.contains(HostileUniverse.shown.prefix(20)) && commands(in: result.output).isEmpty)
        }
        let unknown = try Command.run(["lookup", universe.old, evil], in: folder.url)
        let shown = HostileUniverse.shown
        #expect(
            unknown.errors.hasPrefix("ipf: \(shown): not in the catalog; did you mean A\(shown)"), "\(unknown.errors)")
        #expect(unknown.errors.split(whereSeparator: \.isNewline).count == 1)
    }

    /// JSON on a terminal has the same value, but more escapes.
    @Test func jsonOnATerminalHasTheSameValues() throws {
        for arguments in [
            ["dump", universe.old], ["lookup", universe.old, HostileUniverse.symbol, "--format", "jsonl"],
            ["diff", universe.old, universe.new, "--format", "jsonl"],
            ["chain", universe.old, HostileUniverse.symbol]
                + ["--format", "jsonl"],
        ] {
            func values(_ text: String) throws -> [NSObject] {
                try text.components(separatedBy: "\n").filter { !$0.isEmpty }.map {
                    try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSObject)
                }
            }
            let shown = try TerminalSession.run(arguments, in: folder).shown
            #expect(try values(shown) == values(Command.run(arguments, in: folder.url).output), "\(arguments)")
        }
    }

    @Test func tablesRemainAligned() throws {
        let rows = ["\u{1B}[2J", "東京", "a\u{200B}b", "e\u{301}", "\u{202E}", "–"]
        var profiles: [InstrumentProfile] = []
        for (number, text) in rows.enumerated() {
            var profile = InstrumentProfile()
            (profile.type, profile.symbol, profile.description) = ("STOCK", text, "row \(number)")
            profiles.append(profile)
        }
        try Data(ProfileWriter.snapshot(profiles)).write(to: URL(filePath: folder.path("rows.ipf")))
        #expect(try Command.run(["import", "rows.ipf", "-o", "rows.catalog"], in: folder.url).status == 0)
        let table = try TerminalSession.run(["list", "rows.catalog", "--order", "symbol"], in: folder).shown
        #expect(
            table == """
                SYMBOL     TYPE   DESCRIPTION
                \\u001b[2J  STOCK  row 0
                a\u{200B}b         STOCK  row 2
                e\u{301}          STOCK  row 3
                –          STOCK  row 5
                \\u202e     STOCK  row 4
                東京       STOCK  row 1

                """)
        let narrow = try TerminalSession.run(["list", "rows.catalog", "--limit", "1"], in: folder, columns: 20).shown
        #expect(narrow.components(separatedBy: "\n").prefix(2).allSatisfy { $0.count <= 27 }, "\(narrow)")
    }

    /// Emphasis uses the program's own control sequences; the emphasized text is data.
    @Test func emphasisUsesOnlyTheProgramsSequences() throws {
        let result = try TerminalSession.run(
            ["lookup", universe.old, HostileUniverse.symbol], in: folder, environment: ["NO_COLOR": ""])
        #expect(result.shown.hasPrefix("\u{1B}[1mA\(HostileUniverse.shown)\u{1B}[0m\n"), "\(result.shown)")
        let own = result.shown.replacing("\u{1B}[1m", with: "").replacing("\u{1B}[0m", with: "")
        #expect(commands(in: own).isEmpty)
    }

    @Test(.timeLimit(.minutes(60))) func watchAndItsLogsEscapeControlCharacters() throws {
        let text = String(decoding: ProfileWriter.snapshot(HostileUniverse.profiles), as: UTF8.self)
            .replacing("##COMPLETE\n", with: "\u{1B}[2J,\u{9B}\n##COMPLETE\n")
        for arguments in [
            ["watch", "-"], ["watch", "-", "--format", "jsonl"], ["watch", "-", "--format", "ipf"],
            ["import", "--follow", "-", "-o", "f\(HostileUniverse.evil)"],
        ] {
            let result = try TerminalSession.run(arguments, input: text, in: folder)
            #expect(commands(in: result.shown).isEmpty, "\(arguments): \(result.shown)")
            #expect(
                result.shown.contains(
                    "can't be read; nothing is removed, since these records may be "
                        + "known"), "\(result.shown)")
        }
    }
}
