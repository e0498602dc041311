import Foundation
import TestSupport
import Testing

/// Archives of several files, lenient reading and warnings, in the commands that read sources.
@Suite struct ReadingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
    }

    private func writeZip(_ name: String, _ files: (name: String, text: String)...) throws {
        try StoredZip.of(files).write(to: URL(filePath: folder.path(name)))
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: URL(filePath: folder.path(name)), encoding: .utf8)
    }

    private func ipf(_ arguments: String..., input: String = "") throws -> Command.Result {
        try Command.run(arguments, input: input, in: folder.url)
    }

    private static let stocks = "#S::=TYPE,SYMBOL,ISIN\nS,A,1\nS,B,1\n##COMPLETE\n"
    private static let funds = "#F::=TYPE,SYMBOL\nF,C\n##COMPLETE\n"

    // MARK: Archives

    @Test func allFilesOfAZipAreRead() throws {
        try writeZip(
            "all.zip", ("data/", ""), ("data/stocks.ipf", Self.stocks), ("__MACOSX/._stocks.ipf", "\u{0}\u{5}"),
            ("data/funds.ipf", Self.funds))
        let imported = try ipf("import", "all.zip", "-o", "c.catalog", "--json")
        #expect(imported.status == 0 && imported.errors == "", "\(imported.errors)")
        #expect(imported.output.contains("\"instruments\": 3, ") && imported.output.contains("\"complete\": true, "))
        #expect(imported.output.contains("\"requests\": 0, \"warnings\": []}"))
        #expect(
            try ipf("dump", "all.zip", "--fields", "TYPE").output == """
                {"SYMBOL": "A", "TYPE": "S"}
                {"SYMBOL": "B", "TYPE": "S"}
                {"SYMBOL": "C", "TYPE": "F"}

                """)
        let merged = try ipf("merge", "c.catalog", "all.zip", "-o", "m.catalog")
        #expect(merged.status == 0 && merged.errors == "" && merged.output.hasPrefix("m.catalog: 3 instruments"))
    }

    @Test func anArchiveIsIncompleteIfOneFileIs() throws {
        try writeZip("all.zip", ("stocks.ipf", "#S::=TYPE,SYMBOL\nS,A\n"), ("funds.ipf", Self.funds))
        let warning = "ipf: warning: all.zip: no ##COMPLETE was found, so the source may be truncated\n"
        let imported = try ipf("import", "all.zip", "-o", "c.catalog", "--json")
        #expect(imported.errors == warning && imported.output.contains("\"complete\": false, "))
        let scanned = try ipf("scan", "all.zip")
        #expect(scanned.errors == warning && scanned.output.contains("  complete   no\n"), "\(scanned.output)")
        #expect(try ipf("dump", "all.zip").errors == warning)
        #expect(try ipf("verify", "all.zip").output.contains("all.zip: incomplete: no ##COMPLETE was found"))
    }

    @Test func anArchiveWithOtherFilesIsRefused() throws {
        try writeZip("all.zip", ("stocks.ipf", Self.stocks), ("readme.pdf", "%PDF-1.7\n"))
        let expected =
            "ipf: all.zip: “readme.pdf” in the zip archive is not a file of instrument profiles: it begins with "
            + "“%PDF-1.7␣”, expected a comment or a format line (#TYPE::=TYPE,…); remove it from the archive, or "
            + "unpack the archive and read its files\n"
        for arguments in [["import", "all.zip", "-o", "c.catalog"], ["scan", "all.zip"], ["verify", "all.zip"]] {
            let result = try Command.run(arguments, in: folder.url)
            #expect(result.status == 3 && result.errors == expected, "\(arguments): \(result.errors)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path("c.catalog")))
        let skipping = try ipf("import", "all.zip", "-o", "c.catalog", "--on-error", "skip")
        #expect(skipping.status == 3 && skipping.errors == expected)
    }

    @Test func positionsNameTheFileOfAnArchive() throws {
        try writeZip(
            "all.zip", ("a.ipf", Self.stocks), ("b/b.ipf", "#S::=TYPE,SYMBOL\nS,A\nS\n##COMPLETE\n"), ("c.ipf", ""))
        let stopped = try ipf("import", "all.zip", "-o", "c.catalog")
        #expect(stopped.status == 3)
        #expect(
            stopped.errors
                == "ipf: all.zip: b/b.ipf: line 3, column 1 (record at byte 21): found 1 field, expected 2 as in the "
                + "format line #S::=TYPE,…\n")
        let kept = try ipf("import", "all.zip", "-o", "c.catalog", "--rejects", "r.jsonl")
        #expect(kept.status == 0)
        #expect(kept.errors == "ipf: warning: all.zip: c.ipf: is empty, skipped\n")
        #expect(
            try text("r.jsonl") == """
                {"source": "all.zip", "file": "b/b.ipf", "line": 3, "byte": 21, "reason": "found 1 field, expected 2 as in \
                the format line #S::=TYPE,…", "text": "S"}

                """)
        let verified = try ipf("verify", "all.zip")
        #expect(verified.status == 1 && verified.errors == "")
        for line in [
            "all.zip:b/b.ipf:2: duplicate: A: already on line 2 of a.ipf; the last record wins",
            "all.zip:b/b.ipf:3: syntax: column 1: found 1 field, expected 2 as in the format line #S::=TYPE,…",
            "all.zip: left out: c.ipf: is empty, skipped",
        ] {
            #expect(verified.output.split(separator: "\n").contains(Substring(line)), "\(verified.output)")
        }
    }

    /// Schedule defaults are one text: a zip of several files is rejected, one with a folder and a file is read.
    @Test func scheduleDefaultsInAZipAreOneFile() throws {
        try writeZip("one.zip", ("d/", ""), ("d/a.properties", "hd.X=20260101\n"))
        try writeZip("two.zip", ("a.properties", "hd.X=20260101\n"), ("b.properties", "hd.Y=20260102\n"))
        let definition = "A(tz=UTC;hd=X;0=09001700)"
        let one = try ipf("schedule", "days", definition, "2026-01-01", "2026-01-01", "--defaults", "one.zip")
        #expect(one.status == 0 && one.output.contains("holiday"), "\(one)")
        let two = try ipf("schedule", "days", definition, "2026-01-01", "2026-01-01", "--defaults", "two.zip")
        #expect(two.status == 3)
        #expect(
            two.errors
                == "ipf: two.zip: the zip archive contains several files, “a.properties” and “b.properties” first, "
                + "expected one; unpack it and choose one\n")
    }

    @Test(.timeLimit(.minutes(60))) func archivesCanBeWatched() throws {
        try writeZip("all.zip", ("stocks.ipf", Self.stocks), ("funds.ipf", Self.funds))
        let server = try LoopbackServer {
            [bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.path("all.zip"))))] _ in
            [.response(200, [:], bytes)]
        }
        let process = try FollowerProcess(["watch", server.url + "/all.zip"])
        for line in ["+ S A", "+ S B", "+ F C"] { #expect(process.line() == line) }
        #expect(process.errorLine()?.hasSuffix("/all.zip: complete, 3 instruments") == true)
        process.send(SIGTERM)
        #expect(process.wait() == 0)
    }

    // MARK: Lenient reading

    private static let odd = """
        #OPTION::=TYPE,SYMBOL,CFI,UNDERLYING,EXPIRATION,STRIKE
        OPTION,A,OCASPS,U,2026-1-5,100
        OPTION,B,OCASPS,U,2026-01-05,NaN
        OPTION,C,OPASPS,U,2026-1-5, 100
        ##COMPLETE

        """

    private static let oddWarnings = [
        "line 2, column 19 (record at byte 55): found '2026-1-5' in EXPIRATION, read as 2026-01-05; expected a date YYYY-MM-DD "
            + "(the first of 2)",
        "line 3, column 30 (record at byte 86): found 'NaN' in STRIKE, read as NaN; expected a number",
        "line 4, column 28 (record at byte 119): found ' 100' in STRIKE, read as 100; expected no spaces around it",
    ]

    @Test func lenientReadingIsAnOption() throws {
        try write("odd.ipf", Self.odd)
        let strict = try ipf("import", "odd.ipf", "-o", "c.catalog")
        #expect(strict.status == 3)
        #expect(
            strict.errors
                == "ipf: odd.ipf: line 2, column 19 (record at byte 55): found '2026-1-5' in EXPIRATION, expected a date "
                + "YYYY-MM-DD; lenient reading accepts it\n")
        let warnings = Self.oddWarnings.map { "ipf: warning: odd.ipf: \($0)\n" }.joined()
        let imported = try ipf("import", "--lenient", "odd.ipf", "-o", "c.catalog", "--json")
        #expect(imported.status == 0 && imported.errors == warnings, "\(imported.errors)")
        #expect(
            imported.output.contains(
                #""warnings": [{"kind": "shortDate", "count": 2, "line": 2, "byte": 55, "reason": "found '2026-1-5' in "#
            ),
            "\(imported.output)")
        let people = try ipf("import", "--lenient", "odd.ipf", "-o", "c.catalog")
        #expect(people.output.contains("  warnings                         4\n"), "\(people.output)")
        #expect(
            try ipf("dump", "c.catalog", "--format", "csv", "--fields", "EXPIRATION,STRIKE").output == """
                TYPE,SYMBOL,EXPIRATION,STRIKE
                OPTION,A,2026-01-05,100
                OPTION,B,2026-01-05,NaN
                OPTION,C,2026-01-05,100

                """)
        // The option without a finite strike is in no chain.
        let chain = try ipf("chain", "c.catalog", "U")
        #expect(chain.output == "2026-01-05  OXASPS\n  CALL  STRIKE  PUT\n  A        100  C\n", "\(chain)")
        for arguments in [
            ["scan", "--lenient", "odd.ipf"], ["dump", "odd.ipf", "--lenient"], ["verify", "odd.ipf", "--lenient"],
        ] {
            let result = try Command.run(arguments, in: folder.url)
            #expect(result.errors == warnings, "\(arguments): \(result.errors)")
        }
        let merged = try ipf("merge", "c.catalog", "odd.ipf", "--lenient", "-o", "m.catalog")
        #expect(merged.status == 0 && merged.errors == warnings)
        #expect(try ipf("diff", "c.catalog", "m.catalog").output == "0 added, 0 removed, 0 changed, 3 unchanged\n")
    }

    /// An unchanged source is read again if the strictness has changed, because the result may differ.
    @Test func changedStrictnessReadsAnUnchangedSourceAgain() throws {
        let server = try LoopbackServer { request in
            request.headers["if-none-match"] == "\"1\""
                ? [.response(304, ["ETag": "\"1\""])] : [.response(200, ["ETag": "\"1\""], Array(Self.odd.utf8))]
        }
        let importing = { (arguments: [String]) in
            try Command.run(["import", server.url, "-o", "c.catalog", "--json"] + arguments, in: folder.url).output
        }
        #expect(try importing(["--on-error", "skip"]).contains("\"instruments\": 0, "))
        #expect(try importing(["--on-error", "skip"]).contains("\"unchanged\": true, "))
        #expect(try importing(["--lenient"]).contains("\"instruments\": 3, "))
        #expect(try importing(["--lenient"]).contains("\"unchanged\": true, "))
    }

    @Test(.timeLimit(.minutes(60))) func liveSourcesCanBeReadLeniently() throws {
        let server = try LoopbackServer { _ in
            [.send(Array("HTTP/1.1 200 OK\r\nX-Live: provided\r\nConnection: close\r\n\r\n\(Self.odd)".utf8)), .stall]
        }
        let process = try FollowerProcess(["watch", server.url, "--lenient"])
        for line in ["+ OPTION A", "+ OPTION B", "+ OPTION C"] { #expect(process.line() == line) }
        // A live source prints warnings immediately, so their final count is not known.
        for warning in Self.oddWarnings {
            let first = warning.replacing(" (the first of 2)", with: "")
            #expect(process.errorLine() == "ipf: warning: \(first)")
        }
        #expect(process.errorLine()?.hasSuffix("complete, 3 instruments") == true)
        process.send(SIGTERM)
        #expect(process.wait() == 0)
    }

    @Test func lenientRequiresASource() throws {
        let result = try ipf("serve", "c.catalog", "--lenient")
        #expect(result.status == 2 && result.errors.contains("--lenient requires --source."))
        for command in ["import", "scan", "dump", "merge", "verify", "watch", "publish", "serve"] {
            #expect(try ipf(command, "--help").output.contains("--lenient"), "\(command)")
        }
    }

    // MARK: Comments

    @Test func recordsThatLookLikeCommentsAreReported() throws {
        let source = "##::=TYPE,SYMBOL\n#,A\n#,B\n#S::=TYPE,SYMBOL\n\"\"\nS,C\n##COMPLETE\n"
        try write("a.ipf", source)
        let reason =
            "line 2, column 1 (record at byte 17): skipped a record of type '#': it starts with #, so it reads as a "
            + "comment; rename the type (the first of 2)"
        let imported = try ipf("import", "a.ipf", "-o", "c.catalog", "--json")
        #expect(imported.status == 0 && imported.errors == "ipf: warning: a.ipf: \(reason)\n", "\(imported.errors)")
        #expect(imported.output.contains("\"kind\": \"typeReadsAsComment\", \"count\": 2, \"line\": 2, \"byte\": 17"))
        #expect(imported.output.contains("\"instruments\": 1, "))
        let scanned = try ipf("scan", "a.ipf")
        #expect(scanned.output.contains("  warnings     2\n") && scanned.errors == imported.errors, "\(scanned.output)")
        let verified = try ipf("verify", "a.ipf")
        #expect(verified.status == 1 && verified.errors == "")
        #expect(verified.output.contains("a.ipf: left out: \(reason)\n"), "\(verified.output)")
    }
}
