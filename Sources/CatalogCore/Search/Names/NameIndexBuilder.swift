/// Builds the index of names, folded and sorted: every SYMBOL, and every LOCAL_SYMBOL that differs from it.
package enum NameIndexBuilder: CatalogSectionBuilder {
    package static func sections(of rows: CatalogRows) throws(CatalogError) -> [NewSection] {
        var gatherer = NameGatherer()
        gatherer.gatherSymbols(rows)
        if let column = rows.column(.localSymbol) { gatherer.gatherLocalSymbols(rows, column) }
        return try gatherer.finish(rows.symbolOrder)
    }
}

/// Collects the names. Nearly all symbols are their own folded form, and thus already sorted by the catalog's symbol
/// order. Only the other names are sorted and then merged.
private struct NameGatherer: ~Copyable {
    /// The names by number: the symbols of all rows, followed by the local symbols.
    private var heap = TrivialArray<UInt8>()
    private var ends = TrivialArray<UInt>(repeating: 0, count: 1)
    /// The rows of the local symbols.
    private var localRows = TrivialArray<UInt32>()
    /// The numbers of the names that are not sorted by the symbol order.
    private var others = TrivialArray<UInt32>()
    private var symbolCount = 0

    init() {}

    mutating func gatherSymbols(_ rows: CatalogRows) {
        symbolCount = rows.count
        ends.reserve(rows.count + 1)
        rows.symbols.forEach { row, symbol in
            if TextFolding.isPlain(symbol) {
                heap.append(symbol)
            } else {
                let start = heap.count
                TextFolding.append(symbol, to: &heap)
                if !heap.span.extracting(start..<heap.count).equals(symbol) { others.append(UInt32(row)) }
            }
            ends.append(UInt(heap.count))
        }
    }

    mutating func gatherLocalSymbols(_ rows: CatalogRows, _ column: CatalogColumn) {
        for row in 0..<rows.count {
            let start = heap.count
            column.withText(at: row) { TextFolding.append($0, to: &heap) }
            if heap.count == start { continue }
            if heap.span.extracting(start..<heap.count).equals(name(UInt32(row))) {
                heap.truncate(to: start)
                continue
            }
            others.append(UInt32(symbolCount + localRows.count))
            localRows.append(UInt32(row))
            ends.append(UInt(heap.count))
        }
    }

    @_lifetime(borrow self)
    private func name(_ number: UInt32) -> Span<UInt8> {
        heap.span.extracting(Int(ends[Int(number)])..<Int(ends[Int(number) + 1]))
    }

    private func row(_ number: UInt32) -> UInt32 {
        Int(number) < symbolCount ? number : localRows[Int(number) - symbolCount]
    }

    /// Returns whether a name sorts before another: by name, then by row.
    private func isBefore(_ first: UInt32, _ second: UInt32) -> Bool {
        let order = FrontCodedText.compare(name(first), name(second))
        return order != 0 ? order < 0 : row(first) < row(second)
    }

    consuming func finish(_ symbolOrder: PackedNumbers) throws(CatalogError) -> [NewSection] {
        var isOther = TrivialArray<UInt8>(repeating: 0, count: symbolCount)
        for index in 0..<others.count where Int(others[index]) < symbolCount { isOther[Int(others[index])] = 1 }
        let sorted = sortedOthers()
        var texts = SortedTextsBuilder()
        var rows = TrivialArray<UInt32>()
        rows.reserve(symbolCount + localRows.count)
        var next = 0
        var block = InlineArray<1024, UInt32>(repeating: 0)
        for index in 0..<symbolOrder.blockCount {
            var target = block.mutableSpan
            symbolOrder.read(block: index, into: &target)
            let count = symbolOrder.rows(ofBlock: index).count
            for position in 0..<count {
                // Sorted symbols are scattered in memory, so the end of each is prefetched, and later its bytes.
                if position + 32 < count { ends.fetch(Int(target[position + 32])) }
                if position + 16 < count, Int(target[position + 16]) < symbolCount {
                    heap.fetch(Int(ends[Int(target[position + 16])]))
                }
                let symbol = target[position]
                if Int(symbol) >= symbolCount || isOther[Int(symbol)] == 1 { continue }
                while next < sorted.count, isBefore(sorted[next], symbol) {
                    texts.append(name(sorted[next]))
                    rows.append(row(sorted[next]))
                    next += 1
                }
                texts.append(name(symbol))
                rows.append(symbol)
            }
        }
        while next < sorted.count {
            texts.append(name(sorted[next]))
            rows.append(row(sorted[next]))
            next += 1
        }
        return [
            NewSection(.searchNames, try texts.finish("symbols")),
            NewSection(.searchNameRows, PackedNumbersBuilder.section(rows)),
            NewSection(.searchNameMinima, RowMinima.section(of: rows)),
        ]
    }

    private func sortedOthers() -> TrivialArray<UInt32> {
        var keys: [(key: UInt64, number: UInt32)] = []
        keys.reserveCapacity(others.count)
        for index in 0..<others.count { keys.append((name(others[index]).leadingKey, others[index])) }
        keys.sort { $0.key != $1.key ? $0.key < $1.key : isBefore($0.number, $1.number) }
        var sorted = TrivialArray<UInt32>()
        for entry in keys { sorted.append(entry.number) }
        return sorted
    }
}
