@testable import CatalogBuilding
@testable import CatalogCore
@testable import InstrumentCatalog

/// Corrects a changed catalog file, so that its checksums match its bytes again.
enum SealedBytes {
    /// Corrects the values that `Catalog.init` and `verify` compare: the length, and the checksums of the sections, the
    /// section table and the header.
    static func seal(_ bytes: inout [UInt8]) {
        guard bytes.count >= CatalogHeader.length else { return }
        for (index, byte) in (CatalogHeader.magic + [1, 0, 0, 0]).enumerated() { bytes[index] = byte }
        bytes[12] &= 1
        for offset in 13..<16 { bytes[offset] = 0 }
        put(UInt64(bytes.count), at: 16, &bytes)
        put(0, at: 48, &bytes)
        let table = get(32, bytes)
        if table <= bytes.count {
            let last = bytes.count - SectionTable.entryLength
            for entry in stride(from: Int(table), through: last, by: SectionTable.entryLength) {
                let (offset, length) = (get(entry + 8, bytes), get(entry + 16, bytes))
                guard offset <= table, length <= table - offset else { continue }
                put(Checksum.of(bytes.span.extracting(Int(offset)..<Int(offset + length))), at: entry + 24, &bytes)
            }
            put(Checksum.of(bytes.span.extracting(Int(table)..<bytes.count)), at: 40, &bytes)
        }
        put(Checksum.of(bytes.span.extracting(0..<56)), at: 56, &bytes)
    }

    private static func put(_ value: UInt64, at offset: Int, _ bytes: inout [UInt8]) {
        for byte in 0..<8 { bytes[offset + byte] = UInt8(truncatingIfNeeded: value >> UInt64(8 * byte)) }
    }

    private static func get(_ offset: Int, _ bytes: [UInt8]) -> UInt64 {
        (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
    }
}
