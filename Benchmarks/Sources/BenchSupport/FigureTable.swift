internal import Foundation

/// Figures with units, each beside the bound that it is to keep.
///
/// The figures of several programs come into one table: with `IPF_BENCH_ROWS` set, a table is printed as lines of cells
/// separated by tabs, which `init(rows:)` reads.
public struct FigureTable {
    private var rows: [[String]] = []

    public init(_ title: String) { rows = [[title, "measured", "bound", ""]] }

    /// A table of the rows that other tables were rendered as, with a line between one and the next.
    public init(rows lines: some Sequence<String>) {
        for line in lines {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard cells.count == 4 else { continue }
            if cells[1] == "measured", !rows.isEmpty { rows.append(["", "", "", ""]) }
            rows.append(cells)
        }
    }

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

    /// A line with the reason for a missing figure.
    public mutating func skip(_ what: String, because reason: String) {
        rows.append([what, "skipped", "", reason])
    }

    /// The table, figures aligned to the right; lines of cells where another program makes the table.
    public func render() -> String {
        if ProcessInfo.processInfo.environment["IPF_BENCH_ROWS"] != nil {
            return rows.map { $0.joined(separator: "\t") + "\n" }.joined()
        }
        let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
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
