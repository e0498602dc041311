internal import Scanning

/// Words that are looked for in descriptions.
struct QueryWords: ~Copyable {
    private struct Word: BitwiseCopyable {
        var end: Int
        var isBeginning: Bool
    }

    private var bytes = TrivialArray<UInt8>()
    private var words = TrivialArray<Word>()
    /// Whether some word starts with a letter and contains a digit, and may thus be two words of a text.
    private(set) var hasNumbered = false
    /// A bit set of the words' first bytes, modulo 64: most words of a text start with none of these.
    private var firstBytes: UInt64 = 0

    var isEmpty: Bool { words.isEmpty }
    var count: Int { words.count }

    @_lifetime(borrow self)
    @inline(__always)
    func word(_ number: Int) -> Span<UInt8> {
        bytes.span.extracting((number == 0 ? 0 : words[number - 1].end)..<words[number].end)
    }

    /// Returns whether the word also matches as a prefix.
    @inline(__always)
    func isBeginning(_ number: Int) -> Bool { words[number].isBeginning }

    /// Returns whether some word may start with the byte.
    @inline(__always)
    func mayBegin(with byte: UInt8) -> Bool { firstBytes &>> UInt64(byte & 63) & 1 == 1 }

    private mutating func append(_ word: Span<UInt8>, isBeginning: Bool) {
        bytes.append(word)
        if !word.isEmpty { firstBytes |= 1 &<< UInt64(word[0] & 63) }
        if !word.isEmpty, !word[0].isASCIIDigit {
            for index in word.indices where word[index].isASCIIDigit { hasNumbered = true }
        }
        words.append(Word(end: bytes.count, isBeginning: isBeginning))
    }

    /// Appends the words of all forms of a query.
    mutating func appendForms(of query: SearchQuery) {
        for number in query.words.indices {
            let isBeginning = query.isBeginning(number)
            append(query.word(number), isBeginning: isBeginning)
            for spelling in query.spellings(of: number) { append(spelling.span, isBeginning: isBeginning) }
        }
        if query.words.count < 2 { return }
        for sequence in query.sequences {
            for form in query.joins(of: sequence) {
                append(query.joinedWord(of: form).span, isBeginning: query.isBeginning(joinedIn: form))
            }
        }
    }

    /// Appends both parts of each word that may lack a space.
    mutating func appendParts(of query: SearchQuery) {
        for number in query.words.indices {
            query.forEachPart(of: number) { place in
                let word = query.word(number)
                append(word.extracting(0..<place), isBeginning: false)
                append(word.extracting(place..<word.count), isBeginning: query.isBeginning(number))
            }
        }
    }
}
