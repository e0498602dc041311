/// Which known names may have been meant by one that isn't known: a field, a value, a parameter, a command.
///
/// ```
/// NearestNames.find("CURENCY", among: ["COUNTRY", "CURRENCY"])    // ["CURRENCY"]
/// NearestNames.question(["ETF", "ETN"])                           // "; did you mean ETF or ETN?"
/// ```
/// A name is near that is the same but for case and for what joins its words (`lastTrade`, `LAST_TRADE`); else one that differs
/// by a typo; else one that begins like it, or that it begins with; else one with two or three typos in a long name. Those of the
/// first of these kinds that any name is of are the answer.
package enum NearestNames {
    /// The most names of an answer.
    package static let limit = 3

    /// Longer names are no typos of anything.
    private static let longest = 64

    /// The names near `name`, nearest first, equally near ones in their own order; at most `limit`.
    ///
    /// - Complexity: O(known names), some hundred nanoseconds each.
    package static func find(_ name: String, among known: some Sequence<String>) -> [String] {
        let wanted = folded(name)
        if wanted.isEmpty || wanted.count > longest { return [] }
        var best = Int.max
        var found: [(distance: Int, name: String)] = []
        for candidate in known where !candidate.isEmpty {
            guard let (kind, distance) = nearness(of: folded(candidate), to: wanted), kind <= best else { continue }
            if kind < best { found.removeAll() }
            best = kind
            if !found.contains(where: { $0.name == candidate }) { found.append((distance, candidate)) }
        }
        let sorted = found.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
        return sorted.prefix(limit).map(\.element.name)
    }

    /// The end of a sentence that says that there is no such name: `; did you mean A, B or C?`. Empty where no name is near.
    package static func question(_ names: [String]) -> String {
        names.isEmpty ? "" : "; did you mean \(list(names))?"
    }

    /// `A`, `A or B`, `A, B or C`; empty where there is none.
    package static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) or \(last)"
    }

    // MARK: Nearness

    /// Upper case, without what joins words.
    private static func folded(_ name: String) -> [Unicode.Scalar] {
        name.uppercased().unicodeScalars.filter { scalar in
            switch scalar {
            case " ", "-", "_", ".", "/", ":": false
            default: true
            }
        }
    }

    /// How a known name is like the one that was given, and by how much it differs; `nil` where it isn't near.
    private static func nearness(
        of known: [Unicode.Scalar], to wanted: [Unicode.Scalar]
    ) -> (kind: Int, distance: Int)? {
        if known == wanted { return (0, 0) }
        let most = typos(in: wanted.count)
        let distance = abs(known.count - wanted.count) > most ? nil : Self.distance(wanted, known, atMost: most)
        if distance == 1 { return (1, 1) }
        if wanted.count >= 2, known.starts(with: wanted) { return (2, known.count - wanted.count) }
        if known.count >= 3, 2 * known.count >= wanted.count, wanted.starts(with: known) {
            return (2, wanted.count - known.count)
        }
        return distance.map { (3, $0) }
    }

    /// The typos that a name of so many characters may have: none in two, where any other name would be near.
    private static func typos(in count: Int) -> Int {
        switch count {
        case ..<3: 0
        case ..<5: 1
        case ..<9: 2
        default: 3
        }
    }

    /// Damerau-Levenshtein distance, with each pair of neighbours swapped at most once (optimal string alignment); `nil` where
    /// it is more than `limit`. Only cells within `limit` of the diagonal are computed.
    private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], atMost limit: Int) -> Int? {
        let far = limit + 1
        var beforeLast = [Int](repeating: far, count: b.count + 1)
        var last = (0...b.count).map { min($0, far) }
        for row in 1..<a.count + 1 {
            var cells = [Int](repeating: far, count: b.count + 1)
            if row <= limit { cells[0] = row }
            for column in max(1, row - limit)..<max(1, min(b.count, row + limit) + 1) {
                var cost = last[column - 1] + (a[row - 1] == b[column - 1] ? 0 : 1)
                cost = min(cost, last[column] + 1, cells[column - 1] + 1)
                if row > 1, column > 1, a[row - 1] == b[column - 2], a[row - 2] == b[column - 1] {
                    cost = min(cost, beforeLast[column - 2] + 1)
                }
                cells[column] = min(cost, far)
            }
            (beforeLast, last) = (last, cells)
        }
        return last[b.count] <= limit ? last[b.count] : nil
    }
}
