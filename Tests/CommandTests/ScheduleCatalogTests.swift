import Foundation
import TestSupport
import Testing

/// Schedules by symbols of a catalog instead of rule texts.
@Suite struct ScheduleCatalogTests {
    private static let profiles = """
        #STOCK::=TYPE,SYMBOL,PRICE_INCREMENTS,TRADING_HOURS
        STOCK,ABC,0.01 3; 0.05,X(tz=Europe/London;0=08001630)
        STOCK,NOHOURS,0.25,
        STOCK,LEANS,,B()
        STOCK,LATE,0.02,Y(tz=UTC;0=12002000)
        ##COMPLETE

        """

    private func run(_ arguments: [String]) throws -> Command.Result {
        let folder = try TemporaryFolder()
        try Data(Self.profiles.utf8).write(to: folder.url.appending(path: "all.ipf"))
        try Data("tv.B=tz=Europe/Paris;0=09001000\n".utf8).write(to: folder.url.appending(path: "defaults"))
        let imported = try Command.run(["import", "all.ipf", "-o", "all.catalog"], in: folder.url)
        #expect(imported.status == 0, "\(imported.errors)")
        return try Command.run(arguments, in: folder.url)
    }

    @Test(arguments: [
        (["price", "round", "--catalog", "all.catalog", "ABC", "3.021"], "3.00\n"),
        (["price", "round", "LEANS", "3.021", "--catalog", "all.catalog"], "3.021\n"),
        (
            ["schedule", "next", "--catalog", "all.catalog", "ABC", "2024-07-05 10:00"],
            """
            DATE        DAY  SESSION  FROM                  TO
            2024-07-08  Mon  regular  2024-07-08 08:00 BST  2024-07-08 16:30 BST

            """
        ),
        (
            ["schedule", "legs", "=2*ABC-LATE", "2024-07-05", "2024-07-08", "--catalog", "all.catalog"],
            """
            Leg              2 ABC
            Leg              -1 LATE
            Price increment  0.02
            FROM                  TO
            2024-07-05 13:00 BST  2024-07-05 16:30 BST
            2024-07-08 13:00 BST  2024-07-08 16:30 BST

            """
        ),
        (
            ["schedule", "legs", "=ABC-LATE", "2024-07-05", "--catalog", "all.catalog", "--format", "json"],
            #"{"spread": "=ABC-LATE", "legs": [{"symbol": "ABC", "ratio": 1}, {"symbol": "LATE", "ratio": -1}], "#
                + #""priceStep": 0.01, "hours": [{"start": "2024-07-05T12:00:00Z", "end": "2024-07-05T15:30:00Z"}]}"#
                + "\n"
        ),
        (
            ["schedule", "venues", "--catalog", "all.catalog", "--defaults", "defaults", "LEANS"],
            """
            VENUE  ZONE          HOLIDAYS FROM  TO  NAME
            B      Europe/Paris  –              –   B

            """
        ),
    ])
    func symbolsOfACatalogHaveTheirRules(arguments: [String], output: String) throws {
        let result = try run(arguments)
        #expect(result.output == output && result.status == 0, "\(result.errors)")
    }

    @Test(
        arguments: [
            (
                ["price", "round", "--catalog", "all.catalog", "NONE", "1"], 1,
                "ipf: NONE: not in the catalog\n"
            ),
            (
                ["schedule", "legs", "=ABC-NONE", "2024-07-05", "--catalog", "all.catalog"], 1,
                "ipf: NONE: not in the catalog, but a leg of =ABC-NONE\n"
            ),
            (
                ["schedule", "legs", "=ABC-(LATE)", "2024-07-05", "--catalog", "all.catalog"], 3,
                """
                ipf: spread symbol: found a parenthesis; write each leg separately
                  =ABC-(LATE)
                       ^

                """
            ),
            (
                ["schedule", "at", "--catalog", "all.catalog", "NOHOURS", "now"], 1,
                "ipf: NOHOURS: the catalog has no trading hours for it\n"
            ),
            (
                ["schedule", "days", "--catalog", "defaults", "ABC", "20240703"], 3, nil
            ),
            (["schedule", "days", "--catalog", "nowhere", "ABC", "20240703"], 4, nil),
            (["schedule", "venues", "--catalog", "all.catalog"], 2, nil),
        ] as [([String], Int32, String?)])
    func unknownSymbolsAndInvalidRulesAreErrors(arguments: [String], status: Int32, errors: String?) throws {
        let result = try run(arguments)
        #expect(result.status == status && result.output == "")
        if let errors { #expect(result.errors == errors) }
    }

    @Test func legsWithoutCommonHoursAreReported() throws {
        let result = try run(["schedule", "legs", "=ABC-LATE", "2024-07-06", "--catalog", "all.catalog"])
        #expect(result.status == 1)
        #expect(result.output == "Leg              1 ABC\nLeg              -1 LATE\nPrice increment  0.01\n")
        #expect(result.errors == "ipf: =ABC-LATE: its legs never trade together from 2024-07-06 to 2024-07-06\n")
    }
}
