internal import SystemFiles

/// Where a catalog's sections are written: a file, or memory.
protocol CatalogOutput: AnyObject {
    /// Appends a section; as that of the field at `field` in the directory, where one is given.
    func append(_ section: NewSection, field: Int?) throws(CatalogError)

    /// The sections so far, for reading; those that are appended later don't show in it.
    func mapped() throws(CatalogError) -> CatalogSections
}

/// A catalog in memory: what a `LiveCatalog` asks about its changes.
final class CatalogImageWriter: CatalogOutput {
    private var bytes = ByteSink()
    private var table = SectionTable()

    func append(_ section: NewSection, field: Int?) {
        bytes.pad(to: SectionTable.alignment)
        table.entries.append(
            SectionTable.Entry(
                kind: section.kind.rawValue, field: field ?? section.field, offset: bytes.count,
                length: section.bytes.count, checksum: 0))
        append(section.bytes)
    }

    private func append(_ section: borrowing ByteSink) { bytes.append(section.span) }

    func mapped() -> CatalogSections { CatalogSections(file: MappedFile(copying: bytes.span).all, table: table) }
}

extension CatalogWriter {
    /// The catalog, in memory: nothing is written to a file.
    ///
    /// - Parameter fingerprint: what tells it from any other (`CatalogFile.fingerprint`).
    package func image(fingerprint: UInt64 = 0) throws(CatalogError) -> CatalogFile {
        let output = CatalogImageWriter()
        var summary = CatalogBuildSummary()
        var time = ContinuousClock.now
        let written = try writeSections(to: output, &summary, &time)
        var header = header(written.rows.count)
        header.tableChecksum = fingerprint
        return CatalogFile(output.mapped(), directory: written.directory, header, path: path, isChecked: true)
    }
}
