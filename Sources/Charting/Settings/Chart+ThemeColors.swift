extension Chart {
    /// The colors that replace the theme's colors for parts of a chart.
    ///
    /// The encoded form is an object that maps parts to hexadecimal texts. Unreadable entries are ignored.
    public struct ThemeColors: Hashable, Sendable {
        /// A colored part of a chart.
        public enum Part: String, Hashable, Sendable, CaseIterable, Codable {
            /// The background of the chart.
            case background
            /// Grid lines.
            case grid
            /// The labels of the axes.
            case text
            /// The watermark behind the prices.
            case watermark
            /// The crosshair of the pointer.
            case crosshair
            /// Bars whose close is at or above the open.
            case up
            /// Bars whose close is below the open.
            case down
            /// The line through the closes.
            case line
            /// The area below the line through the closes.
            case area
            /// Volume of rising bars.
            case volumeUp
            /// Volume of falling bars.
            case volumeDown
            /// The background of pre-market hours.
            case preMarket
            /// The background of after-market hours.
            case afterMarket
            /// The mark of a session break.
            case sessionBreak

            /// The title for display.
            package var title: String {
                switch self {
                case .up: "Rising"
                case .down: "Falling"
                case .volumeUp: "Volume, rising"
                case .volumeDown: "Volume, falling"
                case .preMarket: "Pre-market"
                case .afterMarket: "After-market"
                case .sessionBreak: "Session break"
                default: rawValue.prefix(1).uppercased() + rawValue.dropFirst()
                }
            }
        }

        /// The replacing colors by part.
        public var chosen: [Part: ChartColor] = [:]

        /// Creates a value that replaces no colors.
        public init() {}

        /// Returns the color of a part: the replacing color, or else the theme's color.
        public func color(of part: Part, in theme: Theme) -> ChartColor { chosen[part] ?? Self.own(part, theme) }

        /// Returns the theme's color of a part.
        package static func own(_ part: Part, _ theme: Theme) -> ChartColor {
            let (dark, light): (UInt32, UInt32) =
                switch part {
                case .background: (0x1215_1AFF, 0xFFFF_FFFF)
                case .grid: (0x262B_33FF, 0xE6E8_ECFF)
                case .text: (0xC8CD_D5FF, 0x3034_3BFF)
                case .watermark: (0xFFFF_FF1A, 0x0000_001A)
                case .crosshair: (0x8A91_9CFF, 0x6A71_7CFF)
                case .up, .volumeUp: (0x2EBD_85FF, 0x1E9E_6AFF)
                case .down, .volumeDown: (0xF646_5DFF, 0xD930_4AFF)
                case .line: (0x4C9A_FFFF, 0x1B6F_E0FF)
                case .area: (0x4C9A_FF40, 0x1B6F_E033)
                case .preMarket: (0xFFB0_2014, 0xFFB0_201F)
                case .afterMarket: (0x4C9A_FF14, 0x4C9A_FF1F)
                case .sessionBreak: (0x5A61_6CFF, 0xA6AC_B6FF)
                }
            return ChartColor(rgba: theme == .dark ? dark : light)
        }
    }
}

extension Chart.ThemeColors: Codable {
    /// Decodes an object that maps parts to hexadecimal texts; ignores unreadable entries.
    ///
    /// - Throws: `DecodingError` if the value is not an object.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: NamedKey.self)
        for part in Part.allCases {
            chosen[part] = try? container.decode(ChartColor.self, forKey: NamedKey(part.rawValue))
        }
    }

    /// Encodes an object that maps parts to hexadecimal texts, without the theme's colors.
    ///
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: NamedKey.self)
        for (part, color) in chosen { try container.encode(color, forKey: NamedKey(part.rawValue)) }
    }
}

/// A coding key with an arbitrary name.
struct NamedKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
