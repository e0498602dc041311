import Synchronization

/// The compiled rules of a definition, and the days built from them so far. Equal definitions under equal defaults
/// share one object.
///
/// SAFETY: The store lives as long as this object, and so do all its shapes.
final class CompiledSchedule: Sendable {
    // The properties that `keptSession(at:)` reads come first, in the cache line of the object's header.
    /// The usual start of the first date in the store, in milliseconds since 1970. `keptSession(at:)` guesses dates
    /// from it.
    private let guessStart: Int64
    /// The distance of `guessStart` from the UTC midnight of its date, in seconds.
    private let guessOffset: Int64
    private let store = DayStore()

    /// `VENUE(properties)` as written in the text.
    let definition: String
    let venue: String
    let rules: ScheduleRules
    let warnings: [GrammarError]
    /// The effective properties and the bytes that they refer to, for explanations and self-contained texts.
    let bytes: [UInt8]
    let properties: PropertyList
    /// The source of the names of days.
    let source: RuleSource
    private let madeText = AtomicLazyReference<Text>()
    /// The sums of trading days and trading time, created when a query first needs them.
    let sums = LazyMemory<TradingSums>()

    private final class Text: Sendable {
        let text: String
        init(_ text: String) { self.text = text }
    }

    /// The result of `makeSelfContainedText`, computed once.
    var selfContainedText: String {
        (madeText.load() ?? madeText.storeIfNil(Text(makeSelfContainedText()))).text
    }

    init(
        definition: String, venue: String, _ meaning: ScheduleMeaning, bytes: [UInt8], warnings: [GrammarError],
        _ source: RuleSource
    ) {
        self.source = source
        self.definition = definition
        self.venue = venue
        rules = meaning.rules
        self.warnings = warnings
        self.bytes = bytes
        properties = meaning.properties
        let start = rules.definitions[rules.weekdays[1].definition].start
        // The offset of any recent winter is good enough, because a guess may be wrong by a few days.
        let offset = rules.zone.offset(at: Instant(seconds: 1_700_000_000))
        guessOffset = Int64(start) - Int64(offset)
        guessStart = (Int64(DayStore.firstDay) * 86_400 + guessOffset) * 1000
    }

    /// Returns a day, which must be in the supported range or at most a few days outside it. `far` caches days outside
    /// the store for the next call.
    func day(_ number: Int, _ far: inout UncachedDays?) -> DayView {
        let place = number - DayStore.firstDay
        guard place >= 0, place < DayStore.dayCount else { return farDay(number, &far) }
        if let shape = unsafe store.shape(place) { return unsafe DayView(number: number, owner: self, shape: shape) }
        store.keep(DayBuilder.days(around: number, rules))
        // SAFETY: The store, and so the shape, lives as long as this object.
        return unsafe DayView(number: number, owner: self, shape: store.shape(place)!)
    }

    /// Returns the overlap of an interval with the accepted sessions of a day, in milliseconds.
    @inline(__always)
    func totals(
        onDay number: Int, _ filter: Trading.SessionFilter, in interval: Range<Int64>, _ far: inout UncachedDays?
    ) -> TradingTotals {
        let place = number &- DayStore.firstDay
        if place >= 0, place < DayStore.dayCount, let shape = unsafe store.shape(place) {
            return unsafe shape.totals(filter, midnight: Int64(number) &* 86_400_000, in: interval)
        }
        return day(number, &far).totals(filter, in: interval)
    }

    private func farDay(_ number: Int, _ far: inout UncachedDays?) -> DayView {
        if let far, far.contains(number) { return far.view(number) }
        let made = UncachedDays(DayBuilder.days(around: number, rules))
        far = made
        return made.view(number)
    }

    /// Returns the session that contains an instant, or `nil` if the instant's day is not in the store, is not settled,
    /// or is more than `guessedDays` from the guessed date.
    ///
    /// - Complexity: O(1) in the number of days: a few loads, and a scan of one day's sessions.
    @inline(__always)
    func keptSession(at instant: Instant) -> Trading.Session? {
        let sinceFirst = UInt64(bitPattern: instant.milliseconds &- guessStart)
        guard sinceFirst < UInt64(DayStore.dayCount) * 86_400_000 else { return nil }
        let guess = Int(truncatingIfNeeded: sinceFirst / 86_400_000)
        guard let guessed = unsafe store.shape(guess) else { return nil }
        // Seconds since the UTC midnight of the guessed date.
        let second = Int64(bitPattern: sinceFirst / 1000) &- Int64(guess) &* 86_400 &+ guessOffset
        let offset = unsafe second &- guessed.start
        if UInt64(bitPattern: offset) < UInt64(bitPattern: unsafe guessed.length) {
            return unsafe Self.session(guessed, at: offset, onDay: guess &+ DayStore.firstDay)
        }
        // The guess is wrong because of summer time, an unusual start hour, or a day without length, which is joined to
        // a later one.
        let step = offset < 0 ? -1 : 1
        var place = guess
        var rest = second
        for _ in 0..<Self.guessedDays {
            place &+= step
            rest &-= Int64(step) &* 86_400
            guard place >= 0, place < DayStore.dayCount, let next = unsafe store.shape(place) else { return nil }
            let offset = unsafe rest &- next.start
            if UInt64(bitPattern: offset) < UInt64(bitPattern: unsafe next.length) {
                return unsafe Self.session(next, at: offset, onDay: place &+ DayStore.firstDay)
            }
        }
        return nil
    }

    /// The maximum error of a guess in days: venues join up to three days, and summer time may add one. If the error is
    /// larger, the caller searches.
    private static let guessedDays = 4

    /// Returns the session of a settled day at an offset from its start, in 0..<`length`.
    @inline(__always)
    private static func session(_ shape: DayShape, at offset: Int64, onDay day: Int) -> Trading.Session? {
        guard unsafe shape.flags.contains(.settled) else { return nil }
        return unsafe shape.followingSession(
            shape.place(at: offset), onDay: day, startingAt: Int64(day) &* 86_400 &+ shape.start)
    }
}

extension CompiledSchedule: Hashable {
    static func == (a: CompiledSchedule, b: CompiledSchedule) -> Bool {
        a === b || a.selfContainedText == b.selfContainedText && a.rules.zone == b.rules.zone
    }

    func hash(into hasher: inout Hasher) { hasher.combine(selfContainedText) }
}

/// Walks from day to day and caches days outside the store.
struct DayCursor {
    let compiled: CompiledSchedule
    private(set) var day: Trading.Day
    private var far: UncachedDays?

    /// Creates a cursor at a day, which must be in the supported range or at most a few days outside it.
    init(_ compiled: CompiledSchedule, day number: Int) {
        self.compiled = compiled
        day = Trading.Day(view: compiled.day(number, &far))
    }

    var number: Int { day.number }

    mutating func move(by days: Int) {
        day = Trading.Day(view: compiled.day(number + days, &far))
    }
}
