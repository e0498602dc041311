import Foundation
import TestSupport
import Testing

@Suite struct DumpTests {
    /// For every recorded table, the real binary prints the recorded profiles, or the line of the error.
    @Test(.enabled(if: Conformance.folder != nil, "no conformance tables; set IPF_CONFORMANCE"))
    func recordedTablesArePrintedUnchanged() throws {
        let folder = try #require(Conformance.folder).appending(path: "ipf")
        let inputs = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "ipf" }
        #expect(inputs.count >= 23)
        for input in inputs {
            let result = try Command.run(["dump", input.path, "--format", "jsonl"])
            let name = input.lastPathComponent
            let expected = input.deletingPathExtension()
            if let profiles = try? String(contentsOf: expected.appendingPathExtension("jsonl"), encoding: .utf8) {
                #expect(result.output == profiles, "\(name)")
                #expect(result.status == 0, "\(name): \(result.errors)")
            } else {
                let line = try String(contentsOf: expected.appendingPathExtension("error"), encoding: .utf8)
                #expect(result.status == 3, "\(name)")
                #expect(
                    result.errors.hasPrefix("ipf: \(input.path): \(line.trimmingCharacters(in: .newlines)), "),
                    "\(name): \(result.errors)")
            }
        }
    }

    private let source = """
        #STOCK::=TYPE,SYMBOL,DESCRIPTION,CURRENCY,RANK
        STOCK,IBM,"Big ""Blue"", Inc.",USD,
        STOCK,THYAO:TR,TÜRK HAVA YOLLARI A.O.,TRY,7
        #OPTION::=TYPE,SYMBOL,STRIKE
        OPTION,.IBM,150.50

        """

    @Test(arguments: [
        (
            ["--format", "csv", "--fields", "STRIKE,RANK"],
            """
            TYPE,SYMBOL,STRIKE,RANK
            STOCK,IBM,,
            STOCK,THYAO:TR,,7
            OPTION,.IBM,150.5,

            """
        ),
        (
            ["--format", "jsonl", "--fields", "RANK"],
            """
            {"SYMBOL": "IBM", "TYPE": "STOCK"}
            {"RANK": "7", "SYMBOL": "THYAO:TR", "TYPE": "STOCK"}
            {"SYMBOL": ".IBM", "TYPE": "OPTION"}

            """
        ),
        (
            ["--format", "ipf"],
            """
            #STOCK::=TYPE,SYMBOL,DESCRIPTION,CURRENCY
            STOCK,IBM,"Big ""Blue"", Inc.",USD
            #STOCK::=TYPE,SYMBOL,DESCRIPTION,CURRENCY,RANK
            STOCK,THYAO:TR,TÜRK HAVA YOLLARI A.O.,TRY,7
            #OPTION::=TYPE,SYMBOL,STRIKE
            OPTION,.IBM,150.5

            """
        ),
    ])
    func profilesArePrintedInEachFormat(arguments: [String], output: String) throws {
        let result = try Command.run(["dump", "-"] + arguments, input: source)
        #expect(result.output == output)
        #expect(result.errors == "ipf: warning: -: no ##COMPLETE was found, so the source may be truncated\n")
        #expect(result.status == 0)
    }

    @Test func csvHasTheStandardFieldsByDefault() throws {
        let standard = source.replacing(",RANK", with: "").replacing("USD,\n", with: "USD\n").replacing(
            "TRY,7", with: "TRY")
        let result = try Command.run(["dump", "-", "--format", "csv"], input: standard + "##COMPLETE\n")
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].hasPrefix("TYPE,SYMBOL,DESCRIPTION,LOCAL_SYMBOL,") && lines[0].hasSuffix(",TRADING_HOURS"))
        #expect(lines[1] == "STOCK,IBM,\"Big \"\"Blue\"\", Inc.\",,,,,,,USD,,,,,,,,,,,,,,,,,,,,,")
        #expect(result.errors == "")
    }

    private let custom = """
        #STOCK::=TYPE,SYMBOL,ICB,SECTOR,UNUSED
        STOCK,A,10,"x, y",
        #FUND::=TYPE,SYMBOL,STRIKE,EXPIRATION,a
        FUND,B,1.50,2027-01-15,1
        FUND,C,,,2
        ##COMPLETE

        """

    /// In the CSV of a source and of a catalog, every field that occurs has a column. So the source is read twice.
    @Test(arguments: [[], ["--fields", "*"]])
    func csvHasCustomFields(fields: [String]) throws {
        let folder = try TemporaryFolder()
        try Data(custom.utf8).write(to: URL(filePath: folder.path("all.ipf")))
        #expect(try Command.run(["import", "all.ipf", "-o", "all.ipfc"], in: folder.url).status == 0)
        let before = String(repeating: ",", count: 29)
        for name in ["all.ipf", "all.ipfc"] {
            let result = try Command.run(["dump", name, "--format", "csv"] + fields, in: folder.url)
            let lines = result.output.split(separator: "\n")
            #expect(lines[0].hasSuffix(",PRICE_INCREMENTS,TRADING_HOURS,SECTOR,a"))
            // The columns include the 16th standard field, and the first custom field.
            #expect(lines.contains("STOCK,A,,,,,,,,,,,,,,10,,,,,,,,,,,,,,,,\"x, y\",") && lines.count == 4)
            #expect(lines.contains("FUND,C\(before),,2"))
            #expect(result.errors == "" && result.status == 0)
        }
    }

    /// A source that can be read only once is printed as it arrives. Fields without a column are reported, and no
    /// temporary file remains.
    @Test func csvOfAPipeReportsOmittedFields() throws {
        let folder = try TemporaryFolder()
        let sentence = """
            ipf: the CSV has no columns for the custom fields SECTOR, a, because - is read once: name the columns with --fields, \
            or dump a file or a catalog

            """
        let result = try Command.run(["dump", "-", "--format", "csv"], input: custom)
        #expect(result.errors == sentence && result.status == 2)
        #expect(result.output.split(separator: "\n").count == 4)
        let file = try Command.run(["dump", "-", "--format", "csv", "-o", "all.csv"], input: custom, in: folder.url)
        #expect(file.errors == sentence && file.status == 2)
        #expect(!FileManager.default.fileExists(atPath: folder.path("all.csv")))
        let named = try Command.run(["dump", "-", "--format", "csv", "--fields", "a,SECTOR"], input: custom)
        #expect(named.output == "TYPE,SYMBOL,a,SECTOR\nSTOCK,A,,\"x, y\"\nFUND,B,1,\nFUND,C,2,\n" && named.status == 0)
    }

    /// The typed JSON of a source equals that of its catalog.
    @Test func typedJSONIsEqualForSourceAndCatalog() throws {
        let folder = try TemporaryFolder()
        let text = custom.replacing("1.50", with: "NaN")
        try Data(text.utf8).write(to: URL(filePath: folder.path("all.ipf")))
        #expect(try Command.run(["import", "--lenient", "all.ipf", "-o", "all.ipfc"], in: folder.url).status == 0)
        let all = """
            {"TYPE":"STOCK","SYMBOL":"A","ICB":10,"SECTOR":"x, y"}
            {"TYPE":"FUND","SYMBOL":"B","EXPIRATION":"2027-01-15","STRIKE":"NaN","a":"1"}
            {"TYPE":"FUND","SYMBOL":"C","a":"2"}

            """
        let named = """
            {"TYPE":"STOCK","SYMBOL":"A","STRIKE":null,"ICB":10}
            {"TYPE":"FUND","SYMBOL":"B","STRIKE":"NaN","ICB":null}
            {"TYPE":"FUND","SYMBOL":"C","STRIKE":null,"ICB":null}

            """
        for (fields, output) in [([], all), (["--fields", "STRIKE,ICB"], named)] {
            for question in [
                ["dump", "--lenient", "all.ipf"], ["dump", "all.ipfc"], ["list", "all.ipfc", "--format", "jsonl"],
            ] {
                let result = try Command.run(question + ["--typed"] + fields, in: folder.url)
                #expect(result.output == output && result.status == 0, "\(question): \(result.errors)")
            }
        }
        let wrong = try Command.run(["dump", "all.ipfc", "--format", "csv", "--typed"], in: folder.url)
        #expect(wrong.status == 2 && wrong.errors.contains("--typed requires --format jsonl."))
    }

    /// Profiles before an unreadable record are printed, although the command fails.
    @Test func profilesBeforeAFaultArePrinted() throws {
        let result = try Command.run(["dump", "-", "--fields", "TYPE"], input: source + "BOND,X\n")
        #expect(result.output.split(separator: "\n").count == 3)
        #expect(
            result.errors
                == "ipf: -: line 6, column 1 (record at byte 176): "
                + "found the type 'BOND' without a format line #TYPE::=TYPE,… before it\n")
        #expect(result.status == 3)
    }
}
