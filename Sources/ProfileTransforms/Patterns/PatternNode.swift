/// The syntax tree of a regular expression.
indirect enum PatternNode {
    case empty
    case literal(Unicode.Scalar, foldsCase: Bool)
    case characters(CharacterSet)
    case start
    case end
    /// A word boundary: `\b` or, if the value is false, `\B`.
    case wordBoundary(Bool)
    /// A group. It has a number if it captures its match.
    case group(PatternNode, Int?)
    case sequence([PatternNode])
    /// Alternatives. The first one that leads to a match of the whole pattern is used.
    case alternatives([PatternNode])
    /// A repetition of at least `least` and at most `most` times; `nil` means that there is no maximum.
    case repeated(PatternNode, least: Int, most: Int?, Greed)
    case look(PatternNode, ahead: Bool, negated: Bool)
    case backreference(Int, foldsCase: Bool)

    enum Greed {
        case greedy, reluctant, possessive
    }

    /// Whether the node can match the empty text.
    var isNullable: Bool {
        switch self {
        case .empty, .start, .end, .wordBoundary, .look, .backreference: true
        case .literal, .characters: false
        case .group(let node, _): node.isNullable
        case .sequence(let nodes): nodes.allSatisfy(\.isNullable)
        case .alternatives(let nodes): nodes.contains(where: \.isNullable)
        case .repeated(let node, let least, _, _): least == 0 || node.isNullable
        }
    }

    /// The possible lengths of a match in characters; `nil` if they are unbounded.
    var width: ClosedRange<Int>? {
        switch self {
        case .empty, .start, .end, .wordBoundary, .look: return 0...0
        case .literal, .characters: return 1...1
        case .backreference: return nil
        case .group(let node, _): return node.width
        case .sequence(let nodes):
            var sum = 0...0
            for node in nodes {
                guard let width = node.width, sum.upperBound + width.upperBound <= Pattern.mostInstructions else {
                    return nil
                }
                sum = sum.lowerBound + width.lowerBound...sum.upperBound + width.upperBound
            }
            return sum
        case .alternatives(let nodes):
            var joined: ClosedRange<Int>?
            for node in nodes {
                guard let width = node.width else { return nil }
                joined =
                    min(
                        joined?.lowerBound ?? width.lowerBound, width.lowerBound)...max(
                        joined?.upperBound ?? 0, width.upperBound)
            }
            return joined
        case .repeated(let node, let least, let most, _):
            guard let most, let width = node.width, width.upperBound * most <= Pattern.mostInstructions else {
                return nil
            }
            return width.lowerBound * least...width.upperBound * most
        }
    }
}

/// A set of characters: `.`, `\d`, `[^a-z]`.
struct CharacterSet {
    /// The ASCII characters of the set, as a bit set.
    private(set) var ascii: (UInt64, UInt64) = (0, 0)
    /// The ranges of non-ASCII characters in the set or, if `isInverted` is set, outside it.
    private var ranges: [ClosedRange<UInt32>] = []
    /// Whether the set contains all non-ASCII characters except those in `ranges`.
    private var isInverted = false

    mutating func insert(_ range: ClosedRange<UInt32>) {
        for code in range where code < 0x80 {
            if code < 64 { ascii.0 |= 1 << UInt64(code) } else { ascii.1 |= 1 << UInt64(code - 64) }
        }
        if range.upperBound >= 0x80 { ranges.append(max(range.lowerBound, 0x80)...range.upperBound) }
    }

    mutating func insert(_ scalar: Unicode.Scalar) { insert(scalar.value...scalar.value) }

    /// Adds the characters of another set.
    ///
    /// - Precondition: One of the two sets contains either no or all non-ASCII characters, as `\D` does.
    mutating func formUnion(_ other: CharacterSet) {
        ascii.0 |= other.ascii.0
        ascii.1 |= other.ascii.1
        if other.isInverted {
            isInverted = true
            ranges = []
        } else if !isInverted {
            ranges += other.ranges
        }
    }

    func inverted() -> CharacterSet {
        var set = self
        set.ascii = (~ascii.0, ~ascii.1)
        set.isInverted.toggle()
        return set
    }

    /// Returns the set with both cases of each of its ASCII letters.
    func foldingCase() -> CharacterSet {
        var set = self
        let upper = ascii.1 >> 1 & 0x3FF_FFFF
        let lower = ascii.1 >> 33 & 0x3FF_FFFF
        set.ascii.1 |= (upper | lower) << 1 | (upper | lower) << 33
        return set
    }

    @inline(__always)
    func contains(ascii byte: UInt8) -> Bool {
        (byte < 64 ? ascii.0 >> UInt64(byte) : ascii.1 >> UInt64(byte - 64)) & 1 == 1
    }

    func contains(beyondASCII code: UInt32) -> Bool { ranges.contains { $0.contains(code) } != isInverted }

    static let digits = Self.of("0"..."9")
    static let wordCharacters = Self.of("0"..."9", "A"..."Z", "a"..."z", "_"..."_")
    static let spaces = Self.of("\t"..."\r", " "..." ")
    /// All characters except line ends.
    static let anyInLine = Self.of("\n"..."\n", "\r"..."\r", "\u{85}"..."\u{85}", "\u{2028}"..."\u{2029}").inverted()

    private static func of(_ ranges: ClosedRange<Unicode.Scalar>...) -> Self {
        var set = Self()
        for range in ranges { set.insert(range.lowerBound.value...range.upperBound.value) }
        return set
    }
}
