/// Reads the value ids of a column block by block, and converts each id to the position of its value in sort order.
struct PlaceReader {
    private let ids: CatalogColumn.IDs
    private let placeOfUnset: UInt32

    /// Creates a reader that returns the ids unchanged.
    init(ids: CatalogColumn.IDs) {
        self.ids = ids
        placeOfUnset = 0
    }

    /// Creates a reader of positions. Without a column, all positions are equal.
    init(_ column: CatalogColumn?) {
        ids = column?.ids ?? CatalogColumn.IDs.none
        placeOfUnset = column?.placeOfUnset ?? 0
    }

    /// Returns the id that all rows of a block have; `nil` if the ids differ or may differ.
    func constant(ofBlock block: Int) -> UInt32? {
        guard case .packed(let numbers) = ids else { return nil }
        return block < numbers.blockCount ? numbers.constant(ofBlock: block) : 0
    }

    /// Reads a block of 1,024 positions into `places` from `start` on.
    ///
    /// - Returns: Whether the positions may differ.
    @discardableResult
    func read(block: Int, into places: inout TrivialArray<UInt32>, at start: Int) -> Bool {
        let rows = block * PackedNumbers.blockRows..<(block + 1) * PackedNumbers.blockRows
        var target = places.mutableSpan
        if let constant = constant(ofBlock: block) {
            let place = place(constant)
            for position in start..<start + rows.count { target[position] = place }
            return false
        }
        switch ids {
        case .packed(let numbers): numbers.read(rows, into: &target, at: start)
        case .sparse(let numbers): Self.read(numbers, rows, into: &target, at: start)
        }
        if placeOfUnset != 0 {
            for position in start..<start + rows.count { target[position] = place(target[position]) }
        }
        return true
    }

    private static func read(
        _ numbers: SparseNumbers, _ rows: Range<Int>, into target: inout MutableSpan<UInt32>, at start: Int
    ) {
        for position in start..<start + rows.count { target[position] = 0 }
        var position = numbers.firstPosition(notBefore: rows.lowerBound)
        while position < numbers.count, numbers.row(at: position) < rows.upperBound {
            let row = numbers.row(at: position) - rows.lowerBound
            // In a damaged file, the rows may not ascend.
            if row >= 0 { target[start + row] = numbers.number(at: position) }
            position += 1
        }
    }

    /// Returns the position of the value with `id`. "Not set" has id 0, but sorts after the negative values. The
    /// position of a negative value is therefore one less than its id.
    @inline(__always)
    private func place(_ id: UInt32) -> UInt32 {
        if placeOfUnset == 0 { return id }
        return id == 0 ? placeOfUnset : id <= placeOfUnset ? id - 1 : id
    }
}
