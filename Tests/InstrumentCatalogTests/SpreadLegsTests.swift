import TestSupport
import Testing

@testable import InstrumentCatalog

/// Properties that all legs of a spread share, such as trading hours.
struct SpreadLegsTests {
    private static let listing = """
        #FUTURE::=TYPE,SYMBOL,PRICE_INCREMENTS,TRADING_HOURS
        FUTURE,/A,0.25,A(tz=UTC;0=p08000900r09001200r13001700a17001800)
        FUTURE,/B,0.01,B(tz=UTC;0=r10001300r14001600)
        FUTURE,/C,0.0001 1; 0.05,C(tz=Asia/Tokyo;0=09001500)
        FUTURE,/N,,
        FUTURE,/BAD,0.01 x,BAD(0=09001500
        FUTURE,/T,0.015625,A(tz=UTC;0=p08000900r09001200r13001700a17001800)

        """

    private static let interval = Instant(seconds: 1_767_571_200)..<Instant(seconds: 1_767_744_000)

    private static func legs(_ symbol: String, _ folder: borrowing TemporaryFolder) throws -> SpreadLegs {
        try Building.catalog(listing, in: folder).catalog.spreadLegs(of: symbol)
    }

    /// The hours in which all legs trade on 2026-01-05 and 2026-01-06, counted from the first midnight.
    @Test(
        arguments: [
            ("=/A-/B", .trading, [[10, 12], [14, 16], [34, 36], [38, 40]]),
            ("=/A-/T", .regular, [[9, 12], [13, 17], [33, 36], [37, 41]]),
            // Adjacent sessions without a pause form one stretch.
            ("=/A-2*/A@3", .trading, [[8, 12], [13, 18], [32, 36], [37, 42]]),
            ("=/C-/B", .trading, []),
        ] as [(String, Trading.SessionFilter, [[Int64]])])
    func hoursAreTheCommonHoursOfTheLegs(symbol: String, filter: Trading.SessionFilter, expected: [[Int64]]) throws {
        let folder = try TemporaryFolder()
        let start = Self.interval.lowerBound.seconds
        let hours = try Self.legs(symbol, folder).hours(in: Self.interval, filter)
        #expect(
            hours.map { [($0.lowerBound.seconds - start) / 3600, ($0.upperBound.seconds - start) / 3600] } == expected)
    }

    @Test(
        arguments: [
            ("=/A-/B", 0.01), ("=/A-2*/A@3", 0.25), ("=2*/A-0.5*/A@3", 0.125), ("=/C-/A", 0.0001),
            ("=3*/B-6*/B@1", 0.03),
            ("=/T-/A", 0.015625), ("=/A-/N", nil),
        ] as [(String, Double?)])
    func thePriceStepFollowsFromTheLegs(symbol: String, expected: Double?) throws {
        let folder = try TemporaryFolder()
        #expect(try Self.legs(symbol, folder).priceStep == expected)
    }

    @Test func invalidSpreadsAreErrors() throws {
        let folder = try TemporaryFolder()
        func message(_ body: () throws(SpreadLegsError) -> Void) -> String {
            do throws(SpreadLegsError) { try body() } catch { return error.description }
            return ""
        }
        let catalog = try Building.catalog(Self.listing, in: folder).catalog
        let broken = try catalog.spreadLegs(of: "=/A-/BAD")
        let none = try catalog.spreadLegs(of: "=/A-/N")
        #expect(
            message { () throws(SpreadLegsError) in _ = try catalog.spreadLegs(of: "=/A-/Z") }
                == "/Z: not in the catalog, but a leg of =/A-/Z")
        #expect(
            message { () throws(SpreadLegsError) in _ = try catalog.spreadLegs(of: "/A") }
                == "/A: not a spread symbol: expected '=' at the start")
        #expect(
            message { () throws(SpreadLegsError) in _ = try catalog.spreadLegs(of: "=/A-/A") }
                == "=/A-/A: its legs cancel each other out")
        #expect(
            message { () throws(SpreadLegsError) in _ = try none.hours(in: Self.interval) }
                == "/N: has no trading hours")
        #expect(
            message { () throws(SpreadLegsError) in _ = try broken.hours(in: Self.interval) }
                .hasPrefix("/BAD: has trading hours that can't be read: trading hours: "))
        #expect(
            message { () throws(SpreadLegsError) in _ = try broken.priceStep }
                .hasPrefix("/BAD: has price increments that can't be read: price increments: "))
    }
}
