/// The random number generator SplitMix64 of Steele, Lea and Flood. Its numbers depend only on the seed.
///
/// It is not cryptographically secure.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    /// The difference of consecutive states.
    package static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= Self.increment
        return Self.number(of: state)
    }

    /// Returns the number that belongs to a state, for callers that store the state themselves.
    package static func number(of state: UInt64) -> UInt64 {
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
