extension Trading.Schedule {
    /// The definition with all that the defaults add to it written out: hours of the venue, lists as their dates, rules by date. A
    /// schedule made from it without any defaults answers every question alike.
    ///
    /// - Complexity: O(1), but for the first time for a definition.
    public var selfContainedDefinition: String { compiled.selfContainedText }
}

extension Trading.Schedule: Codable {
    /// The key in `userInfo` of encoders and decoders for the `ScheduleDefaults` that definitions depend on; without it those are the
    /// bundled ones.
    ///
    /// ```swift
    /// encoder.userInfo[Trading.Schedule.defaultsKey] = defaults
    /// decoder.userInfo[Trading.Schedule.defaultsKey] = defaults
    /// ```
    public static let defaultsKey = CodingUserInfoKey(rawValue: "Trading.Schedule.defaults")!

    /// From a single string: a TRADING_HOURS text, of which the first definition counts. Defaults have no say in a self-contained
    /// definition.
    ///
    /// - Throws: `DecodingError.dataCorrupted` whose description and underlying error are the `GrammarError`.
    public init(from decoder: any Decoder) throws {
        let defaults = Self.defaults(of: decoder.userInfo)
        self = try decoder.valueOfText { (text) throws(GrammarError) in try Self(coded: text, defaults: defaults) }
    }

    /// As a single string: the definition, where it means the same under the defaults of the encoder's `userInfo`, or the bundled ones;
    /// else the self-contained definition. So the decoded value is equal, wherever the schedule came from.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(codedDefinition(under: Self.defaults(of: encoder.userInfo)))
    }

    /// The definition, where it means the same under `defaults`; else the self-contained definition.
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
    /// A value that is coded as a single string, the text of a rule.
    ///
    /// - Parameter make: reads the text.
    /// - Throws: `DecodingError.dataCorrupted` whose description and underlying error are the `GrammarError`; what the decoder throws.
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
