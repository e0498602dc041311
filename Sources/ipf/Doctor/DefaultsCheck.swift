import InstrumentCatalog
import MarketRules

/// Checks of the schedule defaults: whether they are readable, and until which dates their holidays are known.
struct DefaultsCheck {
    let options: ScheduleDefaultsOptions
    let today: CalendarDate

    /// - Parameter catalog: The catalog whose venues are checked; `nil` for all venues of the defaults.
    func run(_ catalog: Catalog?) -> [Diagnosis] {
        var leftOut = 0
        let defaults: ScheduleDefaults
        do {
            defaults = try options.load { leftOut += $0.leftOut.count }
        } catch {
            let reason = "\(error)".prefix { $0 != "\n" }
            return [.problem("defaults", "\(reason); name another file, or none to use the bundled schedule defaults")]
        }
        var findings: [Diagnosis] = []
        if leftOut > 0 {
            let lines = leftOut == 1 ? "1 line" : "\(Numbers.grouped(leftOut)) lines"
            findings.append(
                .warning("defaults", "\(lines) of the schedule defaults can't be read; `ipf calendar lint` lists them"))
        }
        let ends = horizons(catalog, defaults)
        guard let first = ends.first else {
            return findings + [.ok("defaults", "no venue uses holiday lists")]
        }
        let ending = ends.filter { $0.end.dayNumber < today.dayNumber + ScheduleCoverage.warnedDays }
        for (end, venues) in Dictionary(grouping: ending, by: \.end).sorted(by: { $0.key < $1.key }) {
            let names = venues.prefix(3).map(\.venue).joined(separator: ", ")
            let others = venues.count > 3 ? " and \(venues.count - 3) other venues" : ""
            let message =
                "the holidays of \(names)\(others) are known only until \(end); use newer schedule defaults: "
                + "ipf schedule defaults --update URL -o FILE, or serve --defaults-url URL"
            // Some markets of the bundled defaults have not announced later holidays. Without a catalog, it is unknown
            // whether these markets matter.
            let isNeeded = catalog != nil || options.defaults != nil
            findings.append(
                end < today && isNeeded ? .problem("defaults", message) : .warning("defaults", message))
        }
        guard findings.isEmpty else { return findings }
        let venues = ends.count == 1 ? "1 venue" : "\(ends.count) venues"
        return [
            .ok("defaults", "the holidays of \(venues) are known; those of \(first.venue) end first, on \(first.end)")
        ]
    }

    private func horizons(
        _ catalog: Catalog?, _ defaults: ScheduleDefaults
    ) -> [(venue: String, end: CalendarDate)] {
        if let catalog {
            return catalog.scheduleCoverage(defaults: defaults).horizons.map { ($0.venue, $0.end) }
        }
        let known = defaults.venueNames.compactMap { name -> (venue: String, end: CalendarDate)? in
            (try? Trading.Schedule("\(name)()", defaults: defaults))?.coverageEnd.map { (name, $0) }
        }
        return known.sorted { ($0.end, $0.venue) < ($1.end, $1.venue) }
    }
}
