/// A color of a chart: red, green, blue and opacity, 8 bits each.
///
/// ```swift
/// let orange = ChartColor(rgba: 0xFF8800FF)
/// ChartColor("#F80") == orange                                          // true
/// ChartColor(red: 1, green: 0.53, blue: 0, alpha: 0.5).description      // "#FF870080"
/// ```
///
/// Colors are equal if their 8-bit components are equal. They are encoded as hexadecimal text.
public struct ChartColor: Hashable, Sendable {
    /// The components as `0xRRGGBBAA`.
    public let rgba: UInt32

    /// Creates a color from `0xRRGGBBAA`.
    public init(rgba: UInt32) { self.rgba = rgba }

    /// Creates a color from components in 0…1. Values outside are clamped, and NaN counts as 0.
    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        rgba = [red, green, blue, alpha].reduce(0) { $0 << 8 | UInt32(Self.byte($1)) }
    }

    /// Red, 0 to 1.
    public var red: Double { part(24) }
    /// Green, 0 to 1.
    public var green: Double { part(16) }
    /// Blue, 0 to 1.
    public var blue: Double { part(8) }
    /// Opacity, 0 (transparent) to 1.
    public var alpha: Double { part(0) }

    /// Returns the color with its opacity replaced.
    package func with(alpha: Double) -> ChartColor { ChartColor(rgba: rgba & ~0xFF | UInt32(Self.byte(alpha))) }

    private func part(_ shift: UInt32) -> Double { Double(rgba >> shift & 0xFF) / 255 }

    private static func byte(_ part: Double) -> UInt8 {
        part.isNaN ? 0 : UInt8((min(max(part, 0), 1) * 255).rounded())
    }
}

// MARK: - Hex text

extension ChartColor: LosslessStringConvertible {
    /// Parses `#RRGGBB`, `#RRGGBBAA`, `#RGB` or `#RGBA`, with or without the `#`, in upper or lower case; `nil` for any
    /// other text.
    public init?(_ hex: String) {
        let digits = hex.hasPrefix("#") ? hex.dropFirst() : hex[...]
        guard digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || isHexLetter($0) }) else {
            return nil
        }
        // In a short form, each digit stands for two equal digits.
        let long = digits.count <= 4 ? digits.map { "\($0)\($0)" }.joined() : String(digits)
        guard long.count == 6 || long.count == 8, let value = UInt32(long, radix: 16) else { return nil }
        rgba = long.count == 8 ? value : value << 8 | 0xFF
    }

    /// The hexadecimal text: `#RRGGBB`, or `#RRGGBBAA` if the color is not opaque.
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
    /// Decodes the hexadecimal text.
    ///
    /// - Throws: `DecodingError` if the value is not the text of a color.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let color = ChartColor(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "found “\(text)”, expected a color such as #RRGGBB or #RRGGBBAA")
        }
        self = color
    }

    /// Encodes the hexadecimal text.
    ///
    /// - Throws: The errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
