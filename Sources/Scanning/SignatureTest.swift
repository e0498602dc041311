internal import CScan

/// What words of bits must have to be like another one: nearly the same bits of those that count, and a value in a range.
package struct SignatureTest: Sendable {
    private let test: cscan_signature_test
    private let width: Int32

    /// - Parameters:
    ///   - asked: bits that a word is to have, all among `counted`.
    ///   - counted: the bits that count.
    ///   - values: of the whole words.
    ///   - differences: 1 or 2; so many of the bits asked for may be missing, and so many others be there.
    ///   - mayHaveMore: any number of others may be there.
    ///   - width: that of the vectors, as `cscan_widest()`; `nil` for the processor's widest.
    package init(
        _ asked: UInt64, of counted: UInt64, within values: ClosedRange<UInt64>, differences: Int, mayHaveMore: Bool,
        width: Int32? = nil
    ) {
        test = cscan_signature_test(
            asked: asked, others: mayHaveMore ? 0 : counted & ~asked, least: values.lowerBound,
            most: values.upperBound, differences: Int32(differences))
        self.width = width ?? SpecialBytes.widest
    }

    /// A word passes.
    @inline(__always)
    package func passes(_ word: UInt64) -> Bool { cscan_passes(test, word) != 0 }

    /// The first word from `start` on that passes; `nil` where none does.
    package func first(of words: Span<UInt64>, from start: Int) -> Int? {
        precondition(start >= 0)
        // SAFETY: `words.count` words are there, and `start` is one of them.
        let index = unsafe words.withUnsafeBufferPointer { words -> Int in
            guard start < words.count, let first = words.baseAddress else { return words.count }
            return unsafe cscan_first_passing(width, test, first, start, words.count)
        }
        return index < words.count ? index : nil
    }
}
