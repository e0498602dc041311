import Foundation
import MarketRules
import Scanning
import Testing

/// The bundled rules of futures and options.
struct ContractRulesTests {
    private static func date(_ text: some StringProtocol) throws -> CalendarDate {
        try #require(CalendarDate(text: String(text)))
    }

    /// Contracts whose days show how a rule must be understood.
    @Test(arguments: [
        // The third Friday is Juneteenth.
        ("ES", 2026, 6, "2026-06-18"),
        // The 25th of the previous month is Christmas Day in the first row, and a Saturday in the others.
        ("CL", 2024, 1, "2023-12-19"), ("CL", 2026, 5, "2026-04-21"), ("CL", 2020, 5, "2020-04-21"),
        // Brent does not stop trading on New Year's Eve.
        ("BRN", 2024, 2, "2023-12-28"), ("BRN", 2024, 3, "2024-01-31"),
        // The March contract measures the quarter that ends in June.
        ("SR3", 2024, 3, "2024-06-18"),
        // SPX options expire on Thursday because of Good Friday. So Cboe's future expires a day earlier than Eurex's.
        ("VX", 2025, 3, "2025-03-18"), ("FVS", 2025, 3, "2025-03-19"),
        // Good Friday is closed in Chicago and London.
        ("BTC", 2024, 3, "2024-03-28"),
        // The week of Thanksgiving has a holiday.
        ("GF", 2023, 11, "2023-11-16"),
        // Eurex trades on Whit Monday, 2019-06-10. 2023-09-10 was a Sunday.
        ("FGBL", 2019, 6, "2019-06-06"), ("FGBL", 2023, 9, "2023-09-07"),
        // The National Stock Exchange of India changed the weekday of expiration.
        ("NIFTY", 2025, 8, "2025-08-28"), ("NIFTY", 2025, 9, "2025-09-30"),
    ])
    func futuresStopTradingOnTheDayOfTheirRule(_ root: String, _ year: Int, _ month: Int, _ day: String) throws {
        let product = try #require(ContractProduct.future(root))
        let contract = try #require(try product.contracts(in: year).first { $0.month == month })
        #expect(contract.lastTradingDay.description == day)
    }

    /// Compares with contracts in public lists, and with contracts that a second implementation computed from another
    /// project's holidays (Fixtures/README.md). Our days differ from rows that have a reason.
    @Test(arguments: ["published.tsv", "restated.tsv"])
    func contractsAgreeWithOtherLists(_ name: String) throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/contracts/\(name)")
        var known: [String: Contract] = [:]
        var differences: [String] = []
        for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            let contract = try Self.contract(cells[0], String(cells[1]), &known)
            let day = try #require(Self.day(cells[2], of: contract), "\(line)")
            let isException = cells.count > 5 && !cells[5].isEmpty
            if (day.description == cells[3]) == isException { differences.append("\(line): \(day)") }
        }
        #expect(differences == [])
    }

    private static func contract(
        _ kind: Substring, _ name: String, _ known: inout [String: Contract]
    ) throws -> Contract {
        if let contract = known["\(kind) \(name)"] { return contract }
        let root = String(name.dropLast(3))
        let product = try #require(kind == "option" ? ContractProduct.option(root) : .future(root), "\(name)")
        let year = try #require(Int(name.suffix(2)))
        for contract in try product.contracts(in: 2000 + year) { known["\(kind) \(contract.name)"] = contract }
        return try #require(known["\(kind) \(name)"], "\(name)")
    }

    private static func day(_ field: Substring, of contract: Contract) -> CalendarDate? {
        switch field {
        case "last": contract.lastTradingDay
        case "expiration": contract.expiration
        case "notice": contract.firstNotice
        default: nil
        }
    }

    /// Index options may stop trading before the day on which they expire. Weekly options are named by day.
    @Test func optionsHaveTheirOwnDays() throws {
        let spx = try #require(try ContractProduct.option("SPX")?.contracts(in: 2025).first { $0.month == 4 })
        // Good Friday is the third Friday.
        #expect([spx.lastTradingDay, spx.expiration].map(\.description) == ["2025-04-16", "2025-04-17"])
        let vix = try #require(try ContractProduct.option("VIX")?.contracts(in: 2025).first { $0.month == 3 })
        #expect([vix.lastTradingDay, vix.expiration].map(\.description) == ["2025-03-17", "2025-03-18"])
        let daily = try #require(try ContractProduct.option("SPXW")?.contracts(in: 2026))
        #expect(daily.count == 251)
        #expect(daily.prefix(2).map(\.name) == ["SPXW 2026-01-02", "SPXW 2026-01-05"])
        let weekly = try #require(try ContractProduct.option("EQUITYW")?.contracts(in: 2026))
        #expect(
            weekly.filter { $0.expiration.weekday != 5 }.map(\.name) == [
                "EQUITYW 2026-04-02", "EQUITYW 2026-06-18", "EQUITYW 2026-07-02", "EQUITYW 2026-12-24",
            ])
    }

    /// A contract is the front contract until its last trading day, or until the roll.
    @Test(
        arguments: [
            ("ES", "2026-12-18", 1, nil, "ESZ26"), ("ES", "2026-12-19", 1, nil, "ESH27"),
            ("ES", "2026-12-18", 2, nil, "ESH27"),
            // The roll is five business days before 2026-12-18.
            ("ES", "2026-12-11", 1, 5, "ESZ26"), ("ES", "2026-12-12", 1, 5, "ESH27"),
            ("ES", "2026-12-18", 1, 0, "ESZ26"),
            // Gold can be delivered from 2026-11-30, long before it stops trading.
            ("GC", "2026-11-28", 1, nil, "GCZ26"), ("GC", "2026-11-30", 1, 0, "GCZ26"),
            ("GC", "2026-11-28", 1, 1, "GCG27"),
            // The September contract measures the quarter that ends in December.
            ("SR3", "2026-11-28", 1, nil, "SR3U26"),
        ] as [(String, String, Int, Int?, String)])
    func frontContractFollowsTheRollOfTheCaller(
        _ root: String, _ day: String, _ position: Int, _ roll: Int?, _ name: String
    ) throws {
        let product = try #require(ContractProduct.future(root))
        let front = try product.frontContract(on: try Self.date(day), position: position, rollDays: roll)
        #expect(front?.name == name)
    }

    /// For these years, no holidays are announced or listed.
    @Test func contractsOfYearsWithoutHolidaysAreMarked() throws {
        let product = try #require(ContractProduct.future("ES"))
        #expect(try product.contracts(in: 2027).allSatisfy { !$0.isBeyondCoverage })
        #expect(try product.contracts(in: 2040).allSatisfy(\.isBeyondCoverage))
        #expect(try product.contracts(in: 1980).allSatisfy(\.isBeyondCoverage))
        #expect(try product.contracts(in: 2040).first?.lastTradingDay.description == "2040-03-16")
        #expect(try product.contracts(in: 2).isEmpty)
    }

    /// A product has no contracts before its first month and after it was delisted.
    @Test func periodsOfListingBoundTheContracts() throws {
        #expect(try ContractProduct.future("GE")?.contracts(in: 2023).map(\.name) == ["GEH23", "GEM23"])
        #expect(try ContractProduct.future("XRP")?.contracts(in: 2025).first?.name == "XRPK25")
        #expect(try ContractProduct.future("GE")?.frontContract(on: Self.date("2026-11-28")) == nil)
        #expect(ContractProduct.future("NOPE") == nil)
    }

    /// If the defaults lack the product's venue, its business days are unknown.
    @Test func defaultsWithoutTheVenueAreAnError() throws {
        #expect(throws: GrammarError.self) {
            try ContractProduct.future("ES")?.contracts(in: 2027, defaults: .empty)
        }
    }

    @Test func everyProductHasContractsInItsPeriod() throws {
        for product in ContractProduct.all {
            let years = product.root == "GE" || product.root == "LBS" ? 2020 : 2026
            let contracts = try product.contracts(in: years)
            #expect(!contracts.isEmpty, "\(product.root)")
            let ends = contracts.map(\.lastTradingDay)
            #expect(ends == ends.sorted(), "\(product.root)")
            #expect(contracts.allSatisfy { $0.lastTradingDay <= $0.expiration }, "\(product.root)")
        }
        #expect(ContractProduct.all.count >= 150)
    }
}
