internal import Scanning

/// The lists of words that were read not long ago, so that one that comes again isn't taken apart again: in a chain of options little
/// changes but the strike, and the same strikes come in all chains.
///
/// A word is here what stands between two spaces, capitals of ASCII, and makes one chunk of few terms that don't depend on the words
/// beside it. Numbers of up to four digits do: they are a term with the word before (`TextTerms`).
struct WordCache: ~Copyable {
    /// Bytes of a word that is kept, at most.
    static let limit = 16
    /// Terms of a word that is kept, at most.
    private static let termLimit = 4
    /// Each word has one place, where it stands until another one takes it.
    private static let places = 2048

    /// A word's bytes, zeros after its end.
    struct Key: BitwiseCopyable {
        private let low: UInt64
        private let high: UInt64
        /// 0 in a place that holds no word.
        private let length: UInt32

        /// Of no word.
        init() { (low, high, length) = (0, 0, 0) }

        /// Of a word of `limit` bytes at most.
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

        /// The upper bits of a product depend on all bits.
        @inline(__always)
        fileprivate var place: Int {
            Int(truncatingIfNeeded: ((low ^ (high &* 0xC2B2_AE3D_27D4_EB4F)) &* 0x9E37_79B9_7F4A_7C15) &>> 53)
        }
    }

    /// What is known of a word; the numbers of its lists stand beside it.
    private struct Entry: BitwiseCopyable {
        var key = Key()
        var terms: UInt32 = 0
        /// The term that is all of it; `nil` for numbers such as 100.00.
        var whole: UInt32?
    }

    private var entries = TrivialArray<Entry>(repeating: Entry(), count: places)
    private var lists = TrivialArray<UInt32>(repeating: 0, count: places * termLimit)

    init() {}

    /// The place of a word; `nil` where it isn't known.
    @inline(__always)
    func place(of key: Key) -> Int? { entries[key.place].key.isEqual(key) ? key.place : nil }

    /// Reads a word's terms, and knows it from now on; `nil` where it is none that is kept.
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

    /// Lists of the word at a place.
    @inline(__always)
    func count(at place: Int) -> Int { Int(entries[place].terms) }

    /// One of these lists.
    @inline(__always)
    func list(_ number: Int, at place: Int) -> UInt32 { lists[Self.termLimit * place + number] }

    /// The list of all of the word; `nil` for numbers such as 100.00.
    @inline(__always)
    func whole(at place: Int) -> UInt32? { entries[place].whole.map { list(Int($0), at: place) } }
}
