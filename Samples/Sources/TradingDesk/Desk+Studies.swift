import Charting

/// Studies: their names, parameters, lines and anchors. The chart computes the values.
extension Desk {
    /// Shows the favorites, adapted to the chart's instrument.
    func showStudies() {
        let all = studies.studies
        for study in favouriteNames.value.compactMap({ all[$0] }) {
            let parameters = study.parameters.map { "\($0.title) \($0.value)" }
            print("\(study.uuid): \(study.title) (\(parameters.joined(separator: ", ")))")
            guard let instrument else { continue }
            let adapted = study.adapted(to: instrument, lastPrice: lastPrice)
            print("  \(adapted.objection ?? "values with \(adapted.precision) digits")")
        }
    }

    func setStudy(_ name: String, _ parameter: String, to value: String) throws {
        guard var study = studies.studies[StudySettings.UUID(rawValue: name)] else {
            throw DeskError("found “\(name)”, expected a study such as SMA or RSI")
        }
        try study.set(parameter, to: value)
        try studies.update(study)
    }

    /// Shows the anchors of a day's studies, which depend on the exchange's hours and early closes.
    func anchors(_ text: String) throws {
        let (schedule, day) = try day(text)
        let anchors = try SessionAnchors(schedule).anchors(in: day.start..<day.end)
        if anchors.isEmpty { print("no trading") }
        for anchor in anchors {
            print("VWAP from \(clock(anchor.vwap, schedule))")
            if let range = anchor.openingRange() { print("opening range \(clock(range, schedule))") }
            if let range = anchor.initialBalance { print("initial balance \(clock(range, schedule))") }
            if let close = anchor.previousClose {
                print("previous close \(schedule.zone.date(at: close)) \(clock(close, schedule))")
            }
        }
    }

    private func clock(_ range: Range<Instant>, _ schedule: Trading.Schedule) -> String {
        "\(clock(range.lowerBound, schedule))–\(clock(range.upperBound, schedule))"
    }
}
