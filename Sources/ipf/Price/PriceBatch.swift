import MarketRules

/// `ipf price --batch`: answers the rows of a table. Each row is printed with its answer in an additional column; `!`
/// for an invalid row.
enum PriceBatch {
    /// The number of columns of a row by operation, including the columns for the rules and the operation.
    private static let columnCounts = [
        "parse": 2, "increment": 4, "precision": 3, "round": 4, "roundmode": 4, "step": 5,
    ]

    static func answers(_ file: BatchFile) throws -> String {
        var text = ""
        for row in file.rows {
            guard row.columns.count >= 2, let count = columnCounts[row.columns[1]] else {
                throw file.failure(
                    row,
                    "expected rules, a tab and an operation (\(columnCounts.keys.sorted().joined(separator: ", ")))")
            }
            guard row.columns.count == count else {
                throw file.failure(
                    row, "\(row.columns[1]) expects \(count) columns without an answer, found \(row.columns.count)")
            }
            text += row.columns.joined(separator: "\t") + "\t" + (answer(row.columns) ?? "!") + "\n"
        }
        return text
    }

    /// Returns the answer to a row; `nil` for invalid rules or arguments.
    private static func answer(_ columns: [String]) -> String? {
        guard let rules = try? PriceIncrements(columns[0]) else { return nil }
        if columns[1] == "parse" { return rules.numbers.map(recorded).joined(separator: " ") }
        guard let price = PriceValue(argument: columns[2])?.value else { return nil }
        if columns[1] == "precision" { return String(rules.precision(at: price)) }
        if columns[1] == "roundmode" {
            return PriceRoundingMode(rawValue: columns[3]).map { recorded(rules.round(price, mode: $0)) }
        }
        guard let direction = Int(columns[3]).flatMap(PriceDirection.init) else { return nil }
        switch columns[1] {
        case "increment": return recorded(rules.increment(at: price, moving: direction))
        case "round": return recorded(rules.round(price, direction))
        default:
            guard let minimum = PriceValue(argument: columns[4])?.value else { return nil }
            return (try? rules.step(price, direction, minimum: minimum)).map(recorded)
        }
    }

    /// Formats a double as in the recorded tables. Numbers always have a point, and an exponent below 10⁻³ and from 10⁷
    /// on. Other values are `NaN`, `Infinity` and `-Infinity`.
    static func recorded(_ value: Double) -> String {
        guard value.isFinite else { return PriceValue.text(value) }
        let magnitude = value.magnitude
        if value == 0 { return "0.0" }
        if magnitude >= 1e-3, magnitude < 1e7 { return value.description }
        var digits = Array(DecimalNumber.format(magnitude).utf8)
        let point = digits.firstIndex(of: ASCII.period) ?? digits.count
        if point < digits.count { digits.remove(at: point) }
        let leading = digits.prefix { $0 == ASCII.zero }.count
        digits.removeFirst(leading)
        while digits.count > 1, digits.last == ASCII.zero { digits.removeLast() }
        digits.insert(ASCII.period, at: 1)
        if digits.count == 2 { digits.append(ASCII.zero) }
        return (value < 0 ? "-" : "") + String(decoding: digits, as: UTF8.self) + "E\(point - leading - 1)"
    }
}
