import BenchSupport
import ProfileTransforms

/// Measures transforms per profile: rules that are in use, on options and on shares.
enum TransformFigures {
    private static let rules = """
        string REGION; number RANK;
        if (CURRENCY notin ("USD", "EUR", "")) delete();
        if (TYPE == "OPTION" && STRIKE > 1000000) delete();
        if (bsopt && UNDERLYING in ("SPX", "NDX", "RUT", "VIX")) REGION = "Index";
        else switch (COUNTRY) { case "US", "CA": REGION = "Americas"; case "GB", "DE", "FR": REGION = "Europe"; default: REGION = "Other"; }
        if (EXCHANGES hasItem "XCBO") OPOL = "XCBO";
        if (LAST_TRADE == "" && EXPIRATION != "") LAST_TRADE = EXPIRATION;
        MULTIPLIER = MULTIPLIER == 0 ? 100 : MULTIPLIER;
        """

    static func measure(into table: inout FigureTable) throws {
        try measure("rules of ten lines, options", rules, options(), atMost: 1_000, into: &table)
        try measure(
            "a pattern of twenty characters",
            "if (SYMBOL like '\\\\.[A-Z]+\\\\d{6}[CP]\\\\d+(\\\\.\\\\d+)?') CFI = 'O';", options(), into: &table)
        try measure("no rules", "", options(), into: &table)
    }

    private static func measure(
        _ name: String, _ rules: String, _ profiles: [InstrumentProfile], atMost bound: Double? = nil,
        into table: inout FigureTable
    ) throws {
        var run = try ProfileTransform(rules).run()
        let time = try Timing.nanoseconds(perEachOf: profiles.count) {
            var kept = 0
            for var profile in profiles where try run.apply(&profile) { kept += 1 }
            keep(kept)
        }
        table.add("ProfileTransform apply, \(name)", time, "ns", atMost: bound)
    }

    private static func options() -> [InstrumentProfile] {
        (0..<100_000).map { number in
            var profile = InstrumentProfile()
            profile.type = "OPTION"
            profile.symbol = ".IBM250117C\(100 + number % 400)"
            profile.country = "US"
            profile.opol = "XCBO"
            profile.exchanges = "AMXO;XCBO;XISX"
            profile.currency = "USD"
            profile.cfi = "OCASPS"
            profile.multiplier = 100
            profile.underlying = "IBM"
            profile.spc = 100
            profile.strike = Double(100 + number % 400)
            profile.expiration = CalendarDate(dayNumber: 20_105)
            profile.lastTrade = CalendarDate(dayNumber: 20_104)
            return profile
        }
    }
}
