import TestSupport
import Testing

@Suite struct ListCommandTests {
    @Test func instrumentsAreListedInEachFormat() throws {
        let fixture = try FilterFixture()
        for (arguments, output) in Self.answers {
            let result = try fixture.run(["list", "old.catalog"] + arguments)
            #expect(result.output == output && result.status == 0, "\(arguments): \(result.errors)")
        }
    }

    private static let answers: [([String], String)] = [
        (
            [],
            """
            SYMBOL             TYPE    CURRENCY  OPOL  UNDERLYING  EXPIRATION  STRIKE  DESCRIPTION
            AAPL               STOCK   USD       XNAS                                  Apple Inc.
            IBM                STOCK   USD       XNYS                                  Big Blue
            GONE               STOCK   GBX       XLON                                  Gone & Sons
            THYAO:TR           STOCK   TRY       XIST                                  Türk Hava Yolları, A.O.
            /YGM27:IFUS        FUTURE  USD                         2027-06-28          Gold June 27
            /YGQ27:IFUS        FUTURE  USD                         2027-08-27          Gold August 27
            /YGZ27:IFUS        FUTURE  USD                         2027-12-29          Gold December 27
            .AAPL270115C9      OPTION  USD             AAPL        2027-01-15       9
            .AAPL270115C150    OPTION  USD             AAPL        2027-01-15     150
            .AAPL270115P150    OPTION  USD             AAPL        2027-01-15     150
            .AAPL270122P150    OPTION  USD             AAPL        2027-01-22     150
            .AAPL270115C152.5  OPTION  USD             AAPL        2027-01-15   152.5

            """
        ),
        (
            ["--exchange", "XNAS,XIST", "--fields", "DESCRIPTION,EXCHANGES"],
            """
            TYPE   SYMBOL    DESCRIPTION              EXCHANGES
            STOCK  AAPL      Apple Inc.               XBOS;XNAS
            STOCK  THYAO:TR  Türk Hava Yolları, A.O.  XIST

            """
        ),
        (
            ["--country", "TR,GB", "--fields", "*"],
            """
            TYPE   SYMBOL    DESCRIPTION              COUNTRY  OPOL  EXCHANGES  CURRENCY
            STOCK  GONE      Gone & Sons              GB       XLON  XLON       GBX
            STOCK  THYAO:TR  Türk Hava Yolları, A.O.  TR       XIST  XIST       TRY

            """
        ),
        // Several values of a field are alternatives, in every syntax.
        (
            ["--where", "SYMBOL=/YGM??:IFUS", "--where", "SYMBOL=IB*", "--format", "csv", "--fields", "DESCRIPTION"],
            "TYPE,SYMBOL,DESCRIPTION\nSTOCK,IBM,Big Blue\nFUTURE,/YGM27:IFUS,Gold June 27\n"
        ),
        (
            ["--underlying", "AAPL", "--strike", "100..151", "--active-on", "2027-01-16", "--format", "jsonl"],
            """
            {"CFI": "OPASPS", "CURRENCY": "USD", "EXPIRATION": "2027-01-22", "EXPIRATION_STYLE": "Weeklys", \
            "LAST_TRADE": "2027-01-21", "MULTIPLIER": "100", "OPTION_TYPE": "STAN", "SPC": "10", "STRIKE": "150", \
            "SYMBOL": ".AAPL270122P150", "TYPE": "OPTION", "UNDERLYING": "AAPL"}

            """
        ),
        (
            ["--country", "GB", "--format", "ipf"],
            """
            #STOCK::=TYPE,SYMBOL,DESCRIPTION,COUNTRY,OPOL,EXCHANGES,CURRENCY
            STOCK,GONE,Gone & Sons,GB,XLON,XLON,GBX
            ##COMPLETE

            """
        ),
        (
            ["--expiration", "..20270115", "--strike", "9", "--format", "csv", "--fields", "TYPE"],
            "SYMBOL,TYPE\n.AAPL270115C9,OPTION\n"
        ),
        (
            ["--last-trade", "2027-12-28", "--product", "/YG", "--format", "csv", "--fields", "TYPE"],
            "SYMBOL,TYPE\n/YGZ27:IFUS,FUTURE\n"
        ),
        (
            ["--order", "type", "--offset", "11", "--fields", "SECTOR"],
            "TYPE    SYMBOL             SECTOR\nOPTION  .AAPL270115C152.5\n"
        ),
        (
            ["--facets", "--currency", "USD", "--country", "US"],
            """
            2 instruments

            TYPE   INSTRUMENTS
            STOCK            2

            OPOL  INSTRUMENTS
            XNAS            1
            XNYS            1

            COUNTRY  INSTRUMENTS
            US                 2

            CURRENCY  INSTRUMENTS
            USD                 2

            """
        ),
    ]

    @Test func cursorsContinueTheList() throws {
        let fixture = try FilterFixture()
        let arguments = ["--format", "csv", "--fields", "TYPE", "--order", "symbol", "--limit", "5"]
        var result = try fixture.run(["list", "old.catalog"] + arguments)
        var lines = result.output.split(separator: "\n").dropFirst().map(String.init)
        var pages = 1
        while let cursor = result.errors.split(separator: "--cursor ").dropFirst().first {
            #expect(result.errors.hasPrefix("ipf: there are more results; continue with --cursor "))
            let next = ["--cursor", String(cursor.dropLast())]
            #expect(try fixture.run(["list", "new.catalog"] + arguments + next).status == 2)
            #expect(try fixture.run(["list", "old.catalog", "--type", "STOCK"] + arguments + next).status == 2)
            result = try fixture.run(["list", "old.catalog"] + arguments + next)
            lines += result.output.split(separator: "\n").dropFirst().map(String.init)
            pages += 1
        }
        let all = try fixture.run(["list", "old.catalog", "--format", "csv", "--fields", "TYPE", "--order", "symbol"])
        #expect(lines == all.output.split(separator: "\n").dropFirst().map(String.init))
        #expect(lines.count == 12 && pages == 3)
    }

    @Test func invalidOptionsOfListAreErrors() throws {
        let fixture = try FilterFixture()
        for (arguments, status, error) in [
            (["old.catalog", "--cursor", "none"], 2, "ipf: catalog: 'none' is not a cursor; pass the cursor of"),
            (["old.catalog", "--strike", "a..b"], 2, "Error: The value 'a..b' is invalid for '--strike <prices>'"),
            (["old.catalog", "--strike", ".."], 2, "Error: The value '..' is invalid for '--strike <prices>'"),
            (["old.catalog", "--expiration", "2027-02-30"], 2, "Error: The value '2027-02-30' is invalid for"),
            (["old.catalog", "--where", "SYMBOL"], 2, "Error: The value 'SYMBOL' is invalid for '--where"),
            (["old.catalog", "--limit", "0"], 2, "Error: --limit is 0, expected 1 or more."),
            (["defaults"], 3, "ipf: /"),
            (["nowhere"], 4, "ipf: catalog nowhere: can't open it: No such file or directory"),
        ] as [([String], Int32, String)] {
            let result = try fixture.run(["list"] + arguments)
            #expect(result.status == status && result.output.isEmpty, "\(arguments)")
            #expect(result.errors.hasPrefix(error), "\(arguments): \(result.errors)")
        }
    }
}
