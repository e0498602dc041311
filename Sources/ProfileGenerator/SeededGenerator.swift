internal import Scanning

/// The random number generator for samples and tests. Equal seeds give equal numbers on any machine. When a test fails,
/// it prints the seed.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var generator: SplitMix64

    package init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    package mutating func next() -> UInt64 { generator.next() }
}

extension SeededGenerator {
    /// Returns a random number in 0..<`bound`.
    mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Returns true with probability `count` / `of`.
    mutating func chance(_ count: Int, of: Int) -> Bool { below(of) < count }

    /// Returns a random element.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
