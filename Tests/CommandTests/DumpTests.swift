import Foundation
import TestSupport
import Testing

@Suite struct DumpTests {
    /// Every recorded table through the real binary: the profiles as recorded, or the error's line.
    @Test(.enabled(if: Conformance.folder != nil, "the recorded tables are not here: set IPF_CONFORMANCE"))
    func printsWhatWasRecorded() throws {
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
    func forms(arguments: [String], output: String) throws {
        let result = try Command.run(["dump", "-"] + arguments, input: source)
        #expect(result.output == output)
        #expect(result.errors == "ipf: warning: -: no ##COMPLETE was seen: it may have been cut off\n")
        #expect(result.status == 0)
    }

    @Test func csvWithoutFieldsHasTheStandardOnes() throws {
        let result = try Command.run(["dump", "-", "--format", "csv"], input: source + "##COMPLETE\n")
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0].hasPrefix("TYPE,SYMBOL,DESCRIPTION,LOCAL_SYMBOL,") && lines[0].hasSuffix(",TRADING_HOURS"))
        #expect(lines[1] == "STOCK,IBM,\"Big \"\"Blue\"\", Inc.\",,,,,,,USD,,,,,,,,,,,,,,,,,,,,,")
        #expect(result.errors == "")
    }

    /// What came before the fault is printed all the same.
    @Test func profilesBeforeAFaultArePrinted() throws {
        let result = try Command.run(["dump", "-", "--fields", "TYPE"], input: source + "BOND,X\n")
        #expect(result.output.split(separator: "\n").count == 3)
        #expect(
            result.errors
                == "ipf: -: line 6, column 1 (record at byte 176): "
                + "found the type 'BOND' with no definition #TYPE::=TYPE,… before it\n")
        #expect(result.status == 3)
    }
}
