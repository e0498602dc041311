internal import Scanning
internal import Synchronization

/// Some of an overlay's changes in a row as a catalog of its own, in memory: what search, filters and chains ask, with the very
/// code that asks a file.
final class Segment: Sendable {
    /// The changes, by their numbers in the log.
    let range: Range<Int>
    /// The instruments that stand at the end of the range, ranked.
    let file: CatalogFile
    /// The number in the log of each of its rows.
    let numbers: [UInt32]
    /// The row of each number of the range, counted from its start; `absent` for a removal or what a later one replaced.
    let rows: [UInt32]

    static let absent = UInt32.max

    /// - Complexity: O(changes × log changes), some microseconds each.
    init(_ log: OverlayLog, _ range: Range<Int>, over base: CatalogFile) {
        self.range = range
        var isReplaced = [Bool](repeating: false, count: range.count)
        for number in range {
            let previous = Int(log[number].previous)
            if range.contains(previous) { isReplaced[previous - range.lowerBound] = true }
        }
        let parts = BuilderStorage()
        parts.identifierFields = base.rows.identifierFields
        parts.ranksQuotes = base.ranksQuotes
        var encoded = EncodedRows(parts)
        var gathered: [UInt32] = []
        let image: CatalogFile
        do throws(CatalogError) {
            for number in range where !isReplaced[number - range.lowerBound] && !log[number].isRemoval {
                let profile = log[number].bytes
                _ = try encoded.append(profile.span)
                gathered.append(UInt32(number))
            }
            image = try CatalogWriter(parts, notes: [:], isComplete: false, previous: nil, path: base.path).image()
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

    /// The row of a number of the log; `nil` where it stands for no instrument of the segment.
    func row(of number: Int) -> Int? {
        guard range.contains(number), rows[number - range.lowerBound] != Self.absent else { return nil }
        return Int(rows[number - range.lowerBound])
    }

    /// How a segment lies in the base's symbol order.
    struct SymbolPositions: Sendable {
        /// For each position in the segment's symbol order how many symbols of the base stand before its symbol.
        var rows: [UInt32] = []
        /// Where the base rows that the range hides stand.
        var hidden: [UInt32] = []
    }

    private let knownRanks = Mutex<[UInt32]?>(nil)
    private let knownSymbols = Mutex<SymbolPositions?>(nil)

    /// For each row how many rows of the base rank before it.
    ///
    /// - Complexity: O(rows × log base rows) the first time.
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

    /// How the segment lies in the base's symbol order.
    ///
    /// - Complexity: O(rows × log base rows) the first time.
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
