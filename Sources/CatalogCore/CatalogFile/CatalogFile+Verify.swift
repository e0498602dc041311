extension CatalogFile {
    /// The total size in bytes of the sections whose checksums are verified on opening.
    static let checkedWhenOpened = 1 << 20

    /// Verifies the checksum of every section (`Catalog.verify()`).
    ///
    /// - Throws: `CatalogError` of kind `damaged` that names the first damaged section.
    package func verify() throws(CatalogError) {
        var end = CatalogHeader.length
        for entry in rows.sections.table.entries {
            let name = sectionName(entry)
            guard entry.offset >= end else {
                throw .damaged("section table", path: path, "section \(name) overlaps the section before it")
            }
            try verifyPadding(end..<entry.offset)
            try verify(entry)
            end = entry.offset + entry.length
        }
        try verifyPadding(end..<header.tableOffset)
        noteChecked()
    }

    /// Verifies all checksums, unless an earlier call has verified them. Must run before anything is built from the
    /// file.
    package func verifyOnce() throws(CatalogError) {
        if !isChecked { try verify() }
    }

    /// Verifies the checksums of the smallest sections, up to `limit` bytes in total.
    func verifySmallest(_ limit: Int) throws(CatalogError) {
        let smallest = rows.sections.smallest(limit)
        for entry in smallest { try verify(entry) }
        if smallest.count == rows.sections.table.entries.count { noteChecked() }
    }

    /// Compares the header's number of rows with the sections that have an entry for each row.
    ///
    /// The size of a section bounds its number of entries, so after this check the size of the file bounds all loops
    /// over rows.
    ///
    /// - Throws: `CatalogError` of kind `damaged`.
    /// - Complexity: O(sections).
    func checkRowCount() throws(CatalogError) {
        try checkRowCount(SectionKind.symbolOrder.name, rows.symbolOrder.count)
        try checkRowCount("texts of SYMBOL", rows.symbols.count)
        for entry in rows.sections.table.entries {
            guard let found = rows.rowCount(ofSection: entry) else { continue }
            try checkRowCount(sectionName(entry), found)
        }
    }

    private func checkRowCount(_ section: String, _ found: Int) throws(CatalogError) {
        guard found == count else {
            throw .damaged("header", path: path, "it declares \(count) rows, but section \(section) has \(found)")
        }
    }

    private func verify(_ entry: SectionTable.Entry) throws(CatalogError) {
        let file = rows.sections.file
        guard Checksum.of(file.span(entry.offset, entry.length)) == entry.checksum else {
            throw .damaged(sectionName(entry), path: path, "its checksum does not match")
        }
    }

    private func verifyPadding(_ range: Range<Int>) throws(CatalogError) {
        for offset in range where rows.sections.file.byte(at: offset) != 0 {
            throw .damaged("padding", path: path, "byte \(offset) isn't 0")
        }
    }

    /// Returns the name of a section in errors and statistics: `values of STRIKE`.
    package func sectionName(_ entry: SectionTable.Entry) -> String {
        guard let kind = SectionKind(rawValue: entry.kind) else { return "\(entry.kind)" }
        switch kind {
        case .values, .valueIDs, .rowTexts, .identifierRows, .identifierSlots, .chainGroups, .chainSeries,
            .chainRows, .futureGroups, .futureRows:
            let column = rows.columns.indices.contains(entry.field) ? rows.columns[entry.field].name : "\(entry.field)"
            return "\(kind.name) \(column)"
        case .aliasKeys, .aliasInstruments, .aliasTexts:
            return entry.field == AliasIndex.Origin.bundled.rawValue ? "bundled \(kind.name)" : kind.name
        default: return kind.name
        }
    }
}
