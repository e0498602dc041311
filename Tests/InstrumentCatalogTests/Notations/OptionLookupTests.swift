import ProfileGenerator
import TestSupport
import Testing

@testable import InstrumentCatalog

/// Options found by binary search, compared with a scan of all rows.
struct OptionLookupTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func optionsEqualANaiveSearch(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let folder = try TemporaryFolder()
        let days = (0..<6).map { CalendarDate(dayNumber: 20_800 + 7 * $0) }
        let strikes = [0, 2.5, 100, 260, 1e6]
        var builder = CatalogBuilder()
        for number in 0..<[0, 30, 300, 3000][Int(seed) - 1] {
            var option = InstrumentProfile()
            option.type = "OPTION"
            option.symbol = "O\(number)"
            option.underlying = ["AAPL", "/ESZ26:XCME", ""].randomElement(using: &generator)!
            option.cfi = ["OCASPS", "OPASPS", "OCEXXX", "XX"].randomElement(using: &generator)!
            option.expiration =
                Int.random(in: 0..<9, using: &generator) == 0 ? nil : days.randomElement(using: &generator)
            option.strike = strikes.randomElement(using: &generator)!
            try builder.append(option)
        }
        _ = try builder.write(to: folder.path("options"))
        let catalog = try Catalog.open(folder.path("options"))
        let part = CatalogPart(catalog.file)
        let profiles = catalog.fileRows.map(catalog.profile(at:))
        for underlying in ["AAPL", "/ESZ26:XCME", "NONE"] {
            for first in days {
                for last in days where last >= first {
                    for strike in strikes + [7] {
                        for isPut in [false, true] {
                            var found: [Int] = []
                            part.forEachOption(
                                on: underlying, expiring: first...last, strike: strike, isPut: isPut
                            ) { found.append($0) }
                            let expected = profiles.indices.filter { row in
                                let profile = profiles[row]
                                guard let day = profile.expiration else { return false }
                                return profile.underlying == underlying && (first...last).contains(day)
                                    && profile.strike == strike && profile.cfi.hasPrefix(isPut ? "OP" : "OC")
                            }
                            #expect(found.sorted() == expected, "seed \(seed), \(underlying) \(first) \(strike)")
                        }
                    }
                }
            }
        }
    }
}
