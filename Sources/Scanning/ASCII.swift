/// Byte classes of the ASCII range, without tables and without Unicode.
extension UInt8 {
    /// `0`…`9`.
    @inlinable public var isASCIIDigit: Bool { self &- 0x30 < 10 }

    /// `A`…`Z` or `a`…`z`.
    @inlinable public var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

    /// The value of a digit, 0…9; meaningful only where `isASCIIDigit`.
    @inlinable public var digitValue: Int { Int(self &- 0x30) }

    /// `A`…`Z` as `a`…`z`, every other byte as it is.
    @inlinable public var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// `a`…`z` as `A`…`Z`, every other byte as it is.
    @inlinable public var asciiUppercased: UInt8 { self &- 0x61 < 26 ? self & 0xDF : self }
}

/// Names for the bytes that the formats give a meaning to.
public enum ASCII {
    public static let lineFeed: UInt8 = 0x0A
    public static let carriageReturn: UInt8 = 0x0D
    public static let space: UInt8 = 0x20
    public static let quote: UInt8 = 0x22
    public static let hash: UInt8 = 0x23
    public static let openParenthesis: UInt8 = 0x28
    public static let closeParenthesis: UInt8 = 0x29
    public static let asterisk: UInt8 = 0x2A
    public static let plus: UInt8 = 0x2B
    public static let comma: UInt8 = 0x2C
    public static let minus: UInt8 = 0x2D
    public static let period: UInt8 = 0x2E
    public static let slash: UInt8 = 0x2F
    public static let zero: UInt8 = 0x30
    public static let colon: UInt8 = 0x3A
    public static let semicolon: UInt8 = 0x3B
    public static let equals: UInt8 = 0x3D
    public static let underscore: UInt8 = 0x5F
}
