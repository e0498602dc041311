/// The rules of a night venue. A schedule with `with=overnight` adds the overnight sessions of that venue to its own
/// days.
///
/// ```
/// tv.OCEA=tz=America/New_York;hd=US;de=2000;0=o-20000400
/// tv.XNAS=…;night=OCEA
/// XNAS(with=overnight)
/// ```
/// A day of such a schedule has the bounds of the night venue's day. If the schedule trades on that day, the overnight
/// sessions come first, followed by the schedule's own sessions.
final class NightRules: Sendable {
    let venue: String
    /// The display name of the night venue.
    let name: String
    let rules: ScheduleRules
    /// The effective properties and the bytes that they refer to.
    let bytes: [UInt8]
    let properties: PropertyList

    private init(_ venue: String, _ meaning: ScheduleMeaning, _ bytes: [UInt8]) {
        self.venue = venue
        self.bytes = bytes
        (name, rules, properties) = (meaning.rules.name, meaning.rules, meaning.properties)
    }

    /// Returns the rules of a venue from the defaults, or from the bundled defaults if these defaults lack the venue.
    ///
    /// - Parameters:
    ///   - sources: The source of the defaults, and then that of the bundled defaults.
    ///   - place: The offset at which a definition names the venue, for errors.
    static func venue(_ venue: String, _ sources: [RuleSource], at place: Int) throws(RuleFault) -> NightRules {
        guard let source = sources.first(where: { $0.venues[venue] != nil }), let found = source.venues[venue]
        else { throw RuleFault(at: place, "no venue \(venue) in the defaults, expected one that trades overnight") }
        do throws(RuleFault) {
            var compiler = ScheduleCompiler(source: source)
            let bytes = found.bytes
            var meaning = try compiler.compile(bytes.span, found.list, venue: venue, ownStart: bytes.count)
            try meaning.addPeriods(of: found, own: Span(), source)
            return NightRules(venue, meaning, bytes)
        } catch {
            throw RuleFault(at: place, "in the defaults of venue \(venue): \(error.reason)")
        }
    }

    /// Returns the rules of the night venue that a self-contained definition contains; `nil` if it has none.
    ///
    /// - Parameter start: The offset of the definition's own properties, for errors.
    static func own(_ own: Span<UInt8>, from start: Int, _ source: RuleSource) throws(RuleFault) -> NightRules? {
        guard let (range, bytes) = SelfContained.night(own) else { return nil }
        var meaning: ScheduleMeaning
        do throws(RuleFault) {
            var compiler = ScheduleCompiler(source: source)
            meaning = try compiler.compile(bytes.span, nil, venue: "", ownStart: 0)
        } catch {
            throw RuleFault(at: start + range.lowerBound + error.offset, error.reason)
        }
        let periods = try SelfContained.periods(own, from: start, of: .night, name: meaning.rules.name, source)
        if !periods.isEmpty { meaning.rules.take(periods) }
        return NightRules("", meaning, bytes)
    }
}

extension ScheduleMeaning {
    /// Adds the rules of the night venue if the properties contain `with=overnight`.
    ///
    /// - Parameters:
    ///   - bytes: The bytes to which the ranges of the properties refer.
    ///   - ownStart: The offset of the definition's own properties.
    ///   - bundled: The source to use if the defaults lack the night venue.
    /// - Throws: `RuleFault` if the night venue is unknown, or if the schedule's own sessions overlap the overnight
    ///   sessions.
    mutating func addNight(
        _ bytes: Span<UInt8>, ownStart: Int, _ source: RuleSource, _ bundled: () -> RuleSource
    ) throws(RuleFault) {
        var with: Range<Int>?
        var night: Range<Int>?
        for property in properties.properties {
            switch property.kind {
            case .with: with = property.value
            case .night: night = property.value
            default: break
            }
        }
        guard let with, !with.isEmpty else { return }
        guard bytes.text(with) == "overnight" else {
            throw RuleFault(at: with.lowerBound, "expected the word overnight")
        }
        let own = bytes.extracting(ownStart..<bytes.count)
        if let rules = try NightRules.own(own, from: ownStart, source) {
            return try rulesAdding(rules, at: with.lowerBound)
        }
        guard let night, !night.isEmpty else {
            throw RuleFault(at: with.lowerBound, "no overnight hours are known: expected night=VENUE")
        }
        try rulesAdding(
            NightRules.venue(bytes.text(night), [source, bundled()], at: night.lowerBound), at: with.lowerBound)
    }

    private mutating func rulesAdding(_ night: NightRules, at place: Int) throws(RuleFault) {
        guard rules.mostJoinDays == 0 else {
            throw RuleFault(at: place, "joined days (hds) can't have overnight sessions of another venue")
        }
        rules.take(night)
        guard rules.leavesNight else {
            throw RuleFault(at: place, "the venue's own sessions overlap the overnight sessions")
        }
    }
}
