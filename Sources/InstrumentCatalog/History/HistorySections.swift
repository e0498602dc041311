internal import MarketRules
internal import Packing
internal import Scanning

/// The history of a catalog file: the undo records of each import since history started, oldest first.
///
/// It consists of five sections. `SectionKind.historyBatches`:
/// ```
/// i64  start of the history, in milliseconds since 1970 UTC
/// u32  number of imports that changed something
/// u32  number of blocks
/// per import, 16 bytes:
///   i64  effective date, later than that of the previous import
///   u32  number of changes
///   u32  number of blocks, at least one
/// per block, 12 bytes:
///   u32  compressed length in bytes
///   u32  uncompressed length in bytes
///   u32  number of changes
/// ```
/// `historyBlocks`: the blocks (`HistoryBlockBuilder`), each compressed in zlib format, concatenated. `historySymbols`:
/// the first symbol of each block (`FrontCodedText`). `historySources`: the source of each import, as a text.
/// `historyRenames`: the renames of symbols (`HistoryRenames`).
package final class HistorySections: Sendable {
    /// An import.
    package struct Batch: Sendable {
        /// The effective date, in milliseconds since 1970 UTC.
        package var time: Int64
        /// The number of symbols that the import changed.
        var changes: Int
        var blocks: Range<Int>
    }

    /// The location of a block in its section.
    struct Block: Sendable {
        var offset: Int
        var packed: Int
        var count: Int
        var changes: Int
    }

    /// The start of the history, in milliseconds since 1970 UTC.
    package let since: Int64
    package let batches: [Batch]
    let blocks: [Block]
    package let file: CatalogFile

    /// The times that a history can contain: the years 0000 to 9999.
    static let times: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    static let batchLength = 16
    static let blockLength = 12

    /// Reads the history of `file`; `nil` if the file has no history.
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
            throw Self.damaged(.historyBatches, file, "its length does not match its entries")
        }
        guard Self.times.contains(since) else {
            throw Self.damaged(.historyBatches, file, "it has no start time")
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
            throw Self.damaged(.historyBlocks, file, "its length does not match its blocks")
        }
        (self.batches, self.blocks) = (batches, blocks)
    }

    /// Returns the source of an import; empty if unknown.
    package func source(ofBatch batch: Int) -> String {
        FrontCodedText(file.rows.sections[.historySources]).string(batch)
    }

    /// Returns the number of imports in effect at a moment; `nil` if the moment is before the start of the history.
    ///
    /// - Complexity: O(log imports).
    func count(at time: Int64) -> Int? {
        time < since ? nil : batches.indices.partitioningIndex { batches[$0].time > time }
    }

    /// Returns the renames of all imports, oldest first.
    ///
    /// - Throws: `CatalogError` of kind `damaged`.
    /// - Complexity: O(renames).
    package func renames() throws(CatalogError) -> [HistoryRenames.Entry] {
        guard let entries = HistoryRenames.entries(file.rows.sections[.historyRenames]),
            entries.allSatisfy({ $0.batch < batches.count })
        else { throw Self.damaged(.historyRenames, file, "it does not contain renames") }
        return entries
    }

    // MARK: Changes

    /// Calls `body` for each change of an import, in symbol order, until it returns false.
    ///
    /// - Throws: `CatalogError` of kind `damaged`.
    package func forEachChange(
        inBatch batch: Int, _ body: ([UInt8], HistoryChange) throws(CatalogError) -> Bool
    ) throws(CatalogError) {
        for block in batches[batch].blocks where !(try forEachChange(inBlock: block, body)) { return }
    }

    /// Returns the change of a symbol by an import; `nil` if the import did not change it.
    ///
    /// - Throws: `CatalogError` of kind `damaged`.
    /// - Complexity: O(log blocks), and decompressing one block.
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

    /// Calls `body` for each change of a block until it returns false. Returns whether `body` always returned true.
    private func forEachChange(
        inBlock index: Int, _ body: ([UInt8], HistoryChange) throws(CatalogError) -> Bool
    ) throws(CatalogError) -> Bool {
        let block = blocks[index]
        let packed = packedBytes(ofBlock: index)
        guard let bytes = PackedBlock.unpack(packed.span, count: block.count) else {
            throw Self.damaged(.historyBlocks, file, "block \(index + 1) can't be inflated")
        }
        var reader = HistoryBlockReader(bytes)
        var goesOn = true
        let isWhole = try reader.forEachChange { symbol, change throws(CatalogError) in
            goesOn = try body(symbol, change)
            return goesOn
        }
        guard isWhole else { throw Self.damaged(.historyBlocks, file, "block \(index + 1) does not contain changes") }
        return goesOn
    }

    /// Returns the compressed bytes of a block.
    func packedBytes(ofBlock index: Int) -> MappedSection {
        file.rows.sections[.historyBlocks].slice(blocks[index].offset, blocks[index].packed)
    }

    private static func damaged(_ kind: SectionKind, _ file: CatalogFile, _ found: String) -> CatalogError {
        .damaged(kind.name, path: file.path, found)
    }
}
