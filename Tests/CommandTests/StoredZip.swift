import Foundation
import Ingest

/// A zip archive of uncompressed files.
enum StoredZip {
    static func of(_ files: [(name: String, text: String)]) -> Data {
        var bytes: [UInt8] = []
        var directory: [UInt8] = []
        for (name, text) in files {
            let size = littleEndian(text.utf8.count, 4)
            let facts =
                [0, 0, 0, 0, 0, 0, 0x21, 0] + checksum(text) + size + size + littleEndian(name.utf8.count, 2) + [0, 0]
            directory += [0x50, 0x4B, 1, 2, 20, 0, 20, 0] + facts + [UInt8](repeating: 0, count: 10)
            directory += littleEndian(bytes.count, 4) + Array(name.utf8)
            bytes += [0x50, 0x4B, 3, 4, 20, 0] + facts + Array(name.utf8) + Array(text.utf8)
        }
        let counts = littleEndian(files.count, 2) + littleEndian(files.count, 2)
        let end = counts + littleEndian(directory.count, 4) + littleEndian(bytes.count, 4) + [0, 0]
        return Data(bytes + directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + end)
    }

    /// CRC-32, as at the end of a gzip file.
    private static func checksum(_ text: String) -> [UInt8] {
        var packed: [UInt8] = []
        var writer = GzipWriter()
        writer.write(Array(text.utf8).span) { packed += Array(copying: $0) }
        writer.finish { packed += Array(copying: $0) }
        return Array(packed.suffix(8).prefix(4))
    }

    private static func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
