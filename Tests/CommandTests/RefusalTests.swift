import Foundation
import Ingest
import InstrumentCatalog
import TestSupport
import Testing

/// A source that is truncated, is empty or removes too much doesn't replace the catalog.
@Suite struct RefusalTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Instruments S1, S2, …, with or without `##COMPLETE`.
    private static func text(_ count: Int, complete: Bool = true, prefix: String = "S") -> String {
        "#STOCK::=TYPE,SYMBOL\n" + (0..<count).map { "STOCK,\(prefix)\($0 + 1)\n" }.joined()
            + (complete ? "##COMPLETE\n" : "")
    }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
    }

    private func ipf(_ arguments: [String]) throws -> Command.Result { try Command.run(arguments, in: folder.url) }

    private func count(_ catalog: String) throws -> Int { try Catalog.open(folder.path(catalog)).count }

    /// A source and options of an import into a complete catalog of 31 instruments, and the expected refusal or number
    /// of instruments.
    struct Case: CustomTestStringConvertible {
        var text: String
        var options: [String] = []
        var refusal: String?
        var count = 31
        var testDescription: String { "\(text.split(separator: "\n").count) lines \(options)" }
    }

    static let cutOff =
        "x.ipf: no ##COMPLETE was found, so the source may be truncated; it would have removed 24 of 31 instruments; "
        + "--allow-incomplete accepts it anyway"
    static let shrunk = "it would have removed 24 of 31 instruments, more than"
    static let advice = "--allow-shrink or a higher --max-removed accepts it anyway"

    @Test(arguments: [
        Case(text: text(7, complete: false), refusal: cutOff),
        // --allow-shrink doesn't make an incomplete source complete.
        Case(text: text(7, complete: false), options: ["--allow-shrink"], refusal: cutOff),
        Case(text: text(7, complete: false), options: ["--allow-incomplete"], count: 7),
        // Nothing would be removed, but the source isn't complete.
        Case(
            text: text(40, complete: false),
            refusal:
                "x.ipf: no ##COMPLETE was found, so the source may be truncated; it would have removed 0 of 31 instruments; "
                + "--allow-incomplete accepts it anyway"),
        Case(
            text: "",
            refusal: "x.ipf: no ##COMPLETE was found, so the source may be truncated; it would have removed 31 of 31 "
                + "instruments; --allow-incomplete accepts it anyway"),
        Case(text: text(7), refusal: "\(shrunk) 50%; \(advice)"),
        Case(text: text(7), options: ["--allow-incomplete"], refusal: "\(shrunk) 50%; \(advice)"),
        Case(text: text(7), options: ["--allow-shrink"], count: 7),
        Case(text: text(7), options: ["--max-removed", "77.4%"], refusal: "\(shrunk) 77.4%; \(advice)"),
        Case(text: text(7), options: ["--max-removed", "77.5%"], count: 7),
        // New instruments don't compensate for removed ones.
        Case(
            text: text(31, prefix: "X"),
            refusal: "it would have removed 31 of 31 instruments, more than 50%; \(advice)"),
        // These counts are just above and just below half of 31.
        Case(text: text(16), count: 16),
        Case(text: text(15), refusal: "it would have removed 16 of 31 instruments, more than 50%; \(advice)"),
        Case(
            text: text(30), options: ["--max-removed", "0%"],
            refusal:
                "it would have removed 1 of 31 instruments, more than 0%; \(advice)"),
        Case(
            text: "##COMPLETE\n", options: ["--max-removed", "100%"],
            refusal: "it has no instruments, and would have removed 31 of 31 instruments; "
                + "--allow-shrink accepts it anyway"),
        Case(text: "##COMPLETE\n", options: ["--allow-shrink"], count: 0),
    ])
    func snapshotsOverACompleteCatalogAreChecked(_ example: Case) throws {
        try write("s.ipf", Self.text(31))
        #expect(try ipf(["import", "s.ipf", "-o", "c.catalog"]).status == 0)
        let before = try Data(contentsOf: URL(filePath: folder.path("c.catalog")))
        try write("x.ipf", example.text)
        let result = try ipf(["import", "x.ipf", "-o", "c.catalog"] + example.options)
        #expect(try count("c.catalog") == example.count)
        guard let refusal = example.refusal else { return #expect(result.status == 0, "\(result)") }
        #expect(
            result.status == 3 && result.output == ""
                && result.errors == "ipf: c.catalog: import refused; the catalog was not changed: \(refusal)\n",
            "\(result)")
        #expect(try Data(contentsOf: URL(filePath: folder.path("c.catalog"))) == before)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == [
                "c.catalog", "s.ipf", "x.ipf",
            ])
    }

    /// A source that once had ##COMPLETE must have it in each import, even if another source never had it.
    @Test func eachSourceMustRemainComplete() throws {
        try write("a.ipf", Self.text(20))
        try write("b.ipf", Self.text(4, complete: false, prefix: "B"))
        func run(_ sources: String...) throws -> Command.Result { try ipf(["import"] + sources + ["-o", "c.catalog"]) }
        for _ in 0..<2 { #expect(try run("a.ipf", "b.ipf").status == 0) }
        try write("a.ipf", Self.text(15, complete: false))
        let cut = try run("a.ipf", "b.ipf")
        #expect(
            cut.status == 3
                && cut.errors
                    == "ipf: c.catalog: import refused; the catalog was not changed: a.ipf: no ##COMPLETE was found, "
                    + "so the source may be truncated; it would have removed 5 of 24 instruments; --allow-incomplete accepts it "
                    + "anyway\n",
            "\(cut)")
        // An incomplete source under another name, such as the next day's file, doesn't replace the complete source.
        try write("a-2.ipf", Self.text(15, complete: false))
        #expect(try run("a-2.ipf", "b.ipf").errors.contains(": a-2.ipf: no ##COMPLETE was found"))
        // Adding an incomplete source is allowed, because it replaces no other source.
        try write("a.ipf", Self.text(20))
        try write("c.ipf", Self.text(2, complete: false, prefix: "C"))
        #expect(try run("a.ipf", "b.ipf", "c.ipf").status == 0)
        // After one allowed import, the source may remain incomplete.
        try write("a.ipf", Self.text(15, complete: false))
        #expect(try ipf(["import", "a.ipf", "b.ipf", "-o", "c.catalog", "--allow-incomplete"]).status == 0)
        #expect(try run("a.ipf", "b.ipf").status == 0)
        // An incomplete source replaces an incomplete one, but lacks most instruments.
        try write("a.ipf", Self.text(1, complete: false))
        #expect(try run("a.ipf", "b.ipf").errors.contains("it would have removed 14 of 19 instruments, more than 50%"))
        #expect(try count("c.catalog") == 19)
    }

    @Test func theSummaryReportsARefusal() throws {
        try write("s.ipf", Self.text(31))
        try write("x.ipf", Self.text(7, complete: false) + "bad,bad,bad\n")
        let taken = try ipf(["import", "s.ipf", "-o", "c.catalog", "--json"])
        #expect(taken.output.contains("\"complete\": true, \"refused\": null, "))
        let result = try ipf([
            "import", "x.ipf", "-o", "c.catalog", "--rejects", "r.jsonl", "--json",
        ])
        #expect(result.status == 3)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(object["unchanged"] as? Bool == true && object["instruments"] as? Int == 31)
        #expect(object["records"] as? Int == 8 && object["rejected"] as? Int == 1)
        #expect(object["complete"] as? Bool == false)
        let refused = try #require(object["refused"] as? [String: Any])
        #expect(refused["cause"] as? String == "incomplete")
        #expect(refused["instruments"] as? Int == 31 && refused["removed"] as? Int == 24)
        #expect((object["sources"] as? [[String: Any]])?.first?["complete"] as? Bool == false)
        // Rejected records are stored, because they may explain the refusal.
        #expect(try String(contentsOf: URL(filePath: folder.path("r.jsonl")), encoding: .utf8).contains("\"line\": 9"))
    }

    // MARK: Following

    /// The responses of a polled server, and the expected log lines.
    private static let answers = [
        (text(31), "snapshot complete: 31 profiles, 31 added, 0 removed, 0 changed, 31 instruments"),
        (
            text(7, complete: false),
            "snapshot refused: no ##COMPLETE was found, so the source may be truncated; it would have removed 24 of 31 instruments; "
                + "the current instruments remain"
        ),
        (
            text(7),
            "snapshot refused: it would have removed 24 of 31 instruments, more than 50%; the current instruments remain "
                + "(--allow-shrink accepts it)"
        ),
        (
            "##COMPLETE\n",
            "snapshot refused: it has no instruments, and would have removed 31 of 31 instruments; the current instruments remain "
                + "(--allow-shrink accepts it)"
        ),
        (text(30), "snapshot complete: 30 profiles, 0 added, 1 removed, 0 changed, 30 instruments"),
    ]

    private static func server() throws -> LoopbackServer {
        try LoopbackServer { request in
            // After a fault the connection retries by itself.
            [.waitForTest, .response(200, [:], Array(answers[min(request.number, answers.count - 1)].0.utf8))]
        }
    }

    @Test(.timeLimit(.minutes(60))) func followingRetainsTheInstrumentsAfterARefusal() throws {
        let server = try Self.server()
        let path = folder.path("c.catalog")
        let process = try FollowerProcess(["import", "--follow", "\(server.url)[update=1ms]", "-o", path])
        for (_, line) in Self.answers {
            server.goOn()
            #expect(process.waits(for: line), "\(line)")
        }
        process.send(SIGTERM)
        #expect(process.wait() == 0)
        #expect(try count("c.catalog") == 30)
    }

    @Test(.timeLimit(.minutes(60))) func followingAcceptsAllowedRemovals() throws {
        let server = try LoopbackServer { request in
            [.waitForTest, .response(200, [:], Array(Self.text(request.number == 0 ? 31 : 7).utf8))]
        }
        let path = folder.path("c.catalog")
        let process = try FollowerProcess([
            "import", "--follow", "\(server.url)[update=1ms]", "-o", path, "--max-removed", "80%",
        ])
        server.goOn()
        #expect(process.waits(for: "snapshot complete: 31 profiles"))
        server.goOn()
        #expect(process.waits(for: "snapshot complete: 7 profiles, 0 added, 24 removed, 0 changed, 7 instruments"))
        process.send(SIGTERM)
        #expect(process.wait() == 0)
    }

    @Test(.timeLimit(.minutes(60))) func watchingRetainsTheInstrumentsAfterARefusal() throws {
        let server = try Self.server()
        let path = folder.path("c.catalog")
        let process = try FollowerProcess(["watch", "\(server.url)[update=1ms]", "--catalog", path])
        for (_, line) in Self.answers {
            server.goOn()
            #expect(process.waits(for: line.hasPrefix("snapshot refused") ? line : ": complete, "), "\(line)")
        }
        process.send(SIGTERM)
        #expect(process.wait() == 0)
        #expect(try count("c.catalog") == 30)
    }

    /// If a published file is read while it is half written, its profiles are not sent to clients.
    @Test(.timeLimit(.minutes(60))) func aTruncatedPublishedFileIsNotServed() throws {
        try write("p.ipf", Self.text(31))
        let process = try FollowerProcess(["publish", folder.path("p.ipf"), "--port", "0"])
        let line = try #require(process.line())
        let service = try #require(line.split(separator: " ").last)
        func ask(_ path: String) throws -> String {
            String(decoding: try readBytes(from: SourceAddress(parsing: service + path)), as: UTF8.self)
        }
        try write("next.ipf", Self.text(7, complete: false))
        #expect(unsafe rename(folder.path("next.ipf"), folder.path("p.ipf")) == 0)
        #expect(
            process.waits(
                for:
                    "refused the new file; still serving the previous one: \(folder.path("p.ipf")): no ##COMPLETE was found"
            ))
        #expect(try ask("/ipf/all.ipf").contains("S31\n"))
        #expect(try ask("/readyz").contains("\"refused\":\"\(folder.path("p.ipf")): no ##COMPLETE was found"))
        try write("next.ipf", Self.text(30))
        #expect(unsafe rename(folder.path("next.ipf"), folder.path("p.ipf")) == 0)
        #expect(process.waits(for: "loaded the new catalog"))
        let ready = try ask("/readyz")
        #expect(!ready.contains("refused") && ready.contains("\"count\":30"), "\(ready)")
        process.send(SIGTERM)
        #expect(process.wait() == 0)
    }

    /// A service reports a refusal in `/readyz` and `/metrics`.
    @Test(.timeLimit(.minutes(60))) func theServiceReportsARefusal() throws {
        let server = try LoopbackServer { request in
            let text = Self.text(request.number == 2 ? 7 : 31)
            return [.waitForTest, .response(200, [:], Array(text.utf8))]
        }
        server.goOn()
        let process = try FollowerProcess(["serve", "--source", "\(server.url)[update=1ms]", "--port", "0"])
        let line = try #require(process.line())
        let service = try #require(line.split(separator: " ").last)
        func ask(_ path: String) throws -> String {
            String(decoding: try readBytes(from: SourceAddress(parsing: service + path)), as: UTF8.self)
        }
        server.goOn()
        #expect(process.waits(for: "source: complete"))
        #expect(try !ask("/readyz").contains("refused") && ask("/metrics").contains("ipf_catalog_refused 0.0\n"))
        server.goOn()
        #expect(process.waits(for: "source: refused the snapshot; still serving the current instruments"))
        #expect(
            try ask("/readyz").contains("\"refused\":\"it would have removed 24 of 31 instruments, more than 50%\""))
        #expect(try ask("/readyz").contains("{\"name\":\"source\",\"ready\":false,\"since\":\""))
        #expect(try ask("/metrics").contains("ipf_catalog_refused 1.0\n"))
        #expect(try ask("/v1/instruments/S31").contains("S31"))
        server.goOn()
        #expect(process.waits(for: "source: complete"))
        #expect(try !ask("/readyz").contains("refused"))
        process.send(SIGTERM)
        #expect(process.wait() == 0)
    }
}
