/// The SplitMix64 generator of Steele, Lea and Flood: numbers that depend on the seed alone, the same on every machine.
///
/// Not a source of secrets.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    /// The distance between two states.
    package static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= Self.increment
        return Self.number(of: state)
    }

    /// The number that belongs to a state, for callers that hold the state themselves.
    package static func number(of state: UInt64) -> UInt64 {
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
