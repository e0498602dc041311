extension SearchIndex {
    /// The words of the index that match a word of a query.
    private struct Found: Hashable {
        /// The words equal to the query's word.
        var equal: Range<Int>
        /// The words equal to the query's word and, if a prefix match is allowed, the words that start with it.
        var all: Range<Int>
        /// The matches of other spellings.
        var spellings: [Found] = []

        var isEmpty: Bool { all.isEmpty && spellings.allSatisfy(\.isEmpty) }
    }

    /// Finds the rows whose descriptions contain all words of a query in one of its forms. The last word, and words of
    /// scripts without spaces, also match as prefixes. Also finds the rows in which all words match whole.
    ///
    /// - Parameter spellings: Whether other spellings of the words count, too.
    /// - Complexity: O(words × log words of the index).
    func findDescriptions(
        of query: SearchQuery, _ all: inout RowAlternatives, whole: inout RowAlternatives, spellings: Bool = true
    ) {
        var cursors = TrivialArray<RunCursor>()
        if query.words.count == 1 {
            append([find(query, 0, spellings: spellings)], to: &all, &whole, &cursors)
            return
        }
        let found = query.words.indices.map { find(query, $0, spellings: spellings) }
        for sequence in query.sequences {
            append(sequence.map { found[$0] }, to: &all, &whole, &cursors)
            for form in query.joins(of: sequence) {
                // A form can match only if each word that occurs nowhere is part of the joined word.
                let others = form.words.indices.filter { !form.joined.contains($0) }
                if others.contains(where: { found[form.words[$0]].isEmpty }) { continue }
                let joined = find(
                    query.joinedWord(of: form).span, isBeginning: query.isBeginning(joinedIn: form))
                if joined.isEmpty { continue }
                append(others.map { found[form.words[$0]] } + [joined], to: &all, &whole, &cursors)
            }
        }
    }

    /// Appends to `all` the rows that contain all of `words`, and to `whole` the rows that contain them without prefix
    /// matches.
    private func append(
        _ words: [Found], to all: inout RowAlternatives, _ whole: inout RowAlternatives,
        _ cursors: inout TrivialArray<RunCursor>
    ) {
        let rows = conjunction(words, &cursors)
        if rows.isEmpty { return }
        all.append(rows)
        let wholeRows = conjunction(words, isWhole: true, &cursors)
        if !wholeRows.isEmpty { whole.append(wholeRows) }
    }

    private func find(_ word: Span<UInt8>, isBeginning: Bool) -> Found {
        let (equal, beginning) = words.find(word)
        return Found(equal: equal, all: isBeginning ? beginning : equal)
    }

    private func find(_ query: SearchQuery, _ number: Int, spellings: Bool = true) -> Found {
        let isBeginning = query.isBeginning(number)
        var found = find(query.word(number), isBeginning: isBeginning)
        for spelling in spellings ? query.spellings(of: number) : [] {
            // A prefix of a few letters would find too many other words: `mot` for `moet`.
            let isLong = spelling.count >= SearchQuery.shortestSpelling
            found.spellings.append(find(spelling.span, isBeginning: isBeginning && isLong))
        }
        return found
    }

    /// Returns the rows that contain all of `words`; with `isWhole`, without prefix matches.
    ///
    /// - Parameter cursors: Scratch memory for the cursors of a word.
    private func conjunction(
        _ words: [Found], isWhole: Bool = false, _ cursors: inout TrivialArray<RunCursor>
    ) -> RowConjunction {
        func union(_ word: Found) -> RowUnion {
            cursors.truncate(to: 0)
            appendCursors(ofWords: isWhole ? word.equal : word.all, to: &cursors)
            for other in word.spellings { appendCursors(ofWords: isWhole ? other.equal : other.all, to: &cursors) }
            return RowUnion(cursors.span)
        }
        if words.count == 1 { return RowConjunction(union(words[0]), wordRows.bytes) }
        var unions: [RowUnion] = []
        unions.reserveCapacity(words.count)
        // A repeated word excludes no rows, but would be tested for each row again.
        var seen: Set<Found> = []
        for word in words where seen.insert(word).inserted {
            let union = union(word)
            // If a word occurs nowhere, there are no candidates.
            if union.isEmpty { return RowConjunction(noneOf: wordRows.bytes) }
            unions.append(union)
        }
        return RowConjunction(unions, wordRows.bytes)
    }

    /// Returns the rows that contain all words of a query if one word is split in two, for example `exxonmobil`.
    func descriptions(ofParted query: SearchQuery) -> RowAlternatives {
        let sequence = query.sequences[0]
        var rows = RowAlternatives()
        guard sequence.count <= SearchQuery.joinLimit else { return rows }
        let found = sequence.map { find(query, $0) }
        var cursors = TrivialArray<RunCursor>()
        for (place, number) in sequence.enumerated() {
            let others = found.indices.filter { $0 != place }.map { found[$0] }
            if others.contains(where: \.isEmpty) { continue }
            query.forEachPart(of: number) { letters in
                let word = query.word(number)
                let first = find(word.extracting(0..<letters), isBeginning: false)
                if first.isEmpty { return }
                let second = find(
                    word.extracting(letters..<word.count), isBeginning: query.isBeginning(number))
                if !second.isEmpty { rows.append(conjunction(others + [first, second], &cursors)) }
            }
        }
        return rows
    }

    /// Returns the rows whose descriptions contain all words of a query, each with at most the typos of a level.
    func similarDescriptions(of query: SearchQuery, _ level: TypoLevel) -> RowConjunction {
        var unions: [RowUnion] = []
        var cursors = TrivialArray<RunCursor>()
        var seen: Set<[UInt8]> = []
        let sequence = query.sequences.last!
        if level.typos > 1, !sequence.contains(where: { SearchQuery.typos(in: query.word($0)) >= level.typos }) {
            return RowConjunction(noneOf: wordRows.bytes)
        }
        for number in sequence {
            let word = query.word(number)
            let isBeginning = level.isLoose && query.isBeginning(number) || query.rules.isAlwaysBeginning(word)
            guard seen.insert(Array(copying: word) + [isBeginning ? 1 : 0]).inserted else { continue }
            cursors.truncate(to: 0)
            appendCursors(
                ofWordsLike: word, typos: min(level.typos, SearchQuery.typos(in: word)), isPrefix: isBeginning,
                isLoose: level.isLoose, to: &cursors)
            if cursors.isEmpty { return RowConjunction(noneOf: wordRows.bytes) }
            unions.append(RowUnion(cursors.span))
        }
        return RowConjunction(unions, wordRows.bytes)
    }

    /// Appends cursors that together cover the rows of the words within `typos` typos (at most 2) of `word`. With
    /// `isPrefix`, a word also matches if a prefix of it does. Without `isLoose`, only words with the first byte of
    /// `word` match.
    private func appendCursors(
        ofWordsLike word: Span<UInt8>, typos: Int, isPrefix: Bool, isLoose: Bool,
        to cursors: inout TrivialArray<RunCursor>
    ) {
        let sameFirst = isLoose ? 0..<words.count : words.indices(withPrefix: word.extracting(first: 1))
        func append(_ range: Range<Int>, to cursors: inout TrivialArray<RunCursor>) {
            if sameFirst.contains(range.lowerBound) { appendCursors(ofWords: range, to: &cursors) }
        }
        guard typos > 0, var matcher = TypoWalk(word, typos: typos, isPrefix: isPrefix) else {
            appendCursors(ofWords: isPrefix ? words.indices(withPrefix: word) : words.indices(of: word), to: &cursors)
            return
        }
        let candidates: [Int]
        if typos == 1 {
            // If the typo is among the first characters, the pair index finds the candidates. Otherwise few words have
            // the same first characters, and a walk finds the matches among them.
            candidates = wordSignatures.candidates(forTypoInFrontOf: word, isPrefix: isPrefix, in: words)
            if var walk = TypoWalk(word, typos: 1, isPrefix: isPrefix, sparing: 2) {
                walk.forEachMatch(in: words) { append($0, to: &cursors) }
            }
        } else {
            candidates = wordSignatures.candidates(for: word, typos: typos, isPrefix: isPrefix, in: words)
        }
        matcher.forEachMatch(among: candidates, in: words) { append($0, to: &cursors) }
    }

    /// Returns the rows that may contain `text` in a name, because they have all of its trigrams.
    func names(containing text: Span<UInt8>) -> RowConjunction {
        if text.count < 3 { return names(containingShort: text) }
        var cursors: [RunCursor] = []
        cursors.reserveCapacity(text.count - 2)
        for position in 0..<(text.count - 2) {
            let trigram = UInt32(text[position]) << 16 | UInt32(text[position + 1]) << 8 | UInt32(text[position + 2])
            guard let list = trigramList(of: trigram) else { return RowConjunction(noneOf: trigramRows.bytes) }
            cursors.append(trigramRows.cursor(list))
        }
        if cursors.count == 1 { return RowConjunction(RowUnion(cursors.span), trigramRows.bytes) }
        // A few rare trigrams already exclude nearly all rows without the whole text.
        cursors.sort { $0.runs < $1.runs }
        let chosen = cursors.span
        let unions = (0..<min(8, chosen.count)).map { RowUnion(chosen.extracting($0..<($0 + 1))) }
        return RowConjunction(unions, trigramRows.bytes)
    }

    /// Returns the rows that may contain `text`, of one or two bytes, in a name. A name is followed by zeros in the
    /// index, so such a text is a prefix of a trigram.
    private func names(containingShort text: Span<UInt8>) -> RowConjunction {
        if text.isEmpty { return RowConjunction(noneOf: trigramRows.bytes) }
        let shift = UInt32(24 - 8 * text.count)
        var trigram = UInt32(text[0]) << 16
        if text.count > 1 { trigram |= UInt32(text[1]) << 8 }
        var cursors = TrivialArray<RunCursor>()
        for list in trigramLists(from: trigram, below: trigram + 1 << shift) {
            cursors.append(trigramRows.cursor(list))
        }
        return RowConjunction(RowUnion(cursors.span), trigramRows.bytes)
    }
}
