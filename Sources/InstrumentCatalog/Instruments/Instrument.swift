/// An instrument as charting clients know it: what a chart needs of a profile, with its schedule.
///
/// ```swift
/// let instrument = try Instrument(profile)                   // with the bundled calendars, or defaults: yours
/// instrument.timezone                                        // "America/New_York"
/// try instrument.schedule?.session(at: instant)              // R:1709649000-1709672400
/// try instrument.priceRules.round(227.123)                   // 227.12
/// ```
///
/// An instrument takes 16 bytes: it has its properties in a box of its own, or reads them from a catalog whenever one is asked
/// for (`Catalog.instruments`), so that a list of all instruments costs hardly more than their number. Setting a property
/// makes a box.
///
/// Coded, it is an object of its properties, the schedule as its definition; where there is none, `schedule` is left out.
/// Schedules are decoded with the defaults that the decoder has under `Trading.Schedule.defaultsKey`, else the bundled ones.
public struct Instrument: Sendable {
    private var storage: Storage

    private enum Storage {
        case own(Box)
        case row(InstrumentSource, UInt32)
    }

    /// The time zone of an instrument without trading hours: `America/New_York`.
    package static let defaultTimezone = "America/New_York"

    /// An instrument of given properties.
    ///
    /// - Parameter timezone: the schedule's own zone if left out, or `America/New_York` without a schedule.
    public init(
        type: String, symbol: String, description: String = "", timezone: String? = nil, priceIncrements: String = "",
        schedule: Trading.Schedule? = nil
    ) {
        self.init(
            Properties(
                type: type, symbol: symbol, description: description,
                timezone: timezone ?? schedule?.zone.id ?? Self.defaultTimezone, priceIncrements: priceIncrements,
                schedule: schedule))
    }

    init(_ properties: Properties) { storage = .own(Box(properties)) }

    init(_ source: InstrumentSource, row: Row) { storage = .row(source, UInt32(truncatingIfNeeded: row.number)) }

    /// Kind of instrument: `STOCK`, `FUTURE`, `OPTION`, ….
    public var type: String {
        get { text(.type, \.type) }
        set { set(\.type, newValue) }
    }
    /// Unique symbol: `AAPL`, `/ESZ26:XCME`, `EUR/USD`.
    public var symbol: String {
        get {
            switch storage {
            case .own(let box): box.properties.symbol
            case .row(let source, let row): source.symbol(at: Row(Int(row)))
            }
        }
        set { set(\.symbol, newValue) }
    }
    /// Name, in English or Latin letters.
    public var description: String {
        get { text(.description, \.description) }
        set { set(\.description, newValue) }
    }
    /// Price steps as text (`price-increments.md`): `0.0001 1; 0.01`; empty for no rule.
    public var priceIncrements: String {
        get { text(.priceIncrements, \.priceIncrements) }
        set { set(\.priceIncrements, newValue) }
    }
    /// The zone of the schedule's clock, `America/New_York` or `GMT-05:00`. Where the trading hours can't be read (`scheduleFault`), the
    /// zone that they name all the same; `America/New_York` where nothing names one.
    public var timezone: String {
        get {
            switch storage {
            case .own(let box): box.properties.timezone
            case .row(let source, let row): source.hours(at: Row(Int(row))).timezone
            }
        }
        set { set(\.timezone, newValue) }
    }
    /// Trading hours on the first venue of the profile's text; `nil` where there are none that can be read (`scheduleFault`).
    public var schedule: Trading.Schedule? {
        get {
            switch storage {
            case .own(let box): box.properties.schedule
            case .row(let source, let row): source.hours(at: Row(Int(row))).schedule
            }
        }
        set {
            set(\.schedule, newValue)
            storage = .own(Box(properties))
        }
    }
    /// Why the trading hours can't be read, with the place in their text; `nil` where they can, where there are none, and once a
    /// schedule was set. It isn't coded, and equal instruments may differ in it.
    public var scheduleFault: GrammarError? {
        switch storage {
        case .own(let box): box.scheduleFault
        case .row(let source, let row): source.hours(at: Row(Int(row))).fault
        }
    }
}

// MARK: - Properties of its own, or of a row

extension Instrument {
    struct Properties: Hashable, Sendable {
        var type = ""
        var symbol = ""
        var description = ""
        var timezone = ""
        var priceIncrements = ""
        var schedule: Trading.Schedule?
    }

    /// Properties on the heap, so that an instrument stays small.
    private final class Box: Sendable {
        let properties: Properties
        let scheduleFault: GrammarError?

        init(_ properties: Properties, scheduleFault: GrammarError? = nil) {
            self.properties = properties
            self.scheduleFault = scheduleFault
        }
    }

    /// All properties at once.
    var properties: Properties { box.properties }

    /// The box, or one that is made of the row.
    private var box: Box {
        switch storage {
        case .own(let box): return box
        case .row(let source, let row):
            let hours = source.hours(at: Row(Int(row)))
            let properties = Properties(
                type: type, symbol: symbol, description: description, timezone: hours.timezone,
                priceIncrements: priceIncrements, schedule: hours.schedule)
            return Box(properties, scheduleFault: hours.fault)
        }
    }

    private func text(_ field: ProfileField, _ property: KeyPath<Properties, String>) -> String {
        switch storage {
        case .own(let box): box.properties[keyPath: property]
        case .row(let source, let row): source.catalog.string(field, at: Row(Int(row)))
        }
    }

    private mutating func set<Value>(_ property: WritableKeyPath<Properties, Value>, _ value: Value) {
        let box = box
        var properties = box.properties
        properties[keyPath: property] = value
        storage = .own(Box(properties, scheduleFault: box.scheduleFault))
    }
}

extension Instrument: Hashable {
    /// Equal where all properties are, wherever they are kept.
    public static func == (a: Instrument, b: Instrument) -> Bool {
        if case .row(let source, let row) = a.storage, case .row(let other, let otherRow) = b.storage, source === other,
            row == otherRow
        {
            return true
        }
        return a.properties == b.properties
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(symbol) }
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
        _ profile: InstrumentProfile, defaults: ScheduleDefaults = .bundled
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
    package var tradingZone: TimeZoneRules? {
        schedule?.zone ?? (timezone.isEmpty ? nil : try? TimeZoneRules(id: timezone))
    }
}

extension Instrument: Codable {
    private enum Key: String, CodingKey { case type, symbol, description, timezone, priceIncrements, schedule }

    /// From an object of its properties; all but the schedule must be there.
    ///
    /// - Throws: `DecodingError` where a property is missing or the schedule can't be read.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            Properties(
                type: try container.decode(String.self, forKey: .type),
                symbol: try container.decode(String.self, forKey: .symbol),
                description: try container.decode(String.self, forKey: .description),
                timezone: try container.decode(String.self, forKey: .timezone),
                priceIncrements: try container.decode(String.self, forKey: .priceIncrements),
                schedule: try container.decodeIfPresent(Trading.Schedule.self, forKey: .schedule)))
    }

    public func encode(to encoder: any Encoder) throws {
        let properties = properties
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(properties.type, forKey: .type)
        try container.encode(properties.symbol, forKey: .symbol)
        try container.encode(properties.description, forKey: .description)
        try container.encode(properties.timezone, forKey: .timezone)
        try container.encode(properties.priceIncrements, forKey: .priceIncrements)
        try container.encodeIfPresent(properties.schedule, forKey: .schedule)
    }
}

/// The meaning of an instrument's TRADING_HOURS text.
struct InstrumentHours {
    /// `nil` if there are no hours, or if they can't be read.
    private(set) var schedule: Trading.Schedule?
    /// The reason that the hours can't be read; `nil` if they can, or if there are no hours.
    private(set) var fault: GrammarError?
    /// The schedule's zone; of hours that can't be read, the zone that they name. `Instrument.defaultTimezone` if there is no schedule.
    private(set) var timezone = Instrument.defaultTimezone

    init(_ text: String, _ defaults: ScheduleDefaults) {
        if text.isEmpty { return }
        do throws(GrammarError) {
            let schedule = try Trading.Schedule(text, defaults: defaults)
            self.schedule = schedule
            timezone = schedule.zone.id
        } catch {
            fault = error
            timezone = Trading.Schedule.zoneName(in: text, defaults: defaults) ?? Instrument.defaultTimezone
        }
    }
}
