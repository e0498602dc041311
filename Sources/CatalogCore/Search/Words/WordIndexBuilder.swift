/// Gathers the words of DESCRIPTION and LOCAL_DESCRIPTION, the rows of each, and how many words of its own each row has.
package enum WordIndexBuilder: CatalogSectionBuilder {
    package static func sections(of rows: CatalogRows) throws(CatalogError) -> [NewSection] {
        var words = WordLists()
        var first = WordSource(rows.column(SearchIndex.wordFields[0]), &words)
        var second = WordSource(rows.column(SearchIndex.wordFields[1]), &words)
        var sizes = RawArray<UInt32>()
        sizes.reserve(rows.count)
        // Lists only take rows that rise, so both fields are read side by side; one of them in the quick way, where each
        // text is made from the one before.
        if let texts = first.column?.rowTexts {
            texts.forEach { row, text in
                first.take(text, row: UInt32(row), &words)
                second.take(row: row, &words)
                sizes.append(DescriptionSizes.stored(first.size > 0 ? first.size : second.size))
            }
        } else {
            for row in 0..<rows.count {
                first.take(row: row, &words)
                second.take(row: row, &words)
                sizes.append(DescriptionSizes.stored(first.size > 0 ? first.size : second.size))
            }
        }
        first.close(at: UInt32(rows.count), &words)
        second.close(at: UInt32(rows.count), &words)
        return try words.finish(rows: rows.count)
            + [NewSection(.searchTextSizes, PackedNumbersBuilder.section(sizes))]
    }
}
