internal import Scanning

/// Reads a field's texts row by row, opens and closes the posting lists of their terms (`TextTerms`), and counts their
/// distinctive words.
struct DescriptionIndexer: ~Copyable {
    /// A chunk of the text of the current row.
    private struct Chunk: BitwiseCopyable {
        /// The range of the chunk in the text.
        var start: UInt32
        var end: UInt32
        /// The end of the chunk's lists in `lists`.
        var listsEnd: UInt32
        /// The list of the whole chunk; `none` for numbers such as 100.00.
        var whole: UInt32
        /// The number of distinctive words up to and including this chunk.
        var size: UInt32 = 0

        static let none = UInt32.max
    }

    /// The field; `nil` if no row has it.
    let column: CatalogColumn?
    /// The chunks of the current row's text, and their open lists.
    private var chunks = TrivialArray<Chunk>()
    private var lists = TrivialArray<UInt32>()
    /// The chunks and lists of the suffix shared with the previous text, set aside while the text before the suffix is
    /// read; otherwise empty.
    private var endingChunks = TrivialArray<Chunk>()
    private var endingLists = TrivialArray<UInt32>()
    private var terms = TextTerms(WordLists.rules)
    private var knownWords = WordCache()
    /// If rows have their own texts: the previous row's text, and its uppercase form as far as it is ASCII.
    private var previous = TrivialArray<UInt8>()
    private var plain = TrivialArray<UInt8>()
    /// For a column with ids: the value id of the previous row, and the lists and the size of each value.
    private var currentID: UInt32 = 0
    private var valueLists = TrivialArray<UInt32>()
    private var valueEnds = TrivialArray<Int>(repeating: 0, count: 1)
    private var valueSizes = TrivialArray<UInt32>(repeating: 0, count: 1)
    /// The number of distinctive words in the current row's text: distinct chunks that are not in `CommonWords`.
    private(set) var size: UInt32 = 0

    private var lastSize: UInt32 { chunks.isEmpty ? 0 : chunks[chunks.count - 1].size }

    /// Creates an indexer of `column`. If the column has ids, reads each distinct text now, once.
    init(_ column: CatalogColumn?, _ words: inout WordLists) {
        self.column = column
        guard let column, column.rowTexts == nil else { return }
        for id in 0..<column.valueCount {
            column.withText(ofValue: UInt32(id + 1)) { readFolded($0, &words) }
            for index in 0..<lists.count { valueLists.append(lists[index]) }
            valueEnds.append(valueLists.count)
            valueSizes.append(lastSize)
            chunks.truncate(to: 0)
            lists.truncate(to: 0)
        }
    }

    /// Processes the field of `row`.
    @inline(__always)
    mutating func take(row: Int, _ words: inout WordLists) {
        guard let column else { return }
        if let texts = column.rowTexts {
            texts.withText(row) { take($0, row: UInt32(row), &words) }
            return
        }
        let id = column.id(at: row)
        if id == currentID { return }
        currentID = id
        close(at: UInt32(row), &words)
        guard id > 0, id <= column.valueCount else {
            size = 0
            return
        }
        size = valueSizes[Int(id)]
        for index in valueEnds[Int(id) - 1]..<valueEnds[Int(id)] { lists.append(valueLists[index]) }
        open(from: 0, at: UInt32(row), &words)
    }

    /// Processes the text of `row`; words shared with the text of the previous row are not read again.
    mutating func take(_ text: Span<UInt8>, row: UInt32, _ words: inout WordLists) {
        let shared = previous.span.commonPrefix(text)
        if shared == text.count, shared == previous.count { return }
        if replaceWord(in: text, shared, row, &words) { return }
        plain.truncate(to: min(shared, plain.count))
        if appendPlain(text) {
            var kept = chunks.count
            while kept > 0, !ends(chunks[kept - 1], within: shared) { kept -= 1 }
            readChunks(after: kept, before: firstChunk(sharedAtEndOf: text, after: kept, shared), row, &words)
            size = lastSize
        } else {
            plain.truncate(to: 0)
            close(at: row, &words)
            readFolded(text, &words)
            open(from: 0, at: row, &words)
            // Positions of chunks in the folded text do not apply to the text itself, so no chunk is reused for the
            // next row.
            chunks.truncate(to: 0)
        }
        previous.truncate(to: shared)
        previous.append(text.extracting(shared..<text.count))
    }

    /// Processes a text that differs from the previous text only in one word, of equal length. Options, for example,
    /// differ only in the strike. Both texts share the first `shared` bytes.
    @inline(__always)
    private mutating func replaceWord(
        in text: Span<UInt8>, _ shared: Int, _ row: UInt32, _ words: inout WordLists
    ) -> Bool {
        guard text.count == previous.count, text.count == plain.count, !chunks.isEmpty else { return false }
        var index = chunks.count - 1
        while index > 0, Int(chunks[index].start) > shared { index -= 1 }
        let chunk = chunks[index]
        let word = Int(chunk.start)..<Int(chunk.end)
        // A number after the word may form a term with it.
        guard word.lowerBound <= shared, shared < word.upperBound, word.count <= WordCache.limit,
            word.lowerBound == 0 || plain[word.lowerBound - 1] == ASCII.space,
            word.upperBound == plain.count || plain[word.upperBound] == ASCII.space,
            index + 1 == chunks.count || !plain[Int(chunks[index + 1].start)].isASCIIDigit,
            previous.span.holds(text.extracting(word.upperBound..<text.count), at: word.upperBound)
        else { return false }
        for position in shared..<word.upperBound {
            if text[position] >= 0x80 { return false }
            plain[position] = text[position].asciiUppercased
        }
        let key = WordCache.Key(plain.span.extracting(word))
        guard let place = knownWords.place(of: key) ?? learn(word, &words) else { return false }
        let first = index == 0 ? 0 : Int(chunks[index - 1].listsEnd)
        guard knownWords.count(at: place) == Int(chunk.listsEnd) - first else { return false }
        for number in first..<Int(chunk.listsEnd) {
            let list = knownWords.list(number - first, at: place)
            if list == lists[number] { continue }
            words.lists.close(lists[number], at: row)
            words.lists.open(list, at: row)
            lists[number] = list
        }
        let whole = knownWords.whole(at: place) ?? Chunk.none
        if whole != chunk.whole {
            chunks[index].whole = whole
            for changed in index..<chunks.count { chunks[changed].size = Self.size(upTo: changed, chunks, words) }
            size = lastSize
        }
        for position in shared..<word.upperBound { previous[position] = text[position] }
        return true
    }

    @inline(never)
    private mutating func learn(_ word: Range<Int>, _ words: inout WordLists) -> Int? {
        // Swapped out, since reading it must not overlap with mutating other properties (exclusivity).
        var read = TrivialArray<UInt8>()
        swap(&read, &plain)
        let place = knownWords.learn(read.span.extracting(word), &terms, &words)
        swap(&read, &plain)
        return place
    }

    /// Returns whether every text that shares the first `shared` bytes of the previous text also has this chunk,
    /// because no following byte can belong to the chunk.
    @inline(__always)
    private func ends(_ chunk: Chunk, within shared: Int) -> Bool {
        let end = Int(chunk.end)
        return end + 1 < shared || end < shared && !TextTerms.isJoin(previous[end])
    }

    /// Returns the first chunk, from `kept` on, of the suffix that `text` shares with the previous text. Both share
    /// the first `shared` bytes.
    private func firstChunk(sharedAtEndOf text: Span<UInt8>, after kept: Int, _ shared: Int) -> Int {
        let limit = min(previous.count, text.count) - shared
        var same = 0
        while same < limit, previous[previous.count - 1 - same] == text[text.count - 1 - same] { same += 1 }
        let place = previous.count - same
        var first = chunks.count
        while first > kept {
            // The text before the chunk must not be part of the chunk.
            let start = Int(chunks[first - 1].start)
            if start <= place || start == place + 1 && TextTerms.isJoin(previous[place]) { break }
            first -= 1
        }
        // A number may form a term with the chunk before it.
        while first < chunks.count, previous[Int(chunks[first].start)].isASCIIDigit { first += 1 }
        return first
    }

    /// Reads the part of `plain` between the chunks shared with the previous text: the first `kept` chunks, and those
    /// from `ending` on.
    private mutating func readChunks(after kept: Int, before ending: Int, _ row: UInt32, _ words: inout WordLists) {
        let grown = plain.count - previous.count
        let end = ending < chunks.count ? Int(chunks[ending].start) + grown : plain.count
        for index in ending..<chunks.count { endingChunks.append(chunks[index]) }
        let listsEnd = ending == chunks.count ? lists.count : ending == 0 ? 0 : Int(chunks[ending - 1].listsEnd)
        for index in listsEnd..<lists.count { endingLists.append(lists[index]) }
        lists.truncate(to: listsEnd)
        close(from: kept, at: row, &words)
        let first = lists.count
        let before = kept == 0 ? nil : Int(chunks[kept - 1].start)..<Int(chunks[kept - 1].end)
        // Swapped out, since reading it must not overlap with mutating other properties (exclusivity).
        var read = TrivialArray<UInt8>()
        swap(&read, &plain)
        terms.read(read.span.extracting(0..<end), from: before?.upperBound ?? 0, after: before)
        Self.append(terms, read.span, &chunks, &lists, &words)
        swap(&read, &plain)
        open(from: first, at: row, &words)
        let moved = lists.count - listsEnd
        for index in 0..<endingLists.count { lists.append(endingLists[index]) }
        for index in 0..<endingChunks.count {
            let chunk = endingChunks[index]
            Self.append(
                Chunk(
                    start: UInt32(Int(chunk.start) + grown), end: UInt32(Int(chunk.end) + grown),
                    listsEnd: UInt32(Int(chunk.listsEnd) + moved), whole: chunk.whole),
                &chunks, words)
        }
        endingLists.truncate(to: 0)
        endingChunks.truncate(to: 0)
    }

    /// Closes the lists of all but the first `kept` chunks at `row`.
    mutating func close(from kept: Int = 0, at row: UInt32, _ words: inout WordLists) {
        let first = kept == 0 ? 0 : Int(chunks[kept - 1].listsEnd)
        for index in first..<lists.count { words.lists.close(lists[index], at: row) }
        lists.truncate(to: first)
        chunks.truncate(to: min(kept, chunks.count))
    }

    private mutating func open(from first: Int, at row: UInt32, _ words: inout WordLists) {
        for index in first..<lists.count { words.lists.open(lists[index], at: row) }
    }

    /// Appends the missing rest of a text to `plain`, in uppercase. Returns `false` if the rest is not ASCII.
    private mutating func appendPlain(_ text: Span<UInt8>) -> Bool {
        let start = plain.count
        let added = text.extracting(start..<text.count)
        if !added.isASCII { return false }
        plain.append(added)
        var letters = plain.mutableSpan
        for position in start..<letters.count { letters[position] = letters[position].asciiUppercased }
        return true
    }

    /// Reads any text, without reusing chunks.
    private mutating func readFolded(_ text: Span<UInt8>, _ words: inout WordLists) {
        var folded = TrivialArray<UInt8>()
        TextFolding.append(text, to: &folded)
        var unified = TrivialArray<UInt8>()
        WordLists.rules.appendUnified(folded.span, to: &unified)
        terms.read(unified.span)
        Self.append(terms, unified.span, &chunks, &lists, &words)
        size = lastSize
    }

    /// Appends the chunks of `text` and the lists of their terms.
    private static func append(
        _ terms: borrowing TextTerms, _ text: Span<UInt8>, _ chunks: inout TrivialArray<Chunk>,
        _ lists: inout TrivialArray<UInt32>, _ words: inout WordLists
    ) {
        var term = 0
        for index in 0..<terms.chunks.count {
            let chunk = terms.chunks[index]
            let first = lists.count
            let firstTerm = term
            while term < Int(chunk.termsEnd) {
                lists.append(words.number(of: terms.bytes(term, text)))
                term += 1
            }
            let whole = chunk.whole.map { lists[first + Int($0) - firstTerm] } ?? Chunk.none
            append(
                Chunk(
                    start: chunk.start, end: chunk.end, listsEnd: UInt32(truncatingIfNeeded: lists.count), whole: whole),
                &chunks, words)
        }
    }

    /// Appends a chunk, and counts it if it is a distinctive word.
    @inline(__always)
    private static func append(_ chunk: Chunk, _ chunks: inout TrivialArray<Chunk>, _ words: borrowing WordLists) {
        chunks.append(chunk)
        chunks[chunks.count - 1].size = size(upTo: chunks.count - 1, chunks, words)
    }

    /// The maximum number of chunks of a text that are counted.
    private static let comparedChunks = 256

    /// Returns the number of distinctive words up to a chunk, given the number up to the previous chunk.
    @inline(__always)
    private static func size(
        upTo index: Int, _ chunks: borrowing TrivialArray<Chunk>, _ words: borrowing WordLists
    ) -> UInt32 {
        let before = index == 0 ? 0 : chunks[index - 1].size
        // Sizes are clamped anyway, and comparing all chunks of a long text pairwise would take quadratic time.
        if before >= DescriptionSizes.limit || index >= comparedChunks { return before }
        let whole = chunks[index].whole
        if whole == Chunk.none { return before + 1 }
        if words.isCommon(whole) { return before }
        for earlier in 0..<index where chunks[earlier].whole == whole { return before }
        return before + 1
    }
}

/// Builds the index of the words of DESCRIPTION and LOCAL_DESCRIPTION with their rows, and the number of distinctive
/// words of each row.
package enum WordIndexBuilder: CatalogSectionBuilder {
    package static func sections(of rows: CatalogRows) throws(CatalogError) -> [NewSection] {
        var words = WordLists()
        var first = DescriptionIndexer(rows.column(SearchIndex.wordFields[0]), &words)
        var second = DescriptionIndexer(rows.column(SearchIndex.wordFields[1]), &words)
        var shared = SharedWords(rows)
        var sizes = TrivialArray<UInt32>()
        sizes.reserve(rows.count)
        // Rows must ascend in a list, so both fields are read row by row. One of them is decoded sequentially, each
        // text from the previous one.
        if let texts = first.column?.rowTexts {
            texts.forEach { row, text in
                first.take(text, row: UInt32(row), &words)
                second.take(row: row, &words)
                shared.take(row: row, &words)
                sizes.append(DescriptionSizes.stored(first.size > 0 ? first.size : second.size))
            }
        } else {
            for row in 0..<rows.count {
                first.take(row: row, &words)
                second.take(row: row, &words)
                shared.take(row: row, &words)
                sizes.append(DescriptionSizes.stored(first.size > 0 ? first.size : second.size))
            }
        }
        first.close(at: UInt32(rows.count), &words)
        second.close(at: UInt32(rows.count), &words)
        shared.shareSizes(&sizes)
        return try words.finish(rows: rows.count)
            + [NewSection(.searchTextSizes, PackedNumbersBuilder.section(sizes))]
    }
}
