extension SearchIndex {
    /// The rows whose descriptions have all words of a query, the last one, and those of scripts without spaces, as the beginnings of words; with `typos` also such
    /// words that are those but for typos.
    func descriptions(of query: SearchQuery, typos: Bool) -> RowConjunction {
        var unions: [RowUnion] = []
        for number in query.words.indices {
            let word = query.word(number)
            let isBeginning = query.isBeginning(number)
            var cursors: [RunCursor] = []
            let allowed = typos ? SearchQuery.typos(in: word) : 0
            appendCursors(ofWordsLike: word, typos: allowed, isPrefix: isBeginning, to: &cursors)
            // One word that nobody has, and the others need not be looked for.
            if cursors.isEmpty { return RowConjunction([], wordRows.bytes) }
            unions.append(RowUnion(cursors))
        }
        return RowConjunction(unions, wordRows.bytes)
    }

    /// Appends cursors whose rows together are those of the words that are `word` but for `typos` typos, 2 at most, or with
    /// `isPrefix` begin so.
    ///
    /// - Complexity: some microseconds for one typo, some ten for two.
    private func appendCursors(
        ofWordsLike word: Span<UInt8>, typos: Int, isPrefix: Bool, to cursors: inout [RunCursor]
    ) {
        guard typos > 0, var matcher = TypoWalk(word, typos: typos, isPrefix: isPrefix) else {
            appendCursors(ofWords: isPrefix ? words.indices(withPrefix: word) : words.indices(of: word), to: &cursors)
            return
        }
        let candidates: [Int]
        if typos == 1 {
            // After a typo among the first characters the word goes on as asked for; otherwise few words begin like it.
            candidates = wordSignatures.candidates(forTypoInFrontOf: word, isPrefix: isPrefix, in: words)
            if var walk = TypoWalk(word, typos: 1, isPrefix: isPrefix, sparing: 2) {
                walk.forEachMatch(in: words) { appendCursors(ofWords: $0, to: &cursors) }
            }
        } else {
            candidates = wordSignatures.candidates(for: word, typos: typos, isPrefix: isPrefix, in: words)
        }
        matcher.forEachMatch(among: candidates, in: words) { appendCursors(ofWords: $0, to: &cursors) }
    }

    /// The rows that may have `text` inside a name: those with all of its trigrams.
    func names(containing text: Span<UInt8>) -> RowConjunction {
        if text.count < 3 { return names(containingShort: text) }
        var cursors: [RunCursor] = []
        for position in 0..<(text.count - 2) {
            let trigram = UInt32(text[position]) << 16 | UInt32(text[position + 1]) << 8 | UInt32(text[position + 2])
            guard let list = trigramList(of: trigram) else { return RowConjunction([], trigramRows.bytes) }
            cursors.append(trigramRows.cursor(list))
        }
        // A few rare ones leave hardly any row that has not the whole text.
        cursors.sort { $0.runs < $1.runs }
        return RowConjunction(cursors.prefix(8).map { RowUnion([$0]) }, trigramRows.bytes)
    }

    /// One or two bytes are the beginning of trigrams, since zeros stand after a name's end.
    private func names(containingShort text: Span<UInt8>) -> RowConjunction {
        if text.isEmpty { return RowConjunction([], trigramRows.bytes) }
        let shift = UInt32(24 - 8 * text.count)
        var trigram = UInt32(text[0]) << 16
        if text.count > 1 { trigram |= UInt32(text[1]) << 8 }
        let lists = trigramList(notBelow: trigram)..<trigramList(notBelow: trigram + 1 << shift)
        return RowConjunction([RowUnion(lists.map { trigramRows.cursor($0) })], trigramRows.bytes)
    }
}
