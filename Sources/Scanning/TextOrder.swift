/// Texts by their UTF-16 units: what Java's comparisons mean. Swift's own operators take texts for equal that differ only in how
/// accents are composed.
package enum TextOrder {
    /// The same bytes.
    package static func areEqual(_ a: String, _ b: String) -> Bool {
        // The library's comparison first: it is quick for texts that differ, and for short ones.
        a == b && a.utf8.count == b.utf8.count
            && (a.utf8.count < 16 && a.utf8.allSatisfy { $0 < 0x80 } || a.utf8.elementsEqual(b.utf8))
    }

    /// By UTF-16 units.
    package static func precedes(_ a: String, _ b: String) -> Bool {
        var left = a.utf8.makeIterator()
        var right = b.utf8.makeIterator()
        while true {
            guard let second = right.next() else { return false }
            guard let first = left.next() else { return true }
            if first != second { return rank(first) < rank(second) }
        }
    }

    /// UTF-8 orders as UTF-16 does but for characters above U+FFFF: their units, U+D800 to U+DFFF, come before U+E000 (lead byte 0xEE).
    private static func rank(_ byte: UInt8) -> Int { byte >= 0xF0 ? 0xED * 16 + Int(byte - 0xEF) : Int(byte) * 16 }
}
