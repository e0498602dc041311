/// SplitMix64: the same seed gives the same numbers on any machine. Tests print the seed in a failure's comment.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension SeededGenerator {
    /// 0..<`bound`.
    mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// True `count` times in `of`.
    mutating func chance(_ count: Int, of: Int) -> Bool { below(of) < count }

    /// An element.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
