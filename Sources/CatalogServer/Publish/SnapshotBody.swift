internal import Foundation
internal import Ingest
internal import InstrumentCatalog

/// The whole catalog as IPF, compressed once: the same blocks are the gzip file, the zip file and the beginning of every live
/// stream.
final class SnapshotBody: Sendable {
    /// The state that it holds.
    let view: CatalogView
    /// Its entity tag, without quotes.
    let tag: String
    /// Seconds since 1970.
    let modified: Int64
    /// Sealed blocks of deflate.
    let blocks: BodyFile
    /// Of the text.
    let checksum: UInt32
    let textLength: Int
    /// Which columns each type's format line has told.
    let columns: ProfileColumns
    let plain: LazyBody

    init(_ snapshot: ServedSnapshot) throws {
        view = snapshot.view
        tag = snapshot.tag
        modified = snapshot.modified
        let columns = SnapshotText.columns(view)
        self.columns = columns
        var checksum: UInt32 = 0
        var textLength = 0
        blocks = try BodyFile.make { write in
            var deflate = DeflateWriter(level: 5)
            try SnapshotText.write(snapshot.view, columns) { try deflate.write($0, to: write) }
            try deflate.seal(to: write)
            checksum = deflate.checksum
            textLength = deflate.length
        }
        self.checksum = checksum
        self.textLength = textLength
        let view = snapshot.view
        plain = LazyBody { try BodyFile.make { try SnapshotText.write(view, columns, to: $0) } }
    }

    // MARK: Forms

    /// A body of several parts.
    struct Form: Sendable {
        enum Part: Sendable {
            case bytes([UInt8])
            case file(BodyFile)

            var length: Int {
                switch self {
                case .bytes(let bytes): bytes.count
                case .file(let file): file.length
                }
            }
        }

        var parts: [Part]
        var length: Int { parts.reduce(0) { $0 + $1.length } }
    }

    var gzip: Form {
        let tail = DeflateWriter.lastBlock + Self.bytes(checksum) + Self.bytes(UInt32(truncatingIfNeeded: textLength))
        return Form(parts: [.bytes(DeflateWriter.gzipHeader), .file(blocks), .bytes(tail)])
    }

    /// A zip of one entry, `all.ipf`; `nil` where it is too large for the plain form of zip.
    var zip: Form? {
        let packed = blocks.length + DeflateWriter.lastBlock.count
        guard let packed32 = UInt32(exactly: packed), let plain32 = UInt32(exactly: textLength), packed32 < .max else {
            return nil
        }
        let name = Array("all.ipf".utf8)
        let date = Self.dosDate(modified)
        let common: [UInt8] =
            [20, 0, 0, 0, 8, 0] + date + Self.bytes(checksum) + Self.bytes(packed32) + Self.bytes(plain32)
            + [UInt8(name.count), 0, 0, 0]
        let head: [UInt8] = [0x50, 0x4B, 3, 4] + common + name
        let directory: [UInt8] =
            [0x50, 0x4B, 1, 2, 20, 0] + common + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + Self.bytes(0) + name
        let end: [UInt8] =
            [0x50, 0x4B, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0] + Self.bytes(UInt32(directory.count))
            + Self.bytes(UInt32(truncatingIfNeeded: head.count + packed)) + [0, 0]
        return Form(parts: [.bytes(head), .file(blocks), .bytes(DeflateWriter.lastBlock + directory + end)])
    }

    private static func bytes(_ value: UInt32) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// Time and date as MS-DOS counted them.
    private static func dosDate(_ seconds: Int64) -> [UInt8] {
        let days = Int(seconds / 86_400)
        let date = CalendarDate(dayNumber: max(days, CalendarDate.dayNumber(year: 1980, month: 1, day: 1)))
        let second = Int(seconds - Int64(days) * 86_400)
        let time = UInt16(second / 3600 << 11 | second / 60 % 60 << 5 | second % 60 / 2)
        let day = UInt16(truncatingIfNeeded: (date.year - 1980) << 9 | date.month << 5 | date.day)
        return [UInt8(time & 0xFF), UInt8(time >> 8), UInt8(day & 0xFF), UInt8(day >> 8)]
    }
}

/// A file that is made when it is first asked for, by one for all.
final class LazyBody: Sendable {
    private let task: Once<BodyFile>

    init(_ make: @escaping @Sendable () throws -> BodyFile) { task = Once(make) }

    func file() async throws -> BodyFile { try await task.value() }
}

/// The text of all profiles of a view.
enum SnapshotText {
    /// The columns that each type uses.
    static func columns(_ view: CatalogView) -> ProfileColumns {
        var columns = ProfileColumns()
        view.forEachRow(in: .type) { _, row in
            columns.note(view.profile(at: row))
            return true
        }
        return columns
    }

    /// All profiles in the order of their types, each type behind one format line, then `##COMPLETE`.
    static func write(
        _ view: CatalogView, _ columns: ProfileColumns, to output: (Span<UInt8>) throws -> Void
    ) throws {
        var writer = ProfileWriter(columns: columns)
        var text: [UInt8] = []
        text.reserveCapacity(1 << 17)
        var fault: (any Error)?
        view.forEachRow(in: .type) { _, row in
            writer.write(view.profile(at: row), to: &text)
            if text.count < 1 << 16 { return true }
            do { try output(text.span) } catch { fault = error }
            text.removeAll(keepingCapacity: true)
            return fault == nil
        }
        if let fault { throw fault }
        writer.writeComplete(live: true, to: &text)
        try output(text.span)
    }
}
