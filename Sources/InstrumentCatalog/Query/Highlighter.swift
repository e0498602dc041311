/// Finds what of a row's fields matched a query. What all rows of a part have in common is made once.
final class Highlighter {
    private let rows: CatalogRows
    private let query: SearchQuery
    /// The query's words in all forms, and the two parts of words that may want a space.
    private lazy var wantedWords = query.wantedWords
    private lazy var wantedParts = query.wantedParts
    private var folded = FoldedText()
    private var terms: TextTerms

    private static let names: [ProfileField] = [.symbol, .localSymbol]

    init(_ rows: CatalogRows, _ query: SearchQuery) {
        self.rows = rows
        self.query = query
        terms = TextTerms(query.rules)
    }

    /// What a text has to do with the query to be shown.
    private enum Match {
        case whole, beginning, inside, similar, words, similarWords

        var isOfWords: Bool { self == .words || self == .similarWords }
    }

    /// The ranges that make `row` a match of its tier.
    func highlights(of row: Int, _ tier: SearchTier) -> [ProfileField: [Range<Int>]] {
        switch tier {
        case .exactSymbol: return find(.whole, in: [.symbol], row)
        case .exactIdentifier: return find(.whole, in: ProfileField.identifiers, row)
        // Another name of the instrument is no part of its fields' texts.
        case .alias, .aliasPrefix: return [:]
        // Nor is most of what is written in a notation, but for a ticker.
        case .notation, .symbolPrefix: return find(.beginning, in: Self.names, row)
        case .description: return find(.words, in: SearchIndex.wordFields, row)
        case .symbolSubstring: return find(.inside, in: Self.names, row)
        case .typo:
            let names = find(.similar, in: Self.names, row)
            return names.isEmpty ? find(.similarWords, in: SearchIndex.wordFields, row) : names
        }
    }

    private func find(_ match: Match, in fields: [ProfileField], _ row: Int) -> [ProfileField: [Range<Int>]] {
        var result: [ProfileField: [Range<Int>]] = [:]
        for field in fields {
            guard let column = rows.column(field), column.rowTexts != nil || column.id(at: row) != 0 else { continue }
            let ranges = column.withText(at: row) { text in
                folded.read(text, match.isOfWords ? query.rules : .runs)
                return matches(match, folded.span).map { folded.source(of: $0) }
            }
            if !ranges.isEmpty { result[field] = ranges }
        }
        return result
    }

    // MARK: Ranges of folded texts

    private func matches(_ match: Match, _ text: Span<UInt8>) -> [Range<Int>] {
        let query = query
        let wanted = query.span
        switch match {
        case .whole: return text.equals(wanted) ? [0..<text.count] : []
        case .beginning:
            if text.begins(with: wanted) { return [0..<wanted.count] }
            return TickerNames.isTicker(wanted, of: text) ? [1..<(1 + wanted.count)] : []
        case .inside: return text.ranges(of: wanted)
        case .similar:
            let typos = SearchQuery.typos(in: wanted)
            let isSimilar = typos > 0 && TypoWalk.isMatch(text, of: wanted, typos: typos, isPrefix: false)
            return isSimilar ? [0..<text.count] : []
        case .words: return words(in: text, typos: false)
        case .similarWords: return words(in: text, typos: true)
        }
    }

    /// The words of a text that the query has: whole, and of the beginning of one just that.
    private func words(in text: Span<UInt8>, typos: Bool) -> [Range<Int>] {
        terms.read(text)
        var ranges = [Range<Int>]()
        for wanted in wantedWords { append(wanted, in: text, typos: typos, to: &ranges) }
        if typos {
            for (first, second) in wantedParts {
                var parts = [Range<Int>]()
                append(first, in: text, typos: false, to: &parts)
                let count = parts.count
                append(second, in: text, typos: false, to: &parts)
                if count > 0, parts.count > count { ranges += parts }
            }
        }
        return ranges.joined()
    }

    /// Appends where the terms of a text are a word, or begin with it where that is enough.
    private func append(
        _ wanted: SearchQuery.Wanted, in text: Span<UInt8>, typos: Bool, to ranges: inout [Range<Int>]
    ) {
        let word = wanted.bytes.span
        let allowed = typos && wanted.mayHaveTypos ? SearchQuery.typos(in: word) : 0
        for index in 0..<terms.terms.count {
            let term = terms.terms[index]
            let bytes = terms.bytes(index, text)
            if wanted.isBeginning ? bytes.begins(with: word) : bytes.equals(word) {
                ranges.append(terms.range(of: term, first: word.count, in: text))
            } else if allowed > 0, TypoWalk.isMatch(bytes, of: word, typos: allowed, isPrefix: wanted.isBeginning) {
                ranges.append(Int(term.start)..<Int(term.end))
            }
        }
    }
}

extension SearchQuery {
    /// A word that may stand in a description.
    fileprivate struct Wanted {
        var bytes: [UInt8]
        var isBeginning: Bool
        var mayHaveTypos = false
    }

    /// The words of all forms.
    fileprivate var wantedWords: [Wanted] {
        var wanted: [Wanted] = []
        for number in words.indices {
            let isBeginning = isBeginning(number)
            wanted.append(
                Wanted(bytes: Array(copying: word(number)), isBeginning: isBeginning, mayHaveTypos: true))
            for spelling in spellings(of: number) { wanted.append(Wanted(bytes: spelling, isBeginning: isBeginning)) }
        }
        for sequence in sequences {
            for form in joins(of: sequence) {
                let isBeginning = form.joined.contains { self.isBeginning(form.words[$0]) }
                wanted.append(Wanted(bytes: joinedWord(of: form), isBeginning: isBeginning))
            }
        }
        return wanted
    }

    /// The two parts of words that may want a space.
    fileprivate var wantedParts: [(Wanted, Wanted)] {
        var parts: [(Wanted, Wanted)] = []
        for number in words.indices {
            forEachPart(of: number) { place in
                let word = word(number)
                parts.append(
                    (
                        Wanted(bytes: Array(copying: word.extracting(0..<place)), isBeginning: false),
                        Wanted(
                            bytes: Array(copying: word.extracting(place..<word.count)), isBeginning: isBeginning(number)
                        )
                    ))
            }
        }
        return parts
    }
}

extension [Range<Int>] {
    /// The ranges in order, those that touch as one.
    fileprivate func joined() -> [Range<Int>] {
        var result: [Range<Int>] = []
        for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, range.lowerBound <= last.upperBound {
                result[result.count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }
}
