import Synchronization

/// The compiled default properties of a venue. Definitions that only rename the venue, `VENUE(name=…)`, share them.
///
/// Nearly all definitions of a vendor have this form. The template is compiled when the first such definition is
/// parsed.
final class VenueTemplate: Sendable {
    let properties: VenueProperties
    /// The reason that the default properties are unusable; `nil` if they are valid.
    let fault: RuleFault?
    private let made = AtomicLazyReference<Made>()

    init(_ properties: VenueProperties, fault: RuleFault?) {
        self.properties = properties
        self.fault = fault
    }

    /// Returns the meaning of a definition whose only own property is a name. Returns `nil` for other definitions, and
    /// if the defaults alone are not a complete schedule.
    ///
    /// - Parameters:
    ///   - bytes: The defaults of the venue, followed from `ownStart` on by the definition's own properties.
    ///   - source: The data that the defaults depend on.
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
            // If sessions are missing, the definition must add them and is compiled as a whole.
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
