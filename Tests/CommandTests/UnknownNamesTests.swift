import Foundation
import TestSupport
import Testing

/// Unknown names on the command line: each is reported with a suggestion.
@Suite struct UnknownNamesTests {
    // MARK: Commands and options

    @Test(arguments: [
        (["serch", "x"], "Unknown command 'serch'. Did you mean 'search'?", "ipf <subcommand>", "ipf"),
        (["stat"], "Unknown command 'stat'. Did you mean 'stats'?", "ipf <subcommand>", "ipf"),
        (["SEARCH"], "Unknown command 'SEARCH'. Did you mean 'search'?", "ipf <subcommand>", "ipf"),
        (["frobnicate"], "Unknown command 'frobnicate'.", "ipf <subcommand>", "ipf"),
        (["help", "serch"], "Unknown command 'serch'. Did you mean 'search'?", "ipf <subcommand>", "ipf"),
        (
            ["help", "price", "rond"], "Unknown command 'rond'. Did you mean 'round'?",
            "ipf price [--batch <file>] <subcommand>", "ipf price"
        ),
        (
            ["schedule", "explian", "X"], "Unknown command 'explian'. Did you mean 'explain'?",
            "ipf schedule <subcommand>", "ipf schedule"
        ),
        (
            ["calendar", "sho"], "Unknown command 'sho'. Did you mean 'show'?", "ipf calendar <subcommand>",
            "ipf calendar"
        ),
        // Unknown options, with and without a similar name.
        (
            ["list", "f", "--limt", "3"], "Unknown option '--limt'. Did you mean '--limit'?",
            "ipf list [<options>] <file>", "ipf list"
        ),
        (
            ["list", "f", "--expiratio", "x"], "Unknown option '--expiratio'. Did you mean '--expiration'?",
            "ipf list [<options>] <file>", "ipf list"
        ),
        (["list", "f", "--zzzzzzz"], "Unknown option '--zzzzzzz'", "ipf list [<options>] <file>", "ipf list"),
    ])
    func unknownCommandsAndOptionsHaveSuggestions(arguments: [String], message: String, usage: String, command: String)
        throws
    {
        let result = try Command.run(arguments)
        #expect(result.status == 2 && result.output == "")
        #expect(
            result.errors == """
                Error: \(message)
                Usage: \(usage)
                  See '\(command) --help' for more information.

                """)
    }

    @Test func helpOfKnownCommandsIsUnchanged() throws {
        for arguments in [["help"], ["help", "search"], ["search", "--help"], ["help", "schedule", "days"]] {
            let result = try Command.run(arguments)
            #expect(result.status == 0 && result.output.contains("OVERVIEW") && result.errors == "", "\(arguments)")
        }
    }

    // MARK: Fields and values

    @Test func unknownFieldsAndValuesHaveSuggestions() throws {
        let fixture = try FilterFixture()
        let fields =
            "TYPE, SYMBOL, DESCRIPTION, COUNTRY, OPOL, EXCHANGES, CURRENCY, CFI, MULTIPLIER, PRODUCT, UNDERLYING, SPC, EXPIRATION, "
            + "LAST_TRADE, STRIKE, OPTION_TYPE, EXPIRATION_STYLE, TRADING_HOURS, SECTOR"
        let nothing = "ipf: no instrument matches the filters\n"
        for (arguments, status, errors) in [
            (["list", "--type", "stock"], 1, "ipf: no instrument of type stock; did you mean STOCK?\n" + nothing),
            (["list", "--type", "SHARE", "--format", "jsonl"], 1, "ipf: no instrument of type SHARE\n" + nothing),
            (
                ["list", "--exchange", "xnas"], 1,
                "ipf: no instrument with EXCHANGES xnas; did you mean XNAS?\n" + nothing
            ),
            (
                ["list", "--where", "SYMBOL=aapl"], 1,
                "ipf: no instrument with SYMBOL aapl; did you mean AAPL?\n" + nothing
            ),
            (
                ["list", "--where", "SECTOR=Tech"], 1,
                "ipf: no instrument with SECTOR Tech; did you mean Technology?\n" + nothing
            ),
            (["list", "--where", "CUSIP=1"], 1, "ipf: no instrument has the field CUSIP\n" + nothing),
            // Each value occurs, but no instrument has both.
            (["list", "--type", "FUTURE", "--country", "GB"], 1, nothing),
            (
                ["list", "--type", "STOCK", "--offset", "4"], 1,
                "ipf: --offset 4 is past the end; the number of matching instruments is 4\n"
            ),
            (["list", "--where", "CURENCY=USD"], 2, "ipf: there is no field CURENCY; did you mean CURRENCY?\n"),
            (["list", "--where", "currency=USD"], 2, "ipf: there is no field currency; did you mean CURRENCY?\n"),
            (
                ["list", "--fields", "CURENCY,X1"], 2,
                "ipf: there is no field CURENCY; did you mean CURRENCY?\nipf: there is no field X1; the fields of the catalog are \(fields)\n"
            ),
            (
                ["list", "--where", "X=1", "--facets"], 2,
                "ipf: there is no field X; the fields of the catalog are \(fields)\n"
            ),
            (
                ["search", "apple", "--type", "stock"], 1,
                "ipf: no instrument of type stock; did you mean STOCK?\nipf: apple: nothing found\n"
            ),
            (["search", "apple", "--where", "TIPE=STOCK"], 2, "ipf: there is no field TIPE; did you mean TYPE?\n"),
            (["dump", "--fields", "SECTR"], 2, "ipf: there is no field SECTR; did you mean SECTOR?\n"),
            (["chain", "aapl"], 1, "ipf: aapl: no options on it in the catalog; did you mean AAPL?\n"),
            (
                ["chain", "YG", "--futures"], 1,
                "ipf: YG: no futures of that product in the catalog; did you mean /YG?\n"
            ),
            (
                ["chain", "/YG"], 1,
                "ipf: /YG is a product without options; `ipf chain old.catalog /YG --futures` lists its 3 futures\n"
            ),
            (
                ["chain", "AAPL", "--style", "weeklys"], 1,
                "ipf: no instrument with EXPIRATION_STYLE weeklys; did you mean Weeklys?\nipf: AAPL: no series matches --expiration, --style and --strike\n"
            ),
            (
                ["chain", "AAPL", "--expiration", "2040-01-01"], 1,
                "ipf: AAPL: no series matches --expiration, --style and --strike\n"
            ),
        ] as [([String], Int32, String)] {
            let result = try fixture.run([arguments[0], "old.catalog"] + arguments.dropFirst())
            #expect(result.status == status && result.output == "", "\(arguments): \(result.output)")
            #expect(result.errors == errors, "\(arguments)")
        }
    }

    /// Missing names are reported, and the others are answered.
    @Test func missingNamesAreReportedBesideTheAnswers() throws {
        let fixture = try FilterFixture()
        for (arguments, output, errors) in [
            (
                ["list", "--type", "STOCK,ETFF", "--country", "TR", "--format", "csv", "--fields", "CUSIP"],
                "TYPE,SYMBOL,CUSIP\nSTOCK,THYAO:TR,\n",
                "ipf: no instrument has the field CUSIP\nipf: no instrument of type ETFF\n"
            ),
            (
                ["search", "gold", "--currency", "USD,usd", "--limit", "1", "--facets"],
                "3 instruments\n\nTYPE    INSTRUMENTS\nFUTURE            3\n\nCURRENCY  INSTRUMENTS\nUSD                 3\n",
                "ipf: no instrument with CURRENCY usd; did you mean USD?\n"
            ),
        ] {
            let result = try fixture.run([arguments[0], "old.catalog"] + arguments.dropFirst())
            #expect(result.status == 0 && result.output == output && result.errors == errors, "\(arguments): \(result)")
        }
        // Headers and trailers of machine-readable formats are printed even without rows.
        for (format, output) in [
            ("csv", "TYPE,SYMBOL,SECTOR\n"), ("ipf", "##COMPLETE\n"), ("jsonl", ""), ("table", ""),
        ] {
            let result = try fixture.run(
                ["list", "old.catalog", "--type", "BOND", "--format", format, "--fields", "SECTOR"])
            #expect(result.output == output && result.status == 1)
        }
    }

    @Test func anEmptyCatalogIsReported() throws {
        let folder = try TemporaryFolder()
        try Data("##COMPLETE\n".utf8).write(to: folder.url.appending(path: "a.ipf"))
        #expect(try Command.run(["import", "a.ipf", "-o", "a.catalog", "--allow-shrink"], in: folder.url).status == 0)
        let unknown = try Command.run(["list", "a.catalog", "--fields", "FOO"], in: folder.url)
        #expect(unknown.errors == "ipf: there is no field FOO, and the catalog has no instruments\n")
        let result = try Command.run(["list", "a.catalog"], in: folder.url)
        #expect(result.status == 1 && result.output == "" && result.errors == "ipf: the catalog has no instruments\n")
    }

    /// For a product with options and futures, the chain is printed with a hint at the futures.
    @Test func aProductSuggestsItsFutures() throws {
        let folder = try TemporaryFolder()
        let text = """
            #FUTURE::=TYPE,SYMBOL,PRODUCT,EXPIRATION
            FUTURE,/ESZ26,/ES,2026-12-18
            #OPTION::=TYPE,SYMBOL,UNDERLYING,PRODUCT,CFI,EXPIRATION,STRIKE
            OPTION,./ESZ26C6600,/ESZ26,/ES,OCASPS,2026-12-18,6600
            ##COMPLETE

            """
        try Data(text.utf8).write(to: folder.url.appending(path: "a.ipf"))
        #expect(try Command.run(["import", "a.ipf", "-o", "a.catalog"], in: folder.url).status == 0)
        let result = try Command.run(["chain", "a.catalog", "/ES"], in: folder.url)
        #expect(result.status == 0 && result.output.hasPrefix("/ES: product\n"))
        #expect(
            result.errors == "ipf: /ES is a product; `ipf chain a.catalog /ES --futures` lists its future\n")
        let underlying = try Command.run(["chain", "a.catalog", "/ESZ26"], in: folder.url)
        #expect(underlying.status == 0 && underlying.errors == "")
    }

    /// For a source, unknown fields are reported after it was read. An existing output file is left unchanged.
    @Test func unknownFieldsOfASourceAreReported() throws {
        let fixture = try FilterFixture()
        let result = try fixture.run(["dump", "old.ipf", "--format", "csv", "--fields", "SECTOR,CURENCY"])
        #expect(result.status == 2 && result.output.hasPrefix("TYPE,SYMBOL,SECTOR,CURENCY\nSTOCK,AAPL,Technology,\n"))
        #expect(result.errors == "ipf: the instruments have no field CURENCY; did you mean CURRENCY?\n")
        try Data("as it was".utf8).write(to: fixture.folder.url.appending(path: "out"))
        #expect(try fixture.run(["dump", "old.ipf", "--fields", "CURENCY", "-o", "out"]).status == 2)
        #expect(try String(contentsOfFile: fixture.folder.path("out"), encoding: .utf8) == "as it was")
        #expect(try fixture.run(["dump", "old.ipf", "--fields", "SECTOR,CUSIP"]).status == 0)
    }

    // MARK: Venues and symbols

    /// All schedule commands accept the same names.
    @Test(arguments: [
        (["schedule", "days", "NAME", "2026-01-05"], "open"),
        (["schedule", "sessions", "NAME", "2026-01-05"], "regular"),
        (["schedule", "at", "NAME", "2026-01-05 12:00"], "regular"),
        (["schedule", "next", "NAME", "2026-01-05 00:00"], "regular"),
        (["schedule", "explain", "NAME", "2026-01-05"], "regular"),
        (["schedule", "venues", "NAME"], "America/New_York"),
        (["calendar", "show", "NAME", "--year", "2026"], "251 trading days"),
    ])
    func namesOfHours(arguments: [String], text: String) throws {
        let folder = try TemporaryFolder()
        let profiles = "#STOCK::=TYPE,SYMBOL,TRADING_HOURS\nSTOCK,IBM,XNYS()\nSTOCK,NOHOURS,\n##COMPLETE\n"
        try Data(profiles.utf8).write(to: folder.url.appending(path: "a.ipf"))
        #expect(try Command.run(["import", "a.ipf", "-o", "a.catalog"], in: folder.url).status == 0)
        let catalog = ["--catalog", "a.catalog"]
        let lists = "`ipf schedule venues` lists them; a symbol requires --catalog FILE"
        for (name, more, status, errors) in [
            ("XNYS", [], 0, ""), ("xnys", [], 0, "ipf: xnys: read as XNYS\n"),
            ("NYSE", [], 0, "ipf: NYSE: read as XNYS\n"), ("XNYS()", [], 0, ""),
            ("IBM", catalog, 0, ""), ("ibm", catalog, 0, "ipf: ibm: read as IBM\n"),
            ("nyse", catalog, 0, "ipf: nyse: read as XNYS\n"),
            ("IBM", [], 1, "ipf: IBM: no such venue; \(lists)\n"),
            ("XNYX", [], 1, "ipf: XNYX: no such venue; did you mean XNYS or XNYM?\n"),
            ("IBN", catalog, 1, "ipf: IBN: neither a symbol of the catalog nor a venue; did you mean IBM?\n"),
            ("NOHOURS", catalog, 1, "ipf: NOHOURS: the catalog has no trading hours for it\n"),
        ] as [(String, [String], Int32, String)] {
            let result = try Command.run(arguments.map { $0 == "NAME" ? name : $0 } + more, in: folder.url)
            #expect(result.status == status && result.errors == errors, "\(arguments) \(name): \(result)")
            #expect(result.output.contains(text) == (status == 0), "\(arguments) \(name): \(result.output)")
        }
    }

    /// An answer without sessions is reported as such.
    @Test(arguments: [
        (["sessions", "2026-01-04"], "no matching session from 2026-01-04 to 2026-01-04"),
        (["next", "2026-01-04 12:00"], "no matching session within 366 days after 2026-01-04 12:00 UTC"),
        (
            ["next", "2026-01-04 12:00", "--previous"],
            "no matching session within 366 days before 2026-01-04 12:00 UTC"
        ),
    ])
    func missingSessionsAreReported(arguments: [String], message: String) throws {
        let result = try Command.run(
            ["schedule", arguments[0], "X(tz=UTC;0=09001000)", arguments[1]] + arguments.dropFirst(2)
                + ["--filter", "pre-market", "--format", "json"])
        #expect(result.status == 1 && result.output == "[]\n" && result.errors == "ipf: \(message)\n", "\(result)")
    }

    @Test func unknownVenuesAndSymbolsHaveSuggestions() throws {
        let folder = try TemporaryFolder()
        let profiles = "#STOCK::=TYPE,SYMBOL,PRICE_INCREMENTS\nSTOCK,IBM,0.01\n##COMPLETE\n"
        try Data(profiles.utf8).write(to: folder.url.appending(path: "a.ipf"))
        #expect(try Command.run(["import", "a.ipf", "-o", "a.catalog"], in: folder.url).status == 0)
        for (arguments, status, output, errors) in [
            (["price", "round", "--catalog", "a.catalog", "ibm", "1.234"], 0, "1.23\n", "ipf: ibm: read as IBM\n"),
            (
                ["price", "round", "--catalog", "a.catalog", "IBN", "1"], 1, "",
                "ipf: IBN: not in the catalog; did you mean IBM?\n"
            ),
            (["calendar", "diff", "bundled", "bundled", "--venue", "nyse"], 0, nil, "ipf: nyse: read as XNYS\n"),
            (
                ["calendar", "diff", "bundled", "bundled", "--venue", "XNYX"], 1, "",
                "ipf: XNYX: neither schedule defaults have this venue; did you mean XNYS or XNYM?\n"
            ),
            (["schedule", "venues", "XNYS();XLON()"], 0, nil, ""),
            (["schedule", "sessions", "XNYS();XLON()", "2026-01-05", "--venue", "lse"], 0, nil, ""),
        ] as [([String], Int32, String?, String)] {
            let result = try Command.run(arguments, in: folder.url)
            #expect(result.status == status && result.errors == errors, "\(arguments): \(result)")
            if let output { #expect(result.output == output, "\(arguments)") }
        }
    }
}
