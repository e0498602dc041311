internal import SystemFiles

/// The destination of a catalog's sections: a file or memory.
protocol CatalogOutput: AnyObject {
    /// Appends a section. If `field` is given, it is the index in the directory of the field that the section belongs
    /// to.
    func append(_ section: NewSection, field: Int?) throws(CatalogError)

    /// Returns the sections written so far for reading. It does not include sections that are appended later.
    func mapped() throws(CatalogError) -> CatalogSections
}

/// A catalog in memory. A `LiveCatalog` uses it to answer queries about its changes.
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
    /// Builds the catalog in memory, without a file.
    ///
    /// - Parameter fingerprint: The fingerprint of its content (`CatalogFile.fingerprint`).
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
