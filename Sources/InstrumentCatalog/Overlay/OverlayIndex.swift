internal import Scanning
internal import Synchronization

/// The query engine over a catalog with changes. It consists of the catalog's parts, each with its own indexes, and of
/// tables that give the order of rows across the parts. It is created on demand.
final class OverlayIndex: Sendable {
    private let overlay: Overlay
    /// The base, followed by the segments.
    let parts: [CatalogPart]
    /// The segments, one for each part after the first.
    private let segments: [Segment]
    private let orders = Mutex<(rank: MergedOrder?, symbol: MergedOrder?)>((nil, nil))

    init(_ overlay: Overlay) {
        self.overlay = overlay
        (parts, segments) = overlay.segments.parts(of: overlay.log)
    }

    // MARK: Rows of the catalog

    /// Returns the catalog's row for a row of a part.
    @inline(__always)
    func row(_ part: Int, _ row: Int) -> Row {
        Row(part == 0 ? row : overlay.base.count + Int(segments[part - 1].numbers[row]))
    }

    /// Returns the part, and the row in it, for a row of the catalog; `nil` if the catalog has no instrument with this
    /// row.
    func place(of row: Row) -> (part: Int, row: Int)? {
        let row = row.number
        if row < overlay.base.count { return row >= 0 && parts[0].isVisible(row) ? (0, row) : nil }
        let number = row - overlay.base.count
        for (index, segment) in segments.enumerated() {
            guard let found = segment.row(of: number) else { continue }
            return parts[index + 1].isVisible(found) ? (index + 1, found) : nil
        }
        return nil
    }

    /// Returns the part, and the row in it, for a place in the order by symbol.
    func place(of place: MergedOrder.Place) -> (part: Int, row: Int) {
        switch place {
        case .base(let position): (0, overlay.base.row(atSymbolPosition: position))
        case .item(let item): (Int(item.part), Int(item.row))
        }
    }

    /// Returns the part, and the row in it, of the instrument at a position in the order by symbol.
    ///
    /// - Precondition: 0 ≤ `position` < instruments of the catalog.
    /// - Complexity: O(log instruments).
    func place(atSymbolPosition position: Int) -> (part: Int, row: Int) {
        place(of: symbolOrder.place(at: position))
    }

    /// Returns the position of an instrument in the rank order of the whole catalog.
    ///
    /// - Complexity: O(parts × log rows).
    func rankPosition(_ part: Int, _ row: Int) -> Int {
        let key = ranked(part, row).key
        var position = 0
        for index in parts.indices {
            let found = index == part ? row : firstRow(notBefore: key, in: index)
            position += found - parts[index].hiddenCount(before: found)
        }
        return position
    }

    private func firstRow(notBefore key: RankKey, in part: Int) -> Int {
        (0..<parts[part].file.count).partitioningIndex { ranked(part, $0).key.compare(key) >= 0 }
    }

    // MARK: Ranks

    /// The rank of a result of one part among the results of all parts.
    struct Ranked {
        var part: Int
        var row: Int
        var key: RankKey

        static func precedes(_ a: Ranked, _ b: Ranked) -> Bool {
            a.part == b.part ? a.row < b.row : a.key.compare(b.key) < 0
        }
    }

    func ranked(_ part: Int, _ row: Int) -> Ranked {
        let key =
            part == 0 ? overlay.segments.ranks.key(row) : RankKey(overlay.log[Int(segments[part - 1].numbers[row])])
        return Ranked(part: part, row: row, key: key)
    }

    // MARK: Orders

    /// All instruments, best first.
    var rankOrder: MergedOrder {
        orders.withLock { orders in
            if let order = orders.rank { return order }
            var items: [MergedOrder.Item] = []
            for (index, segment) in segments.enumerated() {
                let part = index + 1
                let positions = segment.rankPositions(overlay.segments.ranks, overlay.log)
                var more: [MergedOrder.Item] = []
                for row in 0..<segment.file.count where parts[part].isVisible(row) {
                    more.append(.init(basePosition: positions[row], part: UInt32(part), row: UInt32(row)))
                }
                items = merge(items, more) { entry(of: $0).compareRank(entry(of: $1)) < 0 }
            }
            let order = MergedOrder(items, hidden: CountedRows(parts[0].hidden, rowCount: overlay.base.count))
            orders.rank = order
            return order
        }
    }

    /// All instruments, ordered by the bytes of their symbols.
    var symbolOrder: MergedOrder {
        orders.withLock { orders in
            if let order = orders.symbol { return order }
            var items: [MergedOrder.Item] = []
            var hidden = RowSet(rowCount: overlay.base.count)
            for (index, segment) in segments.enumerated() {
                let part = index + 1
                let positions = segment.symbolPositions(overlay.base.rows, overlay.log)
                for position in positions.hidden { hidden.insert(Int(position)) }
                var more: [MergedOrder.Item] = []
                for position in 0..<segment.file.count {
                    let row = segment.file.row(atSymbolPosition: position)
                    if !parts[part].isVisible(row) { continue }
                    more.append(
                        .init(basePosition: positions.rows[position], part: UInt32(part), row: UInt32(row)))
                }
                items = merge(items, more) { a, b in
                    entry(of: a).withSymbol { a in entry(of: b).withSymbol { FrontCodedText.compare(a, $0) } } < 0
                }
            }
            let order = MergedOrder(items, hidden: CountedRows(hidden, rowCount: overlay.base.count))
            orders.symbol = order
            return order
        }
    }

    private func entry(of item: MergedOrder.Item) -> OverlayEntry {
        overlay.log[Int(segments[Int(item.part) - 1].numbers[Int(item.row)])]
    }

    /// Merges two sorted lists.
    private func merge(
        _ a: [MergedOrder.Item], _ b: [MergedOrder.Item], _ precedes: (MergedOrder.Item, MergedOrder.Item) -> Bool
    ) -> [MergedOrder.Item] {
        if a.isEmpty { return b }
        var result: [MergedOrder.Item] = []
        result.reserveCapacity(a.count + b.count)
        var next = 0
        for item in a {
            while next < b.count,
                b[next].basePosition != item.basePosition
                    ? b[next].basePosition < item.basePosition : precedes(b[next], item)
            {
                result.append(b[next])
                next += 1
            }
            result.append(item)
        }
        return result + b[next...]
    }
}

/// An overlay and its query engine, as a `Catalog` uses them. Copies of the catalog share it.
final class OverlayReader: Sendable {
    let overlay: Overlay
    private let known = Mutex<OverlayIndex?>(nil)

    init(_ overlay: Overlay) { self.overlay = overlay }

    /// The query engine over the file and the overlay; `nil` if nothing has changed.
    ///
    /// - Complexity: O(1). The first access takes O(changes that no segment includes yet (`SegmentStore`)).
    var index: OverlayIndex? {
        guard overlay.log.count > 0 else { return nil }
        return known.withLock { known in
            if let known { return known }
            let index = OverlayIndex(overlay)
            known = index
            return index
        }
    }
}
