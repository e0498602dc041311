/// Figures with units, each beside the bound that it is to keep.
public struct FigureTable {
    private var rows: [[String]] = []
    private let title: String

    public init(_ title: String) { self.title = title }

    /// A figure that is to be at most, or at least, a bound in the same unit; without one it is for information.
    public mutating func add(
        _ what: String, _ value: Double, _ unit: String, atMost: Double? = nil, atLeast: Double? = nil
    ) {
        var bound = ""
        var verdict = ""
        if let atMost {
            bound = "≤ \(Self.written(atMost)) \(unit)"
            verdict = value <= atMost ? "met" : "MISSED"
        } else if let atLeast {
            bound = "≥ \(Self.written(atLeast)) \(unit)"
            verdict = value >= atLeast ? "met" : "MISSED"
        }
        rows.append([what, "\(Self.written(value)) \(unit)", bound, verdict])
    }

    /// A line that says why a figure isn't there.
    public mutating func skip(_ what: String, because reason: String) {
        rows.append([what, "skipped", "", reason])
    }

    /// The table, figures aligned to the right.
    public func render() -> String {
        let all = [[title, "measured", "bound", ""]] + rows
        let widths = (0..<4).map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let cells = row.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return column == 1 || column == 2 ? space + row[column] : row[column] + space
            }
            var line = cells.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }

    /// Three significant digits, thousands apart: `0.123`, `12.3`, `1,234`.
    static func written(_ value: Double) -> String {
        let magnitude = value.magnitude
        guard magnitude < 100 else { return grouped(Int(value.rounded())) }
        let decimals = magnitude >= 10 ? 1 : magnitude >= 1 ? 2 : 3
        let scale = [1.0, 10, 100, 1000][decimals]
        let scaled = Int((magnitude * scale).rounded())
        var fraction = String(scaled % Int(scale))
        fraction = String(repeating: "0", count: decimals - fraction.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        return (value < 0 ? "-" : "") + String(scaled / Int(scale)) + (fraction.isEmpty ? "" : "." + fraction)
    }

    private static func grouped(_ value: Int) -> String {
        let digits = Array(String(value.magnitude))
        let groups = stride(from: digits.count, to: 0, by: -3).map { String(digits[max(0, $0 - 3)..<$0]) }
        return (value < 0 ? "-" : "") + groups.reversed().joined(separator: ",")
    }
}
