extension Trading.Schedule: Hashable {
    /// Equal where the definitions are equal and so is all that the defaults add to them: such schedules have the same days.
    public static func == (a: Trading.Schedule, b: Trading.Schedule) -> Bool {
        a.compiled === b.compiled || a.compiled.means(as: b.compiled)
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(definition) }
}

extension Trading.Schedule: Codable {
    /// The key in `userInfo` of a decoder for the `ScheduleDefaults` that decoded definitions lean on; without it those are
    /// the bundled ones.
    ///
    /// ```swift
    /// let decoder = JSONDecoder()
    /// decoder.userInfo[Trading.Schedule.defaultsKey] = defaults
    /// ```
    public static let defaultsKey = CodingUserInfoKey(rawValue: "Trading.Schedule.defaults")!

    /// From a single string: a TRADING_HOURS text, of which the first definition counts.
    ///
    /// - Throws: `DecodingError.dataCorrupted` whose description and underlying error are the `GrammarError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let given = decoder.userInfo[Self.defaultsKey] as? ScheduleDefaults
        do {
            try self.init(text, defaults: given ?? ScheduleDefaults.bundledIfUsable)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
        }
    }

    /// As a single string: the definition.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(definition)
    }
}

extension ScheduleDefaults {
    /// The bundled defaults, or none where the system lacks their zones: a definition then has to name one that is there.
    public static var bundledIfUsable: ScheduleDefaults { (try? bundled) ?? .empty }
}

extension CompiledSchedule {
    /// Whether both make the same days of the same text.
    fileprivate func means(as other: CompiledSchedule) -> Bool {
        definition == other.definition && bytes == other.bytes && rules.zone == other.rules.zone
            && rules.holidays.days == other.rules.holidays.days && rules.shortDays.days == other.rules.shortDays.days
            && rules.coverageEnd == other.rules.coverageEnd
            && rules.overrides.elementsEqual(other.rules.overrides) { $0.days == $1.days }
    }
}
