import BenchSupport

/// Measures what issue 3 asks of trading hours and price increments, and prints one table with units.
@main
struct RulesBench {
    static func main() throws {
        var table = FigureTable("trading rules (one thread: its processor time; median of 5 runs)")
        try PriceFigures.measure(into: &table)
        try ScheduleFigures.measure(into: &table)
        print(table.render(), terminator: "")
    }
}
