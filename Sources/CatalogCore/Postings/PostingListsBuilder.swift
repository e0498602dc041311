/// Builds all posting lists at once, row by row.
///
/// The caller does not add single rows. It *opens* a list at the first row that belongs to it, and *closes* the list at
/// the first row that does not. Unchanged terms of neighboring rows thus cost nothing. A list may be opened several
/// times, for several occurrences in one text; it stays open until each is closed.
///
/// Runs are encoded immediately (`PostingLists`) into linked chunks of one arena, since most of the hundreds of
/// thousands of lists need only a few bytes.
struct PostingListsBuilder: ~Copyable {
    private struct List: BitwiseCopyable {
        /// The number of times that the list is open.
        var open: UInt32 = 0
        /// The pending run, not yet encoded; while the list is open, `end` is meaningless.
        var start: UInt32 = 0
        var end: UInt32 = 0
        /// The end of the last encoded run.
        var encodedEnd: UInt32 = 0
        var runs: UInt32 = 0
        /// The number of chunks, and the arena offsets of the first chunk and of the free bytes of the last.
        var pieces: UInt32 = 0
        var firstPiece: UInt32 = 0
        var free: UInt32 = 0
        var freeEnd: UInt32 = 0
    }

    private var lists = TrivialArray<List>()
    private var arena = Arena()

    init() {}

    /// The number of lists.
    var count: Int { lists.count }

    /// Adds a list and returns its number.
    mutating func addList() -> UInt32 {
        lists.append(List())
        return UInt32(lists.count - 1)
    }

    /// Opens `list` at `row`.
    @inline(__always)
    mutating func open(_ list: UInt32, at row: UInt32) {
        // In place: copying a whole list right after writing a part of it would cause a store-forwarding stall.
        Self.open(&lists[Int(list)], at: row, &arena)
    }

    @inline(__always)
    private static func open(_ entry: inout List, at row: UInt32, _ arena: inout Arena) {
        if entry.open == 0, entry.end != row || entry.start == row {
            if entry.end > entry.start { encode(&entry, &arena) }
            entry.start = row
        }
        entry.open &+= 1
    }

    /// Closes `list` at `row`, once for each time that it was opened.
    @inline(__always)
    mutating func close(_ list: UInt32, at row: UInt32) { Self.close(&lists[Int(list)], at: row) }

    @inline(__always)
    private static func close(_ entry: inout List, at row: UInt32) {
        entry.open -= 1
        if entry.open == 0 { entry.end = row }
    }

    // MARK: Encoding

    @inline(never)
    private static func encode(_ entry: inout List, _ arena: inout Arena) {
        let rows = entry.end &- entry.start
        let gap = (entry.start &- entry.encodedEnd) &<< 1 | (rows > 1 ? 1 : 0)
        if entry.freeEnd &- entry.free >= 8, gap < 1 << 14, rows < 1 << 14 {
            // Both numbers, of at most two bytes each, are combined in one word.
            var (word, length) = Varint.word(of: gap)
            if rows > 1 {
                let more = Varint.word(of: rows &- 2)
                word |= more.bytes &<< UInt64(8 &* length)
                length &+= more.count
            }
            arena.bytes.put(bytesOf: word.littleEndian, at: Int(entry.free))
            entry.free &+= length
        } else {
            put(gap, &entry, &arena)
            if rows > 1 { put(rows - 2, &entry, &arena) }
        }
        entry.encodedEnd = entry.end
        entry.runs &+= 1
    }

    private static func put(_ value: UInt32, _ entry: inout List, _ arena: inout Arena) {
        Varint.forEachByte(of: value) { byte in
            if entry.free == entry.freeEnd, !addPiece(&entry, &arena) { return }
            arena.bytes[Int(entry.free)] = byte
            entry.free += 1
        }
    }

    /// Adds a chunk to the list. Returns `false` if the arena is full, which `section` reports.
    private static func addPiece(_ entry: inout List, _ arena: inout Arena) -> Bool {
        let capacity = capacity(ofPiece: entry.pieces)
        guard let piece = arena.addPiece(capacity) else { return false }
        if entry.pieces == 0 { entry.firstPiece = piece } else { arena.setNext(Int(entry.freeEnd), piece) }
        entry.pieces += 1
        entry.free = piece
        entry.freeEnd = piece + capacity
        return true
    }

    /// Returns the payload size of a list's chunk in bytes: 12, 24, 48, … 1,020.
    fileprivate static func capacity(ofPiece index: UInt32) -> UInt32 { index < 7 ? 12 << index : 1020 }

    /// Returns the offset of the chunk that follows the one whose payload ends at `end`.
    fileprivate static func nextPiece(_ arena: Span<UInt8>, after end: Int) -> Int {
        var next = 0
        for index in 0..<4 { next |= Int(arena[end + index]) << (8 * index) }
        return next
    }

    /// The memory of the chunks: each has a payload, followed by the four-byte offset of the next chunk.
    private struct Arena: ~Copyable {
        var bytes = TrivialArray<UInt8>()
        private(set) var isTooLarge = false

        /// Returns the offset of a new chunk; `nil` if there is no room.
        mutating func addPiece(_ capacity: UInt32) -> UInt32? {
            if bytes.count > Int(UInt32.max) - 2048 { isTooLarge = true }
            if isTooLarge { return nil }
            let piece = UInt32(bytes.count)
            bytes.append(repeating: 0, count: Int(capacity) + 4)
            return piece
        }

        mutating func setNext(_ offset: Int, _ piece: UInt32) {
            bytes.put(bytesOf: piece.littleEndian, at: offset)
        }
    }

    // MARK: Reading back

    /// Calls `body` with the runs of a list, in order. All runs must have been closed and settled (`settle`).
    @inline(__always)
    func forEachRun(of list: Int, _ body: (Range<UInt32>) -> Void) {
        if arena.isTooLarge { return }
        var reader = PieceReader(lists[list].firstPiece)
        var end: UInt32 = 0
        for _ in 0..<lists[list].runs {
            let gap = reader.varint(arena.bytes.span)
            let start = end + gap >> 1
            end = start + (gap & 1 == 0 ? 1 : reader.varint(arena.bytes.span) + 2)
            body(start..<end)
        }
    }

    /// Returns the number of runs of a list, which must be settled.
    func runs(of list: Int) -> Int { Int(lists[list].runs) }

    /// Encodes the pending runs of all lists. No list may be open.
    mutating func settle() {
        for index in 0..<lists.count where lists[index].end > lists[index].start {
            Self.encode(&lists[index], &arena)
            lists[index].start = lists[index].end
        }
    }

    /// Returns the bytes of `PostingLists`, with the lists in the order of `numbers`. All lists must be settled.
    ///
    /// - Throws: `CatalogError` of kind `tooLarge` if the lists, called `name` in the error, exceed 4 GiB.
    func section(_ numbers: borrowing TrivialArray<UInt32>, _ name: String) throws(CatalogError) -> ByteSink {
        if arena.isTooLarge { throw Self.tooLarge(name) }
        var section = ByteSink()
        section.append(u32: UInt32(numbers.count))
        section.append(zeros: 4 + 4 * (numbers.count + 1))
        let base = section.count
        for index in 0..<numbers.count {
            section.put(u32: UInt32(truncatingIfNeeded: section.count - base), at: 8 + 4 * index)
            append(Int(numbers[index]), to: &section)
        }
        if section.count - base > Int(UInt32.max) { throw Self.tooLarge(name) }
        section.put(u32: UInt32(section.count - base), at: 8 + 4 * numbers.count)
        return section
    }

    private static func tooLarge(_ name: String) -> CatalogError {
        CatalogError(.tooLarge, "the \(name) exceed the limit of 4 GiB; import fewer instruments")
    }

    private func append(_ list: Int, to section: inout ByteSink) {
        let runs = Int(lists[list].runs)
        section.append(varint: runs)
        let skips = section.count
        section.append(zeros: 8 * (max(0, runs - 1) / PostingLists.blockRuns))
        let first = section.count
        appendPieces(of: lists[list], to: &section)
        if first > skips { putSkips(at: skips, first, &section) }
    }

    /// Appends the encoded runs of a list, which chunks and section store in the same form.
    private func appendPieces(of list: List, to section: inout ByteSink) {
        var start = Int(list.firstPiece)
        for piece in 0..<list.pieces {
            let end = start + Int(Self.capacity(ofPiece: piece))
            if piece + 1 == list.pieces { return section.append(arena.bytes.span.extracting(start..<Int(list.free))) }
            section.append(arena.bytes.span.extracting(start..<end))
            start = Self.nextPiece(arena.bytes.span, after: end)
        }
    }

    /// Writes the skip table at `skips`, before the list's runs, which start at `first` and are the last bytes of the
    /// section.
    private func putSkips(at skips: Int, _ first: Int, _ section: inout ByteSink) {
        var offset = first
        var row: UInt32 = 0
        var skip = skips
        while skip < first {
            for _ in 0..<PostingLists.blockRuns {
                let gap = section.varint(at: &offset)
                row += gap &>> 1 + (gap & 1 == 0 ? 1 : section.varint(at: &offset) + 2)
            }
            section.put(u32: row, at: skip)
            section.put(u32: UInt32(offset - first), at: skip + 4)
            skip += 8
        }
    }
}

/// Reads the bytes of a list across chunks.
private struct PieceReader {
    private var offset: Int
    private var end: Int
    private var piece: UInt32 = 0

    init(_ firstPiece: UInt32) {
        offset = Int(firstPiece)
        end = offset + Int(PostingListsBuilder.capacity(ofPiece: 0))
    }

    @inline(__always)
    mutating func varint(_ arena: Span<UInt8>) -> UInt32 {
        var value: UInt32 = 0
        var shift: UInt32 = 0
        while true {
            if offset == end { moveOn(arena) }
            let byte = arena[offset]
            offset += 1
            value |= UInt32(byte & 0x7F) &<< shift
            if byte < 0x80 { return value }
            shift += 7
        }
    }

    private mutating func moveOn(_ arena: Span<UInt8>) {
        offset = PostingListsBuilder.nextPiece(arena, after: end)
        piece += 1
        end = offset + Int(PostingListsBuilder.capacity(ofPiece: piece))
    }
}
