internal import Scanning

/// The forms in which the words of a query may stand in a description.
extension SearchQuery {
    /// A form: the numbers of its words, of which a run may be written together.
    struct Form {
        var words: [Int]
        /// The places in `words` of those that are one word; empty for none.
        var joined: Range<Int>
    }

    /// Longest query, in words, whose neighbours are looked up as one word, too.
    static let joinLimit = 8

    private static let and = Array("AND".utf8)

    private func isAnd(_ number: Int) -> Bool { word(number).equals(Self.and.span) }

    /// The words that a description must have, the whole query first: `and` between others is left out, since it may be written `&`;
    /// at the end it may also be the beginning of a word.
    var sequences: [[Int]] {
        let last = words.count - 1
        guard last > 0 else { return [Array(words.indices)] }
        let needed = words.indices.filter { $0 == last || !isAnd($0) }
        return needed.count > 1 && isAnd(last) ? [needed, Array(needed.dropLast())] : [needed]
    }

    /// The forms with two or three neighbours of a sequence written as one word.
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

    /// Words that merely begin with the joined word of a form match it, too.
    func isBeginning(joinedIn form: Form) -> Bool { form.joined.contains { isBeginning(form.words[$0]) } }

    /// The words of a run as one.
    func joinedWord(of form: Form) -> [UInt8] {
        var word: [UInt8] = []
        for place in form.joined { word.append(contentsOf: Array(copying: self.word(form.words[place]))) }
        return word
    }

    /// Other spellings of a word: with one letter for AE, OE and UE, which stand for Ä, Ö and Ü, and with two for one.
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

    /// AE, OE or UE stands there.
    @inline(__always)
    private static func isPair(_ word: Span<UInt8>, at position: Int) -> Bool {
        guard position + 1 < word.count, word[position + 1] == UInt8(ascii: "E") else { return false }
        let first = word[position]
        return first == UInt8(ascii: "A") || first == UInt8(ascii: "O") || first == UInt8(ascii: "U")
    }

    /// The words of a typed text with AE, OE and UE for Ä, Ö and Ü; `nil` where it has none of these.
    static func umlautsSpelledOut(_ typed: Span<UInt8>, _ rules: WordRules) -> [[UInt8]]? {
        if typed.isASCII { return nil }
        var spelled = TrivialArray<UInt8>()
        var hasUmlaut = false
        for position in 0..<typed.count {
            let byte = typed[position]
            // Ä, Ö, Ü, ä, ö and ü are C3 and one of these.
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

    /// Words of their own (`DescriptionSizes`): chunks, each once, without `CommonWords`.
    static func size(of text: Span<UInt8>, _ words: [Range<Int>], _ rules: WordRules) -> Int {
        var size = 0
        if words.count == 1, words[0].count == text.count, text.isASCII {
            // Most are one word.
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

    /// Words with letters and a number after them: these are two words of a description.
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

    // MARK: Words without a space

    /// The shortest part of a word that was meant as two, in letters.
    private static let shortestPart = 3
    /// A longer word isn't parted.
    private static let longestParted = 40

    /// Calls `body` with the places where a word may want a space: after three letters at least, before as many, or between letters and
    /// digits.
    func forEachPart(of number: Int, _ body: (Int) -> Void) {
        let word = word(number)
        guard word.count > 3, word.count <= Self.longestParted else { return }
        for place in 1..<word.count where word[place] & 0xC0 != 0x80 {
            let isTurn = word[place].isASCIIDigit != word[place - 1].isASCIIDigit
            if isTurn || place >= Self.shortestPart && word.count - place >= Self.shortestPart { body(place) }
        }
    }
}
