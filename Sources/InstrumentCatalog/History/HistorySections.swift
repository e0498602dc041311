internal import MarketRules
internal import Packing
internal import Scanning

/// What a catalog file keeps of its past: for each import since history was begun what undoes it, the oldest first.
///
/// Five sections. `SectionKind.historyBatches`:
/// ```
/// i64  since when history is known: milliseconds since 1970 UTC
/// u32  imports that changed something
/// u32  blocks
/// per import, 16 bytes:
///   i64  since when it was true, after that of the import before
///   u32  changes
///   u32  blocks, at least one
/// per block, 12 bytes:
///   u32  bytes as it is packed
///   u32  bytes
///   u32  changes
/// ```
/// `historyBlocks`: the blocks (`HistoryBlockBuilder`), each packed in zlib's format, one after the other. `historySymbols`: the first
/// symbol of each block (`FrontCodedText`). `historySources`: what was imported, a text for each import. `historyRenames`: the symbols
/// that took the place of others (`HistoryRenames`).
package final class HistorySections: Sendable {
    /// One import.
    package struct Batch: Sendable {
        /// Since when it was true: milliseconds since 1970 UTC.
        package var time: Int64
        /// How many symbols it changed.
        var changes: Int
        var blocks: Range<Int>
    }

    /// A block, by where it is in its section.
    struct Block: Sendable {
        var offset: Int
        var packed: Int
        var count: Int
        var changes: Int
    }

    /// Since when history is known: milliseconds since 1970 UTC.
    package let since: Int64
    package let batches: [Batch]
    let blocks: [Block]
    package let file: CatalogFile

    /// Moments that history may know: the years 0000 to 9999.
    static let times: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    static let batchLength = 16
    static let blockLength = 12

    /// The history of `file`; `nil` where it keeps none.
    ///
    /// - Throws: `CatalogError` of kind `damaged`.
    /// - Complexity: O(imports).
    init?(_ file: CatalogFile) throws(CatalogError) {
        let bytes = file.rows.sections[.historyBatches]
        if bytes.count == 0 { return nil }
        self.file = file
        since = Int64(bitPattern: bytes.u64(at: 0))
        let counts = (batches: Int(bytes.u32(at: 8)), blocks: Int(bytes.u32(at: 12)))
        guard 16 + counts.batches * Self.batchLength + counts.blocks * Self.blockLength == bytes.count else {
            throw Self.damaged(.historyBatches, file, "its length is not that of what it lists")
        }
        guard Self.times.contains(since) else {
            throw Self.damaged(.historyBatches, file, "it begins at no moment")
        }
        var batches: [Batch] = []
        var time = since
        var next = 0
        for index in 0..<counts.batches {
            let offset = 16 + index * Self.batchLength
            let batch = Batch(
                time: Int64(bitPattern: bytes.u64(at: offset)), changes: Int(bytes.u32(at: offset + 8)),
                blocks: next..<(next + Int(bytes.u32(at: offset + 12))))
            guard batch.time > time, batch.time <= Self.times.upperBound, !batch.blocks.isEmpty,
                batch.blocks.upperBound <= counts.blocks
            else {
                throw Self.damaged(.historyBatches, file, "import \(index + 1) is not after the one before")
            }
            (time, next) = (batch.time, batch.blocks.upperBound)
            batches.append(batch)
        }
        var blocks: [Block] = []
        var start = 0
        for index in 0..<counts.blocks {
            let offset = 16 + counts.batches * Self.batchLength + index * Self.blockLength
            let packed = Int(bytes.u32(at: offset))
            blocks.append(
                Block(
                    offset: start, packed: packed, count: Int(bytes.u32(at: offset + 4)),
                    changes: Int(bytes.u32(at: offset + 8))))
            start += packed
        }
        guard next == counts.blocks, start == file.rows.sections[.historyBlocks].count else {
            throw Self.damaged(.historyBlocks, file, "its length is not that of its blocks")
        }
        (self.batches, self.blocks) = (batches, blocks)
    }

    /// What was imported; empty where that isn't known.
    package func source(ofBatch batch: Int) -> String {
        FrontCodedText(file.rows.sections[.historySources]).string(batch)
    }

    /// How many imports were true at a moment; `nil` before history begins.
    ///
    /// - Complexity: O(log imports).
    func count(at time: Int64) -> Int? {
        time < since ? nil : batches.indices.partitioningIndex { batches[$0].time > time }
    }

    /// The renames that imports brought, the oldest first.
    ///
    /// - Throws: `CatalogError` of kind `damaged`.
    /// - Complexity: O(renames).
    package func renames() throws(CatalogError) -> [HistoryRenames.Entry] {
        guard let entries = HistoryRenames.entries(file.rows.sections[.historyRenames]),
            entries.allSatisfy({ $0.batch < batches.count })
        else { throw Self.damaged(.historyRenames, file, "it doesn't hold renames") }
        return entries
    }

    // MARK: Changes

    /// Calls `body` for each change of an import, in the order of their symbols, until it returns false.
    ///
    /// - Throws: `CatalogError` of kind `damaged`.
    package func forEachChange(
        inBatch batch: Int, _ body: ([UInt8], HistoryChange) throws(CatalogError) -> Bool
    ) throws(CatalogError) {
        for block in batches[batch].blocks where !(try forEachChange(inBlock: block, body)) { return }
    }

    /// What an import did to a symbol; `nil` where nothing.
    ///
    /// - Throws: `CatalogError` of kind `damaged`.
    /// - Complexity: O(log blocks), and one block, some hundred microseconds.
    package func change(of symbol: [UInt8], inBatch batch: Int) throws(CatalogError) -> HistoryChange? {
        let symbols = FrontCodedText(file.rows.sections[.historySymbols])
        let range = batches[batch].blocks
        let after = range.partitioningIndex { symbols.compare($0, symbol.span) > 0 }
        if after == range.lowerBound { return nil }
        var found: HistoryChange?
        _ = try forEachChange(inBlock: after - 1) { other, change in
            if other == symbol { found = change }
            return other.lexicographicallyPrecedes(symbol)
        }
        return found
    }

    /// Calls `body` for each change of a block until it returns false, which it returns then.
    private func forEachChange(
        inBlock index: Int, _ body: ([UInt8], HistoryChange) throws(CatalogError) -> Bool
    ) throws(CatalogError) -> Bool {
        let block = blocks[index]
        let packed = packedBytes(ofBlock: index)
        guard let bytes = PackedBlock.unpack(packed.span, count: block.count) else {
            throw Self.damaged(.historyBlocks, file, "block \(index + 1) can't be unpacked")
        }
        var reader = HistoryBlockReader(bytes)
        var goesOn = true
        let isWhole = try reader.forEachChange { symbol, change throws(CatalogError) in
            goesOn = try body(symbol, change)
            return goesOn
        }
        guard isWhole else { throw Self.damaged(.historyBlocks, file, "block \(index + 1) doesn't hold changes") }
        return goesOn
    }

    /// A block as it is in the file.
    func packedBytes(ofBlock index: Int) -> MappedSection {
        file.rows.sections[.historyBlocks].slice(blocks[index].offset, blocks[index].packed)
    }

    private static func damaged(_ kind: SectionKind, _ file: CatalogFile, _ found: String) -> CatalogError {
        .damaged(kind.name, path: file.path, found)
    }
}
