internal import Synchronization

extension Catalog {
    /// Bytes of sections that opening holds against their checksums. In a catalog of 1.7 million instruments 66 of 109
    /// sections; all of them in one of a few thousand.
    static let checkedWhenOpened = 1 << 20

    /// That all sections were found to be what was written; shared by the copies of a catalog.
    final class Checks: Sendable {
        private let state: Atomic<Bool>

        init(areDone: Bool) { state = Atomic(areDone) }

        var areDone: Bool { state.load(ordering: .relaxed) }

        func finish() { state.store(true, ordering: .relaxed) }
    }

    /// Reads the whole file and holds every section against its checksum.
    ///
    /// | when | what is checked |
    /// | --- | --- |
    /// | a catalog is opened | header, section table, and the smallest sections, 1 MiB together |
    /// | it is built upon (merge, live catalog, fold), or taken by the service | all of it, once for each that was opened |
    /// | `verify()` | all of it, each time |
    ///
    /// - Throws: `CatalogError` of kind `damaged` that names the first damaged section.
    /// - Complexity: O(file): about 0.1 ms a MB where the system has it in memory, else as fast as it is read.
    public func verify() throws(CatalogError) {
        var end = CatalogHeader.length
        for entry in rows.sections.table.entries {
            let name = sectionName(entry)
            guard entry.offset >= end else {
                throw .damaged("section table", path: path, "it puts section \(name) over the one before")
            }
            try verifyPadding(end..<entry.offset)
            try verify(entry)
            end = entry.offset + entry.length
        }
        try verifyPadding(end..<header.tableOffset)
        checks.finish()
    }

    /// The same, unless it was done before for this opened file: what is built upon the catalog calls it.
    func verifyOnce() throws(CatalogError) {
        if !checks.areDone { try verify() }
    }

    /// Holds the smallest sections against their checksums, as many as have `limit` bytes together.
    func verifySmallest(_ limit: Int) throws(CatalogError) {
        var left = limit
        for entry in rows.sections.table.entries.sorted(by: { $0.length < $1.length }) {
            left -= entry.length
            if left < 0 { return }
            try verify(entry)
        }
        checks.finish()
    }

    private func verify(_ entry: SectionTable.Entry) throws(CatalogError) {
        let file = rows.sections.file
        guard Checksum.of(file.span(entry.offset, entry.length)) == entry.checksum else {
            throw .damaged(sectionName(entry), path: path, "its checksum is not that of its bytes")
        }
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
