extension SearchIndex {
    /// The rows with a name, symbol or local symbol, that is `text` but for `typos` typos, 1 or 2, ascending.
    ///
    /// Walking the names with all typos allowed from their first character on means walking through nearly all that can begin a
    /// name. So the text is cut in two. Either not all typos are in its first part: then hardly anything may begin such a name.
    /// Or all of them are: then the rest is in the name as it stands, and its trigrams tell the few rows in question.
    ///
    /// - Complexity: some ten microseconds for most texts.
    func rows(ofNamesLike text: Span<UInt8>, typos: Int, _ rowNames: inout RowNames) -> [Int] {
        let cut = Self.cut(text, typos)
        var candidates = RowConjunction([], trigramRows.bytes)
        var sparing = 0
        if let cut {
            candidates = names(containing: text.extracting(cut..<text.count))
            if candidates.leastRuns <= Self.candidateLimit { sparing = cut }
        }
        guard var walk = TypoWalk(text, typos: typos, isPrefix: false, sparing: sparing) else { return [] }
        var found: [Int] = []
        walk.forEachMatch(in: names) { range in
            for position in range { found.append(Int(nameRows.rows[position])) }
        }
        if sparing > 0, var matcher = TypoWalk(text, typos: typos, isPrefix: false) {
            var row = candidates.next(from: 0)
            while row < rowCount {
                if rowNames.anyName(of: row, { matcher.matches($0) }) { found.append(row) }
                row = candidates.next(from: row + 1)
            }
        }
        return found.sortedAndUnique()
    }

    /// Where candidates would be more, walking is cheaper.
    private static let candidateLimit = 4_000

    /// Where a text is cut: behind enough characters that few names begin like them, and so that the rest has trigrams enough.
    /// `nil` for short texts, and for those that aren't ASCII, whose characters are of several bytes.
    private static func cut(_ text: Span<UInt8>, _ typos: Int) -> Int? {
        for index in 0..<text.count where text[index] >= 0x80 { return nil }
        // What follows the cut should be long: the venue at a future's end, say, is that of many.
        let cut = min(3 + typos, text.count - 4)
        return cut >= 2 ? cut : nil
    }
}
