#if Master
    import Foundation
    import TestSupport
    import Testing

    /// The commands that query a store's past and set its policy, run as processes.
    @Suite(.timeLimit(.minutes(60)), .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
    struct MasterPastCommandTests {
        private let folder: TemporaryFolder
        private let environment: [String: String]

        /// FB becomes META in batch 2; the vendor lists AAPL under another symbol.
        init() throws {
            folder = try TemporaryFolder()
            let server = try PostgresServer.shared
            environment = [
                "PGHOST": server.folder.path, "PGDATABASE": try server.makeDatabase(), "PGUSER": "owner",
                "XDG_CACHE_HOME": folder.path("cache"),
            ]
            let apple = "AAPL,APPLE INC,US0378331005,9"
            try write("a1.ipf", ["FB,Facebook,US30303M1027,", apple])
            try write("a2.ipf", ["META,Meta,US30303M1027,", apple])
            try write("b.ipf", ["AAPL.O,Apple Inc.,US0378331005,10"])
            #expect(try ipf("master", "init").status == 0)
            for (file, source) in [("a1.ipf", "exchange"), ("a2.ipf", "exchange"), ("b.ipf", "vendor")] {
                #expect(try ipf("master", "load", file, "--source", source).status == 0)
            }
        }

        private func write(_ name: String, _ rows: [String]) throws {
            let head = "#STOCK::=TYPE,SYMBOL,DESCRIPTION,ISIN,ICB,OPOL,CURRENCY\n"
            let text = head + rows.map { "STOCK,\($0),XNAS,USD\n" }.joined() + "##COMPLETE\n"
            try text.write(toFile: folder.path(name), atomically: false, encoding: .utf8)
        }

        private func ipf(_ arguments: String...) throws -> Command.Result {
            try Command.run(arguments, in: folder.url, environment: environment)
        }

        @Test func diffEqualsTheDifferenceOfCatalogs() throws {
            let text = try ipf("master", "diff", "1", "2")
            #expect(text.output == "- STOCK FB\n+ STOCK META\n1 added, 1 removed, 0 changed\n")
            let profiles = try ipf("master", "diff", "2", "1", "--format", "ipf", "--exit-code")
            #expect(profiles.status == 1)
            #expect(
                profiles.output.hasSuffix("##COMPLETE\n") && profiles.output.contains("STOCK,FB,Facebook,XNAS,USD,"))
            #expect(try ipf("master", "diff", "2", "2", "--exit-code").output == "0 added, 0 removed, 0 changed\n")
            #expect(try ipf("master", "diff", "2", "yesterday").status == 2)
            let later = try ipf("master", "diff", "2", "9")
            #expect(later.status == 3 && later.errors.contains("there is no batch 9 yet; the last one is 3"))
        }

        @Test func showPrintsTheHistory() throws {
            let shown = try ipf("master", "show", "FB", "--history")
            #expect(shown.output.contains("  status  removed on 20") && shown.output.contains(", renamed to META\n"))
            #expect(
                shown.output.contains(
                    "META    renamed from FB: the same ISIN US30303M1027; DESCRIPTION \"Facebook\" → \"Meta\"\n"))
            let json = try ipf("master", "show", "META", "--history", "--format", "json").output
            #expect(json.contains(#""status": "live""#) && json.contains(#""symbols": ["FB", "META"]"#))
            #expect(json.contains(#""change": "renamed", "from": "FB", "by": "ISIN", "identifier": "US30303M1027""#))
            let none = try ipf("master", "show", "NOPE")
            #expect(none.status == 1 && none.errors == "ipf: NOPE: the store has never contained this symbol\n")
        }

        @Test func logListsBatches() throws {
            let table = try ipf("master", "log", "--limit", "1").output
            #expect(table.hasPrefix("BATCH  TIME ") && table.contains("  vendor  owner  load "))
            let lines = try ipf("master", "log", "--from", "2", "--format", "jsonl").output.split(separator: "\n")
            #expect(lines.count == 2 && lines[1].contains(#""source": "exchange""#))
            #expect(try ipf("master", "log", "--from", "9").status == 1)
            #expect(try ipf("master", "log", "--from", "-1").errors.contains("--from is -1, expected 0 or more."))
        }

        @Test func policyIsSetAndExplained() throws {
            #expect(try ipf("master", "policy").output.hasSuffix("sources exchange, vendor\ntake records\n"))
            let text = "sources exchange, vendr\nfield DESCRIPTION, CURENCY: vendor\nmatch symbol, listing\n"
            try text.write(toFile: folder.path("p.txt"), atomically: false, encoding: .utf8)
            let set = try ipf("master", "policy", "p.txt")
            #expect(set.output.hasSuffix(": policy set by batch 4; instruments changed: 2\n"))
            #expect(
                set.errors == """
                    ipf: field CURENCY is not standard; did you mean CURRENCY?
                    ipf: no source named vendr has been loaded yet; did you mean vendor?

                    """)
            #expect(try ipf("master", "policy").output == text)
            #expect(try ipf("master", "policy", "p.txt").output.hasSuffix(": this policy is already in force\n"))
            let explained = try ipf("master", "explain", "AAPL.O")
            #expect(
                explained.output.hasPrefix(
                    "AAPL\n  exchange  AAPL\n  vendor    AAPL.O  the same listing, US0378331005 XNAS USD\n"))
            #expect(
                explained.output.contains(
                    "DESCRIPTION  \"Apple Inc.\"    vendor    field DESCRIPTION: vendor  exchange: \"APPLE INC\"\n"))
            #expect(
                try ipf("master", "explain", "AAPL", "--format", "json").output.contains(
                    #""said": {"exchange": "9", "vendor": "10"}"#))
            #expect(try ipf("master", "explain", "NOPE").status == 1)
            try "feld X: a\n".write(toFile: folder.path("wrong.txt"), atomically: false, encoding: .utf8)
            let wrong = try ipf("master", "policy", "wrong.txt", "--check")
            #expect(wrong.status == 3)
            #expect(
                wrong.errors
                    == "ipf: wrong.txt: policy:\n  line 1, column 1: found \"feld\"; expected sources, take, match, key, approve, type or field\n"
            )
        }

        @Test func buildWritesCatalogsOfMoments() throws {
            #expect(
                try ipf("master", "build", "-o", "old.ipfc", "--as-of", "1").output.hasPrefix(
                    "old.ipfc: 2 instruments of batch 1 ("))
            #expect(try ipf("lookup", "old.ipfc", "FB").status == 0)
            let nothing = try ipf("master", "build", "-o", "old.ipfc", "--type", "BOND")
            #expect(nothing.status == 1 && nothing.errors.contains("matches the filters; nothing was written"))
            #expect(try ipf("lookup", "old.ipfc", "FB").status == 0)
            let field = try ipf("master", "build", "-o", "old.ipfc", "--where", "DSCRIPTION=x")
            #expect(
                field.status == 2 && field.errors == "ipf: there is no field DSCRIPTION; did you mean DESCRIPTION?\n")
        }

        /// Commands accept a store instead of a catalog, and give the same answers as for a catalog of the batch.
        @Test func aStoreCanBeUsedAsACatalog() throws {
            #expect(try ipf("lookup", "master:", "FB", "--as-of", "1").output.hasPrefix("FB\n"))
            #expect(try ipf("lookup", "master:", "FB").status == 1)
            #expect(try ipf("search", "postgresql://", "meta").output.contains("META    STOCK"))
            #expect(
                try ipf("list", "master:", "--as-of", "1", "--format", "csv", "--fields", "ISIN").output.contains(
                    "STOCK,FB,US30303M1027\n"))
            #expect(try ipf("master", "build", "-o", "x.ipfc").status == 0)
            let file = try ipf("list", "x.ipfc", "--as-of", "2026-01-01")
            #expect(file.status == 3 && file.errors.contains("x.ipfc: has no history"))
            #expect(try ipf("list", "master:", "--as-of", "soon").status == 2)
            #expect(
                try ipf("schedule", "days", "XNYS", "2026-01-05", "--as-of", "1").errors.contains(
                    "--as-of requires --catalog."))
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("cache/swift-ipf/master"))
            #expect(kept.filter { $0.hasSuffix(".ipfc") }.count == 2)
        }
    }
#endif
