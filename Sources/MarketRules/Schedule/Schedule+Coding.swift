extension Trading.Schedule {
    /// The definition, completed with everything that it uses from the defaults: the venue's hours, lists as their
    /// dates, and rules by date. Without any defaults, it compiles to an equal schedule.
    ///
    /// - Complexity: O(1), except for the first use of each definition.
    public var selfContainedDefinition: String { compiled.selfContainedText }
}

extension Trading.Schedule: Codable {
    /// The key in the `userInfo` of encoders and decoders whose value is the `ScheduleDefaults` to use. If the key is
    /// missing, the bundled defaults are used.
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

    /// Encodes a single string, from which an equal value is decoded whatever the schedule's origin.
    ///
    /// The string is the definition, if it means the same under the defaults in the encoder's `userInfo` or, without
    /// these, under the bundled defaults. Otherwise it is the self-contained definition.
    ///
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(codedDefinition(under: Self.defaults(of: encoder.userInfo)))
    }

    /// Returns the definition if it means the same under `defaults`, or else the self-contained definition.
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
    /// Decodes a value from a single string.
    ///
    /// - Parameter make: Creates the value by parsing the string.
    /// - Throws: `DecodingError.dataCorrupted` whose description and underlying error are the `GrammarError`, or the
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
