#if Master
    import Foundation
    import TestSupport
    import Testing

    /// `--valid-from`, `--as-of` and `--known-at` of a master, as processes.
    @Suite(.timeLimit(.minutes(60)), .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
    struct MasterValidTimeCommandTests {
        private let folder: TemporaryFolder
        private let server: PostgresServer
        private let database: String

        /// Batch 1 is true since 2 March 2020, batch 2 since 9 March. Batch 3 corrects A since 5 March.
        init() throws {
            folder = try TemporaryFolder()
            server = try PostgresServer.shared
            database = try server.makeDatabase()
            #expect(try ipf("master", "init").status == 0)
            for (name, date) in [("Alpha", "2020-03-02"), ("Alpha 2", "2020-03-09")] {
                let text = "#STOCK::=TYPE,SYMBOL,DESCRIPTION\nSTOCK,A,\(name)\nSTOCK,B,Beta\n##COMPLETE\n"
                try text.write(toFile: folder.path("a.ipf"), atomically: false, encoding: .utf8)
                let loaded = try ipf("master", "load", "a.ipf", "--source", "one", "--valid-from", date)
                #expect(loaded.status == 0, "\(loaded)")
            }
            let done = try ipf(
                "master", "override", "A", "DESCRIPTION", "Right", "--reason", "ticket", "--valid-from", "2020-03-05")
            #expect(done.output.hasSuffix(": override 1 in force by batch 3; instruments changed: 1\n"), "\(done)")
        }

        private func ipf(_ arguments: String...) throws -> Command.Result { try ipf(arguments) }

        private func ipf(_ arguments: [String]) throws -> Command.Result {
            try Command.run(
                arguments, in: folder.url,
                environment: [
                    "PGHOST": server.folder.path, "PGDATABASE": database, "PGUSER": "owner",
                    "XDG_CACHE_HOME": folder.path("cache"),
                ])
        }

        /// The arguments after the store, and the description of A.
        @Test(arguments: [
            ([], "Right"), (["--as-of", "2020-03-04"], "Alpha"), (["--as-of", "2020-03-05"], "Right"),
            (["--as-of", "2020-03-10"], "Right"), (["--as-of", "2020-03-05", "--known-at", "2"], "Alpha"),
            (["--as-of", "2020-03-10", "--known-at", "2"], "Alpha 2"), (["--as-of", "2"], "Alpha 2"),
            (["--as-of", "1", "--known-at", "now"], "Right"),
        ])
        func queriesHaveTwoTimes(options: [String], expected: String) throws {
            // The second answer comes from the cache.
            for _ in 0..<2 {
                let found = try ipf(["lookup", "master:", "A", "--format", "jsonl"] + options)
                #expect(found.output.contains(expected + "\""), "\(found)")
            }
        }

        @Test func buildsAndDifferencesHaveTwoTimes() throws {
            let built = try ipf("master", "build", "-o", "a.ipfc", "--as-of", "2020-03-06", "--json")
            #expect(built.output.contains(#""corrections": [1]"#), "\(built)")
            let text = try ipf("master", "build", "-o", "a.ipfc", "--as-of", "2020-03-06")
            #expect(
                text.output.contains("2 instruments of batch 1 (") && text.output.contains(" with 1 later correction, ")
            )
            let old = try ipf("master", "build", "-o", "a.ipfc", "--as-of", "2020-03-06", "--known-at", "2", "--json")
            #expect(old.status == 0 && !old.output.contains("corrections"), "\(old)")
            let now = try ipf("master", "diff", "2020-03-04", "2020-03-10")
            #expect(
                now.output.contains("\"Alpha\" → \"Right\"") && now.output.hasSuffix("0 added, 0 removed, 1 changed\n"),
                "\(now)")
            let then = try ipf("master", "diff", "2020-03-04", "2020-03-10", "--known-at", "2")
            #expect(then.output.contains("\"Alpha\" → \"Alpha 2\""), "\(then)")
            #expect(try ipf("master", "diff", "2020-03-06", "2020-03-10", "--exit-code").status == 0)
        }

        @Test func listsShowTheBeginning() throws {
            let log = try ipf("master", "log", "--format", "jsonl").output.split(separator: "\n")
            #expect(log.count == 3)
            for (line, date) in zip(log, ["2020-03-05", "2020-03-09", "2020-03-02"]) {
                #expect(line.contains(#""validFrom": "\#(date)T00:00:00Z""#), "\(line)")
            }
            #expect(try ipf("master", "log").output.contains("  VALID FROM "))
            #expect(
                try ipf("master", "explain", "A", "--format", "json").output.contains(
                    #""validFrom": "2020-03-05T00:00:00Z""#))
            let future = try ipf(
                "master", "override", "B", "DESCRIPTION", "Later", "--reason", "ticket", "--valid-from", "2999-01-04")
            #expect(future.output.hasSuffix(": override 2 pending by batch 4; instruments changed: 0\n"), "\(future)")
            let list = try ipf("master", "overrides").output
            #expect(list.contains("  pending") && list.contains("2999-01-04T00:00:00Z"), "\(list)")
            #expect(try ipf("master", "expire").output.hasSuffix(": nothing to change\n"))
            let ended = try ipf("master", "override", "B", "DESCRIPTION", "--withdraw", "--reason", "no")
            #expect(ended.output.contains("override 2 withdrawn by batch 5"), "\(ended)")
            #expect(try ipf("master", "verify").status == 0)
        }

        @Test func aFileHasBeginnings() throws {
            let rows =
                "SYMBOL,FIELD,VALUE,VALID_FROM\nB,DESCRIPTION,Best,2020-03-03\nA,CURRENCY,USD,2020-03-03T12:00:00Z\n"
            try rows.write(toFile: folder.path("c.csv"), atomically: false, encoding: .utf8)
            let done = try ipf("master", "override", "--file", "c.csv", "--reason", "ticket")
            #expect(done.status == 0, "\(done)")
            let found = try ipf("master", "build", "-o", "f.ipfc", "--as-of", "2020-03-03", "--json")
            #expect(found.output.contains(#""corrections": [2, 3]"#), "\(found)")
            try "SYMBOL,FIELD,VALUE,VALID_FROM\nB,ISIN,,soon\n".write(
                toFile: folder.path("c.csv"), atomically: false, encoding: .utf8)
            let wrong = try ipf("master", "override", "--file", "c.csv", "--reason", "ticket")
            #expect(wrong.errors.contains("line 2: VALID_FROM is \"soon\", expected a date such as"), "\(wrong)")
        }

        /// Arguments, the exit code and the error.
        @Test(
            arguments: [
                (["lookup", "master:", "A", "--known-at", "2"], 2, "--known-at requires --as-of."),
                (
                    ["lookup", "a.ipf", "A", "--as-of", "2020-03-05", "--known-at", "2"], 2,
                    "--known-at requires a master store"
                ),
                (
                    ["lookup", "master:", "A", "--as-of", "2020-03-05", "--known-at", "soon"], 2,
                    "--known-at: \"soon\" is not a point in time"
                ),
                (
                    ["lookup", "master:", "A", "--as-of", "2020-03-01"], 3,
                    "the store has no state at 2020-03-01T23:59:59.999Z: its first batch is from 2020-03-02T00:00:00Z"
                ),
                (
                    ["lookup", "master:", "A", "--as-of", "now", "--known-at", "2"], 3,
                    "whose knowledge was asked for; the store can't answer what was expected then"
                ),
                (
                    ["master", "load", "a.ipf", "--source", "one", "--valid-from", "2020-03-08"], 3,
                    "has changed the store since"
                ),
                (
                    ["master", "load", "a.ipf", "--source", "one", "--valid-from", "2999-01-01"], 3,
                    "which is in the future; load it then"
                ),
                (
                    ["master", "load", "a.ipf", "--source", "one", "--valid-from", "soon"], 2,
                    "--valid-from is soon, expected a date such as"
                ),
                (
                    ["master", "override", "A", "ISIN", "", "--reason", "x", "--valid-from", "soon"], 2,
                    "--valid-from is soon, expected a date such as"
                ),
                (
                    ["master", "override", "A", "ISIN", "", "--reason", "x", "--valid-from", "2020-03-01"], 3,
                    "but the store has instruments since 2020-03-02"
                ),
                (
                    ["master", "override", "A", "ISIN", "--withdraw", "--reason", "x", "--valid-from", "2020-03-05"], 2,
                    "--withdraw can't be combined with --valid-from"
                ),
                (
                    ["master", "override", "--file", "c.csv", "--valid-from", "2020-03-05"], 2,
                    "--valid-from can't be combined with it"
                ),
            ] as [([String], Int32, String)])
        func impossibleTimesAreErrors(arguments: [String], status: Int32, reason: String) throws {
            let result = try ipf(arguments)
            #expect(result.status == status && result.errors.contains(reason), "\(result)")
        }

        @Test func aNodeAnswersAndAcceptsBothTimes() throws {
            try "ann secret\n".write(toFile: folder.path("persons"), atomically: false, encoding: .utf8)
            let node = try FollowerProcess(
                [
                    "serve", "--master", server.address(database), folder.path("node.ipfc"), "--port", "0",
                    "--corrections", server.address(database), "--correctors", folder.path("persons"),
                ], environment: ["XDG_CACHE_HOME": folder.path("node-cache")])
            let url = try #require(node.line()?.split(separator: " ").last)
            func text(_ target: String) throws -> String {
                let address = try #require(URL(string: "\(url)\(target)"))
                return String(decoding: try Data(contentsOf: address), as: UTF8.self)
            }
            // The node listens before it has a catalog.
            for _ in 0..<100 where (try? text("/v1/instruments/A")) == nil { usleep(100_000) }
            let rows = [
                ("2020-03-04", "Alpha"), ("2020-03-05", "Right"), ("1&knownAt=now", "Right"),
                ("2020-03-05&knownAt=2", "Alpha"),
                ("2020-03-10&knownAt=2", "Alpha 2"), ("2", "Alpha 2"),
            ]
            for (moment, expected) in rows {
                let found = try text("/v1/instruments/A?asOf=\(moment)")
                #expect(found.contains(#""description":"\#(expected)""#), "\(moment): \(found)")
            }
            let lineage = try text("/v1/instruments/A?lineage=true")
            #expect(lineage.contains(#""validFrom":"2020-03-05T00:00:00Z""#), "\(lineage)")
            // Another correction changes the answer for a time, but not for a batch or earlier knowledge.
            let body =
                #"{"override": [{"symbol": "A", "field": "DESCRIPTION", "value": "Best", "validFrom": "2020-03-03"}], "reason": "ticket"}"#
            try body.write(toFile: folder.path("body.json"), atomically: false, encoding: .utf8)
            let posted = try Command.shell(
                """
                curl -sS -H 'Authorization: Bearer secret' -H 'Content-Type: application/json' -d @body.json \(url)/v1/overrides
                """, in: folder.url)
            #expect(posted.output.contains(#""batch":4,"overrides":[2],"state":"in force""#), "\(posted)")
            for (moment, expected) in [("2020-03-04", "Best"), ("2020-03-05", "Best"), ("1&knownAt=now", "Best")]
                + rows.dropFirst(3)
            {
                let found = try text("/v1/instruments/A?asOf=\(moment)&atLeast=4")
                #expect(found.contains(#""description":"\#(expected)""#), "\(moment): \(found)")
            }
            node.send(SIGTERM)
            #expect(node.wait() == 0)
        }
    }
#endif
