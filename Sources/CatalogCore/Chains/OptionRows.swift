/// The options of a catalog that belong to chains: rows of TYPE OPTION with a CFI code `OC…` or `OP…`, an expiration
/// and a finite strike. A strike that is not set is 0, as everywhere in IPF.
struct OptionRows: ~Copyable {
    /// The type of options.
    static let type = InstrumentType.option.rawValue

    /// The rows, ascending.
    private(set) var rows = TrivialArray<UInt32>()
    /// For each option: the number of its series, the position of its strike in the sorted strikes, and whether it is a
    /// put.
    private(set) var series = TrivialArray<UInt32>()
    private(set) var strikes = TrivialArray<UInt32>()
    private(set) var puts = TrivialArray<UInt8>()
    /// For each series number, the position of the series in sort order.
    private(set) var seriesRanks = TrivialArray<UInt32>()

    /// Collects the options of `rows`, 1,024 rows at a time. For a block without options, it reads only types or CFI
    /// codes.
    ///
    /// - Complexity: O(`rows.count`).
    init(_ rows: CatalogRows) {
        guard let cfi = rows.column(.cfi), let expiration = rows.column(.expiration), let types = rows.column(.type),
            let option = types.id(of: Self.type.utf8Span.span)
        else { return }
        let rights = Self.rights(cfi)
        let maskedPlaces = Self.maskedPlaces(cfi, rights)
        let readers = (SeriesFields.fields + [.strike]).map { PlaceReader(rows.column($0)) }
        let strikeStart = SeriesFields.fields.count * PackedNumbers.blockRows
        // NaN is the last value in sort order, so its position equals its id.
        let placeOfNaN = rows.column(.strike)?.notANumberID
        let typeReader = PlaceReader(ids: types.ids)
        let cfiReader = PlaceReader(ids: cfi.ids)
        let expirationReader = PlaceReader(ids: expiration.ids)
        // A block of each column, concatenated.
        var blocks = TrivialArray<UInt32>(repeating: 0, count: readers.count * PackedNumbers.blockRows)
        var typeIDs = TrivialArray<UInt32>(repeating: 0, count: PackedNumbers.blockRows)
        var cfiIDs = TrivialArray<UInt32>(repeating: 0, count: PackedNumbers.blockRows)
        var expirationIDs = TrivialArray<UInt32>(repeating: 0, count: PackedNumbers.blockRows)
        // 0 for a row that equals the previous row in all fields of a series.
        var changes = TrivialArray<UInt32>(repeating: 0, count: PackedNumbers.blockRows)
        var numbering = SeriesNumbering()
        var number = 0
        for start in stride(from: 0, to: rows.count, by: PackedNumbers.blockRows) {
            let block = start / PackedNumbers.blockRows
            if let constant = typeReader.constant(ofBlock: block), constant != option { continue }
            if let constant = cfiReader.constant(ofBlock: block), Self.right(constant, rights) == .none { continue }
            typeReader.read(block: block, into: &typeIDs, at: 0)
            cfiReader.read(block: block, into: &cfiIDs, at: 0)
            expirationReader.read(block: block, into: &expirationIDs, at: 0)
            for position in 0..<PackedNumbers.blockRows { changes[position] = 0 }
            for index in readers.indices {
                let places = index * PackedNumbers.blockRows..<(index + 1) * PackedNumbers.blockRows
                let mayDiffer = readers[index].read(block: block, into: &blocks, at: places.lowerBound)
                if mayDiffer, places.lowerBound < strikeStart {
                    Self.note(blocks.span.extracting(places), in: &changes)
                }
            }
            // The option of the previous row, if any: its row in the block, and the position of its masked CFI code.
            var previous = (position: -2, masked: UInt32(0))
            for position in 0..<min(PackedNumbers.blockRows, rows.count - start) {
                let right = Self.right(cfiIDs[position], rights)
                if typeIDs[position] != option || right == .none || expirationIDs[position] == 0 { continue }
                if blocks[strikeStart + position] == placeOfNaN { continue }
                let masked = maskedPlaces[Int(cfiIDs[position])]
                if changes[position] != 0 || previous != (position - 1, masked) {
                    var series = SeriesFields.Places(repeating: 0)
                    var places = series.mutableSpan
                    for index in SeriesFields.fields.indices {
                        places[index] = blocks[index * PackedNumbers.blockRows + position]
                    }
                    places[SeriesFields.fields.count] = masked
                    number = numbering.number(of: series)
                }
                previous = (position, masked)
                self.rows.append(UInt32(start + position))
                self.series.append(UInt32(number))
                strikes.append(blocks[strikeStart + position])
                puts.append(right == .put ? 1 : 0)
            }
        }
        seriesRanks = numbering.ranks()
    }

    /// Sets a nonzero entry in `changes` for each row whose value differs from the value of the row before.
    private static func note(_ places: Span<UInt32>, in changes: inout TrivialArray<UInt32>) {
        var changes = changes.mutableSpan
        for position in 1..<min(places.count, changes.count) {
            changes[position] |= places[position] ^ places[position - 1]
        }
    }

    /// Returns a sort key that combines series, strike and right.
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

    /// Maps each value id of CFI to the position of its masked code in sort order.
    private static func maskedPlaces(_ cfi: CatalogColumn, _ rights: [SeriesFields.Right]) -> [UInt32] {
        // All masked codes begin with the same two letters, so the letters after these determine the order.
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
