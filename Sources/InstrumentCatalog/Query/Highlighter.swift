/// Finds what of a row's fields matched a query.
struct Highlighter {
    private let rows: CatalogRows
    private let query: SearchQuery

    private static let names: [ProfileField] = [.symbol, .localSymbol]

    init(_ rows: CatalogRows, _ query: SearchQuery) {
        self.rows = rows
        self.query = query
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
        // Another writing of the instrument is no part of its fields' texts.
        case .notation, .alias: return [:]
        case .symbolPrefix: return find(.beginning, in: Self.names, row)
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
                let folded = FoldedText(text, match.isOfWords ? query.rules : .runs)
                return matches(match, folded.span).map { folded.source(of: $0) }
            }
            if !ranges.isEmpty { result[field] = ranges }
        }
        return result
    }

    // MARK: Ranges of folded texts

    private func matches(_ match: Match, _ text: Span<UInt8>) -> [Range<Int>] {
        let wanted = query.text.span
        switch match {
        case .whole: return text.equals(wanted) ? [0..<text.count] : []
        case .beginning: return text.begins(with: wanted) ? [0..<wanted.count] : []
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
        var ranges: [Range<Int>] = []
        let query = query
        query.rules.forEachIndexedWord(in: text) { range in
            let word = text.extracting(range)
            var matched = 0
            for number in query.words.indices {
                let wanted = query.word(number)
                let isBeginning = query.isBeginning(number)
                if isBeginning ? word.begins(with: wanted) : word.equals(wanted) {
                    matched = max(matched, wanted.count)
                } else if typos {
                    let allowed = SearchQuery.typos(in: wanted)
                    if allowed > 0, TypoWalk.isMatch(word, of: wanted, typos: allowed, isPrefix: isBeginning) {
                        matched = word.count
                    }
                }
            }
            if matched > 0 { ranges.join(range.lowerBound..<(range.lowerBound + matched)) }
        }
        return ranges
    }
}

extension [Range<Int>] {
    /// Appends a range that doesn't begin before the last one; what touches that becomes part of it.
    fileprivate mutating func join(_ range: Range<Int>) {
        guard let last, range.lowerBound <= last.upperBound else { return append(range) }
        self[count - 1] = last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
    }
}
