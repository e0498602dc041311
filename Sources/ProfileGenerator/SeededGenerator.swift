internal import Scanning

/// The generator of samples and tests: the same seed gives the same numbers on any machine. Tests print the seed when they fail.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var generator: SplitMix64

    package init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    package mutating func next() -> UInt64 { generator.next() }
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
