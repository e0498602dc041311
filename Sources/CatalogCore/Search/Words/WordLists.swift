internal import Scanning

/// Collects the words of all texts and the posting lists of their rows.
struct WordLists: ~Copyable {
    /// The rules by which texts are split into words.
    static let rules = WordRules.scripts

    /// The words by list number: their bytes, and the end of each.
    private var heap = TrivialArray<UInt8>()
    private var ends = TrivialArray<UInt>(repeating: 0, count: 1)
    /// An open-addressing hash table: the upper half of a word's hash in the upper half, its list number + 1 in the
    /// lower half; 0 if free.
    private var slots = TrivialArray<UInt64>(repeating: 0, count: 1 << 14)
    var lists = PostingListsBuilder()
    /// For each list, whether its word is in `CommonWords`.
    private var isCommon = TrivialArray<Bool>()

    init() {}

    /// Returns the list of a folded word, which is added if it is new.
    @inline(__always)
    mutating func number(of word: Span<UInt8>) -> UInt32 {
        let hash = ByteHash.hash(word)
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 {
            let entry = slots[slot]
            if entry &>> 32 == hash &>> 32 {
                let list = UInt32(truncatingIfNeeded: entry) - 1
                if text(of: list).equals(word) { return list }
            }
            slot = (slot + 1) & mask
        }
        return add(word, hash, slot)
    }

    @_lifetime(borrow self)
    private func text(of list: UInt32) -> Span<UInt8> {
        heap.span.extracting(Int(ends[Int(list)])..<Int(ends[Int(list) + 1]))
    }

    @inline(never)
    private mutating func add(_ word: Span<UInt8>, _ hash: UInt64, _ slot: Int) -> UInt32 {
        let list = lists.addList()
        heap.append(word)
        isCommon.append(CommonWords.contains(word))
        ends.append(UInt(heap.count))
        slots[slot] = (hash &>> 32) &<< 32 | UInt64(list + 1)
        if 2 * lists.count > slots.count { grow() }
        return list
    }

    private mutating func grow() {
        var larger = TrivialArray<UInt64>(repeating: 0, count: 4 * slots.count)
        let mask = larger.count - 1
        for list in 0..<UInt32(lists.count) {
            let hash = ByteHash.hash(text(of: list))
            var slot = Int(truncatingIfNeeded: hash) & mask
            while larger[slot] != 0 { slot = (slot + 1) & mask }
            larger[slot] = (hash &>> 32) &<< 32 | UInt64(list + 1)
        }
        swap(&slots, &larger)
    }

    /// Returns whether the word of a list is in `CommonWords`.
    func isCommon(_ list: UInt32) -> Bool { isCommon[Int(list)] }

    // MARK: Sections

    /// Returns the sections of all words collected.
    mutating func finish(rows: Int) throws(CatalogError) -> [NewSection] {
        lists.settle()
        var numbers = sortedLists()
        var words = SortedTextsBuilder()
        var prefixes = PrefixRanges(above: SearchIndex.unionLimit)
        for index in 0..<numbers.count {
            fetchText(after: index, numbers)
            prefixes.append(shared: words.append(text(of: numbers[index])))
        }
        let ranges = prefixes.finish()
        var unions = RowUnionBuilder(rows: rows)
        var rangeBytes = ByteSink()
        for range in ranges {
            rangeBytes.append(u32: UInt32(range.lowerBound))
            rangeBytes.append(u32: UInt32(range.upperBound))
            for index in range { lists.forEachRun(of: Int(numbers[index])) { unions.insert($0) } }
            let list = lists.addList()
            unions.forEachRun {
                lists.open(list, at: $0.lowerBound)
                lists.close(list, at: $0.upperBound)
            }
            numbers.append(list)
        }
        lists.settle()
        var rules = ByteSink()
        rules.append(u32: Self.rules.rawValue)
        return [
            NewSection(.searchWordRules, rules),
            NewSection(.searchWords, try words.finish("words of descriptions")),
            NewSection(.searchPrefixes, rangeBytes),
            NewSection(.searchWordRows, try lists.section(numbers, "rows of the words of descriptions")),
        ]
    }

    /// Prefetches the words that follow soon after `index`, because sorted words are scattered in memory.
    @inline(__always)
    private func fetchText(after index: Int, _ numbers: borrowing TrivialArray<UInt32>) {
        if index + 16 < numbers.count { ends.fetch(Int(numbers[index + 16])) }
        if index + 8 < numbers.count { heap.fetch(Int(ends[Int(numbers[index + 8])])) }
    }

    /// Returns the lists in the order of their words.
    private func sortedLists() -> TrivialArray<UInt32> {
        var keys: [(key: UInt64, list: UInt32)] = []
        keys.reserveCapacity(lists.count)
        for list in 0..<UInt32(lists.count) { keys.append((text(of: list).leadingKey, list)) }
        keys.sort {
            $0.key != $1.key ? $0.key < $1.key : FrontCodedText.compare(text(of: $0.list), text(of: $1.list)) < 0
        }
        var numbers = TrivialArray<UInt32>()
        for entry in keys { numbers.append(entry.list) }
        return numbers
    }
}
