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

    /// The compiled defaults of the venue; `nil` where they aren't a whole schedule.
    func schedule(_ source: RuleSource) -> Schedule? {
        (made.load() ?? made.storeIfNil(Made(properties, source))).schedule
    }

    private final class Made: Sendable {
        let schedule: Schedule?

        init(_ properties: VenueProperties, _ source: RuleSource) {
            schedule = VenueTemplate.compile(properties, source)
        }
    }

    private static func compile(_ properties: VenueProperties, _ source: RuleSource) -> Schedule? {
        var compiler = ScheduleCompiler(source: source)
        let bytes = properties.bytes
        do throws(RuleFault) {
            _ = try compiler.compile(
                bytes.span, properties.list, venue: properties.name, ownStart: bytes.count)
            return Schedule(rules: compiler.rules, warnings: compiler.notes.warnings)
        } catch {
            // A definition must add what is missing, and is compiled as a whole.
            return nil
        }
    }

    struct Schedule {
        let rules: ScheduleRules
        /// In the order of their places.
        let warnings: [RuleFault]

        init(rules: ScheduleRules, warnings: [RuleFault]) {
            self.rules = rules
            self.warnings = warnings.sorted { $0.offset < $1.offset }
        }

        /// The rules and effective properties of a definition whose own properties are no more than a name; `nil` for any other.
        ///
        /// - Parameters:
        ///   - bytes: the defaults of the venue, then from `ownStart` on the definition's own properties.
        ///   - defaults: the properties of the defaults.
        func named(
            _ bytes: Span<UInt8>, _ defaults: PropertyList, venue: String, _ ownStart: Int, _ notes: inout RuleNotes
        ) -> (rules: ScheduleRules, list: PropertyList)? {
            guard ownStart < bytes.count else { return (rules, defaults) }
            var own = PropertyList()
            var cursor = ByteCursor(bytes, in: ownStart..<bytes.count)
            own.read(&cursor, &notes)
            guard own.properties.count == 1, case .name = own.properties[0].kind else { return nil }
            var (rules, list) = (rules, defaults)
            rules.name = bytes.text(own.properties[0].value)
            let replaced = defaults.properties.firstIndex { if case .name = $0.kind { true } else { false } }
            list.replace(replaced, by: own.properties[0])
            if let replaced {
                for place in rules.overrides.indices where rules.overrides[place].property > replaced {
                    rules.overrides[place].property -= 1
                }
            }
            return (rules, list)
        }
    }
}
