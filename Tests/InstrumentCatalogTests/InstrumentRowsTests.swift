import Foundation
import InstrumentCatalog
import ProfileGenerator
import TestSupport
import Testing

/// Instruments from a catalog's rows equal those created from profiles.
@Suite struct InstrumentRowsTests {
    private let folder: TemporaryFolder
    private let view: Catalog
    private let profiles: [InstrumentProfile]

    init() throws {
        folder = try TemporaryFolder()
        var builder = CatalogBuilder()
        var profiles: [InstrumentProfile] = []
        for index in 0..<200 {
            var profile = InstrumentProfile()
            profile.type = ["STOCK", "FUTURE", "INDEX"][index % 3]
            profile.symbol = "SYM\(index)"
            profile.description = index % 5 == 0 ? "" : "Description of a symbol, \(index)"
            profile.priceIncrements = ["", "0.01", "0.0001 1; 0.01"][index % 3]
            profile.tradingHours =
                ["", "NewYorkETH()", "BIST(name=BIST;tz=Asia/Istanbul;0=10001800)", "Nowhere()", "("][index % 5]
            profiles.append(profile)
            try builder.append(profile)
        }
        _ = try builder.write(to: folder.path("x.ipfc"))
        view = try Catalog.open(folder.path("x.ipfc"))
        self.profiles = profiles
    }

    /// Like `Instrument(profile)`, except for hours that can't be parsed.
    private func eager(_ profile: InstrumentProfile) -> Instrument {
        if let instrument = try? Instrument(profile) { return instrument }
        return Instrument(
            type: profile.type, symbol: profile.symbol, description: profile.description,
            priceIncrements: profile.priceIncrements)
    }

    private static let unknownList: String? = "neither a date YYYYMMDD nor a list hd.NAME of the defaults: \"NOPE\""
    private static let unnamedZone: String? =
        "\"\" is not a time zone name: expected one like America/New_York, or GMT+hh:mm"

    /// If a row's hours can't be parsed, the instrument still has a time zone: that of the hours, of the venue, or the
    /// default.
    @Test(arguments: [
        ("BIST(name=BIST;tz=Asia/Istanbul;hd=NOPE;0=10001800)", "Asia/Istanbul", Self.unknownList),
        ("XLON(hd=NOPE)", "Europe/London", Self.unknownList),
        ("X(tz=Asia/Tokyo;0=0900", "Asia/Tokyo", "expected )"),
        ("X(0=10001800)", "America/New_York", "no time zone: expected tz=ZONE"),
        ("X(tz=;0=10001800)", "America/New_York", Self.unnamedZone),
        ("Y(tz=Asia/Tokyo;0=x);X(tz=UTC;0=)", "Asia/Tokyo", "unknown letters \"x\": expected o, p, r, a, d or rt"),
        ("(", "America/New_York", "expected )"), ("", "America/New_York", nil),
        ("BIST(name=BIST;tz=Asia/Istanbul;hd=TR;sd=TR;td=12345;de=+0000;0=10001800)", "Asia/Istanbul", nil),
    ])
    func unreadableHoursRetainTheirZone(hours: String, zone: String, fault: String?) throws {
        var builder = CatalogBuilder()
        var profile = InstrumentProfile()
        profile.type = "STOCK"
        profile.symbol = "A"
        profile.tradingHours = hours
        try builder.append(profile)
        _ = try builder.write(to: folder.path("one.ipfc"))
        let view = try Catalog.open(folder.path("one.ipfc"))
        var instrument = view.instrument(at: Row(0))
        #expect(instrument.timezone == zone && instrument.scheduleFault?.reason == fault)
        #expect(instrument.tradingZone?.id == zone)
        #expect((instrument.schedule == nil) == (fault != nil || hours.isEmpty))
        // A copy with changed properties keeps them until a schedule is set.
        instrument.description = "Mine"
        #expect(instrument.timezone == zone && instrument.scheduleFault?.reason == fault)
        let decoded = try JSONDecoder().decode(Instrument.self, from: JSONEncoder().encode(instrument))
        #expect(decoded == instrument && decoded.timezone == zone && decoded.scheduleFault == nil)
        instrument.schedule = try Trading.Schedule("XTKS()")
        #expect(instrument.scheduleFault == nil && instrument.timezone == zone)
    }

    @Test func instrumentsEqualTheirProfiles() throws {
        let all = view.instruments()
        #expect(all.count == profiles.count)
        let expected = Dictionary(uniqueKeysWithValues: profiles.map { ($0.symbol, eager($0)) })
        for (position, instrument) in all.enumerated() {
            let other = try #require(expected[instrument.symbol])
            #expect(instrument == other && other == instrument && instrument.hashValue == other.hashValue)
            #expect(instrument.type == other.type && instrument.description == other.description)
            #expect(instrument.timezone == other.timezone && instrument.priceIncrements == other.priceIncrements)
            #expect(instrument.schedule == other.schedule && instrument.tradingZone == other.tradingZone)
            let data = try JSONEncoder().encode(instrument)
            #expect(try JSONDecoder().decode(Instrument.self, from: data) == instrument)
            // Positions are in the order of rows, best first.
            #expect(view.instrument(at: Row(position)) == instrument)
        }
    }

    @Test func settingAPropertyChangesNoOther() throws {
        let all = view.instruments()
        var instrument = all[7]
        let before = eager(try #require(view[instrument.symbol]))
        instrument.description = "Mine"
        #expect(instrument != before && all[7] == before)
        var expected = before
        expected.description = "Mine"
        #expect(instrument == expected)
        instrument.schedule = nil
        instrument.timezone = "Asia/Tokyo"
        #expect(instrument.schedule == nil && instrument.timezone == "Asia/Tokyo" && instrument.symbol == before.symbol)
    }

    @Test func instrumentsTake16BytesAndOutliveTheView() throws {
        #expect(MemoryLayout<Instrument>.stride == 16)
        func last() throws -> Instrument { try Catalog.open(folder.path("x.ipfc")).instruments().last! }
        #expect(try last().symbol == view.instruments().last?.symbol)
    }
}
