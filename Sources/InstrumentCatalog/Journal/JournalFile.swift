internal import SystemFiles

/// A journal that is open for appending: the write-ahead log of changes that a live catalog has acknowledged but not
/// yet compacted into its file. The DocC page `LiveCatalogs` describes the format.
///
/// ```
/// header, 40 bytes
///  0  8 bytes  89 49 50 46 4A 0D 0A 1A
///  8  u32      version, 1
/// 12  u32      0
/// 16  u64      number of the journal
/// 24  u64      fingerprint of the catalog file when the journal was created
/// 32  u64      checksum of the preceding 32 bytes
/// record       one for each call that changed something
///     u32      52 45 43 31, "REC1"
///     u32      length of the payload
///     u64      number of the record in this journal, from 1
///     payload  `JournalPayload`
///     u64      checksum of all preceding bytes of the record
/// ```
final class JournalFile {
    static let headerLength = 40
    static let recordHeaderLength = 16
    static let magic: [UInt8] = [0x89, 0x49, 0x50, 0x46, 0x4A, 0x0D, 0x0A, 0x1A]
    static let recordMark: UInt32 = 0x3143_4552
    static let version: UInt32 = 1

    let path: String
    let number: Int
    private let file: OpenFile
    /// The length of the header and the complete records, in bytes.
    private(set) var length: Int
    private var records: UInt64
    /// Whether a failed write could not be undone. Then nothing more can be appended.
    private var isBroken = false

    private init(_ path: String, _ number: Int, _ file: OpenFile, length: Int, records: UInt64) {
        self.path = path
        self.number = number
        self.file = file
        self.length = length
        self.records = records
    }

    /// Creates journal number `number` for the catalog file whose fingerprint is `base`.
    static func create(_ path: String, number: Int, base: UInt64) throws(CatalogError) -> JournalFile {
        let file = try CatalogError.io(path) { () throws(FileFault) in
            try FileTarget(path).requireReplaceable()
            return try OpenFile(path, for: .emptied)
        }
        let journal = JournalFile(path, number, file, length: 0, records: 0)
        let header = Self.header(number: number, base: base)
        try journal.write(header.span)
        try journal.sync()
        try CatalogError.io(path) { () throws(FileFault) in try Folder.sync(of: path) }
        return journal
    }

    /// Returns the header of journal number `number` for the catalog file whose fingerprint is `base`.
    static func header(number: Int, base: UInt64) -> ByteSink {
        var header = ByteSink()
        header.append(magic.span)
        header.append(u32: version)
        header.append(u32: 0)
        header.append(u64: UInt64(number))
        header.append(u64: base)
        header.append(u64: Checksum.of(header.span))
        return header
    }

    /// Opens a journal for appending after it was read. Truncates it to its complete records.
    static func resume(
        _ path: String, number: Int, _ contents: Contents
    ) throws(CatalogError) -> JournalFile {
        let file = try CatalogError.io(path) { () throws(FileFault) in
            let file = try OpenFile(path, for: .changing)
            if contents.rest > 0 {
                try file.truncate(to: contents.length)
                try file.sync()
            }
            return file
        }
        return JournalFile(path, number, file, length: contents.length, records: contents.records)
    }

    /// Returns the length of a record whose payload has `count` bytes.
    static func recordLength(ofPayload count: Int) -> Int { recordHeaderLength + count + 8 }

    /// Appends a record. When this method returns, the operating system has the record; if `isSynced` is set, the
    /// record is also on disk.
    ///
    /// - Parameter record: Space for the record's header, followed by the payload.
    /// - Throws: `CatalogError` of kind `io`, in which case nothing is appended.
    func append(_ record: consuming ByteSink, isSynced: Bool) throws(CatalogError) {
        guard !isBroken else {
            throw CatalogError(.io, path: path, "an earlier write failed; open the catalog again")
        }
        let count = record.count - Self.recordHeaderLength
        guard count <= UInt32.max else {
            throw CatalogError(.tooLarge, path: path, "found changes of \(count) bytes in one call; make several calls")
        }
        record.put(u32: Self.recordMark, at: 0)
        record.put(u32: UInt32(count), at: 4)
        record.put(u64: records + 1, at: 8)
        record.append(u64: Checksum.of(record.span))
        let start = length
        do throws(CatalogError) {
            try write(record.span)
            if isSynced { try sync() }
        } catch {
            // An incomplete record must not precede the next one.
            isBroken = (try? file.truncate(to: start)) == nil
            length = start
            throw error
        }
        records += 1
    }

    /// Syncs the file to disk.
    func sync() throws(CatalogError) {
        try CatalogError.io(path) { () throws(FileFault) in try file.sync() }
    }

    private func write(_ bytes: Span<UInt8>) throws(CatalogError) {
        do throws(FileFault) { try file.write(bytes, at: length) } catch { throw .io(path, error) }
        length += bytes.count
    }

    /// Saves the unreadable bytes of the journal at `path` in a new file beside the journal, and syncs the file to
    /// disk. Its name contains the offset of the bytes: `NAME.damaged-1240`, or `NAME.damaged-1240-2` and so on if that
    /// file exists.
    ///
    /// - Returns: The path of the new file.
    static func keepRest(of path: String, _ contents: Contents) throws(CatalogError) -> String {
        let bytes = try MappedSection(ofFile: path)
        var number = 1
        while true {
            let name = "\(path).damaged-\(contents.length)\(number == 1 ? "" : "-\(number)")"
            number += 1
            do throws(FileFault) {
                let file = try OpenFile(name, for: .new)
                try file.write(bytes.span(contents.length, contents.rest))
                try file.sync()
                try Folder.sync(of: name)
                return name
            } catch {
                if error == .system(action: "create", .fileExists) { continue }
                throw .io(name, error)
            }
        }
    }
}
