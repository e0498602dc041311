internal import Scanning

/// A cache of the posting lists of recent words, so that repeated words are not split again: in an option chain hardly
/// anything but the strike changes, and strikes recur in all chains.
///
/// A word here is the text between two spaces, in uppercase ASCII. It forms one chunk with few terms, which do not
/// depend on neighboring words. Numbers of up to four digits are excluded, since they form a term with the previous
/// word (`TextTerms`).
struct WordCache: ~Copyable {
    /// The maximum length of a cached word in bytes.
    static let limit = 16
    /// The maximum number of terms of a cached word.
    private static let termLimit = 4
    /// The number of entries. The cache is direct-mapped: each word has one possible entry.
    private static let places = 2048

    /// The bytes of a word, padded with zeros.
    struct Key: BitwiseCopyable {
        private let low: UInt64
        private let high: UInt64
        /// The length of the word; 0 in an empty entry.
        private let length: UInt32

        /// Creates the key of an empty entry.
        init() { (low, high, length) = (0, 0, 0) }

        /// Creates the key of a word of at most `limit` bytes.
        @inline(__always)
        init(_ word: Span<UInt8>) {
            low = word.bigEndianWord(at: 0, length: word.count)
            high = word.bigEndianWord(at: 8, length: word.count - 8)
            length = UInt32(word.count)
        }

        @inline(__always)
        fileprivate func isEqual(_ other: Key) -> Bool {
            low == other.low && high == other.high && length == other.length
        }

        /// The entry of the key: the upper bits of a product, which depend on all bits of the key.
        @inline(__always)
        fileprivate var place: Int {
            Int(truncatingIfNeeded: ((low ^ (high &* 0xC2B2_AE3D_27D4_EB4F)) &* 0x9E37_79B9_7F4A_7C15) &>> 53)
        }
    }

    /// A cached word; `lists` has the numbers of its posting lists.
    private struct Entry: BitwiseCopyable {
        var key = Key()
        var terms: UInt32 = 0
        /// The term of the whole word; `nil` for numbers such as 100.00.
        var whole: UInt32?
    }

    private var entries = TrivialArray<Entry>(repeating: Entry(), count: places)
    private var lists = TrivialArray<UInt32>(repeating: 0, count: places * termLimit)

    init() {}

    /// Returns the entry of a word; `nil` if the word is not cached.
    @inline(__always)
    func place(of key: Key) -> Int? { entries[key.place].key.isEqual(key) ? key.place : nil }

    /// Reads a word's terms and caches them. Returns the entry; `nil` if the word can't be cached.
    @inline(never)
    mutating func learn(_ word: Span<UInt8>, _ terms: inout TextTerms, _ words: inout WordLists) -> Int? {
        terms.read(word)
        guard terms.chunks.count == 1, terms.terms.count <= Self.termLimit else { return nil }
        let chunk = terms.chunks[0]
        guard chunk.start == 0, Int(chunk.end) == word.count else { return nil }
        if word.count <= 4, word.indices.allSatisfy({ word[$0].isASCIIDigit }) { return nil }
        let key = Key(word)
        entries[key.place] = Entry(key: key, terms: UInt32(terms.terms.count), whole: chunk.whole)
        for term in 0..<terms.terms.count {
            lists[Self.termLimit * key.place + term] = words.number(of: terms.bytes(term, word))
        }
        return key.place
    }

    /// Returns the number of lists of the word at an entry.
    @inline(__always)
    func count(at place: Int) -> Int { Int(entries[place].terms) }

    /// Returns list `number` of the word at an entry.
    @inline(__always)
    func list(_ number: Int, at place: Int) -> UInt32 { lists[Self.termLimit * place + number] }

    /// Returns the list for the term that is the whole word; `nil` for numbers such as 100.00.
    @inline(__always)
    func whole(at place: Int) -> UInt32? { entries[place].whole.map { list(Int($0), at: place) } }
}
