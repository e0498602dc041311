import Synchronization

/// What the default properties of a venue mean by themselves, for the definitions that only give them another name, `VENUE(name=…)`:
/// nearly all of a vendor's do. Made once for a defaults value, when the first such definition comes.
final class VenueTemplate: Sendable {
    let properties: VenueProperties
    /// Why the properties can't be used by anyone; `nil` where they can.
    let fault: RuleFault?
    private let made = AtomicLazyReference<Made>()

    init(_ properties: VenueProperties, fault: RuleFault?) {
        self.properties = properties
        self.fault = fault
    }

    /// What a definition means whose own properties are no more than a name; `nil` for any other, and where the defaults aren't a whole
    /// schedule.
    ///
    /// - Parameters:
    ///   - bytes: the defaults of the venue, then from `ownStart` on the definition's own properties.
    ///   - source: what the defaults depend on.
    func meaning(of bytes: Span<UInt8>, ownStart: Int, _ source: RuleSource) -> ScheduleMeaning? {
        guard var meaning = (made.load() ?? made.storeIfNil(Made(properties, source))).meaning else { return nil }
        guard ownStart < bytes.count else { return meaning }
        var own = PropertyList()
        var notes = RuleNotes()
        var cursor = ByteCursor(bytes, in: ownStart..<bytes.count)
        own.read(&cursor, &notes)
        guard own.properties.count == 1, own.properties[0].isName else { return nil }
        meaning.rules.name = bytes.text(own.properties[0].value)
        meaning.properties.replaceName(by: own.properties[0])
        meaning.warnings += notes.warnings
        return meaning
    }

    private final class Made: Sendable {
        let meaning: ScheduleMeaning?

        init(_ properties: VenueProperties, _ source: RuleSource) {
            var compiler = ScheduleCompiler(source: source)
            let bytes = properties.bytes
            // Where sessions are missing, a definition must add them, and is compiled as a whole.
            guard
                var meaning = try? compiler.compile(
                    bytes.span, properties.list, venue: properties.name, ownStart: bytes.count),
                (try? meaning.addPeriods(of: properties, own: Span(), source)) != nil
            else {
                self.meaning = nil
                return
            }
            self.meaning = meaning
        }
    }
}
