internal import InstrumentCatalog
internal import MarketRules
internal import Scanning

/// The periods for which the holidays of the catalog's venues are available.
enum ScheduleHorizons {
    /// Returns the metrics in the text format of Prometheus: two series for each venue, and one series for the holiday
    /// lists.
    ///
    /// Times are in seconds since 1970. The text is computed once for each state.
    ///
    /// - Complexity: O(instruments), the first time.
    static func metrics(_ snapshot: ServedSnapshot) -> String {
        let text = snapshot.part("horizons") {
            let horizons = snapshot.view.scheduleCoverage(defaults: snapshot.defaults).horizons
            return Array(metrics(horizons, listDate: snapshot.defaults.listDate).utf8)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func metrics(_ horizons: [ScheduleCoverage.Horizon], listDate: CalendarDate?) -> String {
        if horizons.isEmpty { return "" }
        let venues = horizons.map { $0.venue.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") }
        let starts = zip(venues, horizons).map { ("{venue=\"\($0)\"}", $1.start.dayNumber) }
        let ends = zip(venues, horizons).map { ("{venue=\"\($0)\"}", $1.end.dayNumber + 1) }
        return series("known_from", "Start of the first day with known holidays, in seconds since 1970.", starts)
            + series("known_until", "End of the last day with known holidays, in seconds since 1970.", ends)
            + series(
                "lists_checked",
                "Start of the day on which the holiday lists were last checked, in seconds since 1970.",
                listDate.map { [("", $0.dayNumber)] } ?? [])
    }

    private static func series(_ name: String, _ help: String, _ values: [(labels: String, day: Int)]) -> String {
        if values.isEmpty { return "" }
        let name = "ipf_schedule_\(name)_seconds"
        return "# HELP \(name) \(help)\n# TYPE \(name) gauge\n"
            + values.map { "\(name)\($0.labels) \($0.day * 86_400)\n" }.joined()
    }
}
