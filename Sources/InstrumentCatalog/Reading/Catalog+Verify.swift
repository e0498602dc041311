extension Catalog {
    /// Reads the whole file and holds every section against its checksum.
    ///
    /// - Throws: `CatalogError` of kind `damaged` that names the first damaged section.
    /// - Complexity: O(file).
    public func verify() throws(CatalogError) {
        let file = rows.sections.file
        var end = CatalogHeader.length
        for entry in rows.sections.table.entries {
            let name = sectionName(entry)
            guard entry.offset >= end else {
                throw .damaged("section table", path: path, "it puts section \(name) over the one before")
            }
            try verifyPadding(end..<entry.offset)
            guard Checksum.of(file.span(entry.offset, entry.length)) == entry.checksum else {
                throw .damaged(name, path: path, "its checksum is not that of its bytes")
            }
            end = entry.offset + entry.length
        }
        try verifyPadding(end..<header.tableOffset)
    }

    private func verifyPadding(_ range: Range<Int>) throws(CatalogError) {
        for offset in range where rows.sections.file.byte(at: offset) != 0 {
            throw .damaged("padding", path: path, "byte \(offset) isn't 0")
        }
    }

    /// The name of a section as errors and statistics show it: `values of STRIKE`.
    func sectionName(_ entry: SectionTable.Entry) -> String {
        guard let kind = SectionKind(rawValue: entry.kind) else { return "\(entry.kind)" }
        switch kind {
        case .values, .valueIDs, .rowTexts, .identifierRows, .chainGroups, .chainSeries, .chainRows,
            .futureGroups, .futureRows:
            let column = rows.columns.indices.contains(entry.field) ? rows.columns[entry.field].name : "\(entry.field)"
            return "\(kind.name) \(column)"
        default: return kind.name
        }
    }
}
