/// Comparison of texts by their UTF-16 code units, as in Java.
///
/// Swift's operators, in contrast, treat texts as equal if they differ only in the composition of accents.
package enum TextOrder {
    /// Returns whether two texts have equal bytes.
    package static func areEqual(_ a: String, _ b: String) -> Bool {
        // The library's comparison is fast for different texts and for short texts, so use it first.
        a == b && a.utf8.count == b.utf8.count
            && (a.utf8.count < 16 && a.utf8.allSatisfy { $0 < 0x80 } || a.utf8.elementsEqual(b.utf8))
    }

    /// Returns whether `a` precedes `b` by UTF-16 code units.
    package static func precedes(_ a: String, _ b: String) -> Bool {
        var left = a.utf8.makeIterator()
        var right = b.utf8.makeIterator()
        while true {
            guard let second = right.next() else { return false }
            guard let first = left.next() else { return true }
            if first != second { return rank(first) < rank(second) }
        }
    }

    /// Returns the rank of a UTF-8 byte that results in UTF-16 order. That order differs only for characters above
    /// U+FFFF: their surrogates, U+D800 to U+DFFF, precede U+E000 (lead byte 0xEE).
    private static func rank(_ byte: UInt8) -> Int { byte >= 0xF0 ? 0xED * 16 + Int(byte - 0xEF) : Int(byte) * 16 }
}
