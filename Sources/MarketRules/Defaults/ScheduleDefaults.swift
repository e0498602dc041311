internal import Scanning
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
/// so a newer value counts for schedules made after it. Within a value, equal definitions share one compiled form. Two values are equal
/// where they come from the same reading of a file, not where they have the same text.
public struct ScheduleDefaults: Hashable, Sendable {
    let storage: ScheduleDefaultsStorage

    init(_ storage: ScheduleDefaultsStorage) { self.storage = storage }

    /// No lists and no venues, with the system's time zones: enough for definitions that are complete by themselves.
    public static let empty = ScheduleDefaults(zones: .system)

    /// No lists and no venues, with the zones of a library.
    package init(zones: TimeZoneLibrary) {
        storage = ScheduleDefaultsStorage(
            DefaultsContent(), RuleSource(zones: zones), faults: [:], leftOut: [], warnings: [])
    }

    /// Reads a defaults file, over nothing or over other defaults. A venue that is wrong, and a line without `=`, leave the rest usable:
    /// see `leftOut`.
    ///
    /// The file's lists add to those lists of `base` that have the same name, and all that name such a list see both; its lists may
    /// name those of `base`. Its properties of a venue replace or follow those of the same venue. Its date, if it has one, is the
    /// new one. A venue of `base` that the file makes wrong is left out.
    ///
    /// - Throws: `ScheduleDefaultsError` where a list or the date is wrong, a name is given twice, lists name each other in a circle, or a
    ///   line isn't UTF-8: with everything that is wrong, venues too, and the lines it is in.
    /// - Complexity: O(`text.count`), some milliseconds for the vendor's file of a hundred venues.
    public init(parsing text: Span<UInt8>, over base: ScheduleDefaults = .empty) throws(ScheduleDefaultsError) {
        storage = try DefaultsParser.storage(text, over: base)
    }

    /// Reads the text of a defaults file. Its rules, errors and cost are those of the bytes.
    ///
    /// - Throws: `ScheduleDefaultsError` as for the bytes.
    public init(parsing text: String, over base: ScheduleDefaults = .empty) throws(ScheduleDefaultsError) {
        try self.init(parsing: text.utf8Span.span, over: base)
    }
}

// MARK: Content

extension ScheduleDefaults {
    /// A number that is the same for the same texts in every process, and differs for others as far as 64 bits can tell.
    package var digest: UInt64 { storage.content.digest }

    /// The version, from `date=`; `nil` where the file has none.
    public var date: Instant? { storage.content.date }

    /// The day on which the lists were last compared with what the venues publish: `checked=`, or else the day of `date`; `nil` where
    /// the file has neither.
    package var listDate: CalendarDate? {
        storage.content.checked
            ?? date.map {
                CalendarDate(dayNumber: Int(Instant.floorDivide($0.seconds, by: 86_400)))
            }
    }

    /// The names of the venues with default properties, also of those whose properties are wrong, in the order of the file.
    public var venueNames: [String] { storage.content.venueOrder }

    /// What is wrong with a venue's default properties: making a schedule of the venue throws it. `nil` where nothing is wrong, and for a
    /// name that isn't there.
    public func fault(ofVenue name: String) -> GrammarError? { storage.fault(ofVenue: name) }

    /// A venue's default properties; `nil` for a name that isn't there.
    package func venue(_ name: String) -> Venue? {
        storage.source.venues[name].map(Venue.init)
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
    package struct Venue: Sendable {
        let properties: VenueProperties

        /// The NAME of `tv.NAME=…`.
        package var name: String { properties.name }
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
    /// Whether these defaults are older than others by their `date`: then the others stay in force. Defaults without a date are older
    /// than all that have one.
    package func isOlder(than other: ScheduleDefaults) -> Bool {
        (date?.milliseconds ?? .min) < (other.date?.milliseconds ?? .min)
    }
}

/// The order and the raw form of a file's content, kept to show it and to lay another over it.
struct DefaultsContent {
    var date: Instant?
    /// From `checked=`.
    var checked: CalendarDate?
    /// Of all texts that were read, in their order.
    var digest: UInt64 = 0
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
    private let repeated = HotScheduleCache()
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
        if let known = repeated.find(text, venue: venue, fingerprint) { return known }
        if let known = cache.withLock({ $0.find(text, venue: venue, fingerprint) }) {
            repeated.keep(known)
            return known.compiled
        }
        let compiled = try CompiledSchedule.make(text, venue: venue, source, templates) {
            ScheduleDefaults.bundled.storage.source
        }
        return cache.withLock { cache in
            var shared = compiled
            if compiled.definition != text {
                // Different texts may hold the same definition.
                let own = TextFingerprint(compiled.definition, seed: seed)
                shared = cache.keep(ScheduleCache.Entry(own, compiled.definition, nil, compiled)).compiled
            }
            return cache.keep(ScheduleCache.Entry(fingerprint, text, venue, shared)).compiled
        }
    }
}

extension ScheduleDefaultsStorage: Hashable {
    static func == (a: ScheduleDefaultsStorage, b: ScheduleDefaultsStorage) -> Bool { a === b }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ScheduleDefaults {
    /// The defaults that come with the product: the trading days and hours of well-known venues, 1990 to 2030, made from public
    /// facts. With them `NewYorkETH()` or `XLON()` is a complete definition.
    ///
    /// They carry an old `date`: by `isOlder(than:)` any defaults file with a date of its own takes their place.
    ///
    /// `Scripts/calendars/generate` writes their text, `bundled-schedule.properties`, from named rules and recorded facts.
    ///
    /// On a system without zone files every venue is left out, and making a schedule of one throws the reason.
    ///
    /// - Complexity: some milliseconds the first time, then O(1).
    public static let bundled: ScheduleDefaults = {
        do throws(ScheduleDefaultsError) {
            return try ScheduleDefaults(parsing: BundledText.schedule.span)
        } catch {
            preconditionFailure("the text in the binary, which tests read: \(error)")
        }
    }()
}
