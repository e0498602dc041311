internal import Scanning

/// Reads a column of one part of a catalog: ids of values, or one text per row. It is used by one reader, which reads
/// rows mostly in ascending order.
struct ColumnIDs: ~Copyable {
    private let column: CatalogColumn
    /// The number of values of the preceding parts, after which this part's ids continue.
    private let firstValue: UInt32
    /// The id of each value in the list that parts share. Empty if there is no such list; then `firstValue` is used
    /// instead.
    private let shared: [UInt32]
    private let packed: PackedNumbers
    private let isSparse: Bool
    private var sparse: SparseWalk
    private var texts: FrontCodedWalk
    private let isByRow: Bool

    init(_ column: CatalogColumn, after values: Int, shared: [UInt32] = []) {
        self.column = column
        firstValue = UInt32(values)
        self.shared = shared
        switch column.ids {
        case .packed(let numbers):
            packed = numbers
            isSparse = false
            sparse = SparseWalk(SparseNumbers(.empty, limit: 0))
        case .sparse(let numbers):
            packed = PackedNumbers(.empty, limit: 0)
            isSparse = true
            sparse = SparseWalk(numbers)
        }
        isByRow = column.rowTexts != nil
        texts = FrontCodedWalk(column.rowTexts ?? FrontCodedText(.empty))
    }

    /// Returns the id that all of `rows` have; `nil` if their ids differ, or if finding out would require reading each
    /// row.
    func constant(of rows: Range<Int>) -> UInt32? {
        if isSparse { return sparse.isEmpty(rows) ? 0 : nil }
        guard let id = packed.constant(of: rows) else { return nil }
        return checked(id)
    }

    /// Reads the ids of `rows` into `ids`, starting at index `place`. `ids` must have room for them.
    mutating func read(_ rows: Range<Int>, into ids: inout MutableSpan<UInt32>, at place: Int) {
        if rows.count == 1 {
            ids[place] = checked(isSparse ? sparse.number(of: rows.lowerBound) : packed[rows.lowerBound])
            return
        }
        if isSparse {
            sparse.read(rows, into: &ids, at: place)
        } else {
            packed.read(rows, into: &ids, at: place)
        }
        // Check all ids at once, because they are almost always valid.
        var largest: UInt32 = 0
        for index in place..<(place + rows.count) { largest = max(largest, ids[index]) }
        if firstValue == 0, shared.isEmpty, largest <= column.valueCount { return }
        for index in place..<(place + rows.count) { ids[index] = checked(ids[index]) }
    }

    /// Converts an id of this part to a shared id. An id above the number of values indicates damage and is treated as
    /// not set.
    @inline(__always)
    private func checked(_ id: UInt32) -> UInt32 {
        if id == 0 || id > UInt32(column.valueCount) { return 0 }
        return shared.isEmpty ? id &+ firstValue : shared[Int(id) - 1]
    }

    /// Appends the texts of `rows` to `bytes`, and the end offset of each text to `ends`. Stops as soon as `bytes` has
    /// at least `limit` bytes.
    mutating func appendTexts(
        of rows: Range<Int>, to bytes: inout TrivialArray<UInt8>, _ ends: inout TrivialArray<Int32>, limit: Int
    ) {
        if isByRow { return texts.append(rows, to: &bytes, &ends, limit: limit) }
        for row in rows {
            if bytes.count >= limit { return }
            let id = isSparse ? sparse.number(of: row) : packed[row]
            if checked(id) != 0 { column.withText(ofValue: id) { bytes.append($0) } }
            ends.append(Int32(clamping: bytes.count))
        }
    }
}
