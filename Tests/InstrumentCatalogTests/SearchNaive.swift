import Foundation

@testable import CatalogCore
@testable import InstrumentCatalog

/// Search written directly from its definition: every row is tested, and nothing is indexed. Only the instruments that
/// a notation denotes come from the catalog (`NotationTests`), but not their order among the results.
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
        var standing: RankStanding
    }

    /// The sort key of a result: stage, grade.
    private typealias Place = (stage: SearchStage, grade: Int)

    /// The day of all searches, so that results don't depend on today.
    static let day = CalendarDate(year: 2026, month: 11, day: 21)!

    private var rows: [Texts]
    private let catalog: Catalog

    /// Indexes all rows of a catalog, in their order.
    init(_ catalog: Catalog) {
        self.catalog = catalog
        var own: [NaiveTerms] = []
        rows = catalog.fileRows.map { row in
            let profile = catalog.profile(at: row)
            let texts = [profile.description, profile.localDescription].map { NaiveTerms(Self.fold($0)) }
            own.append(texts[0])
            return Texts(
                symbol: Self.fold(profile.symbol), localSymbol: Self.fold(profile.localSymbol),
                legs: (try? SpreadSymbol(profile.symbol))?.legs.map { Self.scalars(Self.fold($0.symbol)) } ?? [],
                identifiers: [profile.isin, profile.cusip, profile.sedol, profile.localSymbol].map(Self.fold)
                    .filter { !$0.isEmpty },
                terms: texts[0].terms.union(texts[1].terms), size: texts[0].size > 0 ? texts[0].size : texts[1].size,
                standing: catalog.standing(at: row))
        }
        share(own)
    }

    /// Adds the words of other rows by which stocks and funds are also found (`SharedWords`).
    private mutating func share(_ own: [NaiveTerms]) {
        let sizes = rows.map { min($0.size, 15) }
        var owners: [[String]: String] = [:]
        for row in rows.indices {
            let profile = catalog.profile(at: Row(row))
            if NaiveStandings.kind(profile) > 1 || rows[row].standing.listing != .home { continue }
            let name = NaiveStandings.name(profile)
            if !name.isEmpty, owners[name] == nil { owners[name] = profile.isin }
        }
        var firsts: [String: Int] = [:]
        var counts: [Int: Int] = [:]
        for row in rows.indices where ["STOCK", "ETF"].contains(catalog.profile(at: Row(row)).type) {
            let profile = catalog.profile(at: Row(row))
            let ticker = Array(profile.symbol.prefix { $0 != ":" })
            if ticker.count > 2, "/-.".contains(ticker[ticker.count - 2]), let last = ticker.last, last.isASCII,
                last.isLetter
            {
                rows[row].terms.insert(last.lowercased())
            }
            if profile.isin.isEmpty { continue }
            let isin = Array(profile.isin)
            if isin.count == 12,
                profile.isin.hasPrefix("KR7") && isin[8] != "0"
                    || profile.isin.hasPrefix("BR") && isin[6...9] == ["A", "C", "N", "P"]
            {
                rows[row].terms.insert("preferred")
            }
            guard let first = firsts[profile.isin] else {
                firsts[profile.isin] = row
                continue
            }
            let name = NaiveStandings.name(profile)
            if let owner = owners[name], owner != profile.isin,
                !NaiveStandings.name(catalog.profile(at: Row(first))).starts(with: name)
            {
                continue
            }
            if counts[first, default: 0] == 16 { continue }
            counts[first, default: 0] += 1
            rows[first].terms.formUnion(own[row].terms)
            if sizes[row] > 0 { rows[first].size = min(rows[first].size, sizes[row]) }
        }
    }

    /// Returns every matching row, best first. Uses the first interpretation of the text that matches any row.
    ///
    /// - Parameter isWanted: Whether the filter of the search accepts a row.
    func search(
        _ typed: String, where isWanted: (InstrumentProfile) -> Bool = { _ in true }
    ) -> [(row: Row, tier: SearchTier)] {
        let wanted = rows.indices.map { isWanted(catalog.profile(at: Row($0))) }
        let exact = found(typed, wanted, typos: false)
        if !exact.isEmpty { return found(typed, wanted, typos: true) }
        let relaxations = QueryRelaxations(typed)
        let placed = relaxations.placed.map { placed in
            let wanted = rows.indices.map { row in
                wanted[row] && placed.codes.contains(catalog.profile(at: Row(row))[placed.field])
            }
            return (text: placed.text, wanted: wanted)
        }
        for one in placed {
            let rows = found(one.text, one.wanted, typos: false, through: .beginnings, isComplete: true)
            if !rows.isEmpty { return rows }
        }
        let similar = found(typed, wanted, typos: true)
        if !similar.isEmpty { return similar }
        for one in placed {
            let rows = found(one.text, one.wanted, typos: true, isComplete: true)
            if !rows.isEmpty { return rows }
        }
        for (text, _) in relaxations.shortened {
            let rows = found(text, wanted, typos: false, through: .beginnings, isComplete: true)
            if !rows.isEmpty { return rows }
        }
        return []
    }

    private func found(
        _ typed: String, _ wanted: [Bool], typos: Bool, through last: SearchStage = .wordSubstring,
        isComplete: Bool = false
    ) -> [(row: Row, tier: SearchTier)] {
        let text = Self.fold(typed).trimmingCharacters(in: CharacterSet(charactersIn: " \t\n\u{B}\u{C}\r"))
        if text.isEmpty { return [] }
        let query = NaiveQuery(text, typed)
        var resolver = NotationResolver(catalog, SymbolReader(on: Self.day))
        let candidates = resolver.candidates(ofSearch: typed.utf8Span.span)
        func places(typos: Bool) -> [(Int, Place)] {
            rows.indices.filter { wanted[$0] }.compactMap { row -> (Int, Place)? in
                let place = place(rows[row], text, query, isComplete, typos: typos)
                let order = candidates.firstIndex { $0.row.number == row }
                if let order, place.map({ $0.stage > .notation }) ?? true { return (row, (.notation, order)) }
                return place.map { (row, $0) }
            }
        }
        let all = places(typos: true)
        let hasExact = all.contains { row, place in
            place.stage <= .alias || isExact(rows[row], text, query)
        }
        return (hasExact ? places(typos: false) : all).filter { place in
            place.1.stage <= last && (place.1.stage < .typo || typos)
        }
        .sorted { ($0.1.stage, $0.1.grade, $0.0) < ($1.1.stage, $1.1.grade, $1.0) }
        .map { (Row($0.0), tier(rows[$0.0], $0.1.stage, text)) }
    }

    private func tier(_ row: Texts, _ stage: SearchStage, _ text: String) -> SearchTier {
        switch stage {
        case .symbol: .exactSymbol
        case .identifier: .exactIdentifier
        case .notation: .notation
        case .alias: .alias
        case .words, .beginnings: isBeginning(row, Self.scalars(text)) ? .symbolPrefix : .description
        case .aliasBeginning: .aliasPrefix
        case .substring, .wordSubstring: .symbolSubstring
        case .aliasTypo, .typo: .typo
        }
    }

    private func names(_ row: Texts) -> [[UInt32]] {
        [row.symbol, row.localSymbol].filter { !$0.isEmpty }.map(Self.scalars)
    }

    private func isBeginning(_ row: Texts, _ wanted: [UInt32]) -> Bool {
        names(row).contains { $0.starts(with: wanted) || $0.first == 0x2F && $0.dropFirst().starts(with: wanted) }
    }

    /// Returns whether the ticker, or each word as a whole word, matches as it was typed.
    private func isExact(_ row: Texts, _ text: String, _ query: NaiveQuery) -> Bool {
        names(row).contains { Self.isTicker(Self.scalars(text), of: $0) }
            || query.forms.contains { $0.matches(row.terms, whole: true, asTyped: true) }
    }

    private func place(_ row: Texts, _ text: String, _ query: NaiveQuery, _ isComplete: Bool, typos searchesTypos: Bool)
        -> Place?
    {
        if row.symbol == text { return (.symbol, 0) }
        if row.identifiers.contains(text) { return (.identifier, 0) }
        let names = names(row)
        let wanted = Self.scalars(text)
        let isTicker = names.contains { Self.isTicker(wanted, of: $0) }
        // The number of words in the description that the query lacks: none, one or two, or more.
        let left = min(row.size, 15) - min(query.size, 14)
        let leftGrade = left <= 0 ? 0 : left <= 2 ? 1 : 2
        let isShort =
            !isComplete && query.wordCount == 1 && wanted.count <= 5 && text.utf8.count > 2
            && !wanted.contains { (0x30...0x39).contains($0) }
        if isTicker, !isShort || row.standing.isProminent(for: text.utf8.count) { return (.words, 0) }
        if !isShort, query.forms.contains(where: { $0.matches(row.terms, whole: true) }) { return (.words, leftGrade) }
        if isBeginning(row, wanted) { return (.beginnings, 0) }
        if query.forms.contains(where: { $0.matches(row.terms, whole: false) }) { return (.beginnings, 0) }
        if row.legs.contains(where: { $0 == wanted || Self.isTicker(wanted, of: $0) }) { return (.substring, 0) }
        let isInside = names.contains { Self.isInside(wanted, $0) }
        let isWord = Self.typos(text) > 0 && text.utf8.allSatisfy { $0 >= 0x80 || (0x61...0x7A).contains($0) }
        if isInside, !isWord { return (.substring, 1) }
        if !searchesTypos { return isInside ? (.wordSubstring, 0) : nil }
        if query.parted.contains(where: { $0.matches(row.terms, whole: false) }) { return (.typo, 0) }
        for (number, level) in TypoLevel.all.enumerated() {
            let grade = 1 + 4 * number
            if hasSimilar(query, row.terms, level) { return (.typo, grade + leftGrade) }
            let typos = level.typos
            if typos <= Self.typos(text), wanted.count <= 64,
                names.contains(where: { Self.distance($0, wanted) <= typos })
            {
                return (.typo, grade + 3)
            }
        }
        return isInside ? (.wordSubstring, 0) : nil
    }

    /// Returns whether a name contains the text. A text of one or two characters isn't searched after a colon.
    private static func isInside(_ text: [UInt32], _ name: [UInt32]) -> Bool {
        guard text.count <= name.count else { return false }
        return (0...(name.count - text.count)).contains { start in
            guard name[start..<(start + text.count)].elementsEqual(text) else { return false }
            if String(String.UnicodeScalarView(text.compactMap(Unicode.Scalar.init))).utf8.count > 2 { return true }
            let before = name[..<start].reversed().drop { character in
                (0x30...0x39).contains(character) || (0x61...0x7A).contains(character)
            }
            return before.first != 0x3A
        }
    }

    /// Returns whether the text is the beginning of the symbol, after an optional slash, up to a punctuation mark.
    private static func isTicker(_ text: [UInt32], of name: [UInt32]) -> Bool {
        func isMark(_ character: UInt32) -> Bool { character < 0x30 || (0x3A...0x40).contains(character) }
        if isMark(text.last!) { return false }
        if name.starts(with: text), name.count > text.count, isMark(name[text.count]) { return true }
        guard name.first == 0x2F else { return false }
        let root = Array(name.dropFirst())
        return root.starts(with: text) && (root.count == text.count || isMark(root[text.count]))
    }

    private func hasSimilar(_ query: NaiveQuery, _ terms: Set<String>, _ level: TypoLevel) -> Bool {
        let sequence = query.sequence
        if level.typos > 1, !sequence.contains(where: { Self.typos($0.text) >= level.typos }) { return false }
        return !sequence.isEmpty
            && sequence.allSatisfy { wanted in
                let allowed = min(level.typos, Self.typos(wanted.text))
                let pattern = Self.scalars(wanted.text)
                let isBeginning = level.isLoose && wanted.isBeginning || NaiveTerms.isHan(wanted.text)
                return terms.contains { term in
                    let text = Self.scalars(term)
                    if allowed == 0 || pattern.count > 64 {
                        return isBeginning ? text.starts(with: pattern) : text == pattern
                    }
                    if !level.isLoose, term.utf8.first != wanted.text.utf8.first { return false }
                    let beginnings = isBeginning ? (0...text.count).map { Array(text.prefix($0)) } : [text]
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
