/// A color of a chart: red, green, blue and opacity, 8 bits each.
///
/// ```swift
/// let orange = ChartColor(rgba: 0xFF8800FF)
/// ChartColor("#F80") == orange                                          // true
/// ChartColor(red: 1, green: 0.53, blue: 0, alpha: 0.5).description      // "#FF870080"
/// ```
///
/// Two colors are equal where they look equal; coded, a color is its hex text.
public struct ChartColor: Hashable, Sendable {
    /// `0xRRGGBBAA`
    public let rgba: UInt32

    /// The color of `0xRRGGBBAA`.
    public init(rgba: UInt32) { self.rgba = rgba }

    /// A color of parts from 0 to 1; what is outside, or no number, counts as the nearest end, or 0.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        rgba = [red, green, blue, alpha].reduce(0) { $0 << 8 | UInt32(Self.byte($1)) }
    }

    /// Red, 0 to 1.
    public var red: Double { part(24) }
    /// Green, 0 to 1.
    public var green: Double { part(16) }
    /// Blue, 0 to 1.
    public var blue: Double { part(8) }
    /// Opacity, 0 (nothing is seen) to 1.
    public var alpha: Double { part(0) }

    /// Returns the color with another opacity.
    package func with(alpha: Double) -> ChartColor { ChartColor(rgba: rgba & ~0xFF | UInt32(Self.byte(alpha))) }

    private func part(_ shift: UInt32) -> Double { Double(rgba >> shift & 0xFF) / 255 }

    private static func byte(_ part: Double) -> UInt8 {
        part.isNaN ? 0 : UInt8((min(max(part, 0), 1) * 255).rounded())
    }
}

// MARK: - Hex text

extension ChartColor: LosslessStringConvertible {
    /// The color of `#RRGGBB`, `#RRGGBBAA`, `#RGB` or `#RGBA`, with or without the `#`, in either case; `nil` for any
    /// other text.
    public init?(_ hex: String) {
        let digits = hex.hasPrefix("#") ? hex.dropFirst() : hex[...]
        guard digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || isHexLetter($0) }) else {
            return nil
        }
        // Each digit of a short form counts twice.
        let long = digits.count <= 4 ? digits.map { "\($0)\($0)" }.joined() : String(digits)
        guard long.count == 6 || long.count == 8, let value = UInt32(long, radix: 16) else { return nil }
        rgba = long.count == 8 ? value : value << 8 | 0xFF
    }

    /// `#RRGGBB`, or `#RRGGBBAA` where the color isn't opaque.
    public var description: String {
        let digits = String(rgba, radix: 16, uppercase: true)
        let all = String(repeating: "0", count: 8 - digits.count) + digits
        return "#" + (rgba & 0xFF == 0xFF ? String(all.dropLast(2)) : all)
    }
}

private func isHexLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "F") ~= byte
}

extension ChartColor: Codable {
    /// From its hex text.
    ///
    /// - Throws: `DecodingError` for anything but the text of a color.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let color = ChartColor(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "found “\(text)”, expected a colour as #RRGGBB or #RRGGBBAA")
        }
        self = color
    }

    /// As its hex text.
    ///
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
