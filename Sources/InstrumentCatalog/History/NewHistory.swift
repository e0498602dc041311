internal import Packing
internal import Scanning

/// The changes of one import, split into compressed blocks.
struct ChangedBlocks: ~Copyable {
    /// A compressed block: its first symbol, its compressed bytes, its uncompressed size in bytes, and its number of
    /// changes.
    typealias Block = (symbol: [UInt8], packed: [UInt8], count: Int, changes: Int)

    private(set) var blocks: [Block] = []
    private var builder = HistoryBlockBuilder()
    private var first: [UInt8] = []

    init() {}

    /// Appends a change of a symbol. Symbols must be appended in ascending order.
    mutating func append(_ symbol: [UInt8], _ change: HistoryChange) {
        if builder.count == 0 { first = symbol }
        builder.append(symbol, change)
        if builder.length >= HistoryRecorder.blockBytes { endBlock() }
    }

    /// Ends the last block, if it is not empty.
    mutating func finish() { if builder.count > 0 { endBlock() } }

    private mutating func endBlock() {
        blocks.append((first, PackedBlock.pack(builder.span), builder.length, builder.count))
        builder = HistoryBlockBuilder()
    }
}

/// The history sections of a file under construction.
struct NewHistory: ~Copyable {
    private var since: Int64
    private var batches = ByteSink()
    private var batchCount = 0
    private var blocks = ByteSink()
    private var blockCount = 0
    private var packed = ByteSink()
    private var symbols = FrontCodedTextBuilder()
    private var sources = FrontCodedTextBuilder()
    private var renames: [HistoryRenames.Entry] = []

    /// Creates a history that starts at a moment, in milliseconds since 1970 UTC.
    init(_ since: Int64) { self.since = since }

    /// Appends the first `batches` imports of an existing history, without decompressing their blocks.
    ///
    /// - Throws: `CatalogError` of kind `damaged`.
    mutating func append(_ history: HistorySections, batches count: Int) throws(CatalogError) {
        since = history.since
        let texts = FrontCodedText(history.file.rows.sections[.historySymbols])
        for (number, batch) in history.batches.prefix(count).enumerated() {
            append(batch.time, changes: batch.changes, blocks: batch.blocks.count, history.source(ofBatch: number))
            for index in batch.blocks {
                let block = history.blocks[index]
                let bytes = history.packedBytes(ofBlock: index)
                texts.withText(index) { append(block.count, block.changes, $0, bytes.span) }
            }
        }
        renames = try history.renames().filter { $0.batch < count }
    }

    /// Appends an import, unless it changed nothing.
    mutating func append(
        _ changes: consuming ChangedBlocks, time: Int64, source: String, _ found: [SymbolRename]
    ) {
        changes.finish()
        if changes.blocks.isEmpty { return }
        renames += found.map { (batch: batchCount, rename: $0) }
        append(
            time, changes: changes.blocks.reduce(0) { $0 + $1.changes }, blocks: changes.blocks.count, source)
        for block in changes.blocks { append(block.count, block.changes, block.symbol.span, block.packed.span) }
    }

    private mutating func append(_ time: Int64, changes: Int, blocks: Int, _ source: String) {
        batches.append(u64: UInt64(bitPattern: time))
        batches.append(u32: UInt32(changes))
        batches.append(u32: UInt32(blocks))
        sources.append(source.utf8Span.span)
        batchCount += 1
    }

    private mutating func append(_ count: Int, _ changes: Int, _ symbol: Span<UInt8>, _ bytes: Span<UInt8>) {
        blocks.append(u32: UInt32(bytes.count))
        blocks.append(u32: UInt32(count))
        blocks.append(u32: UInt32(changes))
        symbols.append(symbol)
        packed.append(bytes)
        blockCount += 1
    }

    /// Returns the sections.
    ///
    /// - Throws: `CatalogError` of kind `tooLarge`.
    consuming func finish() throws(CatalogError) -> [NewSection] {
        var head = ByteSink()
        head.append(u64: UInt64(bitPattern: since))
        head.append(u32: UInt32(batchCount))
        head.append(u32: UInt32(blockCount))
        head.append(batches.span)
        head.append(blocks.span)
        var sections = [NewSection(.historyBatches, head)]
        if batchCount == 0 { return sections }
        sections.append(NewSection(.historyBlocks, packed))
        sections.append(NewSection(.historySymbols, try symbols.finish("the symbols of the history")))
        sections.append(NewSection(.historySources, try sources.finish("the sources of the history")))
        if !renames.isEmpty { sections.append(NewSection(.historyRenames, HistoryRenames.bytes(renames))) }
        return sections
    }
}
