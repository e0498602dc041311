extension StudySettings {
    /// A line that a study draws.
    public struct Line: Codable, Hashable, Sendable {
        /// How a line is drawn.
        public enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
            /// A solid line.
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

        /// The title for display.
        public var title: String
        /// How the line is drawn.
        public var kind: Kind
        /// The color of the line.
        public var color: ChartColor
        /// The thickness in points, clamped to 1…10.
        public var thickness: Int {
            get { width.points }
            set { width = Width(points: newValue) }
        }
        private var width: Width
        /// A Boolean value that indicates whether the line is drawn.
        public var isVisible: Bool

        /// Creates a line of a study.
        public init(title: String, kind: Kind = .line, color: ChartColor, thickness: Int = 1, isVisible: Bool = true) {
            self.title = title
            self.kind = kind
            self.color = color
            width = Width(points: thickness)
            self.isVisible = isVisible
        }

        /// The range of thicknesses in points.
        package static let thicknesses = 1...10

        private enum CodingKeys: String, CodingKey {
            case title, kind, color, isVisible
            case width = "thickness"
        }

        /// A thickness that is clamped to its range, even when decoded.
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
