extension StudySettings {
    /// A line that a study draws.
    public struct Line: Codable, Hashable, Sendable {
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

        /// As people read it.
        public var title: String
        /// How it is drawn.
        public var kind: Kind
        /// Its colour.
        public var color: ChartColor
        /// In points, 1 to 10; a value outside counts as the nearest inside.
        public var thickness: Int {
            get { width.points }
            set { width = Width(points: newValue) }
        }
        private var width: Width
        /// It is drawn.
        public var isVisible: Bool

        /// A line of a study.
        public init(title: String, kind: Kind = .line, color: ChartColor, thickness: Int = 1, isVisible: Bool = true) {
            self.title = title
            self.kind = kind
            self.color = color
            width = Width(points: thickness)
            self.isVisible = isVisible
        }

        /// What a line's thickness may be.
        package static let thicknesses = 1...10

        private enum CodingKeys: String, CodingKey {
            case title, kind, color, isVisible
            case width = "thickness"
        }

        /// A thickness inside its bounds, also where it is decoded.
        private struct Width: Codable, Hashable {
            let points: Int

            init(points: Int) {
                self.points = min(max(points, Line.thicknesses.lowerBound), Line.thicknesses.upperBound)
            }

            init(from decoder: any Decoder) throws { self.init(points: try Int(from: decoder)) }
            func encode(to encoder: any Encoder) throws { try points.encode(to: encoder) }
        }
    }
}
