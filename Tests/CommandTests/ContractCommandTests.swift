import Foundation
import TestSupport
import Testing

@Suite struct ContractCommandTests {
    @Test func theContractsOfAYearAreShownWithTheirRules() throws {
        let run = try Command.run(["contract", "cl", "--year", "2024", "--on", "2024-01-15", "--roll", "days=5"])
        #expect(run.status == 0 && run.errors == "")
        #expect(
            run.output.hasPrefix(
                """
                CL: Crude Oil, futures of XNYM
                  settled              by delivery
                  months               FGHJKMNQUVXZ, business days of XNYM
                  last trading day     25th of the month before, before it if closed, 3 business days before it
                  first notice         last trading day, 2 business days after it
                  source               https://www.cmegroup.com/rulebook/NYMEX/ chapter 200
                  front on 2024-01-15  CLH24

                CONTRACT  LAST TRADE  EXPIRATION  FIRST NOTICE
                CLF24     2023-12-19  2023-12-19  2023-12-21
                CLG24     2024-01-22  2024-01-22  2024-01-24

                """))
    }

    @Test func jsonHasTheSameDays() throws {
        let run = try Command.run([
            "contract", "SPX", "--on", "2026-12-17", "--format", "json", "--year", "2026",
        ])
        let answer = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
        #expect(answer["kind"] as? String == "option" && answer["front"] as? String == "SPXZ26")
        let contracts = try #require(answer["contracts"] as? [[String: Any]])
        #expect(contracts.count == 12)
        #expect(contracts[5]["lastTradingDay"] as? String == "2026-06-17")
        #expect(contracts[5]["expiration"] as? String == "2026-06-18")
    }

    /// The holidays of 2040 are unknown, so contracts of that year are marked.
    @Test func contractsWithUnknownHolidaysAreMarked() throws {
        let run = try Command.run(["contract", "ES", "--year", "2040", "--on", "2026-11-28"])
        #expect(run.status == 0 && run.output.contains("\nESH40*    2040-03-16"))
        #expect(
            run.errors
                == "ipf: warning: holidays are unknown for ESH40 and 3 more: weekdays count as business days, so the "
                + "exchange may choose other days\n")
    }

    @Test(arguments: [
        (["ESS"], 1, "ipf: ESS: no contract rules are known for this product; did you mean ES?\n"),
        (
            ["ES", "--roll", "volume"], 2,
            "--roll volume: needs the volume of each contract, which instrument profiles do not have; use days=5."
        ),
        (["ES", "--roll", "days=x"], 2, "--roll days=x: expected days=0 to days=60."),
        (["ES", "--year", "2"], 2, "--year is 2, expected 3 to 9997."),
    ])
    func errorsSayWhatToDo(_ arguments: [String], _ status: Int32, _ message: String) throws {
        let run = try Command.run(["contract"] + arguments)
        #expect(run.status == status && run.errors.contains(message) && run.output == "")
    }

    /// A vendor's file of schedule defaults may lack the venue of a product. Then the bundled defaults are used.
    @Test func defaultsWithoutTheVenueFallBackToTheBundledOnes() throws {
        let folder = try TemporaryFolder()
        try Data("date=20261101-000000+0000\ntv.X=tz=GMT;0=1000\n".utf8).write(to: URL(filePath: folder.path("d")))
        let run = try Command.run(["contract", "ES", "--year", "2026", "--defaults", folder.path("d")])
        #expect(run.output.contains("\nESM26     2026-06-18"), "\(run.errors)")
    }

    @Test func productsAndRulesAreListed() throws {
        let list = try Command.run(["contract", "--kind", "option"])
        #expect(list.output.contains("\nSPXW     option  XCBO    S&P 500 Index, every weekday\n"))
        #expect(!list.output.contains("future"))
        #expect(try Command.run(["contract", "--print-rules"]).output.hasPrefix("# Rules of contracts"))
    }
}
