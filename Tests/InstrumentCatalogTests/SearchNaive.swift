import Foundation
import InstrumentCatalog

/// Search written directly from its description: every row is tested, nothing is indexed.
struct NaiveSearch {
    private struct Row {
        var symbol: String
        var localSymbol: String
        var identifiers: [String]
        var words: [String]
    }

    private let rows: [Row]

    /// Over all rows of a catalog, in their order.
    init(_ catalog: Catalog) {
        rows = (0..<catalog.count).map { row in
            let profile = catalog.profile(at: row)
            return Row(
                symbol: Self.fold(profile.symbol), localSymbol: Self.fold(profile.localSymbol),
                identifiers: [profile.isin, profile.cusip, profile.sedol, profile.localSymbol].map(Self.fold)
                    .filter { !$0.isEmpty },
                words: Self.words(Self.fold(profile.description)) + Self.words(Self.fold(profile.localDescription)))
        }
    }

    /// Every row that matches, best first.
    func search(_ typed: String) -> [(row: Int, tier: SearchTier)] {
        let text = Self.fold(typed).trimmingCharacters(in: CharacterSet(charactersIn: " \t\n\u{B}\u{C}\r"))
        if text.isEmpty { return [] }
        let words = Self.words(text)
        return rows.indices.compactMap { row in tier(rows[row], text, words).map { (row, $0) } }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    }

    private func tier(_ row: Row, _ text: String, _ words: [String]) -> SearchTier? {
        if row.symbol == text { return .exactSymbol }
        if row.identifiers.contains(text) { return .exactIdentifier }
        let names = [row.symbol, row.localSymbol].filter { !$0.isEmpty }.map(Self.scalars)
        let wanted = Self.scalars(text)
        if names.contains(where: { $0.starts(with: wanted) }) { return .symbolPrefix }
        if has(words, in: row.words, typos: false) { return .description }
        if names.contains(where: { $0.contains(wanted) }) { return .symbolSubstring }
        let typos = Self.typos(text)
        if typos > 0, wanted.count <= 64, names.contains(where: { Self.distance($0, wanted) <= typos }) { return .typo }
        return has(words, in: row.words, typos: true) ? .typo : nil
    }

    private func has(_ wanted: [String], in words: [String], typos: Bool) -> Bool {
        if wanted.isEmpty { return false }
        return wanted.indices.allSatisfy { index in
            words.contains { word in
                let isLast = index == wanted.count - 1
                let allowed = typos ? Self.typos(wanted[index]) : 0
                let pattern = Self.scalars(wanted[index])
                let text = Self.scalars(word)
                if allowed == 0 || pattern.count > 64 { return isLast ? text.starts(with: pattern) : text == pattern }
                let beginnings = isLast ? (0...text.count).map { Array(text.prefix($0)) } : [text]
                return beginnings.contains { Self.distance($0, pattern) <= allowed }
            }
        }
    }

    // MARK: The rules

    /// Compatibility decomposition without its marks, in one case.
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

    /// Characters too many, missing, different, and swapped neighbours.
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
