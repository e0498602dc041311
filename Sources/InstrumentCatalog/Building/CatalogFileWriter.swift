#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Writes a file so that its name always stands for a whole one: under a name of its own in the same folder, then, once all
/// of it is on disk, renamed into place. Where anything fails the unfinished file is removed, and the old one is untouched; where
/// the process is killed, the next one to write that name removes it (`StaleFiles`).
final class CatalogFileWriter: CatalogOutput {
    private let path: String
    private let folder: String
    private let temporaryPath: String
    private let descriptor: Int32
    private var length = 0
    private var isCommitted = false
    /// The sections written so far.
    private(set) var table = SectionTable()

    /// Starts the file that is to stand at `path`.
    ///
    /// - Throws: `CatalogError` of kind `io` where no file can be made in that folder.
    init(path: String) throws(CatalogError) {
        self.path = path
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
        let prefix = String(path.dropLast(name.count))
        folder = prefix.isEmpty ? "." : prefix
        guard !name.isEmpty, name != ".", name != ".." else {
            throw CatalogError(.io, path: path, "is the name of a folder; expected that of a file to write")
        }
        StaleFiles.remove(of: name, in: folder)
        temporaryPath = prefix + StaleFiles.unfinishedName(of: name)
        descriptor = StaleFiles.create(temporaryPath)
        guard descriptor >= 0 else { throw .io("create a file beside", path, errno) }
        let header = [UInt8](repeating: 0, count: CatalogHeader.length)
        try write(header.span)
    }

    deinit {
        close(descriptor)
        if !isCommitted { unsafe unlink(temporaryPath) }
    }

    /// Appends a section; as that of the field at `field` in the directory, where one is given.
    func append(_ section: NewSection, field: Int? = nil) throws(CatalogError) {
        try pad()
        table.entries.append(
            SectionTable.Entry(
                kind: section.kind.rawValue, field: field ?? section.field, offset: length, length: section.bytes.count,
                checksum: section.bytes.checksum))
        try write(section.bytes)
    }

    /// The sections so far, mapped for reading; those that are appended later don't show in it.
    func mapped() throws(CatalogError) -> CatalogSections {
        CatalogSections(file: try MappedFile(descriptor: descriptor, path: path).all, table: table)
    }

    /// Ends the file with its section table and header, and puts it in place. Returns its length.
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
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .io("write", path, errno) }
        let headerBytes = header.bytes()
        try write(headerBytes)
        guard fsync(descriptor) == 0 else { throw .io("write", path, errno) }
        guard unsafe rename(temporaryPath, path) == 0 else { throw .io("replace", path, errno) }
        isCommitted = true
        try syncFolder()
        return header.fileLength
    }

    /// The new name is on disk only when the folder is.
    private func syncFolder() throws(CatalogError) {
        let folderDescriptor = unsafe open(folder, O_RDONLY | O_CLOEXEC)
        guard folderDescriptor >= 0 else { throw .io("open the folder of", path, errno) }
        defer { close(folderDescriptor) }
        // Some file systems have no folders to sync, and say so.
        guard fsync(folderDescriptor) == 0 || errno == EINVAL || errno == ENOTSUP else {
            throw .io("write the folder of", path, errno)
        }
    }

    private func pad() throws(CatalogError) {
        let missing = (SectionTable.alignment - length % SectionTable.alignment) % SectionTable.alignment
        try write([UInt8](repeating: 0, count: missing).span)
    }

    private func write(_ sink: borrowing ByteSink) throws(CatalogError) { try write(sink.span) }

    private func write(_ bytes: Span<UInt8>) throws(CatalogError) {
        var written = 0
        while written < bytes.count {
            let rest = bytes.extracting(written..<bytes.count)
            // SAFETY: the buffer is the rest of the span.
            let count = unsafe rest.withUnsafeBytes {
                #if canImport(Darwin)
                    unsafe Darwin.write(descriptor, $0.baseAddress, $0.count)
                #elseif canImport(Musl)
                    unsafe Musl.write(descriptor, $0.baseAddress, $0.count)
                #else
                    unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
                #endif
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw .io("write", path, errno)
            }
            written += count
        }
        length += bytes.count
    }
}
