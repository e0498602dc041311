import InstrumentCatalog
import TestSupport
import Testing

@testable import MasterStore

/// Moments of a store's past.
struct StoreMomentTests {
    private static let moments: [(text: String, moment: StoreMoment)] = [
        ("now", .latest), ("0", .batch(0)), ("20260301", .batch(20_260_301)),
        ("2026-03-01", .time(1_772_409_599_999_999)),  // its end
        ("2026-03-01T00:00:00Z", .time(1_772_323_200_000_000)), ("2026-03-01 00:00", .time(1_772_323_200_000_000)),
        ("2026-03-01T01:00:00.250+01:00", .time(1_772_323_200_250_000)), ("@1772323200", .time(1_772_323_200_000_000)),
    ]

    @Test(arguments: Self.moments)
    func reads(text: String, moment: StoreMoment) throws { #expect(try StoreMoment(parsing: text) == moment) }

    @Test(arguments: ["", "-1", "yesterday", "2026-02-30", "99999999999999999999"])
    func refuses(text: String) {
        let error = #expect(throws: MasterStoreError.self) { try StoreMoment(parsing: text) }
        #expect(
            error?.reason
                == "\"\(text)\" is no moment, expected a batch's number, a date (its end in UTC), a time like "
                + "2026-03-01T06:00:00Z, or now")
    }
}
