extension SearchIndex {
    /// The rows with a name, symbol or local symbol, that is `text` but for `typos` typos, 1 or 2, ascending.
    ///
    /// Walking the names with all typos allowed from their first character on means walking through nearly all that can begin a
    /// name. So the text is cut in two. Either not all typos are in its first part: then hardly anything may begin such a name.
    /// Or all of them are: then the rest is in the name as it stands, and its trigrams tell the few rows in question.
    ///
    /// - Complexity: some ten microseconds for most texts.
    func rows(ofNamesLike text: Span<UInt8>, typos: Int, _ rowNames: inout FoldedNames) -> [Int] {
        var candidates: [Int] = []
        var sparing = 0
        var cut = Self.firstCut(text, typos)
        while cut >= 1, sparing == 0 {
            // Trigrams know a name's end by a zero.
            let rest = Array(copying: text.extracting(cut..<text.count)) + [0]
            if let few = rows(ofNamesContaining: rest.span, atMost: Self.candidateLimit(typos)) {
                candidates = few
                sparing = cut
            } else {
                // A longer rest is that of fewer names; the first part is spared less then.
                cut -= 1
            }
        }
        guard var walk = TypoWalk(text, typos: typos, isPrefix: false, sparing: sparing) else { return [] }
        var found: [Int] = []
        walk.forEachMatch(in: names) { range in
            for position in range { found.append(Int(nameRows.rows[position])) }
        }
        if sparing > 0, var matcher = TypoWalk(text, typos: typos, isPrefix: false) {
            for row in candidates where rowNames.anyName(of: row, { matcher.matches($0) }) { found.append(row) }
        }
        return found.sortedAndUnique(by: <)
    }

    /// The rows that may have `text` inside a name, ascending; `nil` where they are more than `limit`.
    private func rows(ofNamesContaining text: Span<UInt8>, atMost limit: Int) -> [Int]? {
        var candidates = names(containing: text)
        if candidates.leastRuns > limit { return nil }
        var rows: [Int] = []
        var row = candidates.next(from: 0)
        while row < rowCount {
            if rows.count == limit { return nil }
            rows.append(row)
            row = candidates.next(from: row + 1)
        }
        return rows
    }

    /// Where candidates would be more, walking is cheaper.
    private static func candidateLimit(_ typos: Int) -> Int { typos == 1 ? 250 : 400 }

    /// Where a text is cut first: after enough characters that few names begin like them, and so that the rest has trigrams
    /// enough. 0 for short texts, and for those that aren't ASCII, whose characters are of several bytes.
    private static func firstCut(_ text: Span<UInt8>, _ typos: Int) -> Int {
        for index in 0..<text.count where text[index] >= 0x80 { return 0 }
        return min(3 + typos, text.count - 2)
    }
}
