/// The identifier index of files that were written before `IdentifierSlots`: a hash table of buckets. Each bucket
/// lists rows, ascending, with eight more bits of the hash of the folded text.
///
/// ```
/// u32  entries                    rows with the field
/// u32  buckets                    as many as entries, but at least 1
/// u32  × (buckets + 1)            the first entry of each bucket; then the number of entries
/// u32  × entries                  the rows
/// u8   × entries                  the lowest byte of each hash
/// ```
///
/// The bucket of a hash (`ByteHash`, 64 bits) is the hash times the number of buckets, divided by 2⁶⁴.
struct IdentifierBuckets: Sendable {
    private let bytes: MappedSection
    private let entries: Int
    private let buckets: Int

    init(_ bytes: MappedSection) {
        self.bytes = bytes
        entries = min(Int(bytes.u32(at: 0)), bytes.count / 5)
        buckets = min(Int(bytes.u32(at: 4)), bytes.count / 4)
    }

    /// Calls `body` for each row whose folded text may have this hash, ascending, until `body` returns false.
    ///
    /// - Complexity: O(1 + rows found) expected.
    func forEachCandidate(hash: UInt64, _ body: (Int) -> Bool) {
        guard buckets > 0 else { return }
        let bucket = Int(hash.multipliedFullWidth(by: UInt64(buckets)).high)
        let tag = UInt8(truncatingIfNeeded: hash)
        let rowsStart = 12 + 4 * buckets
        let end = min(Int(bytes.u32(at: 12 + 4 * bucket)), entries)
        var entry = Int(bytes.u32(at: 8 + 4 * bucket))
        while entry < end {
            if bytes.byte(at: rowsStart + 4 * entries + entry) == tag,
                !body(Int(bytes.u32(at: rowsStart + 4 * entry)))
            {
                return
            }
            entry += 1
        }
    }
}
