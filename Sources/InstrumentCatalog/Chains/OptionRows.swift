/// The options of a catalog that belong into chains: those with a CFI code `OC…` or `OP…` and an expiration. A strike that isn't
/// set is 0, as everywhere in the format.
struct OptionRows: ~Copyable {
    /// Rows, ascending.
    private(set) var rows = RawArray<UInt32>()
    /// Of each its series' number, the place of its strike and whether it is a put.
    private(set) var series = RawArray<UInt32>()
    private(set) var strikes = RawArray<UInt32>()
    private(set) var puts = RawArray<UInt8>()
    /// By the series' number, its place in their order.
    private(set) var seriesRanks = RawArray<UInt32>()

    /// Gathers the options of `rows`, 1,024 rows at a time; blocks without an option cost a look at their CFI codes.
    ///
    /// - Complexity: O(`rows.count`), some nanoseconds an option and field.
    init(_ rows: CatalogRows) {
        guard let cfi = rows.column(.cfi), let expiration = rows.column(.expiration) else { return }
        let rights = Self.rights(cfi)
        var columns = (SeriesFields.fields + [.strike]).map { PlaceReader(rows.column($0)) }
        let maskedPlaces = Self.maskedPlaces(cfi, rights)
        var cfiReader = PlaceReader(ids: cfi.ids)
        var expirationReader = PlaceReader(ids: expiration.ids)
        var numbering = SeriesNumbering()
        var start = 0
        while start < rows.count {
            let end = min(start + PackedNumbers.blockRows, rows.count)
            cfiReader.read(from: start)
            if let constant = cfiReader.constant, Self.right(constant, rights) == .none {
                start = end
                continue
            }
            expirationReader.read(from: start)
            for index in columns.indices { columns[index].read(from: start) }
            for position in 0..<(end - start) {
                let cfiID = cfiReader.place(position)
                let right = Self.right(cfiID, rights)
                if right == .none || expirationReader.place(position) == 0 { continue }
                var places = SeriesFields.Places(repeating: 0)
                for index in 0..<(SeriesFields.count - 1) { places[index] = columns[index].place(position) }
                places[SeriesFields.count - 1] = maskedPlaces[Int(cfiID)]
                self.rows.append(UInt32(start + position))
                series.append(UInt32(numbering.number(of: places)))
                strikes.append(columns[SeriesFields.count - 1].place(position))
                puts.append(right == .put ? 1 : 0)
            }
            start = end
        }
        seriesRanks = numbering.ranks()
    }

    /// Sorts by series, strike, right: one number for all of them.
    @inline(__always)
    borrowing func key(_ option: Int) -> UInt64 {
        UInt64(seriesRanks[Int(series[option])]) &<< 33 | UInt64(strikes[option]) &<< 1 | UInt64(puts[option])
    }

    private static func rights(_ cfi: CatalogColumn) -> [SeriesFields.Right] {
        var rights: [SeriesFields.Right] = [.none]
        for id in 0..<cfi.valueCount {
            rights.append(cfi.withText(ofValue: UInt32(id + 1)) { SeriesFields.Right(cfi: $0) })
        }
        return rights
    }

    @inline(__always)
    private static func right(_ id: UInt32, _ rights: [SeriesFields.Right]) -> SeriesFields.Right {
        Int(id) < rights.count ? rights[Int(id)] : .none
    }

    /// By CFI's value id, the place of its masked form among the masked forms.
    private static func maskedPlaces(_ cfi: CatalogColumn, _ rights: [SeriesFields.Right]) -> [UInt32] {
        // What follows the masked letter sorts them, since what stands before is the same.
        var tails: [[UInt8]] = []
        for id in rights.indices {
            tails.append(rights[id] == .none ? [] : Array(cfi.string(ofValue: UInt32(id)).utf8.dropFirst(2)))
        }
        var places = [UInt32](repeating: 0, count: rights.count)
        var place: UInt32 = 0
        var previous: [UInt8]?
        for id in rights.indices.sorted(by: { tails[$0].lexicographicallyPrecedes(tails[$1]) }) {
            if let previous, previous != tails[id] { place += 1 }
            previous = tails[id]
            places[id] = place
        }
        return places
    }
}

/// Reads a column block by block, as the places of its values in their order.
private struct PlaceReader {
    private let ids: CatalogColumn.IDs
    private let placeOfUnset: UInt32
    private var block = InlineArray<1024, UInt32>(repeating: 0)
    /// What all rows of the block have; `nil` where they differ.
    private(set) var constant: UInt32?

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

    /// Reads the block that starts at row `start`.
    mutating func read(from start: Int) {
        let index = start / PackedNumbers.blockRows
        switch ids {
        case .packed(let numbers):
            if index >= numbers.blockCount {
                constant = 0
            } else {
                constant = numbers.constant(ofBlock: index)
                if constant != nil { return }
                var target = block.mutableSpan
                numbers.read(block: index, into: &target)
            }
        case .sparse(let numbers):
            let end = start + PackedNumbers.blockRows
            var position = numbers.firstPosition(notBefore: start)
            constant = 0
            while position < numbers.count, numbers.row(at: position) < end {
                if constant != nil { block = InlineArray(repeating: 0) }
                constant = nil
                let row = numbers.row(at: position) - start
                // A damaged list may go back.
                if row >= 0 { block[row] = numbers.number(at: position) }
                position += 1
            }
        }
    }

    /// The place of the value at a position of the block: "not set" stands behind the negative values, which move up.
    @inline(__always)
    func place(_ position: Int) -> UInt32 {
        let id = constant ?? block[position]
        if placeOfUnset == 0 { return id }
        return id == 0 ? placeOfUnset : id <= placeOfUnset ? id - 1 : id
    }
}
