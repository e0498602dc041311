import Synchronization

/// What equal definitions under equal defaults share: the rules, and the days made from them so far.
///
/// SAFETY: the store, and so each shape of it, lives as long as this object.
final class CompiledSchedule: Sendable {
    // What the hot question reads comes first, in the cache line of the object's header.
    /// The start of most days of the first kept date, in milliseconds since 1970.
    private let guessStart: Int64
    /// The same in seconds after the UTC midnight of its date.
    private let guessOffset: Int64
    private let store = DayStore()

    /// `VENUE(properties)` as it stands in the text.
    let definition: String
    let venue: String
    let rules: ScheduleRules
    let warnings: [GrammarError]
    /// The effective properties and the bytes their places point into, for explanations and self-contained texts.
    let bytes: [UInt8]
    let properties: PropertyList
    /// What its days are called.
    let source: RuleSource
    private let madeText = AtomicLazyReference<Text>()
    /// Made when a question first needs them.
    let sums = AtomicLazyReference<TradingSums>()

    private final class Text: Sendable {
        let text: String
        init(_ text: String) { self.text = text }
    }

    /// See `makeSelfContainedText`; made once.
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
        // Any recent winter's offset will do: a guess may miss by some days.
        let offset = rules.zone.offset(at: Instant(seconds: 1_700_000_000))
        guessOffset = Int64(start) - Int64(offset)
        guessStart = (Int64(DayStore.firstDay) * 86_400 + guessOffset) * 1000
    }

    /// A day of the range of answers or some days beyond it. `far` remembers days that aren't kept, for the next call.
    func day(_ number: Int, _ far: inout FarDays?) -> DayView {
        let place = number - DayStore.firstDay
        guard place >= 0, place < DayStore.dayCount else { return farDay(number, &far) }
        if let shape = unsafe store.shape(place) { return unsafe DayView(number: number, owner: self, shape: shape) }
        store.keep(DayMaker.days(around: number, rules))
        // SAFETY: the store, and so the shape, lives as long as this object.
        return unsafe DayView(number: number, owner: self, shape: store.shape(place)!)
    }

    /// The common time of the accepted sessions of a day and an interval, in milliseconds since 1970.
    @inline(__always)
    func totals(
        onDay number: Int, _ filter: Trading.SessionFilter, in interval: Range<Int64>, _ far: inout FarDays?
    ) -> TradingTotals {
        let place = number &- DayStore.firstDay
        if place >= 0, place < DayStore.dayCount, let shape = unsafe store.shape(place) {
            return unsafe shape.totals(filter, midnight: Int64(number) &* 86_400_000, in: interval)
        }
        return day(number, &far).totals(filter, in: interval)
    }

    private func farDay(_ number: Int, _ far: inout FarDays?) -> DayView {
        if let far, far.contains(number) { return far.view(number) }
        let made = FarDays(DayMaker.days(around: number, rules))
        far = made
        return made.view(number)
    }

    /// The session that holds an instant, if its day was made before, is settled and lies near the guess; else `nil`.
    ///
    /// - Complexity: O(1) in the number of days: a handful of loads, and the sessions of one day.
    @inline(__always)
    func keptSession(at instant: Instant) -> Trading.Session? {
        let sinceFirst = UInt64(bitPattern: instant.milliseconds &- guessStart)
        guard sinceFirst < UInt64(DayStore.dayCount) * 86_400_000 else { return nil }
        let guess = Int(truncatingIfNeeded: sinceFirst / 86_400_000)
        guard let guessed = unsafe store.shape(guess) else { return nil }
        // From the UTC midnight of the date on.
        let second = Int64(bitPattern: sinceFirst / 1000) &- Int64(guess) &* 86_400 &+ guessOffset
        let offset = unsafe second &- guessed.start
        if UInt64(bitPattern: offset) < UInt64(bitPattern: unsafe guessed.length) {
            return unsafe Self.session(guessed, at: offset, onDay: guess &+ DayStore.firstDay)
        }
        // Summer time, a day that starts at another hour, or one that is joined to a later day: it has no length.
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

    /// Days that a guess may miss by: venues join up to three to a later one, and summer time may add one. What lies farther is searched.
    private static let guessedDays = 4

    /// The session of a settled day at an offset from its start, 0..<`length`.
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

/// Walks from day to day, remembering days that no store keeps.
struct DayCursor {
    let compiled: CompiledSchedule
    private(set) var day: Trading.Day
    private var far: FarDays?

    /// At a day, which is within the range of answers, or some days beyond it.
    init(_ compiled: CompiledSchedule, day number: Int) {
        self.compiled = compiled
        day = Trading.Day(view: compiled.day(number, &far))
    }

    var number: Int { day.number }

    mutating func move(by days: Int) {
        day = Trading.Day(view: compiled.day(number + days, &far))
    }
}
