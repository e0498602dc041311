/// Suggestions for an unknown name of a field, value, parameter or command.
///
/// ```
/// NearestNames.find("CURENCY", among: ["COUNTRY", "CURRENCY"])    // ["CURRENCY"]
/// NearestNames.question(["ETF", "ETN"])                           // "; did you mean ETF or ETN?"
/// ```
/// There are four tiers. The result contains only names of the first tier that has any:
/// 1. equal except for case and word separators (`lastTrade`, `LAST_TRADE`)
/// 2. one typo
/// 3. one name is a prefix of the other
/// 4. two or three typos in a long name
package enum NearestNames {
    /// The maximum number of suggestions.
    package static let limit = 3

    /// The maximum length, in characters, of names that are compared.
    private static let longest = 64

    /// Returns at most `limit` names that are near `name`, nearest first. Equally near names are in the order of
    /// `known`.
    ///
    /// - Complexity: O(known names).
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

    /// Returns the end of an error message, such as `; did you mean A, B or C?`; empty if there are no names.
    package static func question(_ names: [String]) -> String {
        names.isEmpty ? "" : "; did you mean \(list(names))?"
    }

    /// Returns `A`, `A or B`, or `A, B or C`; empty if there are no names.
    package static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) or \(last)"
    }

    // MARK: Nearness

    /// Returns the name in upper case, without word separators.
    private static func folded(_ name: String) -> [Unicode.Scalar] {
        name.uppercased().unicodeScalars.filter { scalar in
            switch scalar {
            case " ", "-", "_", ".", "/", ":": false
            default: true
            }
        }
    }

    /// Returns the tier of a known name and its distance; `nil` if the name is not near.
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

    /// Returns the accepted number of typos for a length. With two characters, it is 0, because any name would be near.
    private static func typos(in count: Int) -> Int {
        switch count {
        case ..<3: 0
        case ..<5: 1
        case ..<9: 2
        default: 3
        }
    }

    /// Returns the edit distance with swaps of adjacent characters (optimal string alignment); `nil` if it exceeds
    /// `limit`. Only cells within `limit` of the diagonal are computed.
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
