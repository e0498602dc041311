/// The month in which a future is delivered, by the letters that exchanges have for it: F is January, Z is December.
public struct DeliveryMonth: Hashable, Sendable, Comparable, CustomStringConvertible {
    private static let letters = Array("FGHJKMNQUVXZ".utf8)

    /// 1…12.
    public let month: Int

    /// The month of a number; `nil` unless it is 1…12.
    public init?(_ month: Int) {
        guard (1...12).contains(month) else { return nil }
        self.month = month
    }

    /// The month of a letter, an ASCII code in either case; `nil` where the letter stands for none.
    public init?(letter: UInt8) {
        guard let index = Self.letters.firstIndex(of: letter & 0xDF) else { return nil }
        month = index + 1
    }

    /// The letter, a capital's ASCII code.
    public var letter: UInt8 { Self.letters[month - 1] }

    public static func < (left: DeliveryMonth, right: DeliveryMonth) -> Bool { left.month < right.month }

    /// The letter, as in `ESZ26`.
    public var description: String { String(UnicodeScalar(letter)) }
}
