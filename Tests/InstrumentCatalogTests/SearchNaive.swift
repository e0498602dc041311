import Foundation

@testable import InstrumentCatalog

/// Search written directly from its definition: every row is tested, and nothing is indexed. The instruments that a
/// notation denotes come from the catalog (`NotationTests`); their order among the results does not.
struct NaiveSearch {
    private struct Texts {
        var symbol: String
        var localSymbol: String
        /// The symbols of a spread's legs.
        var legs: [[UInt32]]
        var identifiers: [String]
        var terms: Set<String>
        /// The number of distinct words in the description.
        var size: Int
    }

    /// The sort key of a result: tier, grade, row.
    private typealias Place = (tier: SearchTier, grade: Int)

    /// The day of all searches, so that results don't depend on today.
    static let day = CalendarDate(year: 2026, month: 11, day: 21)!

    private let rows: [Texts]
    private let catalog: Catalog

    /// Indexes all rows of a catalog, in their order.
    init(_ catalog: Catalog) {
        self.catalog = catalog
        rows = catalog.fileRows.map { row in
            let profile = catalog.profile(at: row)
            let texts = [profile.description, profile.localDescription].map { NaiveTerms(Self.fold($0)) }
            return Texts(
                symbol: Self.fold(profile.symbol), localSymbol: Self.fold(profile.localSymbol),
                legs: (try? SpreadSymbol(profile.symbol))?.legs.map { Self.scalars(Self.fold($0.symbol)) } ?? [],
                identifiers: [profile.isin, profile.cusip, profile.sedol, profile.localSymbol].map(Self.fold)
                    .filter { !$0.isEmpty },
                terms: texts[0].terms.union(texts[1].terms), size: texts[0].size > 0 ? texts[0].size : texts[1].size)
        }
    }

    /// Every row that matches, best first.
    func search(_ typed: String) -> [(row: Row, tier: SearchTier)] {
        let text = Self.fold(typed).trimmingCharacters(in: CharacterSet(charactersIn: " \t\n\u{B}\u{C}\r"))
        if text.isEmpty { return [] }
        let query = NaiveQuery(text, typed)
        var resolver = NotationResolver(catalog, SymbolReader(on: Self.day))
        let candidates = resolver.candidates(ofSearch: typed.utf8Span.span)
        return rows.indices.compactMap { row -> (Int, Place)? in
            let place = place(rows[row], text, query)
            let order = candidates.firstIndex { $0.row.number == row }
            if let order, place.map({ $0.tier > .notation }) ?? true { return (row, (.notation, order)) }
            return place.map { (row, $0) }
        }
        .sorted { ($0.1.tier, $0.1.grade, $0.0) < ($1.1.tier, $1.1.grade, $1.0) }
        .map { (Row($0.0), $0.1.tier) }
    }

    private func place(_ row: Texts, _ text: String, _ query: NaiveQuery) -> Place? {
        if row.symbol == text { return (.exactSymbol, 0) }
        if row.identifiers.contains(text) { return (.exactIdentifier, 0) }
        let names = [row.symbol, row.localSymbol].filter { !$0.isEmpty }.map(Self.scalars)
        let wanted = Self.scalars(text)
        if names.contains(where: { Self.isTicker(wanted, of: $0) }) { return (.symbolPrefix, 0) }
        if names.contains(where: { $0.starts(with: wanted) }) { return (.symbolPrefix, 1) }
        // The number of description words that the query leaves over: none, one or two, more.
        let left = min(row.size, 15) - min(query.size, 14)
        let leftGrade = left <= 0 ? 0 : left <= 2 ? 1 : 2
        if query.forms.contains(where: { $0.matches(row.terms, whole: true) }) { return (.description, leftGrade) }
        if query.forms.contains(where: { $0.matches(row.terms, whole: false) }) { return (.description, 3 + leftGrade) }
        if row.legs.contains(where: { $0 == wanted || Self.isTicker(wanted, of: $0) }) { return (.symbolSubstring, 0) }
        if names.contains(where: { $0.contains(wanted) }) { return (.symbolSubstring, 1) }
        if query.parted.contains(where: { $0.matches(row.terms, whole: false) }) { return (.typo, 0) }
        let typos = Self.typos(text)
        if typos > 0, wanted.count <= 64, names.contains(where: { Self.distance($0, wanted) <= typos }) {
            return (.typo, 1)
        }
        return hasSimilar(query, row.terms) ? (.typo, 1) : nil
    }

    /// Whether the text is the symbol up to its first punctuation mark, possibly after a slash.
    private static func isTicker(_ text: [UInt32], of name: [UInt32]) -> Bool {
        func isMark(_ character: UInt32) -> Bool { character < 0x30 || (0x3A...0x40).contains(character) }
        if isMark(text.last!) { return false }
        if name.starts(with: text), name.count > text.count, isMark(name[text.count]) { return true }
        guard name.first == 0x2F else { return false }
        let root = Array(name.dropFirst())
        return root.starts(with: text) && (root.count == text.count || isMark(root[text.count]))
    }

    private func hasSimilar(_ query: NaiveQuery, _ terms: Set<String>) -> Bool {
        !query.sequence.isEmpty
            && query.sequence.allSatisfy { wanted in
                let allowed = Self.typos(wanted.text)
                let pattern = Self.scalars(wanted.text)
                return terms.contains { term in
                    let text = Self.scalars(term)
                    if allowed == 0 || pattern.count > 64 {
                        return wanted.isBeginning ? text.starts(with: pattern) : text == pattern
                    }
                    let beginnings = wanted.isBeginning ? (0...text.count).map { Array(text.prefix($0)) } : [text]
                    return beginnings.contains { Self.distance($0, pattern) <= allowed }
                }
            }
    }

    // MARK: The rules

    /// Applies compatibility decomposition, removes combining marks, and folds case.
    static func fold(_ text: String) -> String {
        let letters: [Unicode.Scalar: String] = ["ı": "i", "ø": "o", "Ø": "o", "ß": "ss", "æ": "ae", "Æ": "ae"]
        let spelled = text.unicodeScalars.map { letters[$0] ?? String($0) }.joined()
        var result = String.UnicodeScalarView()
        for scalar in spelled.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark {
            result.append(scalar)
        }
        return String(result)
    }

    static func words(_ folded: String) -> [String] {
        folded.unicodeScalars.split { !$0.properties.isAlphabetic && !("0"..."9").contains($0) }.map { String($0) }
    }

    static func typos(_ text: String) -> Int {
        let letters = text.unicodeScalars.filter(\.properties.isAlphabetic).count
        return letters >= 8 ? 2 : letters >= 4 ? 1 : 0
    }

    static func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

    /// The edit distance: insertions, deletions, substitutions, and swaps of neighbors.
    static func distance(_ first: [UInt32], _ second: [UInt32]) -> Int {
        if abs(first.count - second.count) > 2 { return 3 }
        var table = [[Int]](repeating: [Int](repeating: 0, count: second.count + 1), count: first.count + 1)
        for i in 0...first.count {
            for j in 0...second.count {
                if i == 0 || j == 0 {
                    table[i][j] = i + j
                    continue
                }
                var best = min(table[i - 1][j], table[i][j - 1]) + 1
                best = min(best, table[i - 1][j - 1] + (first[i - 1] == second[j - 1] ? 0 : 1))
                if i > 1, j > 1, first[i - 1] == second[j - 2], first[i - 2] == second[j - 1] {
                    best = min(best, table[i - 2][j - 2] + 1)
                }
                table[i][j] = best
            }
        }
        return table[first.count][second.count]
    }
}

extension [UInt32] {
    fileprivate func contains(_ part: [UInt32]) -> Bool {
        guard part.count <= count else { return false }
        return (0...(count - part.count)).contains { self[$0..<($0 + part.count)].elementsEqual(part) }
    }
}
