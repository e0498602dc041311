/// The first 64 bytes of a catalog file.
///
/// ```
///  0  8 bytes  89 49 50 46 43 0D 0A 1A: a byte that isn't ASCII, "IPFC", CR LF and Ctrl-Z, so that a transfer in text
///              mode damages the magic number
///  8  u32      version of the format, 1
/// 12  u32      flags: bit 0, the import ended with ##COMPLETE; all others 0
/// 16  u64      length of the file in bytes
/// 24  u32      rows
/// 28  u32      sections
/// 32  u64      offset of the section table, which extends to the end of the file
/// 40  u64      checksum of the section table
/// 48  u64      0
/// 56  u64      checksum of the 56 bytes before
/// ```
package struct CatalogHeader: Equatable, Sendable {
    package static let length = 64
    static let magic: [UInt8] = [0x89, 0x49, 0x50, 0x46, 0x43, 0x0D, 0x0A, 0x1A]
    package static let version: UInt32 = 1

    package var isComplete = false
    package var fileLength = 0
    package var rowCount = 0
    package var sectionCount = 0
    package var tableOffset = 0
    package var tableChecksum: UInt64 = 0

    package init() {}

    /// Returns the bytes of the header.
    package func bytes() -> ByteSink {
        var sink = ByteSink()
        sink.append(Self.magic.span)
        sink.append(u32: Self.version)
        sink.append(u32: isComplete ? 1 : 0)
        sink.append(u64: UInt64(fileLength))
        sink.append(u32: UInt32(rowCount))
        sink.append(u32: UInt32(sectionCount))
        sink.append(u64: UInt64(tableOffset))
        sink.append(u64: tableChecksum)
        sink.append(u64: 0)
        sink.append(u64: Checksum.of(sink.span))
        return sink
    }

    /// Parses the header of a file and checks the file's length.
    ///
    /// - Throws: `CatalogError` of kind `foreign`, `truncated`, `newerVersion` or `damaged`.
    init(_ file: MappedSection, path: String) throws(CatalogError) {
        for (index, expected) in Self.magic.enumerated() {
            if index < file.count, file.byte(at: index) == expected { continue }
            let found = (0..<min(file.count, Self.magic.count)).map { Self.hexadecimal(file.byte(at: $0)) }
            throw CatalogError(
                .foreign, path: path,
                "isn't a catalog: it starts with \(found.isEmpty ? "nothing" : found.joined(separator: " ")), "
                    + "expected 89 49 50 46 43 0D 0A 1A; name a file that `ipf import` wrote")
        }
        guard file.count >= Self.length else {
            throw CatalogError(
                .truncated, path: path,
                "found \(file.count) bytes, expected at least \(Self.length): it is truncated; import it again")
        }
        let version = file.u32(at: 8)
        guard version <= Self.version else {
            throw CatalogError(
                .newerVersion, path: path,
                "has format version \(version), but this program reads version \(Self.version); update the program, "
                    + "or import the catalog again")
        }
        guard version == Self.version, Checksum.of(file.span(0, 56)) == file.u64(at: 56), file.u32(at: 12) <= 1,
            file.u64(at: 48) == 0
        else { throw .damaged("header", path: path, "its checksum does not match") }
        isComplete = file.u32(at: 12) == 1
        fileLength = Int(truncatingIfNeeded: file.u64(at: 16))
        rowCount = Int(file.u32(at: 24))
        sectionCount = Int(file.u32(at: 28))
        tableOffset = Int(truncatingIfNeeded: file.u64(at: 32))
        tableChecksum = file.u64(at: 40)
        guard fileLength == file.count else {
            throw CatalogError(
                .truncated, path: path,
                "found \(file.count) bytes, expected \(fileLength): it is truncated or overwritten; import it again")
        }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }
}
