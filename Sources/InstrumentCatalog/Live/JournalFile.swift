internal import SystemFiles

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A journal, open for appending: the changes that a live catalog has acknowledged and not yet folded into its file. The DocC
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
    private static let version: UInt32 = 1

    let path: String
    let number: Int
    private let descriptor: Int32
    /// Bytes of header and whole records.
    private(set) var length: Int
    private var records: UInt64
    /// A write failed and couldn't be taken back: nothing can be appended any more.
    private var isBroken = false

    private init(_ path: String, _ number: Int, _ descriptor: Int32, length: Int, records: UInt64) {
        self.path = path
        self.number = number
        self.descriptor = descriptor
        self.length = length
        self.records = records
    }

    deinit { close(descriptor) }

    /// Begins the journal of that number beside the catalog whose fingerprint is `base`.
    static func create(_ path: String, number: Int, base: UInt64) throws(CatalogError) -> JournalFile {
        try CatalogError.io(path) { () throws(FileFault) in try FileTarget(path).requireReplaceable() }
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .io("create", path, errno) }
        let journal = JournalFile(path, number, descriptor, length: 0, records: 0)
        var header = ByteSink()
        header.append(magic.span)
        header.append(u32: version)
        header.append(u32: 0)
        header.append(u64: UInt64(number))
        header.append(u64: base)
        header.append(u64: Checksum.of(header.span))
        try journal.write(header.span)
        try journal.sync()
        try LiveFolder.sync(path)
        return journal
    }

    /// What a journal was found to hold.
    struct Contents {
        /// The fingerprint of the catalog that it was begun beside; `nil` where not even the header is whole.
        var base: UInt64?
        /// Bytes of header and whole records.
        var length = 0
        var records: UInt64 = 0
        /// Bytes behind the last whole record: the beginning of one that was never acknowledged.
        var torn = 0
    }

    /// The fingerprint of the catalog that the journal at `path` was begun beside; `nil` where its header isn't whole.
    static func base(of path: String) throws(CatalogError) -> UInt64? {
        let bytes = try MappedFile(path: path).all
        guard bytes.count >= headerLength else { return nil }
        try checkHeader(bytes, path)
        return bytes.u64(at: 24)
    }

    /// Reads the journal at `path`, and hands out the payload of every whole record.
    ///
    /// - Throws: `CatalogError`: `foreign` for what is no journal, `newerVersion`, `damaged` where what isn't a whole record has
    ///   whole ones behind it.
    static func read(
        _ path: String, _ body: (Span<UInt8>) throws(CatalogError) -> Void
    ) throws(CatalogError) -> Contents {
        let bytes = try MappedFile(path: path).all
        var contents = Contents()
        if bytes.count < headerLength {
            contents.torn = bytes.count
            return contents
        }
        try checkHeader(bytes, path)
        contents.base = bytes.u64(at: 24)
        contents.length = headerLength
        while let length = recordLength(bytes, contents.length, number: contents.records + 1) {
            try body(bytes.span(contents.length + recordHeaderLength, length - recordHeaderLength - 8))
            contents.length += length
            contents.records += 1
        }
        contents.torn = bytes.count - contents.length
        for offset in contents.length..<max(contents.length, bytes.count - recordHeaderLength) {
            guard bytes.u32(at: offset) == recordMark, recordLength(bytes, offset, number: nil) != nil else { continue }
            throw .damaged(
                "record \(contents.records + 1)", path: path,
                "its bytes, from \(contents.length) on, are not those that were written, and whole records follow")
        }
        return contents
    }

    private static func checkHeader(_ bytes: MappedSection, _ path: String) throws(CatalogError) {
        guard (0..<8).allSatisfy({ bytes.byte(at: $0) == magic[$0] }) else {
            throw CatalogError(
                .foreign, path: path, "isn't a catalog's journal; move it out of the way if it isn't needed")
        }
        guard bytes.u32(at: 8) <= version else {
            throw CatalogError(
                .newerVersion, path: path,
                "is a journal of format version \(bytes.u32(at: 8)), this program reads version \(version): update "
                    + "the program")
        }
        guard Checksum.of(bytes.span(0, 32)) == bytes.u64(at: 32) else {
            throw .damaged("header", path: path, "its checksum is not that of its bytes")
        }
    }

    /// The length of the whole record at `offset`; `nil` where there is none, or not of that number.
    private static func recordLength(_ bytes: MappedSection, _ offset: Int, number: UInt64?) -> Int? {
        guard bytes.count - offset >= recordHeaderLength + 8, bytes.u32(at: offset) == recordMark else { return nil }
        let body = recordHeaderLength + Int(bytes.u32(at: offset + 4))
        guard body + 8 <= bytes.count - offset, number == nil || bytes.u64(at: offset + 8) == number,
            Checksum.of(bytes.span(offset, body)) == bytes.u64(at: offset + body)
        else { return nil }
        return body + 8
    }

    /// Opens a journal that was read, to go on behind its last whole record; a torn end is cut off.
    static func resume(
        _ path: String, number: Int, _ contents: Contents
    ) throws(CatalogError) -> JournalFile {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw .io("open", path, errno) }
        let journal = JournalFile(
            path, number, descriptor, length: contents.length, records: contents.records)
        if contents.torn > 0 {
            guard ftruncate(descriptor, off_t(contents.length)) == 0 else { throw .io("cut", path, errno) }
            try journal.sync()
        }
        return journal
    }

    /// Appends a record. The system has it when this returns, and with `isSynced` the disk.
    ///
    /// - Throws: `CatalogError` of kind `io`; nothing is appended then.
    func append(_ payload: borrowing ByteSink, isSynced: Bool) throws(CatalogError) {
        guard !isBroken else {
            throw CatalogError(.io, path: path, "an earlier write failed; open the catalog again")
        }
        guard payload.count <= UInt32.max else {
            throw CatalogError(.tooLarge, path: path, "changes of \(payload.count) bytes at once; make several calls")
        }
        var record = ByteSink()
        record.reserve(payload.count + Self.recordHeaderLength + 8)
        record.append(u32: Self.recordMark)
        record.append(u32: UInt32(payload.count))
        record.append(u64: records + 1)
        record.append(payload.span)
        record.append(u64: Checksum.of(record.span))
        let start = length
        do throws(CatalogError) {
            try write(record.span)
            if isSynced { try sync() }
        } catch {
            // What was written of the record must not stand in front of the next one.
            isBroken = ftruncate(descriptor, off_t(start)) != 0
            length = start
            throw error
        }
        records += 1
    }

    /// Waits until the disk has all of it.
    func sync() throws(CatalogError) {
        guard fsync(descriptor) == 0 else { throw .io("write", path, errno) }
    }

    private func write(_ bytes: Span<UInt8>) throws(CatalogError) {
        var written = 0
        while written < bytes.count {
            let rest = bytes.extracting(written..<bytes.count)
            let offset = off_t(length + written)
            // SAFETY: the buffer is the rest of the span.
            let count = unsafe rest.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, offset) }
            if count < 0 {
                if errno == EINTR { continue }
                throw .io("write", path, errno)
            }
            written += count
        }
        length += bytes.count
    }
}
