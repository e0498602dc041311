internal import Scanning
internal import Synchronization

/// What a view with changes asks beyond single instruments: its parts, each an index of its own, and how their answers stand
/// among each other. Made when first needed.
final class ViewIndex: Sendable {
    private let overlay: Overlay
    /// The base, then the segments.
    let parts: [ViewPart]
    private let orders = Mutex<(rank: MergedOrder?, symbol: MergedOrder?)>((nil, nil))

    init(_ overlay: Overlay) {
        self.overlay = overlay
        parts = overlay.segments.parts(of: overlay.log)
    }

    // MARK: Rows of the view

    /// The row of the view that a part's row is.
    @inline(__always)
    func row(_ part: Int, _ row: Int) -> Int {
        guard let segment = parts[part].segment else { return row }
        return overlay.base.count + Int(segment.numbers[row])
    }

    /// The part, and its row, that a row of the view is; `nil` where it isn't an instrument of the view.
    func place(of row: Int) -> (part: Int, row: Int)? {
        if row < overlay.base.count { return row >= 0 && parts[0].hidden?.contains(row) != true ? (0, row) : nil }
        let number = row - overlay.base.count
        for index in parts.indices.dropFirst() {
            guard let segment = parts[index].segment, let found = segment.row(of: number) else { continue }
            return parts[index].hidden?.contains(found) == true ? nil : (index, found)
        }
        return nil
    }

    /// Where an instrument stands among all in rank order.
    ///
    /// - Complexity: O(parts × log rows).
    func rankPosition(_ part: Int, _ row: Int) -> Int {
        let key = ranked(part, row).key
        var position = 0
        for index in parts.indices {
            let found = index == part ? row : firstRow(notBefore: key, in: index)
            position += found - (parts[index].hidden?.count(before: found) ?? 0)
        }
        return position
    }

    private func firstRow(notBefore key: RankKey, in part: Int) -> Int {
        var low = 0
        var high = parts[part].catalog.count
        while low < high {
            let middle = (low + high) / 2
            if ranked(part, middle).key.compare(key) < 0 { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: Ranks

    /// An answer of a part, with what ranks it among those of the others.
    struct Ranked {
        var part: Int
        var row: Int
        var key: RankKey

        static func precedes(_ a: Ranked, _ b: Ranked) -> Bool {
            a.part == b.part ? a.row < b.row : a.key.compare(b.key) < 0
        }
    }

    func ranked(_ part: Int, _ row: Int) -> Ranked {
        guard let segment = parts[part].segment else {
            return Ranked(part: part, row: row, key: RankKey(parts[part].catalog.rows, row))
        }
        return Ranked(part: part, row: row, key: RankKey(overlay.log[Int(segment.numbers[row])]))
    }

    // MARK: Orders

    /// All instruments, best first.
    var rankOrder: MergedOrder {
        orders.withLock { orders in
            if let order = orders.rank { return order }
            var items: [MergedOrder.Item] = []
            for part in parts.indices.dropFirst() {
                guard let segment = parts[part].segment else { continue }
                let positions = segment.rankPositions(overlay.segments.ranks, overlay.log)
                var more: [MergedOrder.Item] = []
                for row in 0..<segment.catalog.count where parts[part].hidden?.contains(row) != true {
                    more.append(.init(basePosition: positions[row], part: UInt32(part), row: UInt32(row)))
                }
                items = merge(items, more) { entry(of: $0).compareRank(entry(of: $1)) < 0 }
            }
            let order = MergedOrder(items, hidden: CountedRows(parts[0].hidden, rowCount: overlay.base.count))
            orders.rank = order
            return order
        }
    }

    /// All instruments by the bytes of their symbols.
    var symbolOrder: MergedOrder {
        orders.withLock { orders in
            if let order = orders.symbol { return order }
            var items: [MergedOrder.Item] = []
            var hidden = RowSet(rowCount: overlay.base.count)
            for part in parts.indices.dropFirst() {
                guard let segment = parts[part].segment else { continue }
                let positions = segment.symbolPositions(overlay.base.rows, overlay.log)
                for position in positions.hidden { hidden.insert(Int(position)) }
                var more: [MergedOrder.Item] = []
                for position in 0..<segment.catalog.count {
                    let row = segment.catalog.row(atSymbolPosition: position)
                    if parts[part].hidden?.contains(row) == true { continue }
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
        overlay.log[Int(parts[Int(item.part)].segment!.numbers[Int(item.row)])]
    }

    /// Two lists in order as one.
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
