internal import Scanning
internal import Synchronization

/// An overlay segment: an in-memory catalog of consecutive changes of an overlay. Search, filters and chains use the
/// same code for a segment as for a file.
final class Segment: Sendable {
    /// The log numbers of the changes in the segment.
    let range: Range<Int>
    /// The instruments that are current at the end of the range, in rank order.
    let file: CatalogFile
    /// The log number of each row.
    let numbers: [UInt32]
    /// The row of each log number in `range`, in order; `absent` for a removal or a replaced entry.
    let rows: [UInt32]

    static let absent = UInt32.max

    /// Builds the segment for a range of the log.
    ///
    /// - Complexity: O(changes × log changes).
    init(_ log: OverlayLog, _ range: Range<Int>, over base: CatalogFile) {
        self.range = range
        var isReplaced = [Bool](repeating: false, count: range.count)
        for number in range {
            let previous = Int(log[number].previous)
            if range.contains(previous) { isReplaced[previous - range.lowerBound] = true }
        }
        let parts = BuilderStorage()
        parts.identifierFields = base.rows.identifierFields
        var encoded = EncodedRows(parts)
        var gathered: [UInt32] = []
        let image: CatalogFile
        do throws(CatalogError) {
            for number in range where !isReplaced[number - range.lowerBound] && !log[number].isRemoval {
                let profile = log[number].bytes
                _ = try encoded.append(profile.span)
                gathered.append(UInt32(number))
            }
            parts.standings = gathered.map { log[Int($0)].standing }
            image = try CatalogWriter(parts, notes: base.notes, isComplete: false, previous: nil, path: base.path)
                .image()
        } catch {
            preconditionFailure("an overlay beyond the limits of a catalog: \(error)")
        }
        var numbers = [UInt32](repeating: 0, count: image.count)
        var rows = [UInt32](repeating: Self.absent, count: range.count)
        for number in gathered {
            guard let row = log[Int(number)].withSymbol({ image.rows.row(ofSymbol: $0) }) else { continue }
            numbers[row] = number
            rows[Int(number) - range.lowerBound] = UInt32(row)
        }
        file = image
        self.numbers = numbers
        self.rows = rows
    }

    /// Returns the row of a log number; `nil` if the change is no current instrument of the segment.
    func row(of number: Int) -> Int? {
        guard range.contains(number), rows[number - range.lowerBound] != Self.absent else { return nil }
        return Int(rows[number - range.lowerBound])
    }

    /// The positions of a segment's instruments in the base's symbol order.
    struct SymbolPositions: Sendable {
        /// The number of symbols in the base that precede each symbol of the segment, in symbol order.
        var rows: [UInt32] = []
        /// The positions, in the base's symbol order, of the rows that the segment's changes hide.
        var hidden: [UInt32] = []
    }

    private let knownRanks = Mutex<[UInt32]?>(nil)
    private let knownSymbols = Mutex<SymbolPositions?>(nil)

    /// Returns, for each row, the number of the base's rows that rank before it.
    ///
    /// - Complexity: The first call takes O(rows × log base rows).
    func rankPositions(_ ranks: RankReader, _ log: OverlayLog) -> [UInt32] {
        knownRanks.withLock { known in
            if let known { return known }
            var positions: [UInt32] = []
            positions.reserveCapacity(numbers.count)
            for number in numbers {
                let last = positions.last.map(Int.init) ?? 0
                positions.append(UInt32(ranks.position(of: log[Int(number)], from: last)))
            }
            known = positions
            return positions
        }
    }

    /// Returns the positions of the segment's instruments in the base's symbol order.
    ///
    /// - Complexity: The first call takes O(rows × log base rows).
    func symbolPositions(_ base: CatalogRows, _ log: OverlayLog) -> SymbolPositions {
        knownSymbols.withLock { known in
            if let known { return known }
            var positions = SymbolPositions()
            for position in 0..<file.count {
                let row = file.row(atSymbolPosition: position)
                let place = file.rows.symbols.withText(row) { base.symbolPosition(notBefore: $0) }
                positions.rows.append(UInt32(place))
            }
            for number in range where log[number].hiddenBaseRow != nil {
                positions.hidden.append(UInt32(log[number].withSymbol { base.symbolPosition(notBefore: $0) }))
            }
            known = positions
            return positions
        }
    }
}
