import Foundation
import InstrumentCatalog
import Synchronization
import TestSupport
import Testing

/// `ipf watch` and `ipf import --follow`, as processes.
struct FollowTests {
    private static let format = "#STOCK::=TYPE,SYMBOL,DESCRIPTION\n#REMOVED::=TYPE,SYMBOL,DESCRIPTION\n"

    private static func live(_ text: String) -> [LoopbackServer.Step] {
        [.send(Array("HTTP/1.1 200 OK\r\nX-Live: provided\r\nConnection: close\r\n\r\n\(text)".utf8)), .stall]
    }

    @Test(.timeLimit(.minutes(60))) func watchPrintsAndStoresChanges() throws {
        let folder = try TemporaryFolder()
        let catalog = folder.path("all.catalog")
        let server = try LoopbackServer { request in
            let value = request.number + 1
            return Self.live(
                "\(Self.format)STOCK,A,\(value)\nSTOCK,B,\(value)\n##COMPLETE\n\nSTOCK,A,9\nREMOVED,B,\n##\n\n")
        }
        let process = try FollowerProcess(["watch", server.url, "--catalog", catalog])
        let lines = ["+ STOCK A", "+ STOCK B", "~ STOCK A  DESCRIPTION \"1\" → \"9\"", "- STOCK B"]
        for line in lines { #expect(process.line() == line) }
        #expect(process.errorLine()?.hasSuffix("/: complete, 2 instruments") == true)
        process.send(SIGTERM)
        #expect(process.wait() == 0)
        #expect(try Catalog.open(catalog)["A"]?.description == "9" && Catalog.open(catalog)["B"] == nil)

        // A profile that is already known is not a change.
        let again = try FollowerProcess(["watch", server.url, "--catalog", catalog, "--format", "jsonl"])
        #expect(
            again.line()
                == #"{"change": "changed", "symbol": "A", "fields": {"DESCRIPTION": {"old": "9", "new": "2"}}}"#)
        #expect(
            again.line()
                == #"{"change": "added", "symbol": "B", "profile": {"DESCRIPTION": "2", "SYMBOL": "B", "TYPE": "STOCK"}}"#
        )
        again.send(SIGINT)
        #expect(again.wait() == 0)
    }

    @Test(.timeLimit(.minutes(60))) func listsAreFollowedWithAMapping() throws {
        let folder = try TemporaryFolder()
        let catalog = folder.path("all.catalog")
        let server = try LoopbackServer { _ in
            [.send(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nticker,name\nA2A.MI,A2A\n".utf8))]
        }
        let process = try FollowerProcess(
            ["watch", server.url, "--catalog", catalog, "--map", "SYMBOL=yahoo:ticker,DESCRIPTION=name"])
        #expect(process.line() == "+ STOCK A2A:IT")
        process.send(SIGTERM)
        #expect(process.wait() == 0)
        #expect(try Catalog.open(catalog)["A2A:IT"]?.opol == "MTAA")
    }

    @Test(.timeLimit(.minutes(60))) func watchReadsStandardInput() throws {
        let whole = try Command.run(["watch", "-"], input: "\(Self.format)STOCK,A,1\nREMOVED,A,\n##COMPLETE\n")
        #expect(whole.status == 0 && whole.output == "+ STOCK A\n- STOCK A\n", "\(whole)")
        let cut = try Command.run(["watch", "-"], input: "\(Self.format)STOCK,A,1\n")
        #expect(
            cut.status == 3 && cut.errors.contains("ipf: -: the stream ended after 1 profiles without ##COMPLETE"),
            "\(cut)")
    }

    /// By default, only the first unreadable records are printed, and the others are counted.
    @Test(.timeLimit(.minutes(60))) func theFirstUnreadableRecordsArePrinted() throws {
        let folder = try TemporaryFolder()
        let bad = (1...50).map { "X\($0),x\n" }.joined()
        let input = "\(Self.format)STOCK,A,1\n\(bad)##COMPLETE\n"
        for command in [["watch", "-"], ["import", "--follow", "-", "-o", folder.path("c.catalog")]] {
            let few = try Command.run(command, input: input).errors.split(separator: "\n")
            #expect(few.count { $0.contains("found the type 'X") } == 20, "\(command)")
            #expect(
                few.count { $0.hasSuffix("30 more records can't be read; --all-errors prints them all") } == 1,
                "\(command): \(few.suffix(4))")
            let all = try Command.run(command + ["--all-errors"], input: input).errors.split(separator: "\n")
            #expect(all.count { $0.contains("found the type 'X") } == 50, "\(command)")
            #expect(!all.contains { $0.contains("--all-errors") })
        }
        #expect(try Command.run(["import", "-", "-o", "c", "--all-errors"]).status == 2)
    }

    @Test(.timeLimit(.minutes(60))) func followingContinuesAfterFailures() throws {
        let folder = try TemporaryFolder()
        let catalog = folder.path("all.catalog")
        let server = try LoopbackServer { request in
            request.number == 1
                ? [.response(503)]
                : Self.live("\(Self.format)STOCK,A,1\nSTOCK,B,1\nSTOCK,S\(request.number),1\n##COMPLETE\n\n")
        }
        let process = try FollowerProcess(["import", "--follow", server.url, "-o", catalog])
        #expect(process.waits(for: "following \(server.url)/ into \(catalog), 0 instruments"))
        #expect(process.waits(for: "snapshot complete: 3 profiles, 3 added, 0 removed, 0 changed, 3 instruments"))
        process.send(SIGHUP)
        #expect(process.waits(for: "the server failed (HTTP 503); try again later; next try in"))
        #expect(process.waits(for: "snapshot complete: 3 profiles, 1 added, 1 removed, 0 changed, 3 instruments"))
        process.send(SIGTERM)
        #expect(process.waits(for: "ended, \(catalog) has 3 instruments"))
        #expect(process.wait() == 0)
        #expect(try Catalog.open(catalog)["S2"] != nil)
    }

    @Test(
        .timeLimit(.minutes(60)),
        arguments: [
            ["watch"], ["watch", "-", "--update", "0"], ["watch", "-", "--format", "csv"],
            ["import", "--follow", "a:1", "b:1", "-o", "x"], ["import", "--follow", "a:1", "-o", "x", "--json"],
            ["import", "a.ipf", "-o", "x", "--silence", "5"],
            ["import", "--follow", "a:1", "-o", "x", "--allow-incomplete"], ["watch", "-", "--max-removed", "101%"],
            ["import", "a.ipf", "-o", "x", "--max-removed", "0.5"],
            ["import", "a.ipf", "-o", "x", "--allow-incomplete", "--require-complete"],
            ["serve", "x", "--allow-shrink"],
        ])
    func contradictoryOptionsAreUsageErrors(arguments: [String]) throws {
        #expect(try Command.run(arguments).status == 2)
    }

    @Test(.timeLimit(.minutes(60))) func unreadableCatalogsAreErrors() throws {
        let folder = try TemporaryFolder()
        #expect(try Command.run(["watch", "-", "--catalog", folder.path("no/such.catalog")]).status == 4)
        try "text".write(toFile: folder.path("foreign"), atomically: true, encoding: .utf8)
        #expect(try Command.run(["import", "--follow", "-", "-o", folder.path("foreign")]).status == 3)
    }

    // MARK: Kills

    /// Followers are killed with `kill -9` at random moments. Each printed change is stored, nothing is invented, and
    /// the final catalog equals the server's data. Repeats `IPF_KILLS` times, 15 by default.
    @Test(.timeLimit(.minutes(60))) func killedFollowersLoseNoPrintedChange() throws {
        let environment = ProcessInfo.processInfo.environment
        let kills = environment["IPF_KILLS"].flatMap { Int($0) } ?? 15
        let seed = environment["IPF_SEED"].flatMap { UInt64($0) } ?? 20_261_121
        var generator = SeededGenerator(seed: seed)
        let world = ChangingWorld(seed: seed)
        let server = try LoopbackServer { _ in world.answer() }
        let folder = try TemporaryFolder()
        let path = folder.path("all.catalog")
        var printed = 0
        for kill in 1...kills {
            let process = try FollowerProcess(["watch", server.url, "--catalog", path, "--format", "jsonl"])
            // Kills the follower at a certain line, or some time after it.
            var told: [ChangingWorld.Told] = []
            for _ in 0..<Int.random(in: 0...400, using: &generator) {
                guard let line = process.line() else { break }
                told.append(try ChangingWorld.read(line))
            }
            usleep(UInt32.random(in: 0...3000, using: &generator))
            process.send(SIGKILL)
            #expect(process.wait() == -SIGKILL)
            // Lines that are still in the pipe were printed as well. The last one may be truncated.
            while let line = process.line() { told.append(try ChangingWorld.read(line)) }
            printed += told.count
            let catalog = try LiveCatalog.open(path: path)
            let faults = world.faults(of: ChangingWorld.state(catalog.view), after: told)
            #expect(faults.isEmpty, "seed \(seed), kill \(kill): \(faults.prefix(3))")
            try catalog.close()
        }
        world.settle()
        let end = try FollowerProcess(["import", "--follow", server.url, "-o", path])
        #expect(end.waits(for: "snapshot complete"))
        end.send(SIGTERM)
        #expect(end.wait() == 0)
        #expect(ChangingWorld.state(try Catalog.open(path)) == world.truth, "seed \(seed)")
        #expect(printed > kills)
    }
}
