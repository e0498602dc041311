extension StudySettings {
    /// A line that a study draws.
    public struct Line: Hashable, Sendable {
        /// How it is drawn.
        public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
            /// A line.
            case line
            /// A dashed line.
            case dashes
            /// A point for each bar.
            case points
            /// A column for each bar.
            case histogram
            /// A filled area.
            case area
            /// Arrows up and down.
            case arrows
        }

        /// As people read it; a study's lines have different ones.
        public internal(set) var title: String
        /// How it is drawn.
        public var kind: Kind
        /// Its colour.
        public var color: ChartColor
        /// In points, `thicknesses`; a value outside counts as the nearest inside.
        public var thickness: Int { didSet { thickness = Self.limited(thickness) } }
        /// It is drawn.
        public var isVisible: Bool

        /// A line of a study.
        public init(title: String, kind: Kind = .line, color: ChartColor, thickness: Int = 1, isVisible: Bool = true) {
            self.title = title
            self.kind = kind
            self.color = color
            self.thickness = Self.limited(thickness)
            self.isVisible = isVisible
        }

        /// What a line's thickness may be.
        public static let thicknesses = 1...10

        private static func limited(_ thickness: Int) -> Int {
            min(max(thickness, thicknesses.lowerBound), thicknesses.upperBound)
        }
    }
}

extension StudySettings.Line: Codable {
    private enum Key: String, CodingKey { case title, kind, color, thickness, isVisible }

    /// From an object.
    ///
    /// - Throws: `DecodingError` where something is missing or can't be read.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            title: try container.decode(String.self, forKey: .title),
            kind: try container.decode(Kind.self, forKey: .kind),
            color: try container.decode(ChartColor.self, forKey: .color),
            thickness: try container.decode(Int.self, forKey: .thickness),
            isVisible: try container.decode(Bool.self, forKey: .isVisible))
    }

    /// As an object.
    ///
    /// - Throws: what the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(title, forKey: .title)
        try container.encode(kind, forKey: .kind)
        try container.encode(color, forKey: .color)
        try container.encode(thickness, forKey: .thickness)
        try container.encode(isVisible, forKey: .isVisible)
    }
}
