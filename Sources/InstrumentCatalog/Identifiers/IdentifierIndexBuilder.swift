/// Writes an `IdentifierIndex` for each identifying field, and the `ISINOrder`.
enum IdentifierIndexBuilder: CatalogSectionBuilder {
    static func sections(of rows: CatalogRows) throws(CatalogError) -> [NewSection] {
        var sections = rows.identifierColumns.map { column, place in
            NewSection(.identifierRows, field: place, section(column, rows: rows.count))
        }
        if let isin = rows.column(.isin) { sections.append(ISINOrder.section(isin, rows: rows.count)) }
        return sections
    }

    private static func section(_ column: CatalogColumn, rows: Int) -> ByteSink {
        var entryRows = RawArray<UInt32>()
        var hashes = RawArray<UInt64>()
        gather(column, rows: rows, &entryRows, &hashes)
        let buckets = max(1, entryRows.count)
        // Distributed into buckets, in the order of the rows.
        var starts = RawArray<UInt32>(repeating: 0, count: buckets + 1)
        for index in 0..<hashes.count { starts[IdentifierIndex.bucket(hashes[index], buckets) + 1] += 1 }
        for bucket in 0..<buckets { starts[bucket + 1] += starts[bucket] }
        var section = ByteSink()
        section.append(u32: UInt32(entryRows.count))
        section.append(u32: UInt32(buckets))
        for bucket in 0...buckets { section.append(u32: starts[bucket]) }
        var order = RawArray<UInt32>(repeating: 0, count: entryRows.count)
        for index in 0..<hashes.count {
            let bucket = IdentifierIndex.bucket(hashes[index], buckets)
            order[Int(starts[bucket])] = UInt32(index)
            starts[bucket] += 1
        }
        for index in 0..<order.count { section.append(u32: entryRows[Int(order[index])]) }
        for index in 0..<order.count { section.append(UInt8(truncatingIfNeeded: hashes[Int(order[index])])) }
        return section
    }

    /// The rows with the field, and the hash of each one's folded text.
    private static func gather(
        _ column: CatalogColumn, rows: Int, _ entryRows: inout RawArray<UInt32>, _ hashes: inout RawArray<UInt64>
    ) {
        var folded = RawArray<UInt8>()
        if let texts = column.rowTexts {
            texts.forEach { row, text in
                if text.isEmpty { return }
                entryRows.append(UInt32(row))
                hashes.append(TextFolding.hash(text, &folded))
            }
            return
        }
        var valueHashes = RawArray<UInt64>(repeating: 0, count: 1)
        if column.kind == .text {
            column.valueTexts.forEach { _, text in valueHashes.append(TextFolding.hash(text, &folded)) }
        } else {
            for id in 0..<column.valueCount {
                column.withText(ofValue: UInt32(id + 1)) { valueHashes.append(TextFolding.hash($0, &folded)) }
            }
        }
        column.forEachSetRow(of: rows) { row, id in
            entryRows.append(UInt32(row))
            hashes.append(valueHashes[Int(id)])
        }
    }
}
