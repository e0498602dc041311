internal import InstrumentCatalog
internal import Scanning

/// Until when the holidays of the venues that instruments trade on are known.
enum ScheduleHorizons {
    /// A series for each venue in the text form of Prometheus: the end of the last known day, in seconds since 1970. Made once for a
    /// state.
    ///
    /// - Complexity: O(instruments), the first time.
    static func metrics(_ snapshot: ServedSnapshot) -> String {
        let text = snapshot.part("horizons") {
            Array(metrics(snapshot.view.scheduleCoverage(defaults: snapshot.defaults).horizons).utf8)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func metrics(_ horizons: [ScheduleCoverage.Horizon]) -> String {
        if horizons.isEmpty { return "" }
        let lines = horizons.map { horizon in
            let venue = horizon.venue.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return "ipf_schedule_known_until_seconds{venue=\"\(venue)\"} \((horizon.end.dayNumber + 1) * 86_400)\n"
        }
        return """
            # HELP ipf_schedule_known_until_seconds End of the last day whose holidays are known, since 1970.
            # TYPE ipf_schedule_known_until_seconds gauge

            """ + lines.joined()
    }
}
