import Scanning
import TestSupport
import Testing

struct NearestNamesTests {
    private static let fields = [
        "TYPE", "SYMBOL", "COUNTRY", "CURRENCY", "EXCHANGES", "ISIN", "LAST_TRADE", "EXPIRATION", "EXPIRATION_STYLE",
    ]

    @Test(arguments: [
        // If a name differs only in case and word separators, it is the only suggestion.
        ("type", ["TYPE"]), ("lastTrade", ["LAST_TRADE"]), ("last-trade", ["LAST_TRADE"]),
        // A missing, an additional, and a different letter, and two swapped letters.
        ("CURENCY", ["CURRENCY"]), ("SYMBBOL", ["SYMBOL"]), ("ISJN", ["ISIN"]), ("TPYE", ["TYPE"]),
        // A prefix, and a name with additional letters.
        ("exp", ["EXPIRATION", "EXPIRATION_STYLE"]), ("SYMBOLS_X", ["SYMBOL"]),
        // Two typos if the name is long enough, three in a longer one.
        ("CURANCY", ["CURRENCY"]), ("EXPIRASHUN", ["EXPIRATION"]), ("SYNBAL", ["SYMBOL"]), ("TAPI", []),
        // No similar name.
        ("X", []), ("", []), ("--", []), ("PRICE", []), (String(repeating: "TYPE", count: 20), []),
    ])
    func similarNamesAreFound(name: String, near: [String]) {
        #expect(NearestNames.find(name, among: Self.fields) == near)
    }

    @Test func atMostThreeNamesAreSuggestedNearestFirst() {
        #expect(NearestNames.find("XNY", among: ["XNYSE", "XNYM", "XNYS", "XNAS", "XNYSX"]) == ["XNYM", "XNYS"])
        #expect(NearestNames.find("abcdef", among: ["abcd", "abcdefgh", "abcdefg", "abcde"]) == ["abcdefg", "abcde"])
        #expect(NearestNames.find("EU", among: ["EUREX", "EUR", "EURO", "EUROP"]) == ["EUR", "EURO", "EUREX"])
        #expect(NearestNames.find("usd", among: ["USD", "USD"]) == ["USD"])
        // A name of two characters is not suggested for another one, because any two are similar.
        #expect(NearestNames.find("US", among: ["UK", "GB", "USX"]) == ["USX"])
        #expect(NearestNames.find("USA", among: ["GB", "US"]) == ["US"])
        #expect(NearestNames.find("ÜBUNG", among: ["übung"]) == ["übung"])
    }

    @Test func suggestionsAreWordedAsQuestions() {
        #expect(NearestNames.question([]) == "")
        #expect(NearestNames.question(["A"]) == "; did you mean A?")
        #expect(NearestNames.question(["A", "B"]) == "; did you mean A or B?")
        #expect(NearestNames.question(["A", "B", "C"]) == "; did you mean A, B or C?")
        #expect(NearestNames.list([]) == "")
    }

    /// Returns the edit distance, computed from the complete table.
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var table = [[Int]](repeating: Array(0...b.count), count: a.count + 1)
        for row in 0...a.count { table[row][0] = row }
        for row in 0..<a.count {
            for column in 0..<b.count {
                var cost = table[row][column] + (a[row] == b[column] ? 0 : 1)
                cost = min(cost, table[row][column + 1] + 1, table[row + 1][column] + 1)
                if row > 0, column > 0, a[row] == b[column - 1], a[row - 1] == b[column] {
                    cost = min(cost, table[row - 1][column - 1] + 1)
                }
                table[row + 1][column + 1] = cost
            }
        }
        return table[a.count][b.count]
    }

    /// Returns the suggestions according to the rules, for names in capital letters.
    private static func naive(_ name: String, among known: [String]) -> [String] {
        let wanted = Array(name)
        let typos = wanted.count < 3 ? 0 : wanted.count < 5 ? 1 : wanted.count < 9 ? 2 : 3
        var found: [(kind: Int, distance: Int, name: String)] = []
        for candidate in known {
            let distance = distance(wanted, Array(candidate))
            let isLonger = wanted.count >= 2 && candidate.hasPrefix(name)
            let isShorter = candidate.count >= 3 && 2 * candidate.count >= name.count && name.hasPrefix(candidate)
            if distance == 0 {
                found.append((0, 0, candidate))
            } else if distance == 1, typos >= 1 {
                found.append((1, 1, candidate))
            } else if isLonger || isShorter {
                found.append((2, abs(candidate.count - name.count), candidate))
            } else if distance <= typos {
                found.append((3, distance, candidate))
            }
        }
        guard let best = found.map(\.kind).min() else { return [] }
        let kept = found.filter { $0.kind == best }.enumerated()
        return kept.sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
            .prefix(3).map(\.element.name)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func suggestionsEqualANaiveSearch(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func name() -> String {
            String((0..<Int.random(in: 1...11, using: &generator)).map { _ in "ABC".randomElement(using: &generator)! })
        }
        for _ in 0..<2000 {
            var known: [String] = []
            for _ in 0..<12 {
                let other = name()
                if !known.contains(other) { known.append(other) }
            }
            let text = name()
            #expect(NearestNames.find(text, among: known) == Self.naive(text, among: known), "\(text) among \(known)")
        }
    }
}
