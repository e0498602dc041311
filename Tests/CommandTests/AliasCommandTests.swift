import Foundation
import TestSupport
import Testing

/// `--aliases`: names of instruments that occur in no field.
@Suite struct AliasCommandTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try write(
            "source.ipf",
            """
            #STOCK::=TYPE,SYMBOL,DESCRIPTION,ISIN
            STOCK,2330:TW,Taiwan Semiconductor,TW0002330008
            STOCK,IBM,International Business Machines,US4592001014
            ##COMPLETE

            """)
    }

    private func write(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder.path(name)))
    }

    private func run(_ arguments: String...) throws -> Command.Result { try Command.run(arguments, in: folder.url) }

    private func search(_ text: String) throws -> String {
        try run("search", "c.ipfc", text, "--format", "jsonl").output
    }

    private static let machines = """
        {"symbol": "IBM", "type": "STOCK", "description": "International Business Machines", "match": "alias", \
        "highlights": {}, "reason": "Watson & Co"}

        """

    /// The bundled aliases are included by default. If an alias matches, the table shows it instead of a field.
    @Test func bundledAliasesAreIncludedUnlessExcluded() throws {
        #expect(try run("import", "source.ipf", "-o", "c.ipfc").status == 0)
        let expected = """
            SYMBOL   TYPE   MATCH  DESCRIPTION
            2330:TW  STOCK  tsmc   Taiwan Semiconductor

            """
        #expect(try run("search", "c.ipfc", "TSMC").output == expected)
        // Other aliases make a different catalog, even though the source has not changed.
        #expect(try run("import", "source.ipf", "-o", "c.ipfc", "--no-bundled-aliases").status == 0)
        #expect(try search("tsmc") == "")
        #expect(try run("import", "source.ipf", "-o", "c.ipfc").status == 0)
        #expect(try search("tsmc").contains("\"match\": \"alias\""))
    }

    @Test func givenAliasFilesAreMerged() throws {
        try write("names.csv", "US4592001014, Watson & Co\n")
        try write("more.csv", "# comment\n2330:TW,fab\nNONE,x\nZZ,y\n")
        let result = try run(
            "import", "source.ipf", "-o", "c.ipfc", "--aliases", "names.csv", "--aliases", "more.csv",
            "--no-bundled-aliases")
        #expect(result.status == 0)
        let warning = "aliases: the catalog has no instrument for 2 of the symbols and ISINs: NONE, ZZ"
        #expect(result.errors.contains(warning), "\(result.errors)")
        #expect(try search("watsonco") == Self.machines)
        #expect(try search("fab").contains("2330:TW"))
        // A later import into the catalog, and a merge, retain the aliases.
        try write("next.ipf", "#STOCK::=TYPE,SYMBOL,DESCRIPTION\nSTOCK,NONE,New\n##COMPLETE\n")
        #expect(try run("import", "source.ipf", "next.ipf", "-o", "c.ipfc").status == 0)
        #expect(try search("watson and co") == Self.machines)
        #expect(try search("x").contains("NONE"))
        #expect(try run("merge", "c.ipfc", "next.ipf", "-o", "c.ipfc").status == 0)
        #expect(try search("watsonco") == Self.machines)
        // Another file replaces the aliases, and an empty file removes them.
        #expect(try run("import", "source.ipf", "-o", "c.ipfc", "--aliases", "more.csv").status == 0)
        #expect(try search("watsonco") == "")
        #expect(try search("fab").contains("2330:TW"))
        #expect(try run("import", "source.ipf", "-o", "c.ipfc", "--aliases", "/dev/null").status == 0)
        #expect(try search("fab") == "")
    }

    @Test func malformedAliasFilesAreErrorsWithTheLine() throws {
        try write("names.csv", "IBM\nIBM,a,b\n")
        let result = try run("import", "source.ipf", "-o", "c.ipfc", "--aliases", "names.csv")
        #expect(result.status == 3)
        let message = """
            ipf: names.csv: aliases:
              line 1: found 1 value; expected SYMBOL or ISIN, ALIAS
              line 2: found 3 values; expected SYMBOL or ISIN, ALIAS: put a value with a comma in double quotes

            """
        #expect(result.errors == message)
        #expect(!FileManager.default.fileExists(atPath: folder.path("c.ipfc")))
        #expect(try run("import", "source.ipf", "-o", "c.ipfc", "--aliases", "none.csv").status == 4)
        // The output must not overwrite the file of aliases.
        try write("c.ipfc", "IBM,a\n")
        #expect(try run("import", "source.ipf", "-o", "c.ipfc", "--aliases", "c.ipfc").status == 2)
    }
}
