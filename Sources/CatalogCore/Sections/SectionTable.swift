/// The locations of all sections: the last part of a file.
///
/// ```
/// per section, 32 bytes, in the order of the sections:
///   u32  kind                     `SectionKind`
///   u32  field                    the field's place in the directory; 0 for a kind that belongs to no field
///   u64  offset                   from the start of the file, a multiple of 64; the bytes in between are 0
///   u64  length                   in bytes
///   u64  checksum                 of the section's bytes
/// ```
package struct SectionTable: Sendable {
    static let entryLength = 32
    package static let alignment = 64

    package struct Entry: Equatable, Sendable {
        /// The number of a `SectionKind`, or an unknown number.
        var kind: UInt32
        var field: Int
        var offset: Int
        package var length: Int
        var checksum: UInt64

        package init(kind: UInt32, field: Int, offset: Int, length: Int, checksum: UInt64) {
            self.kind = kind
            self.field = field
            self.offset = offset
            self.length = length
            self.checksum = checksum
        }
    }

    package var entries: [Entry] = []

    package init() {}

    /// Returns the bytes of the table.
    package func bytes() -> ByteSink {
        var sink = ByteSink()
        for entry in entries {
            sink.append(u32: entry.kind)
            sink.append(u32: UInt32(entry.field))
            sink.append(u64: UInt64(entry.offset))
            sink.append(u64: UInt64(entry.length))
            sink.append(u64: entry.checksum)
        }
        return sink
    }

    /// Reads the table that `header` points to, and checks that every entry is inside the file.
    ///
    /// - Throws: `CatalogError` of kind `damaged`.
    init(_ file: MappedSection, _ header: CatalogHeader, path: String) throws(CatalogError) {
        let length = header.sectionCount * Self.entryLength
        guard header.tableOffset >= CatalogHeader.length, header.tableOffset <= file.count,
            file.count - header.tableOffset == length
        else { throw .damaged("header", path: path, "the section table lies outside the file") }
        let table = file.slice(header.tableOffset, length)
        guard Checksum.of(table.span) == header.tableChecksum else {
            throw .damaged("section table", path: path, "its checksum does not match")
        }
        entries.reserveCapacity(header.sectionCount)
        for index in 0..<header.sectionCount {
            let start = index * Self.entryLength
            let entry = Entry(
                kind: table.u32(at: start), field: Int(table.u32(at: start + 4)),
                offset: Int(truncatingIfNeeded: table.u64(at: start + 8)),
                length: Int(truncatingIfNeeded: table.u64(at: start + 16)), checksum: table.u64(at: start + 24))
            guard entry.offset >= CatalogHeader.length, entry.length >= 0, entry.offset <= header.tableOffset,
                entry.length <= header.tableOffset - entry.offset
            else { throw .damaged("section table", path: path, "section \(index) lies outside the file") }
            entries.append(entry)
        }
    }
}

/// A section to be written to a file.
package final class NewSection: Sendable {
    package let kind: SectionKind
    /// If the section belongs to a field, the field's index in the directory; otherwise 0.
    package let field: Int
    package let bytes: ByteSink

    package init(_ kind: SectionKind, field: Int = 0, _ bytes: consuming ByteSink) {
        self.kind = kind
        self.field = field
        self.bytes = bytes
    }
}
