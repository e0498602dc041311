extension Instrument: Codable {
    private enum Key: String, CodingKey { case type, symbol, description, timezone, priceIncrements, schedule }

    /// From an object of its properties; all but the schedule must be there.
    ///
    /// - Throws: `DecodingError` where a property is missing or the schedule can't be read.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            Properties(
                type: try container.decode(String.self, forKey: .type),
                symbol: try container.decode(String.self, forKey: .symbol),
                description: try container.decode(String.self, forKey: .description),
                timezone: try container.decode(String.self, forKey: .timezone),
                priceIncrements: try container.decode(String.self, forKey: .priceIncrements),
                schedule: try container.decodeIfPresent(Trading.Schedule.self, forKey: .schedule)))
    }

    public func encode(to encoder: any Encoder) throws {
        let properties = properties
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(properties.type, forKey: .type)
        try container.encode(properties.symbol, forKey: .symbol)
        try container.encode(properties.description, forKey: .description)
        try container.encode(properties.timezone, forKey: .timezone)
        try container.encode(properties.priceIncrements, forKey: .priceIncrements)
        try container.encodeIfPresent(properties.schedule, forKey: .schedule)
    }
}
