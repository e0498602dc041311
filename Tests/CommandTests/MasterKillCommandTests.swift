#if Master && Service
    import Foundation
    import TestSupport
    import Testing

    /// Kills writers, a server and its node at random: no acknowledged batch is lost, and no row is invented.
    @Suite(.timeLimit(.minutes(60)), .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
    struct MasterKillCommandTests {
        private let folder = try! TemporaryFolder()

        /// Returns the snapshot of a round. From round to round, some symbols remain, change, appear or disappear.
        private static func truth(_ round: Int) -> [String: String] {
            var truth = ["ROUND": "\(round)"]
            for number in 0..<1500 where (number + round) % 7 != 0 { truth["S\(number)"] = "\((number * round) % 11)" }
            return truth
        }

        /// Returns descriptions by symbol from lines whose last two values are symbol and description.
        private static func truth(of lines: some Sequence<Substring>, _ separator: Character) -> [String: String] {
            var truth: [String: String] = [:]
            for line in lines {
                let cells = line.split(separator: separator)
                truth[String(cells[cells.count - 2])] = String(cells[cells.count - 1])
            }
            return truth
        }

        private func writer(_ round: Int, _ address: String) throws -> FollowerProcess {
            let path = folder.path("\(round).ipf")
            let rows = Self.truth(round).sorted { $0.key < $1.key }.map { "STOCK,\($0.key),\($0.value)\n" }
            try "#STOCK::=TYPE,SYMBOL,DESCRIPTION\n\(rows.joined())##COMPLETE\n"
                .write(toFile: path, atomically: false, encoding: .utf8)
            return try FollowerProcess(["master", "load", path, "--source", "one", "--master", address])
        }

        /// A hundred kills; `IPF_KILLS=200` sets another number.
        @Test func killsLoseNothing() throws {
            let kills = ProcessInfo.processInfo.environment["IPF_KILLS"].flatMap { Int($0) } ?? 100
            let server = try PostgresServer()
            let database = try server.makeDatabase()
            let address = server.address(database)
            let made = try Command.run(["master", "init", "--master", address])
            #expect(made.status == 0, "\(made.errors)")
            var random = SeededGenerator(seed: 100)
            var round = 1
            #expect(try writer(round, address).wait() == 0)
            var acknowledged = round
            let nodeArguments = ["serve", "--master", address, folder.path("node.ipfc"), "--port", "0"]
            var node = try FollowerProcess(nodeArguments)
            var nodeKills = 0

            for kill in 0..<kills {
                round += 1
                let load = try writer(round, address)
                usleep(UInt32(random.next() % 250_000))
                switch random.next() % 5 {
                case 0:
                    try server.kill()
                    if load.wait() == 0 { acknowledged = round }
                    try server.start()
                case 1, 2:
                    load.send(SIGKILL)
                    if load.wait() == 0 { acknowledged = round }
                default:
                    node.send(SIGKILL)
                    _ = node.wait()
                    nodeKills += 1
                    node = try FollowerProcess(nodeArguments)
                    #expect(load.wait() == 0, "kill \(kill)")
                    acknowledged = round
                }
                // The server may still be rolling back the transaction of a killed writer.
                let known = try Self.truth(of: server.rows(Self.query, in: database).split(separator: "\n"), "\t")
                let truth = try #require(known["ROUND"].flatMap { Int($0) })
                #expect(truth >= acknowledged && truth <= round, "kill \(kill)")
                let isWhole = known == Self.truth(truth)
                #expect(isWhole, "kill \(kill): round \(truth)")
                acknowledged = truth
            }

            round += 1
            #expect(try writer(round, address).wait() == 0)
            let url = try #require(node.line()?.split(separator: " ").last)
            let seq = try server.rows("SELECT seq FROM ipf.head", in: database).split(separator: "\n")[0]
            let answer = try Self.answer("\(url)/v1/instruments/ROUND?atLeast=\(seq)")
            #expect(answer.contains(#""description":"\#(round)""#))
            #expect(try serves(url, Self.truth(round)))
            node.send(SIGTERM)
            #expect(node.wait() == 0)
            // Batch numbers have no gaps, and the history contains the changes of all batches.
            try server.sql(
                """
                DO $$ BEGIN
                    ASSERT (SELECT count(*) FROM ipf.batch) = (SELECT seq FROM ipf.head), 'gaps';
                    ASSERT (SELECT count(*) FROM (SELECT symbol FROM ipf.version GROUP BY symbol, from_seq HAVING count(*) > 1) twice) = 0,
                        'history';
                END $$
                """, in: database)
            #expect(nodeKills > kills / 5)
        }

        /// A suspended node delays no other process, and applies the missed batches when it resumes.
        @Test func aSuspendedNodeCatchesUp() throws {
            let server = try PostgresServer.shared
            let database = try server.makeDatabase()
            let address = server.address(database)
            #expect(try Command.run(["master", "init", "--master", address]).status == 0)
            #expect(try writer(1, address).wait() == 0)
            let node = try FollowerProcess(["serve", "--master", address, folder.path("node.ipfc"), "--port", "0"])
            let url = try #require(node.line()?.split(separator: " ").last)
            node.send(SIGSTOP)
            for round in 2...12 { #expect(try writer(round, address).wait() == 0) }
            node.send(SIGCONT)
            let answer = try Self.answer("\(url)/v1/instruments/ROUND?atLeast=12")
            #expect(answer.contains(#""description":"12""#))
            // The node can also be queried about the batches that it had missed.
            let past = try Data(contentsOf: #require(URL(string: "\(url)/v1/instruments/ROUND?asOf=7")))
            #expect(String(decoding: past, as: UTF8.self).contains(#""description":"7""#))
            let history = try Data(contentsOf: #require(URL(string: "\(url)/v1/instruments/ROUND/history")))
            for round in 1...12 { #expect(String(decoding: history, as: UTF8.self).contains(#""\#(round)""#)) }
            #expect(try serves(url, Self.truth(12)))
            node.send(SIGTERM)
            #expect(node.wait() == 0)
        }

        /// Retries until the service answers: it returns an error until it has applied the requested batch.
        private static func answer(_ address: String) throws -> String {
            let url = try #require(URL(string: address))
            for _ in 0..<100 {
                if let answer = try? Data(contentsOf: url) { return String(decoding: answer, as: UTF8.self) }
                usleep(100_000)
            }
            return String(decoding: try Data(contentsOf: url), as: UTF8.self)
        }

        /// Returns whether a node serves exactly these instruments.
        private func serves(_ url: Substring, _ truth: [String: String]) throws -> Bool {
            let all = try Command.run([
                "dump", "\(url)/ipf/all.ipf.gz", "--format", "csv", "--fields", "SYMBOL,DESCRIPTION",
            ])
            return Self.truth(of: all.output.split(separator: "\n").dropFirst(), ",") == truth
        }

        private static let query = "SELECT symbol, ipf.field(profile, 'DESCRIPTION') FROM ipf.instrument"
    }
#endif
