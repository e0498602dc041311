internal import HTTPTypes
internal import Ingest
internal import InstrumentCatalog
internal import Scanning

/// A body of several parts, some of which may still be incomplete.
struct BodyForm: Sendable {
    enum Part: Sendable {
        case bytes([UInt8])
        case file(BodyFile)
        /// A part that depends on the files before it. It is available when these files are complete.
        case last(length: Int, @Sendable () throws -> [UInt8])
    }

    var parts: [Part]

    /// The number of bytes; `nil` while a file is being written.
    var length: Int? {
        var length = 0
        for part in parts {
            switch part {
            case .bytes(let bytes): length += bytes.count
            case .file(let file):
                guard let known = file.length else { return nil }
                length += known
            case .last(let count, _): length += count
            }
        }
        return length
    }

    /// Waits until all files are complete.
    ///
    /// - Parameter time: The maximum time to wait for each file; `nil` for no limit.
    func waitForEnd(within time: Duration?) async {
        for case .file(let file) in parts { await file.waitForEnd(within: time) }
    }
}

extension SnapshotBody {
    /// Returns the body as one gzip member.
    func gzip() throws(Problem) -> BodyForm {
        BodyForm(parts: [
            .bytes(DeflateWriter.gzipHeader), .file(try blocks()),
            .last(length: 10) { [self] in
                let tail = tail
                return DeflateWriter.lastBlock + Self.bytes(tail.checksum)
                    + Self.bytes(UInt32(truncatingIfNeeded: tail.length))
            },
        ])
    }

    /// Returns the body as plain text.
    func text() throws(Problem) -> BodyForm { BodyForm(parts: [.file(try plain())]) }

    /// Returns a zip file with one entry, `all.ipf`. The sizes and the checksum follow the entry (APPNOTE 4.3.9),
    /// because the entry is sent while it is being written.
    func zip() throws(Problem) -> BodyForm {
        let name = Array("all.ipf".utf8)
        let date = Self.dosDate(modified)
        // Version 2.0, bit 3 for the data descriptor, deflate.
        let common: [UInt8] = [20, 0, 8, 0, 8, 0] + date
        let nameLength: [UInt8] = [UInt8(name.count), 0, 0, 0]
        let head = [0x50, 0x4B, 3, 4] + common + [UInt8](repeating: 0, count: 12) + nameLength + name
        let blocks = try blocks()
        let end = { @Sendable [self] () throws -> [UInt8] in
            let sizes = try zipSizes(blocks)
            let directory: [UInt8] =
                [0x50, 0x4B, 1, 2, 20, 0] + common + sizes.bytes + nameLength + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
                + Self.bytes(0) + name
            let place = head.count + sizes.packed + 16
            return DeflateWriter.lastBlock + [0x50, 0x4B, 7, 8] + sizes.bytes + directory
                + [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0] + Self.bytes(UInt32(directory.count))
                + Self.bytes(UInt32(truncatingIfNeeded: place)) + [0, 0]
        }
        if blocks.length != nil { _ = try zipSizes(blocks) }
        return BodyForm(parts: [.bytes(head), .file(blocks), .last(length: 2 + 16 + 46 + name.count + 22, end)])
    }

    /// Returns the checksum and the compressed and uncompressed sizes as bytes, and the compressed size.
    ///
    /// - Throws: `Problem` if the sizes exceed the limits of zip without Zip64.
    private func zipSizes(_ blocks: BodyFile) throws(Problem) -> (bytes: [UInt8], packed: Int) {
        let tail = tail
        let packed = (blocks.length ?? 0) + DeflateWriter.lastBlock.count
        guard let packed32 = UInt32(exactly: packed), let plain32 = UInt32(exactly: tail.length),
            packed32 < UInt32.max - 1024
        else {
            throw Problem.largeZip
        }
        return (Self.bytes(tail.checksum) + Self.bytes(packed32) + Self.bytes(plain32), packed)
    }

    private static func bytes(_ value: UInt32) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// Returns the time and date in the format of MS-DOS.
    private static func dosDate(_ seconds: Int64) -> [UInt8] {
        let days = Int(seconds / 86_400)
        let date = CalendarDate(dayNumber: max(days, CalendarDate.dayNumber(year: 1980, month: 1, day: 1)))
        let second = Int(seconds - Int64(days) * 86_400)
        let time = UInt16(second / 3600 << 11 | second / 60 % 60 << 5 | second % 60 / 2)
        let day = UInt16(truncatingIfNeeded: (date.year - 1980) << 9 | date.month << 5 | date.day)
        return [UInt8(time & 0xFF), UInt8(time >> 8), UInt8(day & 0xFF), UInt8(day >> 8)]
    }
}
