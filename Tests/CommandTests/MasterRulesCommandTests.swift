#if Master
    import Foundation
    import TestSupport
    import Testing

    /// `ipf master rules` and `ipf master exceptions` as processes, with a real server.
    @Suite(
        .timeLimit(.minutes(60)), .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed")
    )
    struct MasterRulesCommandTests {
        private let folder: TemporaryFolder
        private let server: PostgresServer
        private let database: String

        init() throws {
            folder = try TemporaryFolder()
            server = try PostgresServer.shared
            database = try server.makeDatabase()
            _ = try master("init", "--writer", "writer", "--reader", "reader")
            #expect(try load(["A,Alpha,USD", "B,Beta,EUR"]).status == 0)
        }

        /// Runs `ipf master` as the user of a role. The connection is given in environment variables.
        private func master(_ arguments: String..., role: String = "owner") throws -> Command.Result {
            let environment = ["PGHOST": server.folder.path, "PGDATABASE": database, "PGUSER": role]
            return try Command.run(["master"] + arguments, in: folder.url, environment: environment)
        }

        private func write(_ name: String, _ text: String) throws {
            try text.write(toFile: folder.path(name), atomically: false, encoding: .utf8)
        }

        private func load(_ rows: [String]) throws -> Command.Result {
            let lines = rows.map { "STOCK,\($0)\n" }.joined()
            try write("a.ipf", "#STOCK::=TYPE,SYMBOL,DESCRIPTION,CURRENCY\n\(lines)##COMPLETE\n")
            return try master("load", "a.ipf", "--source", "one", "--metrics", "ipf.prom", role: "writer")
        }

        @Test func rulesAreCheckedSetAndShown() throws {
            #expect(try master("rules").output == "# No rules are set.\n")
            try write(
                "rules.txt", "hold field CURRENCY: one of USD\nhold field ISIN required\nwarn field X: change x\n")
            let wrong = try master("rules", "rules.txt")
            #expect(
                wrong.status == 3
                    && wrong.errors.contains("line 2, column 17: found \"required\"; expected \",\" or \":\"")
                    && wrong.errors.contains(
                        "line 3, column 22: found \"x\"; expected none, or a bound such as 5 or 10%"),
                "\(wrong)")
            let text =
                "# The currencies.\nhold source oen field CURRENCY: one of USD, EUR\nwarn field CURENCY: required\n"
            try write("rules.txt", text)
            let checked = try master("rules", "rules.txt", "--check")
            #expect(checked.output == "rules.txt: no findings\n")
            #expect(checked.errors.contains("field CURENCY is not standard; did you mean CURRENCY?"), "\(checked)")
            #expect(try master("rules").output == "# No rules are set.\n")
            let done = try master("rules", "rules.txt", "--by", "ann", "--reason", "ticket 1", role: "writer")
            #expect(
                done.output.hasSuffix(": rules set by batch 2; instruments changed: 0; open exceptions: 2\n"), "\(done)"
            )
            #expect(done.errors.contains("no source named oen has been loaded yet; did you mean one?"), "\(done)")
            #expect(try master("rules", role: "reader").output == text)
            #expect(try master("rules", "rules.txt").output.hasSuffix(": these rules are already in force\n"))
            #expect(try master("rules", "rules.txt", role: "reader").status == 0)
            let log = try master("log", "--by", "ann")
            #expect(log.output.contains("rules") && log.output.contains("ticket 1"), "\(log)")
            try write("rules.txt", "")
            let refused = try master("rules", "rules.txt", role: "reader")
            #expect(refused.status == 4, "\(refused)")
        }

        @Test func exceptionsAreListedAssignedAndResolved() throws {
            try write("rules.txt", "hold field CURRENCY: one of USD, EUR\nwarn field DESCRIPTION: change none\n")
            #expect(try master("rules", "rules.txt").status == 0)
            let none = try master("exceptions")
            #expect(none.status == 1 && none.errors.contains("there is no such exception"), "\(none)")
            let loaded = try load(["A,Alpha,GBP", "B,Better,EUR", "C,Gamma,CHF"])
            #expect(loaded.status == 0)
            #expect(loaded.output.contains(/exceptions +3\n +held back +2\n/), "\(loaded)")
            let list = try master("exceptions", role: "reader")
            for text in [
                "HELD", "\"USD\"", "\"GBP\"", "\"Beta\"", "\"Better\"", "hold field CURRENCY: one of USD, EUR",
                "warn field DESCRIPTION: change none",
            ] { #expect(list.output.contains(text), "\(list)") }
            #expect(try master("show", "A").output.contains("USD") && master("show", "C").status == 1)
            #expect(try master("show", "B").output.contains("Better"))
            #expect(try master("explain", "C").output.contains("held back by a quality rule, not published"))
            #expect(try master("explain", "A", "--format", "json").output.contains(#""held": true"#))
            #expect(try master("explain", "B", "--format", "json").output.contains(#""held": false"#))
            let samples = try String(contentsOfFile: folder.path("ipf.prom"), encoding: .utf8)
            for sample in [
                #"ipf_master_writer_exceptions{source="one",rule="hold field CURRENCY: one of USD, EUR",state="open"} 2"#,
                #"ipf_master_writer_exceptions{source="one",rule="hold field CURRENCY: one of USD, EUR",state="assigned"} 0"#,
                #"ipf_master_writer_exceptions{source="one",rule="warn field DESCRIPTION: change none",state="open"} 1"#,
                #"ipf_master_writer_held{source="one"} 2"#,
            ] { #expect(samples.contains(sample + "\n"), "\(samples)") }

            let assigned = try master("exceptions", "--assign", "1", "2", "--to", "ann", "--by", "bob")
            #expect(assigned.output.hasSuffix(": exceptions 1, 2 assigned by batch 4; instruments changed: 0\n"))
            let refused = try master("exceptions", "--resolve", "1", "--reason", "x", role: "reader")
            #expect(refused.status == 4 && refused.errors.contains("--overrides"), "\(refused)")
            #expect(try master("grant", "reader", "--overrides").status == 0)
            let accepted = try master(
                "exceptions", "--resolve", "1", "--accept", "--reason", "ticket 7", "--by", "ann", "--json",
                role: "reader")
            #expect(
                accepted.output.contains(#""exceptions": [1]"#) && accepted.output.contains(#""effects": 1"#),
                "\(accepted)")
            #expect(try master("show", "A").output.contains("GBP"))
            let ann = try master("exceptions", "--assignee", "ann", "--format", "jsonl")
            #expect(ann.output.split(separator: "\n").count == 1 && ann.output.contains(#""id": 2"#), "\(ann)")
            let all = try master("exceptions", "A", "--all", "--format", "jsonl").output
            for text in [
                #""state": "accepted""#, #""old": "USD""#, #""new": "GBP""#, #""source": "one""#, #""assignee": "ann""#,
                #""reason": "ticket 7""#, #""resolved": {"batch": 5,"#, #""role": "reader", "person": "ann"}"#,
            ] { #expect(all.contains(text), "\(all)") }
            #expect(try load(["A,Alpha,GBP", "B,Better,EUR"]).status == 0)
            #expect(try master("exceptions", "--rule", "CURRENCY", "--source", "one").status == 1)
            #expect(try master("exceptions", "--state", "mended").output.contains("\"CHF\""))
            let again = try master("exceptions", "--resolve", "1", "--reason", "x")
            #expect(again.status == 3 && again.errors.contains("exception 1 was accepted by batch 5"), "\(again)")
            #expect(try master("verify").status == 0)
            let log = try master("log", "--by", "ann", "--format", "jsonl").output
            #expect(log.contains("exception") && log.contains("ticket 7"), "\(log)")
        }

        /// Invalid arguments, each with the start of the error.
        @Test(arguments: [
            (["--resolve", "1"], "--resolve requires --reason"),
            (["--accept"], "--accept requires --resolve"),
            (["--assign", "1"], "--assign requires --to"),
            (["--to", "ann"], "--assign requires --to"),
            (
                ["--assign", "1", "--to", "ann", "--resolve", "1", "--reason", "x"],
                "--assign can't be combined with --resolve"
            ),
            (["A", "--resolve", "1", "--reason", "x"], "can't be combined with a selection"),
            (["--all", "--state", "open"], "--all can't be combined with --state"),
            (["--state", "old"], "The value 'old' is invalid"),
        ])
        func argumentsAreChecked(arguments: [String], reason: String) throws {
            let result = try Command.run(
                ["master", "exceptions"] + arguments, in: folder.url,
                environment: ["PGHOST": server.folder.path, "PGDATABASE": database, "PGUSER": "owner"])
            #expect(result.status == 2 && result.errors.contains(reason), "\(result)")
        }
    }
#endif
