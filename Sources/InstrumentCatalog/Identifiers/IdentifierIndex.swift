/// Finds the rows of an identifier: ISIN, CUSIP, SEDOL, local symbol, or a field that the builder was told of, each with a section of
/// its own (`IdentifierFields`).
///
/// Several rows may have one identifier, so the index is made of *buckets*: the hash of an identifier's folded text tells its
/// bucket, and the bucket lists rows, ascending, with eight more bits of the hash each, so that hardly any wrong row is looked
/// at. Whether a row has the identifier asked for, the row itself says.
///
/// ```
/// u32  entries                    rows with the field
/// u32  buckets                    as many as entries, 1 at least
/// u32  × (buckets + 1)            where each bucket starts among the entries; then their number
/// u32  × entries                  the rows
/// u8   × entries                  the lowest byte of each hash
/// ```
///
/// A hash (`ByteHash`, 64 bits) times the number of buckets, divided by 2⁶⁴, is the bucket.
///
/// Worked example, row 7 alone has the field, and its hash ends in 3A (21 bytes):
/// ```
/// 01 00 00 00  01 00 00 00        one entry, one bucket
/// 00 00 00 00  01 00 00 00        bucket 0 is entry 0
/// 07 00 00 00  3A
/// ```
struct IdentifierIndex: Sendable {
    let column: CatalogColumn
    private let bytes: MappedSection
    private let entries: Int
    private let buckets: Int

    /// The indexes of all fields that have one, the standard's own first.
    static func all(of rows: CatalogRows) -> [IdentifierIndex] {
        rows.identifierColumns.map { IdentifierIndex($0.column, rows.sections[.identifierRows, field: $0.index]) }
    }

    private init(_ column: CatalogColumn, _ bytes: MappedSection) {
        self.column = column
        self.bytes = bytes
        entries = min(Int(bytes.u32(at: 0)), bytes.count / 5)
        buckets = min(Int(bytes.u32(at: 4)), bytes.count / 4)
    }

    /// Calls `body` for each of the rows whose text may be one that folds to `folded`, ascending, until `body` returns false; the caller
    /// looks at the texts.
    ///
    /// - Complexity: O(1) expected and O(rows found).
    @inline(__always)
    func forEachCandidate(_ folded: Span<UInt8>, _ body: (Int) -> Bool) {
        forEachCandidate(hash: ByteHash.hash(folded), body)
    }

    /// The same by the hash of the folded text.
    @inline(__always)
    func forEachCandidate(hash: UInt64, _ body: (Int) -> Bool) {
        guard buckets > 0 else { return }
        let bucket = Self.bucket(hash, buckets)
        let tag = UInt8(truncatingIfNeeded: hash)
        let rowsStart = 12 + 4 * buckets
        let first = Int(bytes.u32(at: 8 + 4 * bucket))
        let end = min(Int(bytes.u32(at: 12 + 4 * bucket)), entries)
        var entry = first
        while entry < end {
            if bytes.byte(at: rowsStart + 4 * entries + entry) == tag,
                !body(Int(bytes.u32(at: rowsStart + 4 * entry)))
            {
                return
            }
            entry += 1
        }
    }

    @inline(__always)
    static func bucket(_ hash: UInt64, _ buckets: Int) -> Int {
        Int(hash.multipliedFullWidth(by: UInt64(buckets)).high)
    }
}
