internal import CScan

/// A test of 64-bit words: the word must be in a range, and some of its bits must nearly equal given bits.
package struct SignatureTest: Sendable {
    private let test: cscan_signature_test
    private let width: Int32

    /// - Parameters:
    ///   - asked: The bits that should be set, a subset of `counted`.
    ///   - counted: The bits to compare.
    ///   - values: The range of accepted words.
    ///   - differences: The maximum number of missing bits, and also of extra bits: 1 or 2.
    ///   - mayHaveMore: Whether any number of extra bits is accepted.
    ///   - width: The width of vectors, as in `cscan_widest()`; `nil` for the widest of the processor.
    package init(
        _ asked: UInt64, of counted: UInt64, within values: ClosedRange<UInt64>, differences: Int, mayHaveMore: Bool,
        width: Int32? = nil
    ) {
        test = cscan_signature_test(
            asked: asked, others: mayHaveMore ? 0 : counted & ~asked, least: values.lowerBound,
            most: values.upperBound, differences: Int32(differences))
        self.width = width ?? SpecialBytes.widest
    }

    /// Returns whether a word passes.
    @inline(__always)
    package func passes(_ word: UInt64) -> Bool { cscan_passes(test, word) != 0 }

    /// Returns the index of the first word from `start` on that passes; `nil` if no word passes.
    package func first(of words: Span<UInt64>, from start: Int) -> Int? {
        precondition(start >= 0)
        // SAFETY: There are `words.count` words, and `start` is a valid index.
        let index = unsafe words.withUnsafeBufferPointer { words -> Int in
            guard start < words.count, let first = words.baseAddress else { return words.count }
            return unsafe cscan_first_passing(width, test, first, start, words.count)
        }
        return index < words.count ? index : nil
    }
}
