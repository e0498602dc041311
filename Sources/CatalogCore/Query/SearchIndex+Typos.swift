extension SearchIndex {
    /// Returns the rows with a name (symbol or local symbol) within `typos` typos of `text`, 1 or 2, ascending.
    ///
    /// A walk with all typos from the first character on would visit nearly all prefixes of names. Therefore the text
    /// is cut in two. If all typos are in the first part, the name contains the second part unchanged, and trigrams
    /// find the few candidates. For all other cases, the walk visits few prefixes.
    func rows(ofNamesLike text: Span<UInt8>, typos: Int, _ rowNames: inout FoldedNames) -> [Int] {
        var candidates: [Int] = []
        var sparing = 0
        let ends = Self.characterEnds(text)
        var cut = min(3 + typos, ends.count - 2)
        while cut >= 1, sparing == 0 {
            // In trigrams, a zero marks the end of a name.
            let rest = Array(copying: text.extracting(ends[cut - 1]..<text.count)) + [0]
            if let few = rows(ofNamesContaining: rest.span, atMost: Self.candidateLimit(typos)) {
                candidates = few
                sparing = cut
            } else {
                // Fewer names contain a longer second part, but the first part is then shorter, so the walk visits more
                // prefixes.
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

    /// Returns the rows that may contain `text` in a name, ascending; `nil` if there are more than `limit`.
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

    /// The number of candidates above which a walk is cheaper.
    private static func candidateLimit(_ typos: Int) -> Int { typos == 1 ? 250 : 400 }

    /// Returns the end of each character of a text, in bytes.
    private static func characterEnds(_ text: Span<UInt8>) -> [Int] {
        var ends: [Int] = []
        var position = 0
        while position < text.count {
            _ = text.character(at: &position)
            ends.append(position)
        }
        return ends
    }
}
