/// Classes of ASCII bytes, computed without tables.
extension UInt8 {
    /// Whether the byte is `0`…`9`.
    @inlinable package var isASCIIDigit: Bool { self &- 0x30 < 10 }

    /// Whether the byte is `A`…`Z` or `a`…`z`.
    @inlinable package var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

    /// The value of a decimal digit, 0…9. Meaningful only if `isASCIIDigit`.
    @inlinable package var digitValue: Int { Int(self &- 0x30) }

    /// The lowercase letter for `A`…`Z`; other bytes unchanged.
    @inlinable package var asciiLowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

    /// The uppercase letter for `a`…`z`; other bytes unchanged.
    @inlinable package var asciiUppercased: UInt8 { self &- 0x61 < 26 ? self & 0xDF : self }
}

/// Names of the bytes that have a meaning in the formats.
@usableFromInline package enum ASCII {
    @inlinable package static var lineFeed: UInt8 { 0x0A }
    @inlinable package static var carriageReturn: UInt8 { 0x0D }
    @inlinable package static var space: UInt8 { 0x20 }
    @inlinable package static var quote: UInt8 { 0x22 }
    @inlinable package static var hash: UInt8 { 0x23 }
    @inlinable package static var openParenthesis: UInt8 { 0x28 }
    @inlinable package static var closeParenthesis: UInt8 { 0x29 }
    @inlinable package static var asterisk: UInt8 { 0x2A }
    @inlinable package static var plus: UInt8 { 0x2B }
    @inlinable package static var comma: UInt8 { 0x2C }
    @inlinable package static var minus: UInt8 { 0x2D }
    @inlinable package static var period: UInt8 { 0x2E }
    @inlinable package static var slash: UInt8 { 0x2F }
    @inlinable package static var zero: UInt8 { 0x30 }
    @inlinable package static var colon: UInt8 { 0x3A }
    @inlinable package static var semicolon: UInt8 { 0x3B }
    @inlinable package static var equals: UInt8 { 0x3D }
    @inlinable package static var underscore: UInt8 { 0x5F }
}
