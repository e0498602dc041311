/// Builds the sections for `ChainIndex`.
package enum ChainSections: CatalogSectionBuilder {
    package static func sections(of rows: CatalogRows) throws(CatalogError) -> [NewSection] {
        let options = OptionRows(rows)
        var sections: [NewSection] = []
        for (index, column) in rows.columns.enumerated() {
            switch column.field {
            case .underlying:
                sections += optionSections(options, column, index)
            case .product:
                sections += optionSections(options, column, index)
                sections += futureSections(rows, column, index)
            default: break
            }
        }
        return sections
    }

    // MARK: Options

    /// An option with its sort key. Ties are broken by row, which is the rank.
    private struct Item: Comparable {
        var key: UInt64
        var row: UInt32

        static func < (a: Item, b: Item) -> Bool { a.key != b.key ? a.key < b.key : a.row < b.row }
    }

    /// Groups the options by the value of `column`, and sorts each group.
    private static func optionSections(
        _ options: borrowing OptionRows, _ column: CatalogColumn, _ index: Int
    ) -> [NewSection] {
        let ids = ids(options, column)
        let starts = starts(of: ids, values: column.valueCount)
        guard let end = starts.last, end > 0 else { return [] }
        var items = TrivialArray<Item>(repeating: Item(key: 0, row: 0), count: end)
        var next = starts
        for option in 0..<options.rows.count where ids[option] != 0 {
            let id = Int(ids[option]) - 1
            items[next[id]] = Item(key: options.key(option), row: options.rows[option])
            next[id] += 1
        }
        var groups = TrivialArray<UInt32>()
        var series = TrivialArray<UInt32>()
        var rows = TrivialArray<UInt32>()
        rows.reserve(end)
        for id in 0..<column.valueCount {
            groups.append(UInt32(series.count))
            let group = starts[id]..<starts[id + 1]
            sort(&items, group)
            for position in group {
                if position == group.lowerBound || items[position].key &>> 33 != items[position - 1].key &>> 33 {
                    series.append(UInt32(position))
                }
                rows.append(items[position].row)
            }
        }
        groups.append(UInt32(series.count))
        series.append(UInt32(end))
        return [
            NewSection(.chainGroups, field: index, PackedNumbersBuilder.section(groups)),
            NewSection(.chainSeries, field: index, PackedNumbersBuilder.section(series)),
            NewSection(.chainRows, field: index, PackedNumbersBuilder.section(rows)),
        ]
    }

    /// Returns the value id of each option; 0 for none.
    private static func ids(_ options: borrowing OptionRows, _ column: CatalogColumn) -> TrivialArray<UInt32> {
        var ids = TrivialArray<UInt32>(repeating: 0, count: options.rows.count)
        let reader = PlaceReader(ids: column.ids)
        var idsOfBlock = TrivialArray<UInt32>(repeating: 0, count: PackedNumbers.blockRows)
        var block = -1
        for option in 0..<options.rows.count {
            let row = Int(options.rows[option])
            if row / PackedNumbers.blockRows != block {
                block = row / PackedNumbers.blockRows
                reader.read(block: block, into: &idsOfBlock, at: 0)
            }
            let id = idsOfBlock[row % PackedNumbers.blockRows]
            ids[option] = id <= column.valueCount ? id : 0
        }
        return ids
    }

    /// Returns where the rows of each value start if rows are sorted by value, followed by the end of the last value's
    /// rows (the prefix sums of a counting sort). Rows without a value are ignored.
    private static func starts(of ids: borrowing TrivialArray<UInt32>, values: Int) -> [Int] {
        var starts = [Int](repeating: 0, count: values + 1)
        for index in 0..<ids.count where ids[index] != 0 { starts[Int(ids[index])] += 1 }
        for id in starts.indices.dropFirst() { starts[id] += starts[id - 1] }
        return starts
    }

    private static func sort(_ items: inout TrivialArray<Item>, _ range: Range<Int>) {
        if range.count < 2 { return }
        var span = items.mutableSpan
        // SAFETY: the buffer belongs to the span, and the earlier reads and writes checked the range.
        unsafe span.withUnsafeMutableBufferPointer { buffer in
            var group = unsafe UnsafeMutableBufferPointer(rebasing: buffer[range])
            unsafe group.sort()
        }
    }

    // MARK: Futures

    private struct Future: Comparable {
        var expiration: UInt32
        var lastTrade: UInt32
        var maturity: UInt32
        var row: UInt32

        static func < (a: Future, b: Future) -> Bool {
            (a.expiration, a.lastTrade, a.maturity, a.row) < (b.expiration, b.lastTrade, b.maturity, b.row)
        }
    }

    /// Returns the sections with the futures of each product by expiration, last trade, maturity and rank. Futures
    /// without a date follow those with one.
    private static func futureSections(
        _ rows: CatalogRows, _ column: CatalogColumn, _ index: Int
    ) -> [NewSection] {
        guard let types = rows.column(.type), let type = types.id(of: InstrumentType.future.rawValue.utf8Span.span)
        else { return [] }
        let expiration = rows.column(.expiration)
        let lastTrade = rows.column(.lastTrade)
        let maturity = rows.column(.mmy)
        var groups = [[Future]](repeating: [], count: column.valueCount)
        types.forEachRow(ofValue: type) { row in
            let id = Int(column.id(at: row))
            guard id > 0, id <= groups.count else { return }
            // The subtraction wraps, so "not set" becomes the largest value.
            groups[id - 1].append(
                Future(
                    expiration: (expiration?.id(at: row) ?? 0) &- 1, lastTrade: (lastTrade?.id(at: row) ?? 0) &- 1,
                    maturity: maturity?.id(at: row) ?? 0, row: UInt32(row)))
        }
        var starts = TrivialArray<UInt32>()
        var sorted = TrivialArray<UInt32>()
        for group in groups {
            starts.append(UInt32(sorted.count))
            for future in group.sorted() { sorted.append(future.row) }
        }
        if sorted.isEmpty { return [] }
        starts.append(UInt32(sorted.count))
        return [
            NewSection(.futureGroups, field: index, PackedNumbersBuilder.section(starts)),
            NewSection(.futureRows, field: index, PackedNumbersBuilder.section(sorted)),
        ]
    }
}
