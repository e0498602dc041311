/// What equal definitions under equal defaults share: the rules, and the days made from them so far.
final class CompiledSchedule: Sendable {
    /// `VENUE(properties)` as it stands in the text.
    let definition: String
    let venue: String
    let rules: ScheduleRules
    let warnings: [GrammarError]
    /// The effective properties and the bytes their places point into, for explanations and self-contained texts.
    let bytes: [UInt8]
    let properties: PropertyList
    let ownStart: Int
    private let blocks = BlockStore()
    /// Seconds from a day's UTC midnight to where most days start: what makes the first guess of a day right.
    private let guessShift: Int64

    init(
        definition: String, venue: String, rules: ScheduleRules, warnings: [GrammarError], bytes: [UInt8],
        properties: PropertyList, ownStart: Int
    ) {
        self.definition = definition
        self.venue = venue
        self.rules = rules
        self.warnings = warnings
        self.bytes = bytes
        self.properties = properties
        self.ownStart = ownStart
        let start = rules.definitions[rules.weekdays[1].definition].start
        // Any recent winter's offset will do: a guess may miss by a day.
        guessShift = Int64(start) - Int64(rules.zone.offset(at: Instant(seconds: 1_700_000_000)))
    }

    /// The block of a number, kept if it lies in the window.
    func block(_ number: Int) -> DayBlock {
        blocks.block(number) { DayMaker.block(number, rules) }
    }

    /// The session that holds an instant, if its block was made before and its day is settled; else `nil`.
    ///
    /// - Complexity: O(1) in the number of days: two loads, one for the day, and the sessions of one day.
    @inline(__always)
    func keptSession(at instant: Instant) -> Trading.Session? {
        let firstKeptSecond = Int64(BlockStore.firstKept * DayBlock.days) * 86_400
        let secondsPerBlock = UInt64(DayBlock.days * 86_400)
        let shifted = instant.milliseconds &- (firstKeptSecond + guessShift) &* 1000
        let window = UInt64(BlockStore.count) * secondsPerBlock * 1000
        guard UInt64(bitPattern: shifted) < window else { return nil }
        let second = UInt64(bitPattern: shifted) / 1000
        let slot = second / secondsPerBlock
        let inBlock = second - slot * secondsPerBlock
        return blocks.withBlock(inSlot: Int(slot)) { block in
            block.settledSession(
                at: Int64(inBlock) + guessShift, guess: Int(inBlock / 86_400),
                firstDay: (Int(slot) + BlockStore.firstKept) * DayBlock.days)
        }
    }
}
