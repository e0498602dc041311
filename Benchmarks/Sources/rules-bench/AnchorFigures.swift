import BenchSupport
import Charting

/// Measures the anchoring of a chart's bars.
enum AnchorFigures {
    private static let bars = 100_000

    static func measure(into table: inout FigureTable) throws {
        let schedule = try Trading.Schedule(
            "XNYS(tz=America/New_York;hd=US;sd=US;sde=0300;0=p04000930r09301600a16002000)")
        // The bars since 2010, separately for each length of bars.
        for (name, seconds) in [("1 minute", 60), ("5 minutes", 300), ("1 hour", 3600)] as [(String, Int64)] {
            let times = (0..<Int64(bars)).map { Instant(seconds: 1_262_304_000 + $0 * seconds) }
            for period in [SessionAnchors.Period.day, .week] {
                // Each run uses a new value. The first run computes the schedule's days.
                let nanoseconds = try Timing.nanoseconds(perEachOf: 1) {
                    keep(try SessionAnchors(schedule).anchored(times, by: period).count)
                }
                table.add("Anchors of 100,000 bars of \(name), \(period)", nanoseconds / 1e6, "ms", atMost: 5)
            }
        }
    }
}
