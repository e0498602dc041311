import BenchSupport

/// Measures trading hours, price increments and the anchors of bars.
///
/// Arguments name the parts to measure, for a profile: `prices`, `compile`, `share`, `ask`, `cold`, `make`, `memory`,
/// `anchors`, `transforms`.
@main
struct RulesBench {
    static func main() throws {
        let wanted = Set(CommandLine.arguments.dropFirst())
        func isWanted(_ part: String) -> Bool { wanted.isEmpty || wanted.contains(part) }
        var table = FigureTable("trading rules (one thread: its processor time)")
        if isWanted("prices") { try PriceFigures.measure(into: &table) }
        try ScheduleFigures.measure(into: &table, isWanted)
        if isWanted("anchors") { try AnchorFigures.measure(into: &table) }
        if isWanted("transforms") { try TransformFigures.measure(into: &table) }
    }
}
