internal import Scanning

/// The forms in which the words of a query may occur in a description.
extension SearchQuery {
    /// A form of a query: the indices of its words, of which a run may be joined to one word.
    struct Form {
        var words: [Int]
        /// The positions in `words` that are joined to one word; empty if no words are joined.
        var joined: Range<Int>
    }

    /// The maximum number of words of a query for which joined neighboring words are looked up, too.
    static let joinLimit = 8

    private func isOptional(_ number: Int) -> Bool { CommonWords.isOptional(word(number)) }

    /// The word sequences to look up. They omit optional words, such as `and` or the legal form of a company, unless
    /// the query has no others. If the query ends in an optional word, the first sequence keeps that word, because it
    /// may be a prefix of another word. The second sequence omits it.
    var sequences: [[Int]] {
        let last = words.count - 1
        guard last > 0 else { return [Array(words.indices)] }
        let needed = words.indices.filter { !isOptional($0) }
        if needed.isEmpty { return [Array(words.indices)] }
        return needed.last == last ? [needed] : [needed + [last], needed]
    }

    /// Returns the forms of a sequence in which two or three neighboring words are joined.
    func joins(of sequence: [Int]) -> [Form] {
        guard sequence.count > 1, sequence.count <= Self.joinLimit else { return [] }
        var forms: [Form] = []
        for length in 2...3 where length <= sequence.count {
            for first in 0...(sequence.count - length) {
                forms.append(Form(words: sequence, joined: first..<(first + length)))
            }
        }
        return forms
    }

    /// Returns whether the joined word of a form also matches as a prefix.
    func isBeginning(joinedIn form: Form) -> Bool { form.joined.contains { isBeginning(form.words[$0]) } }

    /// Returns the joined word of a form.
    func joinedWord(of form: Form) -> [UInt8] {
        var word: [UInt8] = []
        for place in form.joined { word.append(contentsOf: Array(copying: self.word(form.words[place]))) }
        return word
    }

    /// The minimum length of an alternative spelling that also matches as a prefix, in bytes.
    static let shortestSpelling = 4

    /// Returns alternative spellings of a word: A, O and U instead of AE, OE and UE (for Ä, Ö and Ü), and the reverse.
    func spellings(of number: Int) -> [[UInt8]] {
        var spellings: [[UInt8]] = []
        let word = word(number)
        if (0..<word.count).contains(where: { Self.isPair(word, at: $0) }) {
            var short: [UInt8] = []
            var position = 0
            while position < word.count {
                short.append(word[position])
                position += Self.isPair(word, at: position) ? 2 : 1
            }
            spellings.append(short)
        }
        if let long = umlautsSpelledOut, number < long.count, long[number].count > word.count {
            spellings.append(long[number])
        }
        return spellings
    }

    /// Whether some word has other spellings.
    package var hasSpellings: Bool { words.indices.contains { !spellings(of: $0).isEmpty } }

    /// Returns whether AE, OE or UE is at the position.
    @inline(__always)
    private static func isPair(_ word: Span<UInt8>, at position: Int) -> Bool {
        guard position + 1 < word.count, word[position + 1] == UInt8(ascii: "E") else { return false }
        let first = word[position]
        return first == UInt8(ascii: "A") || first == UInt8(ascii: "O") || first == UInt8(ascii: "U")
    }

    /// Returns the words of a query with AE, OE and UE instead of Ä, Ö and Ü; `nil` if the query has no umlauts.
    static func umlautsSpelledOut(_ typed: Span<UInt8>, _ rules: WordRules) -> [[UInt8]]? {
        if typed.isASCII { return nil }
        var spelled = TrivialArray<UInt8>()
        var hasUmlaut = false
        for position in 0..<typed.count {
            let byte = typed[position]
            // In UTF-8, Ä, Ö, Ü, ä, ö and ü are C3 followed by one of these.
            let second = position > 0 && typed[position - 1] == 0xC3 ? byte & 0xDF : 0
            if second == 0x84 || second == 0x96 || second == 0x9C {
                spelled.truncate(to: spelled.count - 1)
                spelled.append(second == 0x84 ? 0x41 : second == 0x96 ? 0x4F : 0x55)
                spelled.append(UInt8(ascii: "E"))
                hasUmlaut = true
            } else {
                spelled.append(byte)
            }
        }
        if !hasUmlaut { return nil }
        var folded = TrivialArray<UInt8>()
        TextFolding.append(spelled.span, to: &folded)
        var unified = TrivialArray<UInt8>()
        rules.appendUnified(folded.span, to: &unified)
        var words: [[UInt8]] = []
        let text = unified.span
        rules.forEachWord(in: text) { words.append(Array(copying: text.extracting($0))) }
        return words
    }

    /// Returns the number of distinctive words (`DescriptionSizes`): distinct chunks that are not in `CommonWords`.
    static func size(of text: Span<UInt8>, _ words: [Range<Int>], _ rules: WordRules) -> Int {
        var size = 0
        if words.count == 1, words[0].count == text.count, text.isASCII {
            // Most queries are one word.
            size = CommonWords.contains(text) ? 0 : 1
            return size + turns(in: text, words)
        }
        var terms = TextTerms(rules)
        terms.read(text)
        for index in 0..<terms.chunks.count {
            guard let whole = terms.chunks[index].whole else {
                size += 1
                continue
            }
            let word = terms.bytes(Int(whole), text)
            let isKnown = (0..<index).contains { earlier in
                terms.chunks[earlier].whole.map { terms.bytes(Int($0), text).equals(word) } ?? false
            }
            if !isKnown, !CommonWords.contains(word) { size += 1 }
        }
        return size + turns(in: text, words)
    }

    /// Counts the words that have letters followed by a number, since these are two words of a description.
    private static func turns(in text: Span<UInt8>, _ words: [Range<Int>]) -> Int {
        var count = 0
        for range in words {
            for position in range.dropFirst() where text[position].isASCIIDigit && text[position - 1].isASCIILetter {
                count += 1
                break
            }
        }
        return count
    }

    // MARK: Words with a missing space

    /// The minimum length of each part of a split word, in letters.
    private static let shortestPart = 3
    /// The maximum length of a word that is split.
    private static let longestParted = 40

    /// Calls `body` with the positions at which a word may lack a space: at least three letters from each end, or
    /// between letters and digits.
    func forEachPart(of number: Int, _ body: (Int) -> Void) {
        let word = word(number)
        guard word.count > 3, word.count <= Self.longestParted else { return }
        for place in 1..<word.count where word[place] & 0xC0 != 0x80 {
            let isTurn = word[place].isASCIIDigit != word[place - 1].isASCIIDigit
            if isTurn || place >= Self.shortestPart && word.count - place >= Self.shortestPart { body(place) }
        }
    }
}
