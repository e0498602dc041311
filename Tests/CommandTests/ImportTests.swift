import Foundation
import TestSupport
import Testing

@Suite struct ImportTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
    }

    private func ipf(_ arguments: String..., input: String = "") throws -> Command.Result {
        try Command.run(arguments, input: input, in: folder.url)
    }

    /// Returns the members of the JSON summary that don't depend on the time.
    private func summary(_ result: Command.Result) throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return try #require(object as? [String: Any])
    }

    @Test func theSummaryIsPrintedAsText() throws {
        try write(
            "a.ipf",
            """
            #STOCK::=TYPE,SYMBOL,CURRENCY
            STOCK,A,USD
            STOCK,B,USD
            STOCK,A,EUR
            STOCK,,EUR
            #::=TYPE,SYMBOL
            ,X
            #REMOVED::=TYPE,SYMBOL
            REMOVED,B
            #ETF::=TYPE,SYMBOL
            ETF,C
            ETF,D
            ##COMPLETE
            """)
        let result = try ipf("import", "a.ipf", "-o", "a.catalog")
        let counted = result.output.components(separatedBy: "  bytes in")[0]
        #expect(
            counted
                == """
                a.catalog
                  ETF          2
                  STOCK        1
                  instruments  3

                  records read                      8
                  superseded by a later one         1
                  of type REMOVED                   1
                  rejected                          0
                  left out, without a symbol        1
                  left out, without a type          1
                  complete                        yes

                """)
        #expect(result.errors == "" && result.status == 0)
        #expect(try ipf("lookup", "a.catalog", "A", "--format", "jsonl").output.contains("\"CURRENCY\": \"EUR\""))
    }

    @Test func severalSourcesMergeInOrder() throws {
        try write("1.ipf", "#S::=TYPE,SYMBOL,ISIN\nS,A,first\nS,B,first\nS,C,first\n##COMPLETE\n")
        try write("2.ipf", "#S::=TYPE,SYMBOL,ISIN\nS,B,second\n#REMOVED::=TYPE,SYMBOL\nREMOVED,C\n")
        let result = try ipf("import", "1.ipf", "-", "-o", "m.catalog", "--json", input: try text("2.ipf"))
        let summary = try summary(result)
        #expect(summary["instruments"] as? Int == 2)
        #expect(summary["duplicates"] as? Int == 1)
        #expect(summary["removed"] as? Int == 1)
        #expect(summary["complete"] as? Bool == false)
        #expect(result.errors == "ipf: warning: -: no ##COMPLETE was found, so the source may be truncated\n")
        let dump = try ipf("dump", "m.catalog", "--fields", "ISIN")
        #expect(
            dump.output == """
                {"ISIN": "first", "SYMBOL": "A", "TYPE": "S"}
                {"ISIN": "second", "SYMBOL": "B", "TYPE": "S"}

                """)
        #expect(try ipf("import", "2.ipf", "1.ipf", "-o", "m.catalog").status == 0)
        #expect(try ipf("dump", "m.catalog").output.contains("\"C\""))
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: URL(filePath: folder.path(name)), encoding: .utf8)
    }

    @Test func theFirstMalformedRecordStopsTheImport() throws {
        try write("good.ipf", "#S::=TYPE,SYMBOL\nS,A\n##COMPLETE\n")
        try write("bad.ipf", "#S::=TYPE,SYMBOL\nS,B\nS\n##COMPLETE\n")
        _ = try ipf("import", "good.ipf", "-o", "c.catalog")
        let before = try Data(contentsOf: URL(filePath: folder.path("c.catalog")))
        let result = try ipf("import", "bad.ipf", "-o", "c.catalog")
        #expect(result.status == 3)
        #expect(
            result.errors == "ipf: bad.ipf: line 3, column 1 (record at byte 21): "
                + "found 1 field, expected 2 as in the format line #S::=TYPE,…\n")
        #expect(try Data(contentsOf: URL(filePath: folder.path("c.catalog"))) == before)
        let incomplete = try ipf(
            "import", "-", "-o", "c.catalog", "--require-complete", input: "#S::=TYPE,SYMBOL\nS,B\n")
        #expect(incomplete.status == 3)
        #expect(
            incomplete.errors
                == "ipf: -: no ##COMPLETE was found, so the source may be truncated; c.catalog was not changed\n")
        #expect(try Data(contentsOf: URL(filePath: folder.path("c.catalog"))) == before)
    }

    @Test func rejectedRecordsAreWrittenWithPositionAndText() throws {
        let bytes: [UInt8] =
            Array("#S::=TYPE,SYMBOL,STRIKE\nS,A,1\nS,\"B\nb\",x\nS,".utf8) + [0xFF]
            + Array(",1\nS,\"\t\"\"q\",y\n".utf8)
        try Data(bytes).write(to: URL(filePath: folder.path("bad.ipf")))
        let result = try ipf("import", "bad.ipf", "-o", "c.catalog", "--rejects", "r.jsonl", "--json")
        #expect(result.status == 0)
        let summary = try summary(result)
        #expect(summary["rejected"] as? Int == 3)
        #expect(summary["records"] as? Int == 4)
        #expect(summary["instruments"] as? Int == 1)
        #expect(
            try text("r.jsonl") == """
                {"source": "bad.ipf", "line": 3, "byte": 30, "reason": "found 'x' in STRIKE, expected a number", \
                "text": "S,\\"B\\u000ab\\",x"}
                {"source": "bad.ipf", "line": 5, "byte": 40, "reason": "found bytes that are not UTF-8; \
                convert the file to UTF-8", "base64": "Uyz/LDE="}
                {"source": "bad.ipf", "line": 6, "byte": 46, "reason": "found 'y' in STRIKE, expected a number", \
                "text": "S,\\"\\u0009\\"\\"q\\",y"}

                """)
        let stopped = try ipf(
            "import", "bad.ipf", "-o", "d.catalog", "--rejects", "s.jsonl", "--on-error", "stop")
        #expect(stopped.status == 3)
        #expect(try text("s.jsonl").split(separator: "\n").count == 1)
        #expect(!FileManager.default.fileExists(atPath: folder.path("d.catalog")))
        // If no record was rejected, the file exists and is empty.
        let clean = try ipf("import", "-", "-o", "d.catalog", "--rejects", "s.jsonl", input: "##COMPLETE\n")
        #expect(clean.status == 0 && clean.errors == "")
        #expect(try text("s.jsonl") == "")
    }

    @Test(arguments: [
        ("missing.ipf", 4, "ipf: missing.ipf: no such file; check the path\n"),
        (".", 4, "ipf: .: it is a folder; give the path of a file in it\n"),
    ])
    func missingFilesAndFoldersAreErrors(address: String, status: Int32, message: String) throws {
        let result = try ipf("import", address, "-o", "c.catalog")
        #expect(result.status == status && result.errors == message && result.output == "")
        #expect(!FileManager.default.fileExists(atPath: folder.path("c.catalog")))
    }

    @Test func anEmptyFileGivesAnEmptyCatalog() throws {
        try write("empty.ipf", "")
        let result = try ipf("import", "empty.ipf", "-o", "c.catalog")
        #expect(result.status == 0)
        #expect(result.errors == "ipf: warning: empty.ipf: no ##COMPLETE was found, so the source may be truncated\n")
        let lookup = try ipf("lookup", "c.catalog", "A")
        #expect(lookup.status == 1 && lookup.errors == "ipf: A: not in the catalog\n")
    }

    @Test func tooManyColumnsAndTooLongRecordsAreErrors() throws {
        let columns = (1..<20_000).map { "C\($0)" }.joined(separator: ",")
        let header = try ipf("import", "-", "-o", "c.catalog", input: "#S::=TYPE,\(columns)\n")
        #expect(header.status == 3)
        #expect(header.errors.hasPrefix("ipf: -: line 1, column 1 (record at byte 0): "), "\(header.errors)")
        #expect(header.errors.contains("20,000") || header.errors.contains("20000"), "\(header.errors)")
        #expect(header.errors.contains("10,000") || header.errors.contains("10000"), "\(header.errors)")

        // A line of 20 MB is an error: the limit is 16 MiB.
        let path = folder.path("line.ipf")
        _ = FileManager.default.createFile(atPath: path, contents: Data("#S::=TYPE,SYMBOL\nS,".utf8))
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        try file.seekToEnd()
        let piece = Data(repeating: UInt8(ascii: "x"), count: 1_000_000)
        for _ in 0..<20 { try file.write(contentsOf: piece) }
        try file.write(contentsOf: Data("\nS,B\n##COMPLETE\n".utf8))
        try file.close()
        let long = try ipf("import", "line.ipf", "-o", "c.catalog")
        #expect(long.status == 3)
        #expect(long.errors.hasPrefix("ipf: line.ipf: line 2, column 1 (record at byte 17): "), "\(long.errors)")
        let skipped = try ipf("import", "line.ipf", "-o", "c.catalog", "--on-error", "skip", "--json")
        #expect(skipped.status == 0)
        #expect(try summary(skipped)["rejected"] as? Int == 1)
        #expect(try summary(skipped)["instruments"] as? Int == 1)
        #expect(try ipf("import", "line.ipf", "-o", "c.catalog", "--max-record", "200000000").status == 0)
    }
}
