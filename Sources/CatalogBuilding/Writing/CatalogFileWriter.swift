internal import SystemFiles

/// Writes a catalog file atomically (`FileReplacement`).
final class CatalogFileWriter: CatalogOutput {
    private let path: String
    private let file: FileReplacement
    private var length = 0
    /// The sections written so far.
    private(set) var table = SectionTable()

    /// Creates a writer of the file at `path`.
    ///
    /// - Throws: `CatalogError` of kind `io` if `path` is not a regular file, or if no file can be created in its
    ///   folder.
    init(path: String) throws(CatalogError) {
        self.path = path
        file = try CatalogError.io(path) { () throws(FileFault) in try FileReplacement(try FileTarget(path)) }
        let header = [UInt8](repeating: 0, count: CatalogHeader.length)
        try write(header.span)
    }

    /// Appends a section. If `field` is given, it is the index in the directory of the field that the section belongs
    /// to.
    func append(_ section: NewSection, field: Int? = nil) throws(CatalogError) {
        try pad()
        table.entries.append(
            SectionTable.Entry(
                kind: section.kind.rawValue, field: field ?? section.field, offset: length, length: section.bytes.count,
                checksum: section.bytes.checksum))
        try write(section.bytes)
    }

    /// Returns the sections written so far, mapped for reading. It does not include sections that are appended later.
    func mapped() throws(CatalogError) -> CatalogSections {
        let mapped = try CatalogError.io(path) { () throws(FileFault) in try MappedFile(file.file) }
        return CatalogSections(file: mapped.all, table: table)
    }

    /// Finishes the file with its section table and header, renames it into place, and returns its length.
    func commit(rowCount: Int, isComplete: Bool) throws(CatalogError) -> Int {
        try pad()
        let tableBytes = table.bytes()
        var header = CatalogHeader()
        header.isComplete = isComplete
        header.rowCount = rowCount
        header.sectionCount = table.entries.count
        header.tableOffset = length
        header.tableChecksum = tableBytes.checksum
        try write(tableBytes)
        header.fileLength = length
        let headerBytes = header.bytes()
        try CatalogError.io(path) { () throws(FileFault) in try file.file.write(headerBytes.span, at: 0) }
        try CatalogError.io(path, file.commit)
        return header.fileLength
    }

    private func pad() throws(CatalogError) {
        let missing = (SectionTable.alignment - length % SectionTable.alignment) % SectionTable.alignment
        try write([UInt8](repeating: 0, count: missing).span)
    }

    private func write(_ sink: borrowing ByteSink) throws(CatalogError) { try write(sink.span) }

    private func write(_ bytes: Span<UInt8>) throws(CatalogError) {
        do throws(FileFault) { try file.append(bytes) } catch { throw .io(path, error) }
        length += bytes.count
    }
}
