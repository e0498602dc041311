#if Master
    import Foundation
    import TestSupport
    import Testing

    /// `ipf master` as a process, with a real server.
    @Suite(
        .timeLimit(.minutes(60)), .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed")
    )
    struct MasterCommandTests {
        private let folder: TemporaryFolder
        private let server: PostgresServer
        private let database: String

        init() throws {
            folder = try TemporaryFolder()
            server = try PostgresServer.shared
            database = try server.makeDatabase()
        }

        /// Runs `ipf master` as the user of a role. The connection is given in environment variables.
        private func master(_ arguments: String..., role: String = "owner") throws -> Command.Result {
            try Command.run(["master"] + arguments, in: folder.url, environment: environment(role))
        }

        private func environment(_ role: String) -> [String: String] {
            ["PGHOST": server.folder.path, "PGDATABASE": database, "PGUSER": role]
        }

        private func write(_ name: String, _ lines: String) throws {
            let text = "#STOCK::=TYPE,SYMBOL,DESCRIPTION\n" + lines
            try text.write(toFile: folder.path(name), atomically: false, encoding: .utf8)
        }

        @Test func initCreatesTheStoreAndLoadFillsIt() throws {
            try write("a.ipf", "STOCK,A,Alpha\nSTOCK,B,Beta\n##COMPLETE\n")
            let before = try master("load", "a.ipf", "--source", "one")
            #expect(before.status == 4)
            #expect(
                before.errors.contains(
                    "this database has no master store; create one: ipf master init"))
            let made = try master("init", "--writer", "writer", "--reader", "reader")
            #expect((made.status, made.errors) == (0, ""))
            #expect(made.output.contains("/\(database): created, schema version "))
            let again = try master("init")
            #expect(again.output.hasSuffix(", unchanged\n"))

            let loaded = try master("load", "a.ipf", "--source", "one", "--json", role: "writer")
            #expect(loaded.status == 0)
            #expect(loaded.output.contains(#""seq": 1"#))
            #expect(
                loaded.output.contains(
                    #""added": 2, "changed": 0, "removed": 0, "effects": 2, "instruments": 2"#))
            let text = try master("load", "a.ipf", "--source", "one", role: "writer")
            #expect(text.output.contains("one in postgresql://writer@"))
            let refused = try master("load", "a.ipf", "--source", "one", role: "reader")
            #expect(refused.status == 4)
            #expect(refused.errors.contains("have the owner run `ipf master init --writer ROLE`"))
        }

        /// A load applies the rules to its profiles. With other rules, the same snapshot is loaded again.
        @Test func loadAppliesRules() throws {
            _ = try master("init")
            try write("a.ipf", "STOCK,A,Alpha\nSTOCK,B,Beta\nSTOCK,C,Gamma\n##COMPLETE\n")
            let rules = "if (SYMBOL == 'A') DESCRIPTION = 'First'; if (SYMBOL == 'C') delete();"
            let loaded = try master("load", "a.ipf", "--source", "one", "--json", "--transform", rules)
            #expect(loaded.status == 0, "\(loaded)")
            #expect(
                loaded.output.contains(
                    #""transform": {"changed": 1, "dropped": 1, "rules": [{"name": "transform", "lines": [{"line": 1, "count": 2}]}]}"#
                ))
            #expect(loaded.output.contains(#""added": 2"#) && loaded.output.contains(#""instruments": 2"#))
            #expect(try master("show", "A").output.contains("First"))
            let again = try master("load", "a.ipf", "--source", "one", "--json", "--transform", rules)
            #expect(again.output.contains(#""added": 0, "changed": 0, "removed": 0, "effects": 0"#), "\(again)")
            let text = try master("load", "a.ipf", "--source", "one")
            #expect(
                text.output.contains("added               1\n") && text.output.contains("changed             1\n"),
                "\(text)")
            #expect(try master("show", "A").output.contains("Alpha"))
            let failing = try master("load", "a.ipf", "--source", "one", "--transform", "date D; D = SYMBOL;")
            #expect(failing.status == 3 && failing.errors.contains("transform, line 1, STOCK A: "), "\(failing)")
        }

        @Test func loadRefusesAndRejectsAsImportDoes() throws {
            _ = try master("init")
            try write("a.ipf", "STOCK,A,Alpha\nSTOCK,B,Beta\nSTOCK,C,Gamma\n##COMPLETE\n")
            try write("b.ipf", "STOCK,A,Alpha\n##COMPLETE\n")
            try write("c.ipf", "STOCK,A,Alpha\nSTOCK,B\nSTOCK,C,Gamma\n##COMPLETE\n")
            #expect(try master("load", "a.ipf", "--source", "one").status == 0)
            let shrunk = try master("load", "b.ipf", "--source", "one")
            #expect(shrunk.status == 3)
            #expect(
                shrunk.errors.contains(
                    "load of one refused; the store was not changed: it would have removed 2 of 3"))
            #expect(try master("load", "c.ipf", "--source", "one").status == 3)
            let skipped = try master("load", "c.ipf", "--source", "one", "--rejects", "r.jsonl")
            #expect(skipped.status == 0)
            #expect(
                try String(contentsOfFile: folder.path("r.jsonl"), encoding: .utf8).contains(#""line": 3"#))
            let wrong = try master("load", "a.ipf", "--source", "a b")
            #expect(wrong.status == 3)
            let address = try master(
                "load", "a.ipf", "--source", "one", "--master", "mysql://u:s3cret@h/d")
            #expect(address.status == 2)
            #expect(!address.errors.contains("s3cret"))
        }

        @Test func grantLimitsARoleAndVerifyRepairsTheStore() throws {
            _ = try master("init")
            try write("a.ipf", "STOCK,A,Alpha\n##COMPLETE\n")
            let granted = try master("grant", "writer", "--source", "one", "--source", "two")
            #expect(granted.status == 0 && granted.output.hasSuffix(": writer may load one, two\n"), "\(granted)")
            #expect(try master("load", "a.ipf", "--source", "one", role: "writer").status == 0)
            let refused = try master("load", "a.ipf", "--source", "other", role: "writer")
            #expect(refused.status == 4)
            #expect(
                refused.errors.contains("role writer may not load the source other; it may load one, two"), "\(refused)"
            )
            #expect(try master("grant", "writer", role: "writer").status == 4)
            let nobody = try master("grant", "nobody")
            #expect(nobody.status == 3 && nobody.errors.contains("there is no role nobody on the server"), "\(nobody)")

            #expect(try master("load", "a.ipf", "--source", "two", role: "writer").status == 0)
            let right = try master("verify")
            #expect(
                right.status == 0 && right.output.hasSuffix("no differences in 2 records of 2 sources\n"), "\(right)")
            try server.sql(
                "UPDATE ipf.said SET profile = ''; INSERT INTO ipf.instrument VALUES ('X', 2, 1, '')", in: database)
            let wrong = try master("verify")
            #expect(wrong.status == 1, "\(wrong)")
            #expect(
                wrong.output.contains("source two: its records differ from those that its batches wrote\n"), "\(wrong)")
            #expect(wrong.output.contains("golden records: 1 differ from the values of their sources: X\n"), "\(wrong)")
            #expect(try master("verify", "--repair", role: "writer").status == 4)
            let repaired = try master("verify", "--repair")
            #expect(repaired.status == 1 && repaired.output.contains(": repaired by batch 3\n"), "\(repaired)")
            #expect(
                repaired.output.contains("source two: load a complete snapshot to restore its records\n"), "\(repaired)"
            )
            #expect(try master("log").output.contains("repair"))
            #expect(try master("load", "a.ipf", "--source", "two", role: "writer").status == 0)
            #expect(try master("verify", "--json").output.contains(#""right": true"#))
        }

        @Test func doctorChecksTheMaster() throws {
            func doctor(_ role: String, _ database: String) throws -> Command.Result {
                try Command.run(
                    ["doctor", "--master", "host=\(server.folder.path) dbname=\(database) user=\(role)"], in: folder.url
                )
            }
            let missing = try doctor("owner", "nowhere")
            #expect(missing.status == 1 && missing.output.contains("problem  master: "), "\(missing)")
            let empty = try doctor("owner", database)
            #expect(empty.status == 1 && empty.output.contains("problem  schema: "), "\(empty)")
            _ = try master("init", "--reader", "reader")
            _ = try master("grant", "writer", "--source", "one")
            #expect(try doctor("owner", database).output.contains("warning  head: the store has no batch yet; load"))
            try write("a.ipf", "STOCK,A,Alpha\n##COMPLETE\n")
            #expect(try master("load", "a.ipf", "--source", "one", role: "writer").status == 0)
            let writer = try doctor("writer", database).output
            #expect(
                writer.contains("ok       master: postgresql://writer@") && writer.contains("ok       schema: version ")
            )
            #expect(writer.contains("ok       rights: the role may load one\n"), "\(writer)")
            #expect(writer.contains("ok       head: batch 1, less than a day ago\n"), "\(writer)")
            #expect(writer.contains("ok       source one: batch 1, less than a day ago\n"), "\(writer)")
            #expect(try doctor("reader", database).output.contains("the role may read, but not load"))
            try server.sql("UPDATE ipf.batch SET at = at - interval '9 days'", in: database)
            #expect(
                try doctor("owner", database).output.contains("warning  source one: batch 1, 9 days ago; load it"))
        }

        /// A trigger makes the server reject the first batch with a serialization failure.
        @Test func loadIsRetriedAfterTransientFaults() throws {
            _ = try master("init", "--writer", "writer")
            try write("a.ipf", "STOCK,A,Alpha\n##COMPLETE\n")
            try server.sql(
                """
                CREATE SEQUENCE tries;
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
                    IF nextval('public.tries') = 1 THEN RAISE EXCEPTION 'in the way' USING ERRCODE = '40001'; END IF;
                    RETURN NEW;
                END $$;
                CREATE TRIGGER refuse BEFORE INSERT ON ipf.batch FOR EACH ROW EXECUTE FUNCTION refuse()
                """, in: database)
            let loaded = try master("load", "a.ipf", "--source", "one", "--json", role: "writer")
            #expect(loaded.status == 0 && loaded.output.contains(#""added": 1"#), "\(loaded)")
            #expect(loaded.errors.contains("in the way (SQLSTATE 40001); attempt 2 starts in 0."), "\(loaded)")
        }

        @Test func writersHaveMetrics() throws {
            _ = try master("init")
            try write("a.ipf", "STOCK,A,Alpha\nSTOCK,B,Beta\n##COMPLETE\n")
            let load = { try self.master("load", "a.ipf", "--source", "one", "--metrics", "ipf.prom").status }
            func samples() throws -> [Substring] {
                try String(contentsOfFile: folder.path("ipf.prom"), encoding: .utf8).split(separator: "\n")
                    .filter { !$0.hasPrefix("#") }
            }
            #expect(try load() == 0)
            #expect(
                try samples() == [
                    #"ipf_master_writer_failed{source="one"} 0"#, #"ipf_master_writer_instruments{source="one"} 2"#,
                    #"ipf_master_writer_changes{source="one",change="added"} 2"#,
                    #"ipf_master_writer_changes{source="one",change="changed"} 0"#,
                    #"ipf_master_writer_changes{source="one",change="removed"} 0"#,
                    #"ipf_master_writer_batch_seq{source="one"} 1"#,
                ])
            for text in ["STOCK,A,Alpha\n", "STOCK,A,Alpha\nOPTION\n##COMPLETE\n"] {
                try write("a.ipf", text)
                #expect(try load() == 3)
                #expect(try samples() == [#"ipf_master_writer_failed{source="one"} 1"#])
            }
        }

        @Test func printNeedsNoConnection() throws {
            let printed = try Command.run(
                ["master", "init", "--print"], environment: ["PGHOST": "/nowhere"])
            #expect(printed.status == 0)
            #expect(printed.output.contains("CREATE TABLE ipf.instrument"))
        }

        @Test func followEndsWithASignal() throws {
            _ = try master("init")
            try write("a.ipf", "STOCK,A,Alpha\n##COMPLETE\n")
            let address = "host=\(server.folder.path) dbname=\(database) user=owner"
            let process = try FollowerProcess(
                ["master", "follow", folder.path("a.ipf"), "--source", "one", "--master", address])
            #expect(process.waits(for: "batch 1: 1 added, 0 changed, 0 removed, 1 instruments"))
            let other = try master("load", "a.ipf", "--source", "one")
            #expect(other.status == 4)
            #expect(other.errors.contains("another program loads or follows the source one"))
            process.send(SIGTERM)
            #expect(process.wait() == 0)
        }

        /// If a writer is killed at any moment, its batch has been written completely or not at all.
        @Test func aKilledWriterLeavesABatchOrNothing() throws {
            _ = try master("init")
            let rows = (0..<20_000).map { "STOCK,S\($0)," }
            for name in ["0", "1"] {
                try write("\(name).ipf", rows.map { "\($0)\(name)\n" }.joined() + "##COMPLETE\n")
            }
            #expect(try master("load", "0.ipf", "--source", "one").status == 0)
            let address = "host=\(server.folder.path) dbname=\(database) user=owner"
            var random = SeededGenerator(seed: 5)
            for round in 1...16 {
                let process = try FollowerProcess(
                    [
                        "master", "load", folder.path("\(round % 2).ipf"), "--source", "one", "--master",
                        address,
                    ])
                usleep(UInt32(random.next() % 400_000))
                process.send(SIGKILL)
                _ = process.wait()
            }
            // All instruments are of the same snapshot, batch numbers have no gaps, and the number of versions equals
            // the number of changes in the batches.
            try server.sql(
                """
                DO $$ BEGIN
                    ASSERT (SELECT count(DISTINCT ipf.field(profile, 'DESCRIPTION')) FROM ipf.instrument) = 1, 'mixed';
                    ASSERT (SELECT count(*) FROM ipf.instrument) = 20000, 'lost';
                    ASSERT (SELECT count(*) FROM ipf.batch) = (SELECT seq FROM ipf.head), 'gaps';
                    ASSERT (SELECT count(*) + 20000 FROM ipf.version) = (SELECT sum(effects) FROM ipf.batch), 'history';
                END $$
                """, in: database)
        }
    }
#endif
