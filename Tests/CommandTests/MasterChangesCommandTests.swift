#if Master && Service
    import Foundation
    import TestSupport
    import Testing

    /// `/v1/changes?after=SEQ` of nodes, and `ipf master deliver`: all run as processes, with a real server.
    @Suite(.timeLimit(.minutes(60)), .enabled(if: PostgresServer.isInstalled, "PostgreSQL is not installed"))
    struct MasterChangesCommandTests {
        private let folder: TemporaryFolder
        private let server: PostgresServer
        private let database: String

        /// Batch 1 adds A and B; batch 2 changes A and removes B; batch 3 is an override of A.
        init() throws {
            folder = try TemporaryFolder()
            // These tests use a separate server, because they restart it.
            server = try PostgresServer()
            database = try server.makeDatabase()
            _ = try master("init", "--reader", "reader")
            try load("A,Alpha", "B,Beta")
            try load("A,Alpha 2")
            let done = try master("override", "A", "CURRENCY", "USD", "--reason", "ticket", "--by", "ann")
            #expect(done.status == 0, "\(done)")
        }

        private func master(_ arguments: String...) throws -> Command.Result {
            try Command.run(["master"] + arguments, in: folder.url, environment: environment())
        }

        private func environment(_ role: String = "owner") -> [String: String] {
            ["PGHOST": server.folder.path, "PGDATABASE": database, "PGUSER": role]
        }

        private func load(_ stocks: String...) throws {
            let rows = stocks.map { "STOCK,\($0)\n" }.joined()
            try "#STOCK::=TYPE,SYMBOL,DESCRIPTION\n\(rows)##COMPLETE\n".write(
                toFile: folder.path("a.ipf"), atomically: false, encoding: .utf8)
            let done = try master("load", "a.ipf", "--source", "one", "--allow-shrink")
            #expect(done.status == 0, "\(done)")
        }

        /// A node that follows the store.
        private final class Node {
            let process: FollowerProcess
            let url: String

            init(_ arguments: [String], environment: [String: String]) throws {
                process = try FollowerProcess(["serve"] + arguments + ["--port", "0"], environment: environment)
                url = String(try #require(process.line()?.split(separator: " ").last))
                // Waits until the node is ready: it listens before it has a catalog.
                while try status("/readyz") != 200 { usleep(50_000) }
            }

            /// Returns the status and the body of an answer, and its header field Retry-After.
            func get(_ path: String, _ options: String...) throws -> (status: Int, body: String) {
                let curl = try Command.shell(
                    "curl -s -w '\\n%{http_code}' \(options.joined(separator: " ")) '\(url)\(path)'",
                    in: URL(filePath: "/"))
                let end = try #require(curl.output.lastIndex(of: "\n"))
                return (Int(curl.output[curl.output.index(after: end)...]) ?? 0, String(curl.output[..<end]))
            }

            func status(_ path: String) throws -> Int { try get(path).status }

            func json(_ path: String) throws -> [String: Any] {
                let answer = try get(path)
                #expect(answer.status == 200, "\(answer)")
                return try #require(try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any])
            }
        }

        private func node(_ name: String) throws -> Node {
            try Node(["--master", "postgresql://", folder.path("\(name).ipfc")], environment: environment("reader"))
        }

        /// Returns the changes of a page in a short form: batch, change and symbol.
        private func short(_ page: [String: Any]) throws -> [String] {
            try #require(page["changes"] as? [[String: Any]]).map {
                "\($0["batch"] ?? "") \($0["change"] ?? "") \($0["symbol"] ?? "")"
            }
        }

        @Test func nodesGiveEqualChanges() throws {
            let (first, second) = (try node("a"), try node("b"))
            let page = try first.json("/v1/changes?after=0&atLeast=3")
            #expect(try short(page) == ["1 added A", "1 added B", "2 changed A", "2 removed B", "3 changed A"])
            #expect(page["more"] as? Bool == false)
            let changes = try #require(page["changes"] as? [[String: Any]])
            let fields = try #require(changes[2]["fields"] as? [String: [String: String]])
            #expect(fields == ["DESCRIPTION": ["old": "Alpha", "new": "Alpha 2"]])
            #expect(changes[2]["source"] as? String == "one" && changes[2]["what"] as? String == "load")
            #expect(changes[4]["person"] as? String == "ann" && changes[4]["reason"] as? String == "ticket")
            #expect(changes[4]["by"] as? String == "owner" && changes[4]["source"] == nil)
            // A page of one node can be followed by the next page of another node.
            var place = "0"
            for (index, node) in [first, second, first, second, first].enumerated() {
                let path = "/v1/changes?after=\(place)&limit=1"
                let (a, b) = (try first.get(path), try second.get(path))
                #expect(a.status == 200 && a == b)
                let one = try node.json(path)
                let only = try #require(one["changes"] as? [[String: Any]])
                #expect(only.map { $0["id"] as? String } == [changes[index]["id"] as? String])
                place = try #require(one["next"] as? String)
            }
            let last = try #require(page["next"] as? String)
            #expect(try second.get("/v1/instruments/A", "-o /dev/null -D -").body.contains(last))
            for after in ["3", place, last] { #expect(try short(second.json("/v1/changes?after=\(after)")) == []) }
            for path in ["after=x", "after=1&limit=0", "after=1&wait=61", "wait=1", "after=1&since=2", "after=1.4"] {
                #expect(try first.status("/v1/changes?\(path)") == 400, "\(path)")
            }
            // As with `atLeast`, a batch that does not exist yet is not an error of the client: the status is 503.
            let ahead = try first.get("/v1/changes?after=99")
            #expect(ahead.status == 503 && ahead.body.contains("Batch"), "\(ahead)")
        }

        @Test func aRequestWaitsForTheNextChangeThroughARestartOfTheServer() throws {
            let node = try node("a")
            let last = try #require(try node.json("/v1/changes?after=3&atLeast=3")["next"] as? String)
            func waiting() throws -> FollowerProcess {
                let url = "\(node.url)/v1/changes?after=\(last)&wait=60"
                return try FollowerProcess(["-s", "-w", "\n", url], program: "/usr/bin/curl")
            }
            let first = try waiting()
            // A batch without changes does not end a request that waits for changes.
            try load("A,Alpha 2")
            try load("A,Alpha 3")
            let answer = try #require(first.line())
            #expect(answer.contains(#""batch":5,"#) && answer.contains("Alpha 3"), "\(answer)")
            // The restart begins a new epoch. Positions in the previous epoch remain valid.
            try server.stop()
            try server.start()
            try load("A,Alpha 4")
            let page = try node.json("/v1/changes?after=\(last)&atLeast=6")
            #expect(try short(page) == ["5 changed A", "6 changed A"])
            // A shutdown answers a waiting request with an empty page.
            let next = try #require(page["next"] as? String)
            let second = try FollowerProcess(
                ["-sv", "-w", "\n", "\(node.url)/v1/changes?after=\(next)&wait=60"], program: "/usr/bin/curl")
            #expect(second.waits(for: "> GET"))
            node.process.send(SIGTERM)
            #expect(node.process.wait() == 0)
            #expect(second.wait() == 0 && second.line() == "{\"changes\":[],\"next\":\"\(next)\",\"more\":false}")
        }

        /// Reads the events of a stream until there are `count`, each as id, event and data.
        private func events(_ count: Int, of stream: FollowerProcess) throws -> [[String]] {
            var events: [[String]] = []
            var event: [String] = []
            while events.count < count {
                let line = try #require(stream.line())
                if !line.isEmpty, line != ":" { event.append(line) }
                if line.isEmpty, !event.isEmpty {
                    events.append(event)
                    event = []
                }
            }
            return events
        }

        @Test func aStreamSendsAllChangesAndContinuesOnAnotherNode() throws {
            let (first, second) = (try node("a"), try node("b"))
            func stream(_ node: Node, _ more: String...) throws -> FollowerProcess {
                let options = ["-sN", "-H", "Accept: text/event-stream"] + more
                return try FollowerProcess(
                    options + ["\(node.url)/v1/changes?after=1&atLeast=3&limit=1"], program: "/usr/bin/curl")
            }
            let one = try stream(first)
            let three = try events(3, of: one)
            #expect(three.map { $0[1] } == ["event: changed", "event: removed", "event: changed"])
            #expect(three[1][2].contains(#""symbol":"B","change":"removed""#))
            try load("A,Alpha 3", "C,Gamma")
            let more = try events(2, of: one)
            #expect(more.map { $0[1] } == ["event: changed", "event: added"])
            // At the other node, the client continues after the last event that it received.
            let id = three[1][0].dropFirst("id: ".count)
            let two = try events(3, of: try stream(second, "-H", "Last-Event-ID: \(id)"))
            #expect(two == Array(three[2...]) + more)
            let refused = try first.get(
                "/v1/changes?after=1", "-H 'Accept: text/event-stream'", "-H 'Last-Event-ID: x'")
            #expect(refused.status == 400 && refused.body.contains("'Last-Event-ID' is 'x'"), "\(refused)")
            // A shutdown ends the stream.
            first.process.send(SIGTERM)
            while one.line() != nil {}
            #expect(first.process.wait() == 0)
        }

        @Test func droppedChangesAreGone() throws {
            let node = try node("a")
            let year = Calendar(identifier: .gregorian).component(.year, from: Date()) + 1
            try server.sql("SELECT ipf.drop_history(\(year))", in: database)
            let gone = try node.get("/v1/changes?after=1&atLeast=3")
            #expect(gone.status == 410 && gone.body.contains("the changes after batch 1 were dropped".dropFirst(4)))
            let problem = try #require(
                try JSONSerialization.jsonObject(with: Data(gone.body.utf8)) as? [String: Any])
            let from = try #require(problem["replayFrom"] as? String)
            #expect(from.contains("-3-"))
            #expect(try short(node.json("/v1/changes?after=\(from)")) == [])
            let stream = try node.get("/v1/changes?after=1", "-H 'Accept: text/event-stream'")
            #expect(stream.status == 410)
            let delivered = try master(
                "deliver", "--to", "http://127.0.0.1:9/", "--secret-file", try secret(), "--state", "s", "--after", "1")
            #expect(delivered.status == 3 && delivered.errors.contains("replay is possible from"), "\(delivered)")
        }

        // MARK: Delivery

        private func secret() throws -> String {
            let path = folder.path("secret")
            try "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n".write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }

        private func receiver(_ port: Int, _ secret: String) throws -> FollowerProcess {
            let program = Command.root.appending(path: "Samples/Delivery/receiver.py").path
            return try FollowerProcess([program, secret, "\(port)"], program: "/usr/bin/python3")
        }

        private func stop(_ process: FollowerProcess) {
            process.send(SIGKILL)
            _ = process.wait()
        }

        /// All changes arrive in order, although the receiver, the server and the command are stopped in between.
        @Test func changesAreDeliveredThroughFailures() throws {
            let secret = try secret()
            let first = try receiver(0, secret)
            let announced = try #require(first.errorLine()?.split(separator: " ").last)
            let port = try #require(Int(announced))
            let arguments = [
                "master", "deliver", "--to", "http://127.0.0.1:\(port)/hook?key=hidden", "--secret-file", secret,
                "--state", folder.path("state"), "--after", "0", "--limit", "2", "--metrics", folder.path("metrics"),
            ]
            let sender = try FollowerProcess(arguments, environment: environment("reader"))
            func lines(_ count: Int, of receiver: FollowerProcess) throws -> [String] {
                try (0..<count).map { _ in
                    let json = try JSONSerialization.jsonObject(with: Data(try #require(receiver.line()).utf8))
                    let change = try #require(json as? [String: Any])
                    return "\(change["batch"] ?? "") \(change["change"] ?? "") \(change["symbol"] ?? "")"
                }
            }
            #expect(
                try lines(5, of: first) == ["1 added A", "1 added B", "2 changed A", "2 removed B", "3 changed A"])
            // The receiver prints a change before it answers.
            #expect(sender.waits(for: "-3-"))
            stop(first)
            try load("A,Alpha 3")
            #expect(sender.waits(for: "not delivered"))
            let metrics = try String(contentsOfFile: folder.path("metrics"), encoding: .utf8)
            let label = "{to=\"http://127.0.0.1:\(port)/hook\"}"
            #expect(metrics.contains("ipf_master_deliver_failed\(label) 1\n"), "\(metrics)")
            #expect(metrics.contains("ipf_master_deliver_changes_total\(label) 5\n"))
            let second = try receiver(port, secret)
            #expect(try lines(1, of: second) == ["4 changed A"])
            #expect(sender.waits(for: "-4-"))
            // The server restarts.
            try server.stop(immediately: true)
            #expect(sender.waits(for: "next attempt"))
            try server.start()
            try load("A,Alpha 4")
            #expect(try lines(1, of: second) == ["5 changed A"])
            #expect(sender.waits(for: "-5-"))
            sender.send(SIGTERM)
            #expect(sender.wait() == 0)
            // The next run of the command continues after the last body that the receiver accepted.
            try load("A,Alpha 5")
            let next = try FollowerProcess(arguments, environment: environment("reader"))
            #expect(try lines(1, of: second) == ["6 changed A"])
            #expect(next.waits(for: "-6-"))
            next.send(SIGINT)
            #expect(next.wait() == 0)
            stop(second)
            // A receiver with another secret rejects every body.
            try "another secret, long enough".write(toFile: folder.path("other"), atomically: true, encoding: .utf8)
            let other = try receiver(port, folder.path("other"))
            _ = other.errorLine()
            try load("A,Alpha 6")
            let last = try FollowerProcess(arguments, environment: environment("reader"))
            #expect(last.waits(for: "responded with status 401"))
            last.send(SIGTERM)
            #expect(last.wait() == 0)
            #expect(try String(contentsOfFile: folder.path("state"), encoding: .utf8).contains("-6-"))
        }

        /// Invalid arguments, each with the start of the error.
        @Test(arguments: [
            (["--to", "ftp://x/"], 2, "--to is ftp://x/, expected an http: or https: URL"),
            (["--to", "http://u:hunter22@x/"], 2, "expected an http: or https: URL without user and password"),
            (["--to", "http://x/", "--limit", "0"], 2, "--limit is 0, expected 1 to 10000"),
            (["--to", "http://x/", "--after", "x"], 2, "--after is x, expected a batch number"),
            (["--to", "http://x/", "--secret-file", "short"], 3, "short: expected a key of at least 16 bytes"),
            (["--to", "http://x/", "--state", "short"], 3, "short: is \"abc\", expected a batch number"),
        ])
        func argumentsOfDeliveriesAreChecked(arguments: [String], status: Int32, reason: String) throws {
            try "abc\n".write(toFile: folder.path("short"), atomically: true, encoding: .utf8)
            var all = arguments
            if !all.contains("--secret-file") { all += ["--secret-file", try secret()] }
            if !all.contains("--state") { all += ["--state", folder.path("state")] }
            let result = try Command.run(
                ["master", "deliver"] + all, in: folder.url, environment: environment())
            #expect(result.status == status && result.errors.contains(reason), "\(result)")
            #expect(!result.errors.contains("hunter22"))
        }

        /// The example prints the messages that it would send to a topic. Its next run continues after the state file.
        @Test func theExampleForKafkaReadsAllChanges() throws {
            let node = try node("a")
            let program = Command.root.appending(path: "Samples/Delivery/kafka.py").path
            func run() throws -> [[Substring]] {
                let done = try Command.shell(
                    "python3 '\(program)' \(node.url)/ --state kafka.state --once", in: folder.url)
                #expect(done.status == 0, "\(done)")
                return done.output.split(separator: "\n").map { $0.split(separator: "\t") }
            }
            _ = try node.get("/v1/changes?after=0&atLeast=3")
            let lines = try run()
            #expect(lines.map { String($0[0]) } == ["A", "B", "A", "B", "A"])
            #expect(lines.allSatisfy { $0.count == 2 && $0[1].hasPrefix(#"{"id": ""#) })
            #expect(try run().isEmpty)
            try load("A,Alpha 3")
            _ = try node.get("/v1/changes?after=0&atLeast=4")
            #expect(try run().map { String($0[0]) } == ["A"])
        }
    }
#endif
