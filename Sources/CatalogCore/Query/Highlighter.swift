/// Finds the ranges of a row's fields that match a query. State that is common to all rows of a part is created once.
package struct Highlighter: ~Copyable {
    private let rows: CatalogRows
    private let query: SearchQuery
    /// The query's words in all forms, the words with typos, and the parts of words that may lack a space. All are
    /// created lazily, for the first text that needs them.
    private var words = QueryWords()
    private var similarWords: [SimilarWord]?
    private var parts = QueryWords()
    private var terms: TextTerms
    /// The matching ranges of the current text.
    private var ranges = ByteRanges()

    /// The row texts of symbols and descriptions, which contain nearly all matches.
    private let symbols: FrontCodedText
    private let descriptions: FrontCodedText
    /// The columns of the other fields that are searched.
    private let localSymbols: CatalogColumn?
    private let otherDescriptions: CatalogColumn?
    private let localDescriptions: CatalogColumn?

    package init(_ rows: CatalogRows, _ query: SearchQuery) {
        self.rows = rows
        self.query = query
        terms = TextTerms(query.rules)
        symbols = rows.symbols
        let described = rows.column(.description)
        descriptions = described?.rowTexts ?? FrontCodedText(.empty)
        otherDescriptions = described?.rowTexts == nil ? described : nil
        localSymbols = rows.column(.localSymbol)
        localDescriptions = rows.column(.localDescription)
    }

    /// Prefetches the position of the text that most likely matched.
    package func fetchStart(of row: Int, _ tier: SearchTier) {
        if tier == .description { descriptions.fetchStart(of: row) } else { symbols.fetchStart(of: row) }
    }

    /// Prefetches the text that most likely matched. Must be called after `fetchStart`.
    package func fetchText(of row: Int, _ tier: SearchTier) {
        if tier == .description { descriptions.fetchBlock(of: row) } else { symbols.fetchBlock(of: row) }
    }

    /// How a text relates to the query.
    private enum Match {
        case whole, beginning, inside, similar, words, similarWords

        var isOfWords: Bool { self == .words || self == .similarWords }
    }

    /// Appends the ranges that make `row` a match of its tier.
    ///
    /// - Parameter folded: Scratch memory for folded texts.
    package mutating func find(_ row: Int, _ tier: SearchTier, _ folded: inout FoldedText, _ found: inout MatchedRanges)
    {
        switch tier {
        case .exactSymbol: findInSymbol(.whole, row, &folded, &found)
        case .exactIdentifier:
            for field in ProfileField.identifiers { find(.whole, in: rows.column(field), field, row, &folded, &found) }
        // An alias is not in the text of any field.
        case .alias, .aliasPrefix: break
        // Fields contain no texts in other notations either, except for tickers.
        case .notation, .symbolPrefix: findInNames(.beginning, row, &folded, &found)
        case .description: findInDescriptions(.words, row, &folded, &found)
        case .symbolSubstring: findInNames(.inside, row, &folded, &found)
        case .typo:
            findInNames(.similar, row, &folded, &found)
            if found.isEmpty { findInDescriptions(.similarWords, row, &folded, &found) }
        }
    }

    private mutating func findInNames(
        _ match: Match, _ row: Int, _ folded: inout FoldedText, _ found: inout MatchedRanges
    ) {
        findInSymbol(match, row, &folded, &found)
        find(match, in: localSymbols, .localSymbol, row, &folded, &found)
    }

    private mutating func findInSymbol(
        _ match: Match, _ row: Int, _ folded: inout FoldedText, _ found: inout MatchedRanges
    ) {
        readSymbol(of: row, into: &folded)
        append(match, of: .symbol, folded, to: &found)
    }

    private mutating func findInDescriptions(
        _ match: Match, _ row: Int, _ folded: inout FoldedText, _ found: inout MatchedRanges
    ) {
        if otherDescriptions == nil {
            readDescription(of: row, into: &folded)
            append(match, of: .description, folded, to: &found)
        } else {
            find(match, in: otherDescriptions, .description, row, &folded, &found)
        }
        find(match, in: localDescriptions, .localDescription, row, &folded, &found)
    }

    @inline(__always)
    private mutating func find(
        _ match: Match, in column: CatalogColumn?, _ field: ProfileField, _ row: Int, _ folded: inout FoldedText,
        _ found: inout MatchedRanges
    ) {
        guard let column, column.rowTexts != nil || column.id(at: row) != 0 else { return }
        let rules = match.isOfWords ? query.rules : .runs
        column.withText(at: row) { folded.read($0, rules) }
        append(match, of: field, folded, to: &found)
    }

    // These two functions do not mutate, which avoids copies of the columns that they read.

    private func readSymbol(of row: Int, into folded: inout FoldedText) { symbols.withText(row) { folded.read($0) } }

    private func readDescription(of row: Int, into folded: inout FoldedText) {
        let rules = query.rules
        descriptions.withText(row) { folded.read($0, rules) }
    }

    /// Appends the matching ranges of a folded text.
    private mutating func append(
        _ match: Match, of field: ProfileField, _ folded: borrowing FoldedText, to found: inout MatchedRanges
    ) {
        ranges.removeAll()
        findMatches(match, folded.span)
        for index in 0..<ranges.count { found.append(folded.source(of: ranges[index]), of: field) }
    }

    // MARK: Ranges of folded texts

    private mutating func findMatches(_ match: Match, _ text: Span<UInt8>) {
        switch match {
        case .whole: if text.equals(query.span) { ranges.append(0..<text.count) }
        case .beginning:
            if text.begins(with: query.span) {
                ranges.append(0..<query.span.count)
            } else if TickerNames.isTicker(query.span, of: text) {
                ranges.append(1..<(1 + query.span.count))
            }
        case .inside:
            var position = 0
            while let start = text.firstIndex(of: query.span, from: position) {
                position = start + query.span.count
                ranges.append(start..<position)
            }
        case .similar:
            let typos = SearchQuery.typos(in: query.span)
            if typos > 0, TypoWalk.isMatch(text, of: query.span, typos: typos, isPrefix: false) {
                ranges.append(0..<text.count)
            }
        case .words: findWords(text, typos: false)
        case .similarWords: findWords(text, typos: true)
        }
    }

    /// Finds the words of the query in the text; for a prefix match, highlights only the prefix.
    private mutating func findWords(_ text: Span<UInt8>, typos: Bool) {
        if words.isEmpty { words.appendForms(of: query) }
        let places = WordPlaces(text)
        // If each word of the text is a chunk of its own, the only other terms are words joined with a following
        // number.
        if let places, !typos, !words.hasNumbered, places.areParted {
            Self.append(words, in: text, places, to: &ranges)
            return ranges.join()
        }
        terms.read(text, places)
        for number in 0..<words.count { Self.append(words, number, in: text, terms, to: &ranges) }
        if typos { findSimilarWords(text) }
        ranges.join()
    }

    /// Finds words of the query that matched with typos or with a missing space.
    private mutating func findSimilarWords(_ text: Span<UInt8>) {
        if similarWords == nil {
            similarWords = query.words.indices.compactMap { SimilarWord($0, of: query) }
            parts.appendParts(of: query)
        }
        for word in similarWords ?? [] { Self.append(word, of: query, in: text, terms, to: &ranges) }
        for number in stride(from: 0, to: parts.count, by: 2) {
            let start = ranges.count
            Self.append(parts, number, in: text, terms, to: &ranges)
            let count = ranges.count
            Self.append(parts, number + 1, in: text, terms, to: &ranges)
            if count == start || ranges.count == count { ranges.truncate(to: start) }
        }
    }

    /// Appends the words of the text that equal one of the given words. With a prefix match, also appends words that
    /// start with one of them.
    private static func append(
        _ words: borrowing QueryWords, in text: Span<UInt8>, _ places: WordPlaces, to ranges: inout ByteRanges
    ) {
        var position = 0
        while let range = places.nextWord(from: position)?.range {
            position = range.upperBound
            if !words.mayBegin(with: text[range.lowerBound]) { continue }
            let bytes = text.extracting(range)
            for number in 0..<words.count {
                let word = words.word(number)
                if !isMatch(bytes, of: word, isBeginning: words.isBeginning(number)) { continue }
                ranges.append(range.lowerBound..<(range.lowerBound + word.count))
            }
        }
    }

    /// Appends the terms of the text that equal a word, or start with it if a prefix match is allowed.
    @inline(__always)
    private static func append(
        _ words: borrowing QueryWords, _ number: Int, in text: Span<UInt8>, _ terms: borrowing TextTerms,
        to ranges: inout ByteRanges
    ) {
        let word = words.word(number)
        let isBeginning = words.isBeginning(number)
        for index in 0..<terms.terms.count {
            if !isMatch(terms.bytes(index, text), of: word, isBeginning: isBeginning) { continue }
            ranges.append(terms.range(of: terms.terms[index], first: word.count, in: text))
        }
    }

    /// Appends the terms of the text that equal a word of the query except for typos.
    private static func append(
        _ similar: SimilarWord, of query: SearchQuery, in text: Span<UInt8>, _ terms: borrowing TextTerms,
        to ranges: inout ByteRanges
    ) {
        let word = query.word(similar.number)
        for index in 0..<terms.terms.count {
            let bytes = terms.bytes(index, text)
            if isMatch(bytes, of: word, isBeginning: similar.isBeginning) || !similar.walk.matches(bytes) { continue }
            let term = terms.terms[index]
            ranges.append(Int(term.start)..<Int(term.end))
        }
    }

    @inline(__always)
    private static func isMatch(_ bytes: Span<UInt8>, of word: Span<UInt8>, isBeginning: Bool) -> Bool {
        // Usually the first byte already differs.
        if bytes.isEmpty || word.isEmpty || bytes[0] != word[0] { return false }
        return isBeginning ? bytes.begins(with: word) : bytes.equals(word)
    }
}

/// A word of a query that may match words with typos.
private final class SimilarWord {
    let number: Int
    let isBeginning: Bool
    var walk: TypoWalk

    /// `nil` if the word may not have typos.
    init?(_ number: Int, of query: SearchQuery) {
        let word = query.word(number)
        let typos = SearchQuery.typos(in: word)
        self.number = number
        isBeginning = query.isBeginning(number)
        guard typos > 0, let walk = TypoWalk(word, typos: typos, isPrefix: isBeginning) else { return nil }
        self.walk = walk
    }
}

/// Ranges of a text's bytes. The memory is reused from text to text.
struct ByteRanges: ~Copyable {
    // Not private, since another module deinitializes `Highlighter` and the linker needs the symbol.
    struct One: BitwiseCopyable {
        var start: Int
        var end: Int
    }

    private var all = TrivialArray<One>()

    var count: Int { all.count }

    subscript(index: Int) -> Range<Int> { all[index].start..<all[index].end }

    mutating func append(_ range: Range<Int>) { all.append(One(start: range.lowerBound, end: range.upperBound)) }

    mutating func truncate(to count: Int) { all.truncate(to: count) }

    mutating func removeAll() { all.truncate(to: 0) }

    /// Sorts the ranges and merges those that touch.
    mutating func join() {
        if all.count < 2 { return }
        // Insertion sort: there are few ranges, usually already sorted.
        for index in 1..<all.count {
            let one = all[index]
            var place = index
            while place > 0, all[place - 1].start > one.start {
                all[place] = all[place - 1]
                place -= 1
            }
            all[place] = one
        }
        var last = 0
        for index in 1..<all.count {
            if all[index].start <= all[last].end {
                all[last].end = max(all[last].end, all[index].end)
            } else {
                last += 1
                all[last] = all[index]
            }
        }
        all.truncate(to: last + 1)
    }
}
