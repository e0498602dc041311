/// Reads a column block by block, as the places of its values in their order.
struct PlaceReader {
    private let ids: CatalogColumn.IDs
    private let placeOfUnset: UInt32

    /// Ids as they are.
    init(ids: CatalogColumn.IDs) {
        self.ids = ids
        placeOfUnset = 0
    }

    /// Places; all the same where there is no such column.
    init(_ column: CatalogColumn?) {
        ids = column?.ids ?? CatalogColumn.IDs.none
        placeOfUnset = column?.placeOfUnset ?? 0
    }

    /// The id that all rows of a block have; `nil` where they differ, or may.
    func constant(ofBlock block: Int) -> UInt32? {
        guard case .packed(let numbers) = ids else { return nil }
        return block < numbers.blockCount ? numbers.constant(ofBlock: block) : 0
    }

    /// Reads a block of 1,024 places into `places` from `start` on.
    ///
    /// - Returns: whether they may differ.
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
            // A damaged list may go back.
            if row >= 0 { target[start + row] = numbers.number(at: position) }
            position += 1
        }
    }

    /// The place of a value: "not set" stands after the negative values, which move up.
    @inline(__always)
    private func place(_ id: UInt32) -> UInt32 {
        if placeOfUnset == 0 { return id }
        return id == 0 ? placeOfUnset : id <= placeOfUnset ? id - 1 : id
    }
}
