import Foundation
import TestSupport
import Testing

@Suite struct ChainCommandTests {
    @Test func chainsArePrintedInEachFormat() throws {
        let fixture = try FilterFixture()
        for (arguments, output) in Self.answers {
            let result = try fixture.run(["chain", "old.catalog"] + arguments)
            #expect(result.output == output && result.status == 0, "\(arguments): \(result.errors)")
        }
    }

    private static let answers: [([String], String)] = [
        (
            ["AAPL"],
            """
            2027-01-15  multiplier 100  STAN  OXASPS
              CALL               STRIKE  PUT
              .AAPL270115C9           9  –
              .AAPL270115C150       150  .AAPL270115P150
              .AAPL270115C152.5   152.5  –

            2027-01-22  last trade 2027-01-21  multiplier 100  SPC 10  STAN  Weeklys  OXASPS
              CALL  STRIKE  PUT
              –        150  .AAPL270122P150

            """
        ),
        (
            ["AAPL", "--style", "Week*"],
            """
            2027-01-22  last trade 2027-01-21  multiplier 100  SPC 10  STAN  Weeklys  OXASPS
              CALL  STRIKE  PUT
              –        150  .AAPL270122P150

            """
        ),
        (
            ["AAPL", "--expiration", "2027-01-15", "--strikes", "2", "--around", "151.3", "--format", "jsonl"],
            """
            {"expiration": "2027-01-15", "lastTrade": "2027-01-15", "multiplier": 100, "spc": 100, \
            "optionType": "STAN", "cfi": "OXASPS", "strikes": [{"strike": 150, "call": ".AAPL270115C150", \
            "put": ".AAPL270115P150"}, {"strike": 152.5, "call": ".AAPL270115C152.5"}]}

            """
        ),
        (
            ["AAPL", "--strike", "151..", "--format", "jsonl"],
            """
            {"expiration": "2027-01-15", "lastTrade": "2027-01-15", "multiplier": 100, "spc": 100, \
            "optionType": "STAN", "cfi": "OXASPS", "strikes": [{"strike": 152.5, "call": ".AAPL270115C152.5"}]}

            """
        ),
        (
            ["/YG", "--futures", "--on", "2027-06-27"],
            """
            EXPIRATION  LAST TRADE  SYMBOL
            2027-06-28  2027-06-25  /YGM27:IFUS
            2027-08-27  2027-08-26  /YGQ27:IFUS  ← current
            2027-12-29  2027-12-28  /YGZ27:IFUS

            """
        ),
        (
            ["/YG", "--futures", "--on", "20271228", "--format", "jsonl"],
            """
            {"symbol": "/YGM27:IFUS", "expiration": "2027-06-28", "lastTrade": "2027-06-25"}
            {"symbol": "/YGQ27:IFUS", "expiration": "2027-08-27", "lastTrade": "2027-08-26"}
            {"symbol": "/YGZ27:IFUS", "expiration": "2027-12-29", "lastTrade": "2027-12-28", "current": true}

            """
        ),
    ]

    /// The name is the underlying of some options and the product of others. Two calls have one strike. A stock with an
    /// option's CFI code is in no chain.
    @Test func chainsContainAllOptionsOfAName() throws {
        let folder = try TemporaryFolder()
        let text = """
            #OPTION::=TYPE,SYMBOL,UNDERLYING,PRODUCT,CFI,EXPIRATION,STRIKE
            #STOCK::=TYPE,SYMBOL,UNDERLYING,PRODUCT,CFI,EXPIRATION,STRIKE
            OPTION,.1,X,,OCASPS,2027-01-15,150
            OPTION,.2,/F,X,OPASPS,2027-01-15,150
            OPTION,.3,X,/P,OCASPS,2027-01-15,150
            STOCK,S,X,X,OCASPS,2027-01-15,150
            STOCK,T,Y,Y,OCASPS,2027-01-15,150
            ##COMPLETE

            """
        try text.write(toFile: folder.path("a.ipf"), atomically: true, encoding: .utf8)
        #expect(try Command.run(["import", "a.ipf", "-o", "a.catalog"], in: folder.url).status == 0)
        for (arguments, output) in [
            (
                ["X"],
                """
                X: underlying and product

                2027-01-15  OXASPS
                  CALL  STRIKE  PUT
                  .1       150  .2
                  .3       150  –

                """
            ),
            (
                ["X", "--format", "jsonl"],
                """
                {"underlying": "X", "product": "X", "expiration": "2027-01-15", "cfi": "OXASPS", "strikes": [{"strike": 150, \
                "call": ".1", "calls": [".1", ".3"], "put": ".2"}]}

                """
            ),
            (
                ["X", "--product"],
                """
                X: product

                2027-01-15  OXASPS
                  CALL  STRIKE  PUT
                  –        150  .2

                """
            ),
            (
                ["/P", "--format", "jsonl"],
                """
                {"product": "/P", "expiration": "2027-01-15", "cfi": "OXASPS", "strikes": [{"strike": 150, "call": ".3"}]}

                """
            ),
        ] {
            let result = try Command.run(["chain", "a.catalog"] + arguments, in: folder.url)
            #expect(result.output == output, "\(arguments): \(result.errors)")
        }
        #expect(try Command.run(["chain", "a.catalog", "Y"], in: folder.url).status == 1)
    }

    @Test func unknownNamesAndInvalidOptionsAreErrors() throws {
        let fixture = try FilterFixture()
        for (arguments, status, error) in [
            (["IBM"], 1, "ipf: IBM: no options on it in the catalog\n"),
            (
                ["/YG", "--product"], 1,
                "ipf: /YG is a product without options; `ipf chain old.catalog /YG --futures` lists its 3"
            ),
            (["AAPL", "--product"], 1, "ipf: AAPL: no options of that product in the catalog\n"),
            (["IBM", "--futures"], 1, "ipf: IBM: no futures of that product in the catalog\n"),
            (["AAPL", "--strikes", "3"], 2, "Error: --strikes and --around must be given together.\n"),
            (["AAPL", "--on", "2027-01-01"], 2, "Error: --on requires --futures.\n"),
        ] as [([String], Int32, String)] {
            let result = try fixture.run(["chain", "old.catalog"] + arguments)
            #expect(result.status == status && result.output.isEmpty, "\(arguments)")
            #expect(result.errors.hasPrefix(error), "\(arguments): \(result.errors)")
        }
    }
}
