#if Master
    import Foundation
    import TestSupport
    import Testing

    /// `ipf master override` and its related commands as processes, with a real server.
    @Suite(
        .timeLimit(.minutes(60)), .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed")
    )
    struct MasterOverrideCommandTests {
        private let folder: TemporaryFolder
        private let server: PostgresServer
        private let database: String

        init() throws {
            folder = try TemporaryFolder()
            server = try PostgresServer.shared
            database = try server.makeDatabase()
            _ = try master("init", "--writer", "writer", "--reader", "reader")
            try write("a.ipf", "#STOCK::=TYPE,SYMBOL,DESCRIPTION\nSTOCK,A,Alpha\nSTOCK,B,Beta\n##COMPLETE\n")
            let loaded = try master("load", "a.ipf", "--source", "one", "--by", "feeds", "--reason", "night")
            #expect(loaded.status == 0, "\(loaded)")
        }

        /// Runs `ipf master` as the user of a role. The connection is given in environment variables.
        private func master(_ arguments: String..., role: String = "owner") throws -> Command.Result {
            let environment = ["PGHOST": server.folder.path, "PGDATABASE": database, "PGUSER": role]
            return try Command.run(["master"] + arguments, in: folder.url, environment: environment)
        }

        private func write(_ name: String, _ text: String) throws {
            try text.write(toFile: folder.path(name), atomically: false, encoding: .utf8)
        }

        @Test func anOverrideIsListedExplainedAndWithdrawn() throws {
            let done = try master("override", "A", "DESCRIPTION", "Right", "--reason", "ticket 1", "--by", "ann")
            #expect(done.status == 0, "\(done)")
            #expect(done.output.hasSuffix(": override 1 in force by batch 2; instruments changed: 1\n"), "\(done)")
            #expect(try master("show", "A").output.contains("Right"))
            let list = try master("overrides", role: "reader")
            for text in ["in force", "one: \"Alpha\"", "ann", "ticket 1"] {
                #expect(list.output.contains(text), "\(list)")
            }
            let explained = try master("explain", "A", "--format", "json")
            #expect(
                explained.output.contains(
                    #""override": {"id": 1, "by": "ann", "reason": "ticket 1", "validFrom": null, "until": null}"#),
                "\(explained)")
            #expect(try master("explain", "A").output.contains("override 1"))
            try write("b.ipf", "#STOCK::=TYPE,SYMBOL,DESCRIPTION\nSTOCK,A,Right\nSTOCK,B,Beta\n##COMPLETE\n")
            #expect(try master("load", "b.ipf", "--source", "one").status == 0)
            let lines = try master("overrides", "A", "--format", "jsonl")
            #expect(
                lines.output.contains(#""caughtUp":true"#) || lines.output.contains(#""caughtUp": true"#), "\(lines)")
            let again = try master("override", "A", "DESCRIPTION", "Right", "--reason", "ticket 1", "--json")
            #expect(again.output.contains(#""batch": null"#) && again.output.contains(#""unchanged": 1"#), "\(again)")
            let ended = try master("override", "A", "DESCRIPTION", "--withdraw", "--reason", "corrected")
            #expect(ended.status == 0 && ended.output.contains("override 1 withdrawn by batch 4"), "\(ended)")
            #expect(try master("override", "A", "DESCRIPTION", "--withdraw", "--reason", "again").status == 1)
            #expect(try master("overrides").status == 1)
            #expect(try master("overrides", "--all").output.contains("withdrawn"))
            #expect(try master("verify").status == 0)
        }

        @Test func aFileOverridesAllOrNothing() throws {
            try write(
                "wrong.csv",
                "SYMBOL,FIELD,VALUE,REASON,UNTIL\nA,ISIN,US0378331006,typo,\nZ,ISIN,,gone,\nB,STRIKE,x,,\nB,CURRENCY,USD,ok,soon\n"
            )
            let wrong = try master("override", "--file", "wrong.csv")
            #expect(
                wrong.status == 3 && wrong.errors.contains("line 5: UNTIL is \"soon\", expected a date"), "\(wrong)")
            try write(
                "wrong.csv",
                "SYMBOL,FIELD,VALUE,REASON\nA,ISIN,US0378331006,typo\nZ,ISIN,,gone\nB,STRIKE,x,ok\nB,STRIKE,1,ok\n")
            let faults = try master("override", "--file", "wrong.csv")
            for text in [
                "line 2: ISIN is \"US0378331006\"", "line 3: Z: no source has this symbol now",
                "line 4: STRIKE is \"x\", expected a number", "line 5: STRIKE of B is already in line 4",
            ] { #expect(faults.status == 3 && faults.errors.contains(text), "\(faults)") }
            try write("wrong.csv", "SYMBOL,VALUE,COLOR\nA,x,red\n")
            let header = try master("override", "--file", "wrong.csv", "--reason", "x")
            #expect(header.errors.contains("column COLOR is unknown"), "\(header)")
            #expect(header.errors.contains("column FIELD is missing"), "\(header)")
            #expect(try master("overrides", "--all").status == 1)

            try write(
                "right.csv",
                "SYMBOL,FIELD,VALUE,REASON,UNTIL\nA,DESCRIPTION,\"Alpha, Inc.\",name,2999-12-31\nB,CURRENCY,USD,,\n")
            let done = try master("override", "--file", "right.csv", "--reason", "ticket 2", "--json")
            #expect(done.status == 0 && done.output.contains(#""overrides": [1, 2]"#), "\(done)")
            #expect(done.output.contains(#""effects": 2"#), "\(done)")
            let list = try master("overrides")
            for text in ["\"Alpha, Inc.\"", "3000-01-01", "ticket 2", "name"] {
                #expect(list.output.contains(text), "\(list)")
            }
            #expect(try master("expire").output.hasSuffix(": nothing to change\n"))
        }

        @Test func proposalsNeedAnotherPerson() throws {
            let proposed = try master(
                "override", "A", "DESCRIPTION", "Right", "--reason", "ticket", "--propose", "--by", "ann")
            #expect(proposed.output.contains("override 1 proposed by batch 2; instruments changed: 0"), "\(proposed)")
            let own = try master("approve", "1", "--by", "ann")
            #expect(own.status == 3 && own.errors.contains("another person must approve it"), "\(own)")
            let refused = try master("approve", "1", "--by", "bob", role: "reader")
            #expect(refused.status == 4 && refused.errors.contains("--overrides"), "\(refused)")
            #expect(try master("grant", "reader", "--overrides").output.hasSuffix(": reader may override fields\n"))
            let approved = try master("approve", "1", "--by", "bob", role: "reader")
            #expect(approved.status == 0, "\(approved)")
            try write("policy.txt", "sources one\napprove overrides\n")
            #expect(try master("policy", "policy.txt", "--by", "ann", "--reason", "four eyes").status == 0)
            let direct = try master("override", "A", "DESCRIPTION", "x", "--reason", "ticket")
            #expect(direct.status == 3 && direct.errors.contains("approve overrides"), "\(direct)")
            #expect(try master("override", "B", "ISIN", "", "--reason", "x", "--propose").status == 0)
            #expect(try master("approve", "3", "--reject", "--reason", "no").output.contains("ended by batch"))
        }

        @Test func theLogIsFiltered() throws {
            #expect(try master("override", "A", "CURRENCY", "USD", "--reason", "ticket 9", "--by", "ann").status == 0)
            let all = try master("log")
            #expect(all.output.contains("REASON") && all.output.contains("ticket 9"), "\(all)")
            let feeds = try master("log", "--by", "feeds", "--format", "jsonl")
            #expect(feeds.output.split(separator: "\n").count == 1, "\(feeds)")
            for text in ["feeds", "night", "ipf "] { #expect(feeds.output.contains(text), "\(feeds)") }
            let field = try master("log", "--symbol", "A", "--field", "CURRENCY", "--format", "jsonl")
            #expect(field.output.split(separator: "\n").count == 1 && field.output.contains("override"), "\(field)")
            let none = try master("log", "--by", "nobody")
            #expect(none.status == 1 && none.errors.contains("the store has no such batch"), "\(none)")
        }

        /// For each field, a node reports the source, the time, and the rule or override that decided.
        @Test func aNodeKnowsTheLineageOfFields() throws {
            try write("b.ipf", "#STOCK::=TYPE,SYMBOL,DESCRIPTION,CURRENCY\nSTOCK,A,Other,EUR\n##COMPLETE\n")
            #expect(try master("load", "b.ipf", "--source", "two").status == 0)
            try write("policy.txt", "sources one, two\nfield CURRENCY: two\n")
            #expect(try master("policy", "policy.txt").status == 0)
            let done = try master("override", "A", "DESCRIPTION", "Right", "--reason", "ticket", "--by", "ann")
            #expect(done.status == 0, "\(done)")
            let node = try FollowerProcess([
                "serve", "--master", server.address(database), folder.path("node.ipfc"), "--port", "0",
            ])
            let url = try #require(node.line()?.split(separator: " ").last)
            let address = try #require(URL(string: "\(url)/v1/instruments/A?lineage=true&atLeast=4"))
            var answer: Data?
            // The node listens before it has a catalog.
            for _ in 0..<100 {
                answer = try? Data(contentsOf: address)
                if answer != nil { break }
                usleep(100_000)
            }
            let bytes = try #require(answer)
            let json = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
            #expect(json["description"] as? String == "Right")
            let lineage = try #require(json["lineage"] as? [String: Any])
            #expect(lineage["batch"] as? Int == 4)
            let fields = try #require(lineage["fields"] as? [String: [String: Any]])
            #expect(Set(fields.keys) == ["TYPE", "SYMBOL", "DESCRIPTION", "CURRENCY"])
            #expect(fields["TYPE"]?["source"] as? String == "one")
            #expect(fields["TYPE"]?["rule"] as? String == "sources one, two")
            #expect(fields["CURRENCY"]?["source"] as? String == "two")
            #expect(fields["CURRENCY"]?["rule"] as? String == "field CURRENCY: two")
            #expect(fields["DESCRIPTION"]?["source"] == nil)
            let override = try #require(fields["DESCRIPTION"]?["override"] as? [String: Any])
            #expect(override["id"] as? Int == 1 && override["by"] as? String == "ann")
            #expect(override["reason"] as? String == "ticket")
            // The time of a field is that of the batch that changed its text.
            let log = try master("log", "--format", "jsonl").output.split(separator: "\n")
            for (field, batch) in [("TYPE", 1), ("CURRENCY", 3), ("DESCRIPTION", 4)] {
                let line = try #require(
                    log.first { $0.contains("\"seq\":\(batch),") || $0.contains("\"seq\": \(batch),") })
                let since = try #require(fields[field]?["since"] as? String)
                #expect(line.contains(since), "\(field) since \(since): \(line)")
            }
            // A node that follows the master receives an override like any other batch.
            #expect(try master("override", "A", "DESCRIPTION", "Better", "--reason", "x").status == 0)
            let next = try #require(URL(string: "\(url)/v1/instruments/A?atLeast=5"))
            let text = String(decoding: try Data(contentsOf: next), as: UTF8.self)
            #expect(text.contains(#""description":"Better""#), "\(text)")
            node.send(SIGTERM)
            #expect(node.wait() == 0)
        }

        /// Invalid arguments, each with the start of the error.
        @Test(arguments: [
            (["A", "ISIN", "x"], "--reason is required"),
            (["A", "ISIN", "--reason", "x"], "expected a VALUE"),
            (["A"], "expected SYMBOL and FIELD, or --file"),
            (["A", "ISIN", "x", "--withdraw", "--reason", "x"], "--withdraw takes no VALUE"),
            (["A", "ISIN", "--withdraw", "--propose", "--reason", "x"], "--withdraw can't be combined with --propose"),
            (["--file", "x.csv", "--withdraw"], "--file can't be combined with --withdraw"),
            (["A", "ISIN", "", "--reason", "x", "--until", "soon"], "--until is soon, expected a date such as"),
        ])
        func argumentsAreChecked(arguments: [String], reason: String) throws {
            let result = try Command.run(
                ["master", "override"] + arguments, in: folder.url,
                environment: ["PGHOST": server.folder.path, "PGDATABASE": database, "PGUSER": "owner"])
            #expect(result.status == 2 && result.errors.contains(reason), "\(result)")
        }
    }
#endif
