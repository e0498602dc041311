internal import SystemFiles

/// A journal, open for appending: the changes that a live catalog has acknowledged and not yet compacted into its file. The DocC
/// page `LiveCatalogs` gives the format.
///
/// ```
/// header, 40 bytes
///  0  8 bytes  89 49 50 46 4A 0D 0A 1A
///  8  u32      version, 1
/// 12  u32      0
/// 16  u64      number of the journal
/// 24  u64      fingerprint of the catalog file that was there when it was begun
/// 32  u64      checksum of the 32 bytes before
/// record       one for each call that changed something
///     u32      52 45 43 31, "REC1"
///     u32      length of the payload
///     u64      number of the record in this journal, from 1
///     payload  `JournalPayload`
///     u64      checksum of all of the record before
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
    /// Bytes of header and whole records.
    private(set) var length: Int
    private var records: UInt64
    /// A write failed and couldn't be taken back: nothing can be appended any more.
    private var isBroken = false

    private init(_ path: String, _ number: Int, _ file: OpenFile, length: Int, records: UInt64) {
        self.path = path
        self.number = number
        self.file = file
        self.length = length
        self.records = records
    }

    /// Begins the journal of that number beside the catalog whose fingerprint is `base`.
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

    /// The header of the journal of that number beside the catalog whose fingerprint is `base`.
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

    /// Opens a journal that was read, to go on after its last whole record; what stands there is cut off.
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

    /// The length of the record of a payload of `count` bytes.
    static func recordLength(ofPayload count: Int) -> Int { recordHeaderLength + count + 8 }

    /// Appends a record. The system has it when this returns, and with `isSynced` the disk.
    ///
    /// - Parameter record: room for its header, then the payload.
    /// - Throws: `CatalogError` of kind `io`; nothing is appended then.
    func append(_ record: consuming ByteSink, isSynced: Bool) throws(CatalogError) {
        guard !isBroken else {
            throw CatalogError(.io, path: path, "an earlier write failed; open the catalog again")
        }
        let count = record.count - Self.recordHeaderLength
        guard count <= UInt32.max else {
            throw CatalogError(.tooLarge, path: path, "changes of \(count) bytes at once; make several calls")
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
            // What was written of the record must not stand before the next one.
            isBroken = (try? file.truncate(to: start)) == nil
            length = start
            throw error
        }
        records += 1
    }

    /// Waits until the disk has all of it.
    func sync() throws(CatalogError) {
        try CatalogError.io(path) { () throws(FileFault) in try file.sync() }
    }

    private func write(_ bytes: Span<UInt8>) throws(CatalogError) {
        do throws(FileFault) { try file.write(bytes, at: length) } catch { throw .io(path, error) }
        length += bytes.count
    }

    /// Writes what can't be read of the journal at `path` to a new file beside it, whose name says where the bytes begin:
    /// `NAME.damaged-1240`, or, where there is one, `NAME.damaged-1240-2`, …. The disk has it when this returns.
    ///
    /// - Returns: that file.
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
