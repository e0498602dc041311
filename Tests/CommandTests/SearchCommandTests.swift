import Foundation
import TestSupport
import Testing

@Suite struct SearchCommandTests {
    @Test func resultsArePrintedInEachFormat() throws {
        let fixture = try FilterFixture()
        for (arguments, output) in Self.answers {
            let result = try fixture.run(["search", "old.catalog"] + arguments)
            #expect(result.output == output && result.status == 0, "\(arguments): \(result.errors)")
            #expect(result.errors == "", "\(arguments)")
        }
    }

    private static let answers: [([String], String)] = [
        (
            ["gold"],
            """
            SYMBOL       TYPE    MATCH  DESCRIPTION
            /YGM27:IFUS  FUTURE  words  Gold June 27
            /YGQ27:IFUS  FUTURE  words  Gold August 27
            /YGZ27:IFUS  FUTURE  words  Gold December 27

            """
        ),
        // A query may omit accents, have words in any order, and consist of several arguments.
        (
            ["hava", "turk"],
            """
            SYMBOL    TYPE   MATCH  DESCRIPTION
            THYAO:TR  STOCK  words  Türk Hava Yolları, A.O.

            """
        ),
        (
            ["c150", "--strike", "150", "--format", "jsonl"],
            """
            {"symbol": ".AAPL270115C150", "type": "OPTION", "description": "", "match": "symbolSubstring", \
            "highlights": {"SYMBOL": [[11, 15]]}}

            """
        ),
        (
            ["turk", "--format", "jsonl"],
            """
            {"symbol": "THYAO:TR", "type": "STOCK", "description": "Türk Hava Yolları, A.O.", "match": "description", \
            "highlights": {"DESCRIPTION": [[0, 5]]}}

            """
        ),
        (
            ["aple", "--type", "STOCK", "--country", "US"],
            """
            SYMBOL  TYPE   MATCH       DESCRIPTION
            AAPL    STOCK  with typos  Apple Inc.

            """
        ),
        (
            ["aapl", "--facets", "--strike", "150"],
            """
            3 instruments

            TYPE    INSTRUMENTS
            OPTION            3

            CURRENCY  INSTRUMENTS
            USD                 3

            """
        ),
    ]

    /// A matching identifier is printed, because the table has no column for it.
    @Test func matchingIdentifiersArePrinted() throws {
        let folder = try TemporaryFolder()
        let sample = Command.root.appending(path: "Samples/Data/sample.ipf.gz").path
        #expect(try Command.run(["import", sample, "-o", "s.catalog"], in: folder.url).status == 0)
        let profile = try Command.run(["list", "s.catalog", "--where", "ISIN=US0378331005"], in: folder.url)
        #expect(profile.output.contains("AAPL"))
        let result = try Command.run(["search", "s.catalog", "us0378331005"], in: folder.url)
        #expect(
            result.output == """
                SYMBOL  TYPE   MATCH              DESCRIPTION
                AAPL    STOCK  ISIN US0378331005  Apple Inc. - Common Stock

                """)
    }

    @Test func explanationsEqualTheExampleInTheDocumentation() throws {
        let folder = try TemporaryFolder()
        let sample = Command.root.appending(path: "Samples/Data/sample.ipf.gz").path
        #expect(try Command.run(["import", sample, "-o", "sample.ipfc"], in: folder.url).status == 0)
        let article = try String(
            contentsOf: Command.root.appending(
                path: "Sources/InstrumentCatalog/InstrumentCatalog.docc/Search.md"), encoding: .utf8)
        let search = ["search", "sample.ipfc", "sp500", "--limit", "5", "--explain"]
        let command = "$ ipf \(search.joined(separator: " "))\n"
        let example = try #require(article.split(separator: command).dropFirst().first)
        #expect(try Command.run(search, in: folder.url).output == example.prefix { $0 != "`" })
    }

    @Test func relaxationsAreReportedOnceAndInEachResult() throws {
        let fixture = try FilterFixture()
        let result = try fixture.run(["search", "old.catalog", "apple", "london"])
        #expect(
            result.output == """
                SYMBOL  TYPE   MATCH           DESCRIPTION
                AAPL    STOCK  without london  Apple Inc.

                """)
        #expect(result.errors == "ipf: apple london: no instrument matches the whole query; found without london\n")
    }

    @Test func aVenueIsReportedWithItsHours() throws {
        let fixture = try FilterFixture()
        for (query, day, error) in [
            (
                "nyse", "2026-11-27",
                "XNYS is a venue, New York Stock Exchange: 2026-11-27 open, early close: 09:30–13:00 regular"
            ),
            ("XLON", "2026-12-25", "XLON is a venue, London Stock Exchange: 2026-12-25 closed, holiday"),
        ] {
            let result = try fixture.run(["search", "old.catalog", query, "--on", day])
            #expect(result.errors == "ipf: \(error)\nipf: \(query): nothing found\n")
        }
    }

    @Test func explanationsAreMembersInJSON() throws {
        let fixture = try FilterFixture()
        for (query, members) in [
            ("aapl", #"{"stage": 1, "typos": 0, "weight": 0, "listing": "unitedStates", "popularity": 2, "rank": 1}"#),
            (
                "aple",
                #"{"stage": 10, "leftOver": "0", "typos": 1, "weight": 0, "listing": "unitedStates", "#
                    + #""popularity": 2, "rank": 1}"#
            ),
            // For types without listings, the explanation has no listing.
            ("/ygm27", #"{"stage": 3, "typos": 0, "weight": 0, "popularity": 0, "rank": 5}"#),
        ] {
            let result = try fixture.run(
                ["search", "old.catalog", query, "--explain", "--format", "jsonl", "--limit", "1"])
            #expect(result.output.contains(#", "explain": "# + members + "}\n"), "\(query): \(result.output)")
        }
    }

    @Test func cursorsContinueTheResults() throws {
        let fixture = try FilterFixture()
        let search = ["search", "old.catalog", "a", "--format", "jsonl"]
        let all = try fixture.run(search + ["--limit", "100"])
        #expect(all.errors == "" && all.output.split(separator: "\n").count == 8)
        var lines: [Substring] = []
        var cursor: [String] = []
        var pages = 0
        repeat {
            let page = try fixture.run(search + ["--limit", "3"] + cursor)
            #expect(page.status == 0)
            lines += page.output.split(separator: "\n").map { $0 }
            let next = page.errors.split(separator: "--cursor ").dropFirst().first
            cursor = next.map { ["--cursor", String($0.dropLast())] } ?? []
            pages += 1
        } while !cursor.isEmpty && pages < 10
        #expect(lines == all.output.split(separator: "\n"))
        #expect(pages == 3)
    }

    @Test func missesAndInvalidOptionsAreErrors() throws {
        let fixture = try FilterFixture()
        for (arguments, status, error) in [
            (["old.catalog", "zzzz"], 1, "ipf: zzzz: nothing found\n"),
            (["old.catalog", "&"], 1, "ipf: &: nothing found\n"),
            (["old.catalog"], 2, "Error: Missing expected argument '<query> ...'"),
            (["old.catalog", "a", "--limit", "0"], 2, "Error: --limit is 0, expected 1 or more."),
            (
                ["old.catalog", "a", "--facets", "--explain"], 2,
                "Error: --facets lists no results to explain; omit --explain."
            ),
            (
                ["old.catalog", "a", "--cursor", "none"], 2,
                "ipf: catalog: 'none' is not a cursor; pass the cursor of"
            ),
            (
                ["old.catalog", String(repeating: "a", count: 1025)], 3,
                "ipf: catalog old.catalog: the text to search is 1025"
            ),
            (["defaults", "a"], 3, "ipf: /"),
            (["nowhere", "a"], 4, "ipf: catalog nowhere: can't open it: No such file or directory"),
        ] as [([String], Int32, String)] {
            let result = try fixture.run(["search"] + arguments)
            #expect(result.status == status && result.output.isEmpty, "\(arguments)")
            #expect(result.errors.hasPrefix(error), "\(arguments): \(result.errors)")
        }
    }

    /// On a terminal, matches are highlighted, the last column is truncated to fit, and `NO_COLOR` is respected.
    @Test func matchesAreHighlightedOnATerminal() throws {
        let fixture = try FilterFixture()
        let arguments = ["search", "old.catalog", "yolları"]
        #expect(
            try TerminalSession.run(arguments, in: fixture.folder, columns: 40, environment: ["NO_COLOR": ""]).shown
                == """
                \u{1B}[1mSYMBOL    TYPE   MATCH  DESCRIPTION\u{1B}[0m
                THYAO:TR  STOCK  words  Türk Hava \u{1B}[1;33mYolla\u{1B}[0m…

                """)
        #expect(
            try TerminalSession.run(arguments, in: fixture.folder, environment: ["COLUMNS": "80", "NO_COLOR": "1"])
                .shown
                    == """
                    SYMBOL    TYPE   MATCH  DESCRIPTION
                    THYAO:TR  STOCK  words  Türk Hava Yolları, A.O.

                    """)
    }
}
