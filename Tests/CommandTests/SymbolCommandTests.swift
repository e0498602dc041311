import Foundation
import Ingest
import InstrumentCatalog
import TestSupport
import Testing

/// Instruments in other notations, with and without a catalog; identifier fields.
@Suite struct SymbolCommandTests {
    private let folder: TemporaryFolder

    private static let listing = """
        #STOCK::=TYPE,SYMBOL,DESCRIPTION,COUNTRY,OPOL,ISIN,FIGI
        STOCK,AAPL,Apple,US,XNAS,US0378331005,BBG000B9XRY4
        STOCK,RIO:GB,Rio Tinto,GB,XLON,,
        STOCK,RIO:AU,Rio Tinto,AU,XASX,,
        #OPTION::=TYPE,SYMBOL,COUNTRY,CFI,UNDERLYING,EXPIRATION,STRIKE
        OPTION,.AAPL270115C260,US,OCASPS,AAPL,2027-01-15,260
        #FUTURE::=TYPE,SYMBOL,OPOL,CFI,PRODUCT,EXPIRATION
        FUTURE,/ESZ26:XCME,XCME,FFXXXX,/ES,2026-12-18
        ##COMPLETE

        """

    init() throws {
        folder = try TemporaryFolder()
        try Data(Self.listing.utf8).write(to: URL(filePath: folder.path("a.ipf")))
        let result = try Command.run(
            ["import", "a.ipf", "-o", "a.catalog", "--identifier", "FIGI"], in: folder.url)
        #expect(result.status == 0, "\(result.errors)")
    }

    private func ipf(_ arguments: [String], input: String = "") throws -> Command.Result {
        try Command.run(["symbol"] + arguments, input: input, in: folder.url)
    }

    @Test func aSymbolIsPrintedInEachNotation() throws {
        let expected = """
            AAPL270115C00260000: option, 15 Jan 2027, 260, call
              ipf         .AAPL270115C260
              occ         AAPL  270115C00260000
            """
        for arguments in [[], ["--catalog", "a.catalog"]] {
            let result = try ipf(arguments + ["AAPL270115C00260000"])
            #expect(result.status == 0 && result.errors == "", "\(result.errors)")
            #expect(result.output.hasPrefix(expected), "\(result.output)")
        }
    }

    /// The rules of contracts determine the front month, with and without a catalog.
    @Test(arguments: [
        (["ES1!", "--on", "2026-12-18"], "ES1!: future ES, front month: ESZ26 until 2026-12-18\n"),
        (["ES=F", "--on", "2026-12-19"], "ES=F: future ES, front month: ESH27 until 2027-03-19\n"),
        (["ES2!", "--on", "2026-12-18"], "ES2!: future ES, contract 2 from the front: ESH27 until 2027-03-19\n"),
        (["GC=F", "--on", "2026-12-30"], "GC=F: future GC, front month: GCG27 until 2027-02-24\n"),
        // No contract rules are known for this root.
        (["QQX1!", "--on", "2026-12-18"], "QQX1!: future QQX, front month\n"),
    ])
    func continuousFuturesNameTheirContract(_ arguments: [String], _ line: String) throws {
        let result = try ipf(arguments)
        #expect(result.output.hasPrefix(line), "\(result.output)")
    }

    @Test func oneNotationIsPrintedAsATable() throws {
        let result = try ipf(["--catalog", "a.catalog", "--on", "2026-11-21", "--to", "ipf", "ESZ6", "AAPL US Equity"])
        #expect(result.status == 0 && result.errors == "")
        let lines = result.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(lines.map { $0.first ?? "" } == ["TEXT", "ESZ6", "AAPL"])
        #expect(lines[1][1] == "/ESZ26:XCME" && lines[2][3] == "AAPL")
    }

    @Test func readingsArePrintedAsJSON() throws {
        let result = try ipf(
            ["--catalog", "a.catalog", "--format", "jsonl", "--to", "ipf", "AAPL 1/15/27 260 c", "nothing at all"])
        #expect(result.status == 1)
        let lines = result.output.split(separator: "\n")
        #expect(
            lines[0] == """
                {"text": "AAPL 1/15/27 260 c", "candidates": [{"symbol": ".AAPL270115C260", "notation": "broker", \
                "understood": "option, 15 Jan 2027, 260, call", "written": {"ipf": ".AAPL270115C260"}}]}
                """
                || lines[0].contains("\"symbol\": \".AAPL270115C260\", \"notation\": \"typed\""), "\(lines[0])")
        #expect(
            lines[1] == """
                {"text": "nothing at all", "candidates": [], "error": "not understood as a notation of an instrument"}
                """)
    }

    @Test func linesOfStandardInputAreAnswered() throws {
        let input = "AAPL US Equity\r\nrio\n\nAAPL 1/15/27 261 c\nnothing at all\nus0378331005"
        let result = try ipf(["--catalog", "a.catalog", "-"], input: input)
        #expect(result.status == 1 && result.errors == "", "\(result.errors)")
        let lines = result.output.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        #expect(
            lines.map { $0.prefix(2).joined(separator: " → ") } == [
                "AAPL US Equity → AAPL", "rio → RIO:AU|RIO:GB", "AAPL 1/15/27 261 c → !", "nothing at all → !",
                "us0378331005 → AAPL",
            ])
        #expect(
            lines[2][2] == "understood as option, 15 Jan 2027, 261, call; the catalog has no such instrument")
        let all = try ipf(["--catalog", "a.catalog", "-"], input: "AAPL\n")
        #expect(all.status == 0 && all.output.hasPrefix("AAPL\tAAPL\t"))
    }

    /// If the best reading cannot be written in a notation, the output has the reason, not another reading.
    @Test func eachUnwrittenNotationHasAReason() throws {
        let lines = try ipf(
            ["--catalog", "a.catalog", "--on", "2026-11-21", "--to", "occ", "-"],
            input: "ESZ6\nAAPL270115C00260000{=d}\n")
        #expect(lines.status == 1)
        #expect(
            lines.output == """
                ESZ6\t!\tfuture ES, Dec 2026; occ has no form for it
                AAPL270115C00260000{=d}\tAAPL  270115C00260000\toption, 15 Jan 2027, 260, call; \
                without the attributes {=d}

                """)
        let json = try ipf(["--to", "occ", "--format", "jsonl", "BTC-27JUN25"])
        #expect(
            json.output == """
                {"text": "BTC-27JUN25", "candidates": [{"notation": "exchange", "understood": \
                "crypto future BTC, 27 Jun 2025", "written": {}, "unwritten": {"occ": "occ has no form for it"}}]}

                """)
    }

    /// Batches are split between two threads: the order and the number of lines are preserved.
    @Test func manyLinesAreAnsweredInOrder() throws {
        let texts = ["AAPL UW", "none of these words", "AAPL270115C00260000", "RIO LN", "=A", "us-0378-331005"]
        var input = ""
        for number in 0..<60_000 { input += texts[number % texts.count] + "\n" }
        let result = try ipf(["--catalog", "a.catalog", "-"], input: input)
        let expected = ["AAPL", "!", ".AAPL270115C260", "RIO:GB", "!", "AAPL"]
        var number = 0
        for line in result.output.split(separator: "\n") {
            let parts = line.split(separator: "\t")
            guard parts[0] == texts[number % 6], parts[1] == expected[number % 6] else {
                Issue.record("line \(number + 1): \(line)")
                return
            }
            number += 1
        }
        #expect(number == 60_000)
    }

    @Test func understoodButAbsentInstrumentsAreReported() throws {
        let result = try ipf(["--catalog", "a.catalog", "AAPL 1/15/27 261 c", "AAPL"])
        #expect(result.status == 1 && result.output.hasPrefix("AAPL: "))
        #expect(
            result.errors
                == "ipf: AAPL 1/15/27 261 c: understood as option, 15 Jan 2027, 261, call; the catalog has no such instrument\n"
        )
    }

    @Test func placesCanBePrintedAndAdded() throws {
        let bundled = try ipf(["--print-places"])
        #expect(bundled.status == 0 && bundled.output.contains("\nmarket XNYS US "))
        try Data("source own https://example.org\nplace chart HOME XNAS own\n".utf8)
            .write(to: URL(filePath: folder.path("places")))
        let result = try ipf(["--catalog", "a.catalog", "--places", "places", "--to", "ipf", "HOME:AAPL"])
        #expect(result.status == 0 && result.output.contains("HOME:AAPL  AAPL"), "\(result.output)\(result.errors)")
        try Data("place chart\n".utf8).write(to: URL(filePath: folder.path("places")))
        let wrong = try ipf(["--places", "places", "AAPL"])
        #expect(wrong.status == 3 && wrong.errors.hasPrefix("ipf: places: "), "\(wrong.errors)")
    }

    @Test(arguments: [
        ([], "Nothing to read"), (["-", "A"], "can't be combined with other texts"), (["A", "--to", "morse"], "morse"),
        (["A", "--on", "soon"], "soon"),
    ])
    func contradictoryOptionsAreUsageErrors(arguments: [String], text: String) throws {
        let result = try ipf(arguments)
        #expect(result.status == 2 && result.errors.contains(text), "\(result.errors)")
    }

    // MARK: Identifier fields

    @Test func identifierFieldsAreSearched() throws {
        let found = try Command.run(
            ["lookup", "a.catalog", "--identifier", "FIGI=bbg000-b9xry4", "--format", "jsonl"], in: folder.url)
        #expect(found.status == 0 && found.output.contains("\"SYMBOL\": \"AAPL\""), "\(found.errors)")
        let none = try Command.run(["lookup", "a.catalog", "--identifier", "NOTE=x"], in: folder.url)
        #expect(none.status == 1 && none.errors.contains("no index of NOTE, only of "), "\(none.errors)")
        let near = try Command.run(["lookup", "a.catalog", "--identifier", "FIG=x"], in: folder.url)
        #expect(near.errors.contains("did you mean FIGI?"), "\(near.errors)")
        let wrong = try Command.run(["lookup", "a.catalog", "--identifier", "FIGI"], in: folder.url)
        #expect(wrong.status == 2)
        // A later import into the catalog retains the identifier field and adds another. Unused fields are reported.
        let again = try Command.run(
            ["import", "a.ipf", "-o", "a.catalog", "--identifier", "NOTE"], in: folder.url)
        #expect(
            again.status == 0
                && again.errors.contains("no instrument has the field NOTE, so look-ups by it find nothing"),
            "\(again.errors)")
        let kept = try Command.run(["lookup", "a.catalog", "--identifier", "FIGI=BBG000B9XRY4"], in: folder.url)
        #expect(kept.status == 0)
        let merged = try Command.run(["merge", "a.catalog", "a.ipf", "-o", "b.catalog"], in: folder.url)
        #expect(merged.status == 0)
        #expect(
            try Command.run(["lookup", "b.catalog", "--identifier", "FIGI=BBG000B9XRY4"], in: folder.url).status == 0)
    }

    private static let figis = "#STOCK::=TYPE,SYMBOL,FIGI\nSTOCK,AAPL,BBG000B9XRY4\n##COMPLETE\n\n"

    /// Followers of a source accept identifier fields as imports do.
    @Test(.timeLimit(.minutes(60))) func followersAcceptIdentifierFields() throws {
        let watched = try Command.run(
            ["watch", "-", "--catalog", "w.catalog", "--identifier", "FIGI", "--identifier", "FIGY"],
            input: Self.figis, in: folder.url)
        #expect(
            watched.status == 0
                && watched.errors.contains(
                    "no instrument has the field FIGY, so look-ups by it find nothing; did you mean FIGI?"),
            "\(watched.errors)")
        #expect(
            try Command.run(["lookup", "w.catalog", "--identifier", "FIGI=BBG000B9XRY4"], in: folder.url).status == 0)
        let lost = try Command.run(["watch", "-", "--identifier", "FIGI"], input: Self.figis, in: folder.url)
        #expect(lost.status == 2 && lost.errors.contains("--identifier requires --catalog"), "\(lost.errors)")
    }

    /// Identifier fields work for a service that imports its source first, and for one whose catalog already exists.
    @Test(.timeLimit(.minutes(60))) func servicesOfASourceAcceptIdentifierFields() throws {
        let server = try LoopbackServer { _ in [.response(200, [:], Array(Self.figis.utf8))] }
        #expect(try Command.run(["import", server.url, "-o", "s.catalog"], in: folder.url).status == 0)
        for catalog in [[], [folder.path("s.catalog")]] {
            let process = try FollowerProcess(
                ["serve"] + catalog
                    + ["--source", server.url, "--port", "0", "--identifier", "FIGI", "--identifier", "FIGY"])
            #expect(
                process.waits(
                    for: "no instrument has the field FIGY, so look-ups by it find nothing; did you mean FIGI?"))
            let line = try #require(process.line())
            let address = try SourceAddress(
                parsing: try #require(line.split(separator: " ").last) + "/v1/search?q=bbg000b9xry4")
            #expect(String(decoding: try readBytes(from: address), as: UTF8.self).contains("AAPL"), "\(catalog)")
            process.send(SIGTERM)
            #expect(process.wait() == 0)
        }
        let alone = try Command.run(["serve", "s.catalog", "--identifier", "FIGI"], in: folder.url)
        #expect(alone.status == 2 && alone.errors.contains("--identifier requires --source"), "\(alone.errors)")
    }
}
