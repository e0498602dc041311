import Foundation

@testable import CatalogCore
@testable import InstrumentCatalog

/// The terms of a folded text, and its distinct words, computed directly from their definition.
struct NaiveTerms {
    private(set) var terms: Set<String> = []
    private var own: Set<String> = []
    /// The number of purely numeric chunks, such as 100.00. Each one counts, even if it is repeated.
    private var numbers = 0

    var size: Int { own.count + numbers }

    private static let joints: Set<String> = ["&", "-", "'", ".", "/", "\u{2019}", "\u{2010}"]
    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    init(_ folded: String) {
        var chunk: [String] = []
        var before: [String] = []
        var isAfterSpace = false
        for (gap, word) in Self.words(Self.unified(folded)) {
            if !chunk.isEmpty, Self.joints.contains(gap) {
                chunk.append(word)
                continue
            }
            end(chunk, before, isAfterSpace)
            (before, isAfterSpace, chunk) = (chunk, gap == " ", [word])
        }
        end(chunk, before, isAfterSpace)
    }

    private mutating func end(_ chunk: [String], _ before: [String], _ isAfterSpace: Bool) {
        if chunk.isEmpty { return }
        for word in chunk { terms.formUnion(Self.endings(word)) }
        let together = chunk.joined()
        let isNumber = together.allSatisfy(\.isASCIIDigit)
        if chunk.count > 1 {
            if isNumber {
                numbers += 1
                return
            }
            terms.insert(together)
        } else if isNumber, together.count <= 4, isAfterSpace {
            let letters = before.joined()
            let isMonth = before.count == 1 && Self.months.contains { $0 == letters || $0.prefix(3) == letters }
            if letters.count > 1, letters.allSatisfy({ $0.isASCII && $0.isLetter }), !isMonth {
                terms.insert(letters + together)
            }
        }
        let whole = chunk.count > 1 ? together : Self.endings(together)[0]
        if !CommonWords.contains(Array(whole.uppercased().utf8).span) { own.insert(whole) }
    }

    /// The words of a text, each with the characters that precede it.
    static func words(_ text: String) -> [(gap: String, word: String)] {
        var words: [(gap: String, word: String)] = []
        var gap = ""
        var word = ""
        for scalar in text.unicodeScalars {
            if scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) {
                word.unicodeScalars.append(scalar)
                continue
            }
            if !word.isEmpty {
                words.append((gap, word))
                (gap, word) = ("", "")
            }
            gap.unicodeScalars.append(scalar)
        }
        return word.isEmpty ? words : words + [(gap, word)]
    }

    /// Replaces Han characters by the common form of their variants.
    static func unified(_ folded: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in folded.unicodeScalars {
            scalars.append(Unicode.Scalar(HanVariants.shared.variant(of: scalar.value))!)
        }
        return String(scalars)
    }

    /// Returns a word, and for a word of Han characters also all its suffixes.
    private static func endings(_ word: String) -> [String] {
        isHan(word) ? word.indices.map { String(word[$0...]) } : [word]
    }

    /// Returns whether a word is of Han characters. In these tests, each word has a single script.
    static func isHan(_ word: String) -> Bool {
        word.unicodeScalars.first.map { (0x4E00...0x9FFF).contains($0.value) } == true
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

/// A query's words, and the forms in which they may occur in a description.
struct NaiveQuery {
    struct Word {
        var text: String
        /// Alternative spellings.
        var others: [String] = []
        var isBeginning: Bool
    }

    /// A form of the query: words that must all occur.
    struct Form {
        var words: [Word]

        func matches(_ terms: Set<String>, whole: Bool, asTyped: Bool = false) -> Bool {
            !words.isEmpty
                && words.allSatisfy { word in
                    ([word.text] + (asTyped ? [] : word.others)).contains { text in
                        terms.contains(text)
                            || word.isBeginning && !whole && (text == word.text || text.utf8.count >= 4)
                                && terms.contains { NaiveSearch.scalars($0).starts(with: NaiveSearch.scalars(text)) }
                    }
                }
        }
    }

    /// The number of words.
    let wordCount: Int
    /// The words, without optional ones.
    let sequence: [Word]
    let forms: [Form]
    /// The forms with a space inserted into one of the words.
    let parted: [Form]
    let size: Int

    init(_ text: String, _ typed: String) {
        let words = Self.words(text, typed)
        // In a description, letters followed by a number are two words.
        let together = words.filter { word in
            let letters = Array(word.text)
            return letters.indices.dropFirst().contains {
                letters[$0].isASCIIDigit && letters[$0 - 1].isASCII && letters[$0 - 1].isLetter
            }
        }
        size = NaiveTerms(text).size + together.count
        wordCount = words.count
        let needed = words.indices.filter { !CommonWords.isOptional(Array(words[$0].text.uppercased().utf8).span) }
        let last = words.count - 1
        var sequences = [Array(words.indices)]
        if words.count > 1, !needed.isEmpty { sequences = needed.last == last ? [needed] : [needed + [last], needed] }
        let wordsOf = sequences.map { $0.map { words[$0] } }
        sequence = wordsOf.last!
        forms = wordsOf.flatMap { sequence in [Form(words: sequence)] + Self.joins(sequence) }
        parted = wordsOf[0].count <= 8 ? Self.parts(wordsOf[0]) : []
    }

    private static func words(_ text: String, _ typed: String) -> [Word] {
        let texts = NaiveTerms.words(NaiveTerms.unified(text)).map(\.word)
        let long = NaiveTerms.words(NaiveTerms.unified(NaiveSearch.fold(spelledOut(typed)))).map(\.word)
        return texts.indices.map { index in
            let word = texts[index]
            let short = ["a", "o", "u"].reduce(word) { $0.replacingOccurrences(of: $1 + "e", with: $1) }
            var others = short == word ? [] : [short]
            if long.count == texts.count, long[index] != word { others.append(long[index]) }
            return Word(text: word, others: others, isBeginning: index == texts.count - 1 || NaiveTerms.isHan(word))
        }
    }

    private static func spelledOut(_ typed: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in typed.unicodeScalars {
            let letters: [Unicode.Scalar: String] = ["ä": "ae", "Ä": "AE", "ö": "oe", "Ö": "OE", "ü": "ue", "Ü": "UE"]
            result.append(contentsOf: (letters[scalar] ?? String(scalar)).unicodeScalars)
        }
        return String(result)
    }

    /// Returns the forms in which two or three neighboring words are joined into one.
    private static func joins(_ words: [Word]) -> [Form] {
        if words.count > 8 { return [] }
        return [2, 3].filter { $0 <= words.count }.flatMap { length in
            (0...(words.count - length)).map { first in
                let run = words[first..<(first + length)]
                let word = Word(text: run.map(\.text).joined(), isBeginning: run.contains(where: \.isBeginning))
                return Form(words: words[..<first] + [word] + words[(first + length)...])
            }
        }
    }

    private static func parts(_ words: [Word]) -> [Form] {
        words.indices.flatMap { index -> [Form] in
            let letters = Array(words[index].text)
            let bytes = words[index].text.utf8.count
            guard bytes > 3, bytes <= 40 else { return [] }
            return (1..<max(1, letters.count)).compactMap { place in
                let (first, second) = (String(letters[..<place]), String(letters[place...]))
                let isTurn = letters[place - 1].isASCIIDigit != letters[place].isASCIIDigit
                guard isTurn || first.utf8.count >= 3 && second.utf8.count >= 3 else { return nil }
                let parts = [
                    Word(text: first, isBeginning: false), Word(text: second, isBeginning: words[index].isBeginning),
                ]
                return Form(words: words[..<index] + parts + words[(index + 1)...])
            }
        }
    }
}
