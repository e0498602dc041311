extension Trading.Schedule {
    /// The definition, completed with everything from the defaults: the venue's hours, lists as their dates, and rules
    /// by date. Without any defaults, it compiles to an equal schedule.
    ///
    /// - Complexity: O(1), except for the first use with a definition.
    public var selfContainedDefinition: String { compiled.selfContainedText }
}

extension Trading.Schedule: Codable {
    /// The key in `userInfo` of encoders and decoders for the `ScheduleDefaults` that definitions depend on. Without
    /// it, the bundled defaults are used.
    ///
    /// ```swift
    /// encoder.userInfo[Trading.Schedule.defaultsKey] = defaults
    /// decoder.userInfo[Trading.Schedule.defaultsKey] = defaults
    /// ```
    public static let defaultsKey = CodingUserInfoKey(rawValue: "Trading.Schedule.defaults")!

    /// Decodes a single string: a TRADING_HOURS text, whose first definition is used. Defaults do not affect a
    /// self-contained definition.
    ///
    /// - Throws: `DecodingError.dataCorrupted` whose description and underlying error are the `GrammarError`.
    public init(from decoder: any Decoder) throws {
        let defaults = Self.defaults(of: decoder.userInfo)
        self = try decoder.valueOfText { (text) throws(GrammarError) in try Self(coded: text, defaults: defaults) }
    }

    /// Encodes a single string, so that the decoded value is equal regardless of the schedule's origin.
    ///
    /// The string is the definition if it has an equal meaning under the defaults in the encoder's `userInfo`, or
    /// under the bundled ones. Otherwise it is the self-contained definition.
    ///
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(codedDefinition(under: Self.defaults(of: encoder.userInfo)))
    }

    /// Returns the definition if it has an equal meaning under `defaults`, or else the self-contained definition.
    package func codedDefinition(under defaults: ScheduleDefaults = .bundled) -> String {
        let decoded = try? Trading.Schedule(coded: definition, defaults: defaults)
        return decoded == self ? definition : selfContainedDefinition
    }

    private init(coded text: String, defaults: ScheduleDefaults) throws(GrammarError) {
        if text.contains("(;"), let alone = try? Trading.Schedule(text, defaults: .empty),
            alone.selfContainedDefinition == text
        {
            self = alone
        } else {
            try self.init(text, defaults: defaults)
        }
    }

    private static func defaults(of userInfo: [CodingUserInfoKey: Any]) -> ScheduleDefaults {
        userInfo[defaultsKey] as? ScheduleDefaults ?? .bundled
    }
}

extension Decoder {
    /// Decodes a value from a single string, the text of a rule.
    ///
    /// - Parameter make: Parses the text.
    /// - Throws: `DecodingError.dataCorrupted` whose description and underlying error are the `GrammarError`; the
    ///   errors of the decoder.
    func valueOfText<Value>(_ make: (String) throws(GrammarError) -> Value) throws -> Value {
        let text = try singleValueContainer().decode(String.self)
        do throws(GrammarError) {
            return try make(text)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: codingPath, debugDescription: error.description, underlyingError: error))
        }
    }
}
