internal import Scanning
import Synchronization

/// The data that schedule definitions depend on: lists of holidays and other days, and the default properties of
/// venues.
///
/// Defaults are read from a file (trading-hours.md section 7):
///
/// ```
/// date=20260323-170000+0000
/// hd.US.NYD=20250101,20260101
/// hd.US=US.NYD,20250704
/// tv.NewYorkETH=name=US ETH;tz=America/New_York;hd=US;0=p04000930r09301600a16002000
/// ```
///
/// Defaults are a value that you pass when you create schedules; there is no global state. A schedule retains the
/// defaults from which it was created, so newer defaults affect only later schedules. Equal definitions under the same
/// defaults share one compiled form.
///
/// Two values are equal only if they result from the same parsing of a file; equal texts are not sufficient.
public struct ScheduleDefaults: Hashable, Sendable {
    let storage: ScheduleDefaultsStorage

    init(_ storage: ScheduleDefaultsStorage) { self.storage = storage }

    /// Defaults without lists or venues, with the time zones of the system. They suffice for self-contained
    /// definitions.
    public static let empty = ScheduleDefaults(zones: .system)

    /// Creates defaults without lists or venues, with the time zones of a library.
    package init(zones: TimeZoneLibrary) {
        storage = ScheduleDefaultsStorage(
            DefaultsContent(), RuleSource(zones: zones), faults: [:], leftOut: [], warnings: [])
    }

    /// Reads a defaults file from scratch or over other defaults.
    ///
    /// Invalid venues and lines without `=` are ignored, and reported in `leftOut`.
    ///
    /// - A list of the file extends the list of `base` that has the same name. Lists that name such a list get the
    ///   entries of both.
    /// - Lists of the file may name lists of `base`.
    /// - The file's properties of a venue replace properties of that venue in `base` with equal keys; others are added.
    /// - The file's date, if it has one, replaces the date of `base`.
    /// - A venue of `base` that the file makes invalid is ignored.
    ///
    /// - Throws: `ScheduleDefaultsError` if a list or the date is invalid, a name occurs twice, lists form a cycle, or
    ///   a line is not UTF-8. It contains all problems with their lines, also those of venues.
    /// - Complexity: O(`text.count`).
    public init(parsing text: Span<UInt8>, over base: ScheduleDefaults = .empty) throws(ScheduleDefaultsError) {
        storage = try DefaultsParser.storage(text, over: base)
    }

    /// Reads the text of a defaults file, by the rules of `init(parsing:over:)` for bytes.
    ///
    /// - Throws: `ScheduleDefaultsError` as for bytes.
    public init(parsing text: String, over base: ScheduleDefaults = .empty) throws(ScheduleDefaultsError) {
        try self.init(parsing: text.utf8Span.span, over: base)
    }
}

// MARK: Content

extension ScheduleDefaults {
    /// A 64-bit hash of the texts that were read. Equal texts have equal hashes in all processes.
    package var digest: UInt64 { storage.content.digest }

    /// The version from `date=`; `nil` if the file has none.
    public var date: Instant? { storage.content.date }

    /// The day on which the lists were last compared with the venues' publications: `checked=`, or else the day of
    /// `date`. `nil` if the file has neither.
    package var listDate: CalendarDate? {
        storage.content.checked
            ?? date.map {
                CalendarDate(dayNumber: Int(Instant.floorDivide($0.seconds, by: 86_400)))
            }
    }

    /// The names of the venues with default properties, including invalid ones, in the order of the file.
    public var venueNames: [String] { storage.content.venueOrder }

    /// Returns the error in a venue's default properties; `nil` if the properties are valid or the venue is unknown.
    /// Creating a schedule of the venue throws this error.
    public func fault(ofVenue name: String) -> GrammarError? { storage.fault(ofVenue: name) }

    /// Returns a venue's default properties; `nil` if the venue is unknown.
    package func venue(_ name: String) -> Venue? {
        storage.source.venues[name].map(Venue.init)
    }

    /// The lists of a kind, in the order of the file.
    package func lists(_ kind: DayListKind) -> [DayList] {
        (storage.content.listOrder[kind] ?? []).compactMap { storage.source.list(kind, $0) }
    }

    /// Returns a list by its name; `nil` if the list is unknown.
    package func list(_ kind: DayListKind, _ name: String) -> DayList? { storage.source.list(kind, name) }

    /// The parts of the last file that the reader ignored, in the order of the lines. These are lines without `=`, and
    /// invalid venues with their errors.
    public var leftOut: [ScheduleDefaultsError.Problem] { storage.leftOut }

    /// The warnings about the last file, in the order of the lines: unknown keys, dates that do not exist, and
    /// warnings about the properties of venues.
    public var warnings: [ScheduleDefaultsError.Problem] { storage.warnings }

    /// The default properties of a venue.
    package struct Venue: Sendable {
        let properties: VenueProperties

        /// The NAME in `tv.NAME=…`.
        package var name: String { properties.name }
        /// The line of the file on which the venue begins, from 1.
        package var line: Int { properties.line }
        /// The properties as written in the file, with continued lines joined.
        package var text: String { String(decoding: properties.bytes, as: UTF8.self) }
        /// The keys and values in effective order.
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
    /// Returns whether these defaults have an earlier `date` than `other`, in which case `other` should stay in use.
    /// Defaults without a date are older than all dated defaults.
    package func isOlder(than other: ScheduleDefaults) -> Bool {
        (date?.milliseconds ?? .min) < (other.date?.milliseconds ?? .min)
    }
}

/// The order and the source form of a file's content, retained so that it can be shown and another file can extend it.
struct DefaultsContent {
    var date: Instant?
    /// The value of `checked=`.
    var checked: CalendarDate?
    /// A hash of all texts read, in order.
    var digest: UInt64 = 0
    var venueOrder: [String] = []
    var listOrder: [DayListKind: [String]] = [:]
}

/// The shared storage of a defaults value: the content and the schedules compiled under it.
final class ScheduleDefaultsStorage: Sendable {
    let content: DefaultsContent
    let source: RuleSource
    let leftOut: [ScheduleDefaultsError.Problem]
    let warnings: [ScheduleDefaultsError.Problem]
    /// The template of each venue of `source`. Templates are stored separately, because each depends on all lists.
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

    /// Returns the error in the properties of a venue; `nil` if they are valid.
    func fault(ofVenue name: String) -> GrammarError? {
        templates[name].flatMap { template in
            template.fault.map { RuleSourceText.error($0, of: template.properties) }
        }
    }

    /// Returns the compiled form of the first definition of a text, or of a venue's definition.
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
                // Different texts may contain the same definition.
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
    /// The bundled defaults: the trading days and hours of well-known venues from 1990 to 2030, compiled from public
    /// facts. With them, `NewYorkETH()` or `XLON()` is a complete definition.
    ///
    /// The bundled defaults have an old `date`, so any defaults file with a date is newer and replaces them
    /// (`isOlder(than:)`).
    ///
    /// `Scripts/calendars/generate` writes their text, `bundled-schedule.properties`, from named rules and recorded
    /// facts.
    ///
    /// On a system without zone files, every venue is ignored. Creating a schedule of a venue then throws an error with
    /// the reason.
    ///
    /// - Complexity: The first use parses the text; later uses are O(1).
    public static let bundled: ScheduleDefaults = {
        do throws(ScheduleDefaultsError) {
            return try ScheduleDefaults(parsing: BundledText.schedule.span)
        } catch {
            preconditionFailure("the bundled schedule defaults are invalid: \(error)")
        }
    }()
}
