import Synchronization

/// What schedule definitions depend on: lists of holidays and other days, and default properties of venues, read from a file
/// (trading-hours.md section 7).
///
/// ```
/// date=20260323-170000+0000
/// hd.US.NYD=20250101,20260101
/// hd.US=US.NYD,20250704
/// tv.NewYorkETH=name=US ETH;tz=America/New_York;hd=US;0=p04000930r09301600a16002000
/// ```
///
/// Defaults are a value that is passed where schedules are made; nothing is global. Schedules keep the defaults they were made with,
/// so a newer value counts for schedules made after it. Within a value, equal definitions share one compiled form.
public struct ScheduleDefaults: Sendable {
    let storage: ScheduleDefaultsStorage

    init(_ storage: ScheduleDefaultsStorage) { self.storage = storage }

    /// No lists and no venues, with the system's time zones: enough for definitions that are complete by themselves.
    public static let empty = ScheduleDefaults(zones: .system)

    /// No lists and no venues, with the zones of a library.
    public init(zones: TimeZoneLibrary) {
        storage = ScheduleDefaultsStorage(
            DefaultsContent(), RuleSource(zones: zones), faults: [:], leftOut: [], warnings: [])
    }

    /// Reads a defaults file. A venue that is wrong, and a line without `=`, leave the rest usable: see `leftOut`.
    ///
    /// - Throws: `ScheduleDefaultsError` where a list or the date is wrong, a name is given twice, or a line isn't UTF-8: with everything
    ///   that is wrong, venues too, and the lines it is in.
    /// - Complexity: O(`text.count`), some milliseconds for the vendor's file of a hundred venues.
    public init(
        parsing text: Span<UInt8>, zones: TimeZoneLibrary = .system
    ) throws(ScheduleDefaultsError) {
        storage = try DefaultsParser.storage(text, over: ScheduleDefaults(zones: zones))
    }

    /// Reads a defaults file, as above.
    ///
    /// - Throws: `ScheduleDefaultsError` as above.
    public init(parsing text: String, zones: TimeZoneLibrary = .system) throws(ScheduleDefaultsError) {
        try self.init(parsing: text.utf8Span.span, zones: zones)
    }

    /// These defaults with those of another file laid over them: its lists add to lists of the same name, and are seen by all that
    /// name them; its properties of a venue replace or follow those of the same venue. Its date, if it has one, is the new one.
    ///
    /// Lists of the overlay may name those of the base. A venue that the overlay makes wrong is left out.
    ///
    /// - Throws: `ScheduleDefaultsError` as above; also where lists name each other in a circle.
    public func overlaid(by text: Span<UInt8>) throws(ScheduleDefaultsError) -> ScheduleDefaults {
        ScheduleDefaults(try DefaultsParser.storage(text, over: self))
    }

    /// The same, from a string.
    ///
    /// - Throws: `ScheduleDefaultsError` as above.
    public func overlaid(by text: String) throws(ScheduleDefaultsError) -> ScheduleDefaults {
        try overlaid(by: text.utf8Span.span)
    }
}

// MARK: Content

extension ScheduleDefaults {
    /// The version, from `date=`; `nil` where the file has none.
    public var date: Instant? { storage.content.date }

    /// The zones that venues are looked up in.
    public var zones: TimeZoneLibrary { storage.source.zones }

    /// The names of the venues with default properties, also of those whose properties are wrong, in the order of the file.
    public var venueNames: [String] { storage.content.venueOrder }

    /// A venue's default properties; `nil` for a name that isn't there.
    public func venue(_ name: String) -> Venue? {
        storage.source.venues[name].map { Venue(properties: $0, fault: storage.fault(ofVenue: name)) }
    }

    /// The lists of a kind, in the order of the file.
    package func lists(_ kind: DayListKind) -> [DayList] {
        (storage.content.listOrder[kind] ?? []).compactMap { storage.source.list(kind, $0) }
    }

    /// A list by its name; `nil` for a name that isn't there.
    package func list(_ kind: DayListKind, _ name: String) -> DayList? { storage.source.list(kind, name) }

    /// What was left out of the file read last, in the order of the lines: venues whose properties are wrong, with the error that
    /// a schedule of them throws, and lines without `=`.
    public var leftOut: [ScheduleDefaultsError.Problem] { storage.leftOut }

    /// What was noticed in the file read last and went on after, in the order of the lines: unknown keys, dates that the calendar
    /// doesn't have, and what venues' properties are warned of.
    public var warnings: [ScheduleDefaultsError.Problem] { storage.warnings }

    /// The default properties of a venue.
    public struct Venue: Sendable {
        let properties: VenueProperties
        /// What is wrong with the properties; making a schedule of the venue throws it. `nil` where nothing is wrong.
        public let fault: GrammarError?

        /// The NAME of `tv.NAME=…`.
        public var name: String { properties.name }
        /// The line of the file that begins it, from 1.
        package var line: Int { properties.line }
        /// The properties as they stand in the file, continued lines joined.
        package var text: String { String(decoding: properties.bytes, as: UTF8.self) }
        /// Keys and values in effective order.
        package var entries: [(key: String, value: String)] {
            properties.list.properties.map {
                (
                    String(decoding: properties.bytes[$0.key], as: UTF8.self),
                    String(decoding: properties.bytes[$0.value], as: UTF8.self)
                )
            }
        }
    }
}

// MARK: The date rule

extension ScheduleDefaults {
    /// Which of two defaults is in force.
    public enum Replacement: Sendable, CustomStringConvertible {
        /// The loaded ones are, being no older.
        case loaded(ScheduleDefaults)
        /// The loaded ones are older and ignored; the current ones stay.
        case ignored(loaded: ScheduleDefaults, current: ScheduleDefaults)

        /// The defaults that are in force.
        public var defaults: ScheduleDefaults {
            switch self {
            case .loaded(let defaults), .ignored(_, let defaults): defaults
            }
        }

        /// For people: what was decided, and by which dates.
        public var description: String {
            switch self {
            case .loaded(let defaults):
                "schedule defaults of \(Self.text(defaults.date)) are in force"
            case .ignored(let loaded, let current):
                "schedule defaults of \(Self.text(loaded.date)) are ignored: "
                    + "those of \(Self.text(current.date)) are in force"
            }
        }

        private static func text(_ date: Instant?) -> String { date?.description ?? "no date" }
    }

    /// Whether these defaults, just loaded, take the place of the current ones: not if they are older by their `date`. Defaults without
    /// a date are older than all that have one.
    public func replacing(_ current: ScheduleDefaults) -> Replacement {
        let isOlder = (date?.milliseconds ?? .min) < (current.date?.milliseconds ?? .min)
        return isOlder ? .ignored(loaded: self, current: current) : .loaded(self)
    }
}

extension ScheduleDefaults: Hashable {
    /// The same value, not one with the same text.
    public static func == (a: ScheduleDefaults, b: ScheduleDefaults) -> Bool { a.storage === b.storage }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(storage)) }
}

/// The order and the raw form of a file's content, kept to show it and to lay another over it.
struct DefaultsContent {
    var date: Instant?
    var venueOrder: [String] = []
    var listOrder: [DayListKind: [String]] = [:]
}

/// What a defaults value refers to: the content, and the compiled schedules under it.
final class ScheduleDefaultsStorage: Sendable {
    let content: DefaultsContent
    let source: RuleSource
    let leftOut: [ScheduleDefaultsError.Problem]
    let warnings: [ScheduleDefaultsError.Problem]
    /// For each venue of `source`; not in it, for what the defaults of a venue mean depends on all lists.
    private let templates: [String: VenueTemplate]
    private let first = FirstSchedules()
    private let cache = Mutex(ScheduleCache())
    private let seed = UInt64.random(in: .min ... .max)

    init(
        _ content: DefaultsContent, _ source: RuleSource, faults: [String: RuleFault],
        leftOut: [ScheduleDefaultsError.Problem], warnings: [ScheduleDefaultsError.Problem]
    ) {
        self.content = content
        self.source = source
        self.leftOut = leftOut
        self.warnings = warnings
        templates = source.venues.mapValues { VenueTemplate($0, fault: faults[$0.name]) }
    }

    /// What is wrong with the properties of a venue.
    func fault(ofVenue name: String) -> GrammarError? {
        templates[name].flatMap { template in
            template.fault.map { RuleSourceText.error($0, of: template.properties) }
        }
    }

    /// The compiled form of the first definition of a text, or of a venue's.
    func schedule(_ text: String, venue: String?) throws(GrammarError) -> CompiledSchedule {
        let fingerprint = TextFingerprint(text, seed: seed)
        if let known = first.find(text, venue: venue, fingerprint) { return known }
        if let known = cache.withLock({ $0.find(text, venue: venue, fingerprint) }) { return known }
        let compiled = try CompiledSchedule.make(text, venue: venue, source, templates)
        return cache.withLock { cache in
            var shared = compiled
            if compiled.definition != text {
                // Different texts may hold the same definition.
                let own = TextFingerprint(compiled.definition, seed: seed)
                shared = cache.keep(ScheduleCache.Entry(own, compiled.definition, nil, compiled))
            }
            let entry = ScheduleCache.Entry(fingerprint, text, venue, shared)
            let kept = cache.keep(entry)
            if kept === shared { first.keep(entry) }
            return kept
        }
    }
}
