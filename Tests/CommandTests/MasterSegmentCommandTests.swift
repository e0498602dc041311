#if Master
    import Foundation
    import TestSupport
    import Testing

    /// `ipf master segment`, `--expired`, and nodes that start from segments, as processes.
    @Suite(.timeLimit(.minutes(60)), .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
    struct MasterSegmentCommandTests {
        private let folder: TemporaryFolder
        private let environment: [String: String]
        private let bucket = ObjectServer.newBucket()

        /// Batch 2 removes an option that expired in 2025, and FB.
        init() throws {
            folder = try TemporaryFolder()
            let (server, objects) = (try PostgresServer.shared, try ObjectServer.shared())
            environment = [
                "PGHOST": server.folder.path, "PGDATABASE": try server.makeDatabase(), "PGUSER": "owner",
                "XDG_CACHE_HOME": folder.path("cache"), "TMPDIR": folder.url.path,
            ].merging(objects.environment()) { $1 }
            try write(
                "1.ipf", ["FB", "AAPL", "MSFT"],
                options: ["C25,AAPL,2025-06-20,150,OCASPS", "C99,AAPL,2099-01-15,150,OCASPS"])
            try write("2.ipf", ["AAPL", "MSFT"], options: ["C99,AAPL,2099-01-15,150,OCASPS"])
            #expect(try ipf("master", "init").status == 0)
            for file in ["1.ipf", "2.ipf"] {
                #expect(try ipf("master", "load", file, "--source", "exchange").status == 0)
            }
        }

        private func write(_ name: String, _ stocks: [String], options: [String]) throws {
            let text =
                "#STOCK::=TYPE,SYMBOL\n#OPTION::=TYPE,SYMBOL,UNDERLYING,EXPIRATION,STRIKE,CFI\n"
                + stocks.map { "STOCK,\($0)\n" }.joined() + options.map { "OPTION,\($0)\n" }.joined() + "##COMPLETE\n"
            try text.write(toFile: folder.path(name), atomically: false, encoding: .utf8)
        }

        private func ipf(_ arguments: String...) throws -> Command.Result {
            try Command.run(arguments, in: folder.url, environment: environment)
        }

        @Test func segmentsAreWrittenAndListed() throws {
            let live = try ipf("master", "segment", "segments", "--json")
            #expect(live.status == 0 && live.output.contains(#""kind": "live""#) && live.output.contains(#""seq": 2"#))
            /// Returns the output of a command, without the marks that identify batches.
            func output(_ arguments: String...) throws -> String {
                try Command.run(
                    ["master", "segment", "segments"] + arguments, in: folder.url, environment: environment
                )
                .output.replacing(/-[0-9a-f]{16}\.ipfc/, with: ".ipfc")
            }
            #expect(try output().hasSuffix("-2.ipfc: already exists\n"))
            #expect(try output("--as-of", "1").hasSuffix("-1.ipfc: 5 instruments\n"))
            let gone = try output("--expired").split(separator: "\n")
            #expect(
                gone.count == 2 && gone[1].hasPrefix("expired-2025.v1.") && gone[1].hasSuffix("-2.ipfc: 1 instruments"))
            let none = try ipf("master", "segment", "segments", "--expired", "--year", "1999")
            #expect(none.status == 1 && none.errors == "ipf: no instrument was removed in the years of --year\n")
            for arguments in [["--keep", "0"], ["--year", "2025"], ["--expired", "--year", "-1"]] {
                #expect(
                    try Command.run(["master", "segment", "segments"] + arguments, environment: environment).status == 2
                )
            }
            let sums = "cd segments && ls *.sha256 | wc -l && sha256sum --check --quiet *.sha256"
            #expect(try Command.shell(sums, in: folder.url).output.trimmingCharacters(in: .whitespaces) == "4\n")
            #expect(try ipf("master", "segment", "no/such/folder").errors.contains("no/such/folder can't be created"))
        }

        /// A folder of segments, a node's catalog and the store itself can each be used as a catalog.
        @Test func expiredInstrumentsAreFoundInSegments() throws {
            for arguments in [[], ["--expired"]] {
                #expect(
                    try Command.run(
                        ["master", "segment", "segments"] + arguments, in: folder.url, environment: environment
                    ).status == 0)
            }
            let today = try #require(
                try ipf("lookup", "segments", "FB", "--expired", "--format", "json").output.split(separator: "\"").last
                {
                    $0.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil
                })
            let missing = try ipf("lookup", "segments", "C25", "NONE", "AAPL")
            #expect(missing.status == 1 && missing.output.hasPrefix("AAPL\n"))
            #expect(
                missing.errors.hasPrefix(
                    "ipf: C25: expired, removed on \(today); --expired finds it\nipf: NONE: not in the catalog"))
            try FileManager.default.copyItem(
                atPath: folder.path("segments"), toPath: folder.path("node.ipfc.segments"))
            #expect(try ipf("master", "build", "-o", "node.ipfc").status == 0)
            for name in ["segments", "node.ipfc", "master:"] {
                let found = try ipf("lookup", name, "C25", "--expired")
                #expect(found.status == 0 && found.output.contains("  REMOVED_ON  \(today)\n"), "\(name)")
                let list = try ipf(
                    "list", name, "--expired", "--format", "csv", "--fields", "REMOVED_ON", "--order", "symbol")
                #expect(
                    list.output
                        == "TYPE,SYMBOL,REMOVED_ON\nSTOCK,AAPL,\nOPTION,C99,\nSTOCK,MSFT,\nSTOCK,FB,\(today)\nOPTION,C25,\(today)\n",
                    "\(name)")
                #expect(
                    try ipf("list", name, "--format", "csv", "--fields", "TYPE").output.split(separator: "\n").count
                        == 4)
            }
            let search = try ipf("search", "segments", "C25", "--expired")
            #expect(search.output.contains("C25     OPTION  symbol; expired, removed on \(today)"))
            #expect(
                try ipf("search", "segments", "FB", "--expired", "--format", "jsonl").output.contains(
                    #""status": "removed", "removedOn": "\#(today)""#))
            #expect(try ipf("search", "segments", "C25").status == 1)
            let chain = try ipf("chain", "segments", "AAPL", "--expired")
            #expect(chain.output.contains("2099-01-15  OXASPS\n"))
            #expect(chain.output.contains("2025-06-20  OXASPS  expired, removed on \(today)\n"))
            let series = try ipf("chain", "segments", "AAPL", "--expired", "--format", "jsonl").output.split(
                separator: "\n")
            #expect(series.count == 2 && series[1].contains(#""status": "expired""#))
            #expect(try ipf("list", "segments", "--expired", "--facets").output.hasPrefix("5 instruments\n"))
            #expect(try ipf("master", "build", "-o", "alone.ipfc").status == 0)
            let alone = try ipf("lookup", "alone.ipfc", "C25", "--expired")
            #expect(alone.status == 2 && alone.errors.contains("alone.ipfc has no expired instruments"))
            try FileManager.default.createDirectory(atPath: folder.path("empty"), withIntermediateDirectories: true)
            #expect(try ipf("lookup", "empty", "A").errors.contains("there is no live segment"))
        }

        #if Service
            /// A node starts from segments in a bucket: first with the store, then after the store was removed.
            @Test func nodesStartFromABucket() throws {
                let script = """
                    set -e
                    # The bucket is made with its first object.
                    "$ipf" dump 1.ipf --format ipf -o s3://\(bucket)/first.ipf
                    "$ipf" master segment s3://\(bucket)/segments --keep 1 >&2
                    "$ipf" master segment s3://\(bucket)/segments --expired >&2
                    node() {
                      "$ipf" serve --master "$1" --segments s3://\(bucket)/segments --port 0 "$2" >out 2>log &
                      server=$!
                      trap 'kill $server' EXIT
                      for _ in $(seq 200); do grep -q 'serving expired instruments.*expired-2025' log && grep -q listening out && break; sleep 0.05; done
                      url=$(sed 's/listening on //' out)
                    }
                    node "postgresql://" node.ipfc
                    curl -sf "$url/v1/instruments/C99" -D head -o /dev/null
                    grep -i ipf-snapshot head | tr -d '\r'
                    curl -sf "$url/v1/instruments/C25?expired=true"; echo
                    grep -c 'started from a segment' log
                    kill $server; wait $server || true
                    node "host=/nonexistent" away.ipfc
                    for _ in $(seq 200); do grep -q 'master: unreachable' log && break; sleep 0.05; done
                    curl -sf "$url/v1/instruments/C99" -D head
                    echo
                    grep -ci ipf-stale-since head
                    curl -s "$url/v1/instruments/C25?expired=true"; echo
                    curl -s "$url/readyz" -o /dev/null -w '%{http_code}\\n'
                    kill $server; wait $server || true
                    trap - EXIT
                    """
                let result = try Command.shell(script, in: folder.url, environment: environment)
                let lines = result.output.split(separator: "\n")
                #expect(result.status == 0 && lines.count == 7, "\(result.output) \(result.errors)")
                guard lines.count == 7 else { return }
                #expect(lines[0].lowercased().hasPrefix("ipf-snapshot: ") && lines[0].contains("-2"))
                #expect(lines[1].contains(#""status":"expired","removedOn":"#) && lines[2] == "1")
                #expect(lines[3].contains(#""symbol":"C99""#) && lines[4] == "1")
                #expect(lines[5].contains(#""symbol":"C25""#) && lines[6] == "503")
            }
        #endif
    }
#endif
