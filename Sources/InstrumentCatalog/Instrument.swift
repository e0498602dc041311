/// An instrument as charting clients know it: what a chart needs of a profile, with its schedule.
///
/// ```swift
/// let instrument = try Instrument(profile)                   // with the bundled calendars, or defaults: yours
/// instrument.timezone                                        // "America/New_York"
/// try instrument.schedule?.session(at: instant)              // R:1709649000-1709672400
/// try instrument.priceRules.round(227.123)                   // 227.12
/// ```
///
/// Coded, it is an object of its properties, the schedule as its definition; where there is none, `schedule` is left out.
/// Schedules are decoded with the defaults that the decoder has under `Trading.Schedule.defaultsKey`, else the bundled ones.
public struct Instrument: Codable, Hashable, Sendable {
    /// Kind of instrument: `STOCK`, `FUTURE`, `OPTION`, ….
    public var type: String
    /// Unique symbol: `AAPL`, `/ESZ26:XCME`, `EUR/USD`.
    public var symbol: String
    /// Name, in English or Latin letters.
    public var description: String
    /// The zone of the schedule's clock, `America/New_York` or `GMT-05:00`; empty without a schedule.
    public var timezone: String
    /// Price steps as text (`price-increments.md`): `0.0001 1; 0.01`; empty for no rule.
    public var priceIncrements: String
    /// Trading hours on the first venue of the profile's text; `nil` where the profile names none.
    public var schedule: Trading.Schedule?

    /// An instrument of given properties.
    ///
    /// - Parameter timezone: the schedule's own zone if left out.
    public init(
        type: String, symbol: String, description: String = "", timezone: String? = nil, priceIncrements: String = "",
        schedule: Trading.Schedule? = nil
    ) {
        self.type = type
        self.symbol = symbol
        self.description = description
        self.timezone = timezone ?? schedule?.zone.id ?? ""
        self.priceIncrements = priceIncrements
        self.schedule = schedule
    }
}

// MARK: - From a profile

extension Instrument {
    /// The instrument that a profile describes. Its time zone is the one of its schedule, wherever that comes from: the
    /// definition's own `tz`, or the defaults of its venue.
    ///
    /// - Parameter defaults: what the definition leans on; the bundled defaults by default.
    /// - Throws: `GrammarError` where the trading hours can't be read, or name a venue that the defaults don't complete.
    /// - Complexity: a look-up, when the same trading hours were read under the same defaults before.
    public init(
        _ profile: InstrumentProfile, defaults: ScheduleDefaults = .bundledIfUsable
    ) throws(GrammarError) {
        let hours = profile.tradingHours
        self.init(
            type: profile.type, symbol: profile.symbol, description: profile.description,
            priceIncrements: profile.priceIncrements,
            schedule: hours.isEmpty ? nil : try Trading.Schedule(hours, defaults: defaults))
    }
}

// MARK: - Typed access

extension Instrument {
    /// The price steps.
    ///
    /// - Throws: `GrammarError` where `priceIncrements` can't be read.
    public var priceRules: PriceIncrements {
        get throws(GrammarError) { try PriceIncrements(priceIncrements) }
    }

    /// The zone of the instrument's clock: the schedule's, else the one that `timezone` names among the system's; `nil`
    /// where there is neither.
    public var tradingZone: TimeZoneRules? {
        schedule?.zone ?? (timezone.isEmpty ? nil : try? TimeZoneLibrary.system.zone(timezone))
    }
}
