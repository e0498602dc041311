extension StudySettings {
    /// The type of a parameter. Values are texts, as users enter them.
    public enum StudyParamType: String, Codable, Hashable, Sendable, CaseIterable {
        /// A whole number, such as `14`.
        case intRange
        /// A number, such as `2` or `0.02`.
        case doubleRange
        /// `true` or `false`.
        case boolean
        /// Any text.
        case string
        /// A kind of average (`Average`), such as `SIMPLE`.
        case average
        /// A price of a bar (`PriceField`), such as `CLOSE`.
        case priceField
        /// A length of bars (`Aggregation`), such as `1d`.
        case aggregation
    }

    /// Kinds of averages.
    public typealias Average = StudyAverage
    /// Prices of a bar and means of such prices.
    public typealias PriceField = StudyPrice

    /// The bounds of a number.
    public struct Validation: Codable, Hashable, Sendable {
        /// The minimum; `nil` for no lower bound.
        public var min: Float?
        /// The maximum; `nil` for no upper bound.
        public var max: Float?
        /// The maximum number of digits after the point.
        public var precision: Int

        /// Creates the bounds of a number; `nil` means no bound.
        public init(min: Float? = nil, max: Float? = nil, precision: Int) {
            self.min = min
            self.max = max
            self.precision = precision
        }
    }

    /// A parameter of a study.
    ///
    /// The value is always valid. If an invalid number is assigned or decoded, it is replaced by the nearest valid one.
    /// Other invalid values are replaced by the first choice of the type. `StudySettings.set(_:to:)` throws instead.
    public struct Parameter: Hashable, Sendable, Identifiable {
        /// The identifier, such as `length`.
        public let id: String
        /// The title for display.
        public var title: String
        /// The type of the value.
        public let studyParamType: StudyParamType
        /// The value as text.
        public var value: String { didSet { value = nearestLegal(to: value) } }
        /// The bounds of a number; `nil` for other types, and for numbers without bounds.
        public var validationTO: Validation? { didSet { value = nearestLegal(to: value) } }

        /// Creates a parameter. An invalid value is replaced by the nearest valid one.
        public init(
            id: String, title: String, studyParamType: StudyParamType, value: String, validationTO: Validation? = nil
        ) {
            self.id = id
            self.title = title
            self.studyParamType = studyParamType
            self.validationTO = validationTO
            self.value = value
            self.value = nearestLegal(to: value)
        }

        /// Sets the value from a text.
        ///
        /// - Throws: `StudyError` if the text is invalid for the type, out of bounds, or has too many digits. The value
        ///   is then unchanged.
        package mutating func set(_ text: String) throws(StudyError) { value = try checked(text) }

        /// The value as a whole number; `nil` for other types.
        public var intValue: Int? { studyParamType == .intRange ? Int(value) : nil }
        /// The value as a number; `nil` for other types.
        public var doubleValue: Double? {
            studyParamType == .intRange || studyParamType == .doubleRange ? Double(value) : nil
        }
        /// The value as a Boolean; `nil` for other types.
        public var boolValue: Bool? { studyParamType == .boolean ? Bool(value) : nil }
    }
}

extension StudySettings.Parameter: Codable {
    private enum Key: String, CodingKey { case id, title, studyParamType, value, validationTO }

    /// Decodes an object. An invalid value is replaced by the nearest valid one.
    ///
    /// - Throws: `DecodingError` if the id, the title or the type is missing, or the type is unknown.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            title: try container.decode(String.self, forKey: .title),
            studyParamType: try container.decode(StudySettings.StudyParamType.self, forKey: .studyParamType),
            value: (try? container.decode(String.self, forKey: .value)) ?? "",
            validationTO: try container.decodeIfPresent(StudySettings.Validation.self, forKey: .validationTO))
    }

    /// Encodes the parameter as an object.
    ///
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(id, forKey: .id)
        try container.encode(title, forKey: .title)
        try container.encode(studyParamType, forKey: .studyParamType)
        try container.encode(value, forKey: .value)
        try container.encodeIfPresent(validationTO, forKey: .validationTO)
    }
}
