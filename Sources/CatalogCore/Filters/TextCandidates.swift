internal import Scanning

/// Finds the rows whose texts may match a pattern that starts with a wildcard, with the search indexes.
///
/// Symbols are found by trigrams: `*C150` requires `C15`, `150`, and `50` at the end. Descriptions are found by words:
/// `*Jan*150*` requires a word that contains `JAN` and a word that contains `150`. The candidates must still be matched
/// against the pattern, since the indexes contain folded texts.
struct TextCandidates {
    private enum Source {
        case names, words
    }

    private let source: Source
    private let index: SearchIndex
    private let rowCount: Int

    /// `nil` for a field without such an index, or if the file does not have the index.
    init?(_ rows: CatalogRows, _ field: ProfileField) {
        switch field {
        case .symbol: source = .names
        case .description, .localDescription: source = .words
        default: return nil
        }
        index = SearchIndex(rows)
        rowCount = rows.count
        // Every catalog with a symbol has names; words require a description.
        guard index.trigramRows.count > 0, source == .names || index.words.count > 0 else { return nil }
    }

    /// Returns the rows that may match one of `patterns`; `nil` if the indexes are not selective enough to be
    /// worthwhile.
    ///
    /// - Complexity: O(runs of the merged lists); for descriptions also O(words of the catalog).
    func rows(like patterns: [FieldPattern]) -> RowSet? {
        var all = RowSet(rowCount: rowCount)
        var steps = WorkSteps()
        for pattern in patterns {
            // Each pattern is counted as if it tested `rowCount` / 64 rows.
            if steps.isStopped(after: rowCount / 64 + 1) { return all }
            guard let found = source == .names ? rows(ofNamesLike: pattern) : rows(withWordsLike: pattern) else {
                return nil
            }
            all.formUnion(found)
        }
        return all
    }

    /// The number of runs above which scanning all texts is as fast.
    private var runLimit: Int { max(64, rowCount / 2) }

    // MARK: Symbols

    /// The maximum number of trigrams to look up; a few rare ones already exclude nearly all rows that do not match.
    private static let trigramLimit = 4

    private func rows(ofNamesLike pattern: FieldPattern) -> RowSet? {
        var keys: [(lists: Range<Int>, runs: Int)] = []
        for piece in pattern.literals where piece.bytes.allSatisfy({ $0 < 0x80 }) {
            var folded = piece.bytes.map(\.asciiUppercased)
            // A name is followed by zeros in the index.
            if piece.isAtEnd { folded += [0, 0] }
            if folded.count == 2 { keys.append(key(folded)) }
            for start in folded.indices.dropLast(2) { keys.append(key(Array(folded[start..<start + 3]))) }
        }
        keys.sort { $0.runs < $1.runs }
        guard let rarest = keys.first, rarest.runs <= runLimit else { return nil }
        var found = rows(ofLists: rarest.lists, index.trigramRows)
        // Intersecting with a long list costs more than it excludes.
        for key in keys.dropFirst().prefix(Self.trigramLimit - 1) where key.runs <= 8 * rarest.runs + rowCount / 64 {
            found.formIntersection(rows(ofLists: key.lists, index.trigramRows))
        }
        return found
    }

    /// Returns the lists of the trigrams that start with two or three bytes, and their total number of runs.
    private func key(_ bytes: [UInt8]) -> (lists: Range<Int>, runs: Int) {
        let first = UInt32(bytes[0]) << 16 | UInt32(bytes[1]) << 8
        let trigram = bytes.count > 2 ? first | UInt32(bytes[2]) : first
        let next = bytes.count > 2 ? trigram + 1 : trigram + 1 << 8
        let start = index.trigramList(notBelow: trigram)
        let lists = start..<max(start, index.trigramList(notBelow: next))
        return (lists, lists.reduce(0) { $0 + index.trigramRows.cursor($1).runs })
    }

    // MARK: Descriptions

    /// The maximum number of literal parts of a pattern that are looked up in words.
    private static let partLimit = 4

    private func rows(withWordsLike pattern: FieldPattern) -> RowSet? {
        // Each part must occur in some word of a matching text, usually in a different word than the other parts.
        var parts: [(text: [UInt8], lists: [Int], runs: Int)] = []
        for piece in pattern.literals {
            for run in piece.bytes.split(whereSeparator: { !$0.isASCIILetter && !$0.isASCIIDigit }) where run.count >= 2
            {
                parts.append((run.map(\.asciiUppercased), [], 0))
            }
        }
        if parts.isEmpty { return nil }
        // Every word is compared with each part, so only the longest parts are used.
        parts.sort { $0.text.count > $1.text.count }
        parts.removeLast(max(0, parts.count - Self.partLimit))
        index.words.forEach { number, word in
            for part in parts.indices {
                let text = parts[part].text
                if word.firstIndex(of: text.span) == nil { continue }
                parts[part].lists.append(number)
                parts[part].runs += index.wordRows.cursor(number).runs
            }
        }
        parts.sort { $0.runs < $1.runs }
        if parts[0].runs > runLimit { return nil }
        var found = rows(ofLists: parts[0].lists, index.wordRows)
        for part in parts.dropFirst() where part.runs <= runLimit {
            found.formIntersection(rows(ofLists: part.lists, index.wordRows))
        }
        return found
    }

    // MARK: Lists

    private func rows(ofLists lists: some Sequence<Int>, _ postings: PostingLists) -> RowSet {
        var rows = RowSet(rowCount: rowCount)
        for list in lists { postings.insertRows(ofList: list, into: &rows) }
        return rows
    }
}

extension PostingLists {
    /// Inserts the rows of a list into a set.
    ///
    /// - Complexity: O(runs).
    func insertRows(ofList number: Int, into rows: inout RowSet) {
        var cursor = cursor(number)
        while !cursor.isAtEnd {
            rows.insert(cursor.start..<cursor.end)
            cursor.advance(bytes)
        }
    }
}
