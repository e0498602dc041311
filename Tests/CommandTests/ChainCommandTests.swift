import TestSupport
import Testing

@Suite struct ChainCommandTests {
    @Test func answers() throws {
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
        (["AAPL", "--expiration", "2030-01-01.."], ""),
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

    @Test func faults() throws {
        let fixture = try FilterFixture()
        for (arguments, status, error) in [
            (["IBM"], 1, "ipf: IBM: no options on it in the catalog\n"),
            (["/YG", "--product"], 1, "ipf: /YG: no options of that product in the catalog\n"),
            (["IBM", "--futures"], 1, "ipf: IBM: no futures of that product in the catalog\n"),
            (["AAPL", "--strikes", "3"], 2, "Error: --strikes and --around belong together.\n"),
            (["AAPL", "--on", "2027-01-01"], 2, "Error: --on belongs to --futures.\n"),
        ] as [([String], Int32, String)] {
            let result = try fixture.run(["chain", "old.catalog"] + arguments)
            #expect(result.status == status && result.output.isEmpty, "\(arguments)")
            #expect(result.errors.hasPrefix(error), "\(arguments): \(result.errors)")
        }
    }
}
