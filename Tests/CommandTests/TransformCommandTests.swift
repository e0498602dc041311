import Foundation
import TestSupport
import Testing

/// `ipf transform`, as a process.
struct TransformCommandTests {
    private let folder: TemporaryFolder

    static let source = """
        #STOCK::=TYPE,SYMBOL,DESCRIPTION,COUNTRY,CURRENCY
        STOCK,A,Alpha,US,USD
        STOCK,B,Beta,DE,EUR
        #OPTION::=TYPE,SYMBOL,STRIKE,CURRENCY
        OPTION,.A1,100,USD
        OPTION,.A2,200,GBP
        ##COMPLETE

        """
    static let rules = """
        string REGION;
        if (CURRENCY notin ("USD", "EUR")) delete();
        if (COUNTRY == "US") REGION = "Americas";
        """

    init() throws {
        folder = try TemporaryFolder()
        try write("a.ipf", Self.source)
        try write("rules.txt", Self.rules)
    }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
    }

    private func ipf(_ arguments: String..., input: String = "") throws -> Command.Result {
        try Command.run(arguments, input: input, in: folder.url)
    }

    @Test func transformedProfilesAreWritten() throws {
        let result = try ipf("transform", "rules.txt", "a.ipf")
        #expect(result.status == 0)
        #expect(
            result.output.contains("STOCK,A,Alpha,US,USD,Americas\n") && result.output.contains("STOCK,B,Beta,DE,EUR"))
        #expect(!result.output.contains(".A2") && result.output.hasSuffix("##COMPLETE\n"), "\(result.output)")
        #expect(result.errors == "line 2: 1\nline 3: 1\n4 profiles read, 1 changed, 1 dropped\n")
        // Later rules see the result of earlier ones.
        let then = try ipf(
            "transform", "rules.txt", "a.ipf", "--then", "string REGION; if (REGION == '') delete();", "-o", "b.ipf.gz")
        #expect(
            then.errors.hasSuffix("transform, line 1: 2\n4 profiles read, 1 changed, 3 dropped\n"), "\(then.errors)")
        #expect(try ipf("scan", "b.ipf.gz").output.contains("STOCK        1\n"))
    }

    @Test func aDryRunPrintsTheChanges() throws {
        let result = try ipf("transform", "rules.txt", "a.ipf", "--dry-run")
        #expect(result.output == "  STOCK A\n    REGION: '' → 'Americas'\n- OPTION .A2\n")
        #expect(result.errors.hasSuffix("4 profiles read, 1 would be changed, 1 would be dropped\n"))
        #expect(try ipf("transform", "rules.txt", "a.ipf", "--dry-run", "-o", "c.ipf").status == 2)
    }

    /// A caret shows the position of the error, and nothing is written.
    @Test func invalidRulesAreShownWithACaret() throws {
        try write("bad.txt", "string REGION;\nif (SECTOR == 'x') delete();\n")
        let unknown = try ipf("transform", "bad.txt", "a.ipf", "-o", "c.ipf")
        #expect(unknown.status == 3 && unknown.errors.contains("bad.txt, line 2, column 5: "), "\(unknown.errors)")
        #expect(unknown.errors.contains("\n  if (SECTOR == 'x') delete();\n      ^"), "\(unknown.errors)")
        let failing = try ipf("transform", "date D; D = SYMBOL;", "a.ipf", "-o", "c.ipf")
        #expect(failing.status == 3 && failing.errors.contains("STOCK A: "), "\(failing.errors)")
        #expect(try ipf("transform", "none.txt", "a.ipf", "-o", "c.ipf").status == 4)
        #expect(!FileManager.default.fileExists(atPath: folder.path("c.ipf")))
    }

    @Test func droppedRemovalsAreReported() throws {
        try write("r.ipf", "#REMOVED::=TYPE,SYMBOL\nREMOVED,A\n##COMPLETE\n")
        let result = try ipf("transform", "if (TYPE != 'STOCK') delete();", "r.ipf")
        #expect(result.errors.contains("1 of the dropped profiles are of type REMOVED, so their removals are lost"))
    }

    @Test func aBatchAppliesEachRule() throws {
        let lines = [
            #""CURRENCY = 'EUR';""#, #""delete();""#, #""X = 1;""#,
        ].map { $0 + "\t" + #"{"TYPE": "STOCK", "SYMBOL": "A", "CURRENCY": "USD"}"# }
        let result = try ipf("transform", "--batch", "-", input: lines.joined(separator: "\n") + "\n")
        let answers = result.output.split(separator: "\n").map { $0.split(separator: "\t").last.map(String.init) }
        #expect(answers == [#"{"CURRENCY": "EUR"} 1:1"#, "deleted 1:1", "error 1:1"], "\(result)")
    }
}
