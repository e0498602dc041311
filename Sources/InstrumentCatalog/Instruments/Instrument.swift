/// An instrument for charting clients: the properties of a profile that a chart requires, with its schedule.
///
/// ```swift
/// let instrument = try Instrument(profile)                   // with the bundled calendars, or defaults: yours
/// instrument.timezone                                        // "America/New_York"
/// try instrument.schedule?.session(at: instant)              // R:1709649000-1709672400
/// try instrument.priceRules.round(227.123)                   // 227.12
/// ```
///
/// An instrument occupies 16 bytes. Its properties are stored in a box on the heap, or it reads them from a catalog on
/// demand (`Catalog.instruments`), so a list of all instruments needs little memory. Setting a property creates a box.
///
/// An instrument is encoded as an object of its properties. The schedule is encoded as its definition, and omitted if
/// it is `nil`. Schedules are decoded with the defaults under the decoder's `Trading.Schedule.defaultsKey`, or
/// with the bundled ones.
public struct Instrument: Sendable {
    private var storage: Storage

    private enum Storage {
        case own(Box)
        case row(InstrumentSource, UInt32)
    }

    /// The time zone of an instrument without trading hours: `America/New_York`.
    package static let defaultTimezone = "America/New_York"

    /// Creates an instrument with the given properties.
    ///
    /// - Parameter timezone: The time zone; `nil` for the schedule's zone, or for `America/New_York` without a
    ///   schedule.
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

    /// The kind of instrument: `STOCK`, `FUTURE`, `OPTION`, ….
    public var type: String {
        get { text(.type, \.type) }
        set { set(\.type, newValue) }
    }
    /// The unique symbol: `AAPL`, `/ESZ26:XCME`, `EUR/USD`.
    public var symbol: String {
        get {
            switch storage {
            case .own(let box): box.properties.symbol
            case .row(let source, let row): source.symbol(at: Row(Int(row)))
            }
        }
        set { set(\.symbol, newValue) }
    }
    /// The name, in English or Latin letters.
    public var description: String {
        get { text(.description, \.description) }
        set { set(\.description, newValue) }
    }
    /// The price increments as text (`price-increments.md`): `0.0001 1; 0.01`; empty for no rule.
    public var priceIncrements: String {
        get { text(.priceIncrements, \.priceIncrements) }
        set { set(\.priceIncrements, newValue) }
    }
    /// The time zone of the schedule: `America/New_York` or `GMT-05:00`.
    ///
    /// If the trading hours cannot be parsed (`scheduleFault`), this is the zone that they name. If they name none, or
    /// there are no hours, it is `America/New_York`.
    public var timezone: String {
        get {
            switch storage {
            case .own(let box): box.properties.timezone
            case .row(let source, let row): source.hours(at: Row(Int(row))).timezone
            }
        }
        set { set(\.timezone, newValue) }
    }
    /// The trading hours on the first venue that the profile's TRADING_HOURS names; `nil` if there are no trading
    /// hours, or if they cannot be parsed (`scheduleFault`).
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
    /// The reason why the trading hours cannot be parsed, with the position in their text.
    ///
    /// It is `nil` if the hours can be parsed, if there are no trading hours, and after a schedule was set. It is not
    /// encoded, and `==` ignores it.
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

    /// The properties on the heap, so that an instrument remains small.
    private final class Box: Sendable {
        let properties: Properties
        let scheduleFault: GrammarError?

        init(_ properties: Properties, scheduleFault: GrammarError? = nil) {
            self.properties = properties
            self.scheduleFault = scheduleFault
        }
    }

    /// All properties of the instrument.
    var properties: Properties { box.properties }

    /// The box. If the instrument reads from a row, accessing the box creates it.
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
    /// Returns a Boolean value that indicates whether all properties are equal, regardless of where they are stored.
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
    /// Creates the instrument that a profile describes. Its time zone is that of its schedule: the definition's own
    /// `tz`, or the default of its venue.
    ///
    /// - Parameters:
    ///   - profile: The profile.
    ///   - defaults: The venues that the definition refers to; the bundled ones by default.
    /// - Throws: `GrammarError` if the trading hours cannot be parsed, or name a venue without the required entries in
    ///   `defaults`.
    /// - Complexity: O(1) if the same trading hours were parsed before with the same defaults.
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
    /// The price increments.
    ///
    /// - Throws: `GrammarError` if `priceIncrements` cannot be parsed.
    public var priceRules: PriceIncrements {
        get throws(GrammarError) { try PriceIncrements(priceIncrements) }
    }

    /// The rules of the schedule's time zone. Without a schedule, those of the system's time zone with the name
    /// `timezone`; `nil` if the system has no such zone.
    package var tradingZone: TimeZoneRules? {
        schedule?.zone ?? (timezone.isEmpty ? nil : try? TimeZoneRules(id: timezone))
    }
}

extension Instrument: Codable {
    private enum Key: String, CodingKey { case type, symbol, description, timezone, priceIncrements, schedule }

    /// Decodes an instrument from an object of its properties; all but the schedule are required.
    ///
    /// - Throws: `DecodingError` if a property is missing or the schedule cannot be parsed.
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
    /// The schedule; `nil` if there are no hours, or if they cannot be parsed.
    private(set) var schedule: Trading.Schedule?
    /// The reason why the hours cannot be parsed; `nil` if they can, or if there are no hours.
    private(set) var fault: GrammarError?
    /// The schedule's time zone. If the hours cannot be parsed, the zone that they name; if there are no hours,
    /// `Instrument.defaultTimezone`.
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
