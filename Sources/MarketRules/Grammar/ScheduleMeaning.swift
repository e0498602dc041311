/// What a definition's effective properties mean: the rules, the properties that they were made from, and what was noticed.
struct ScheduleMeaning {
    var rules: ScheduleRules
    /// Their places are those of the compiled bytes.
    var properties: PropertyList
    /// In the order of their places.
    var warnings: [RuleFault]

    /// Adds the periods of a venue, or those that a self-contained definition has itself.
    ///
    /// - Parameter own: the definition's own properties, which count on all dates.
    /// - Throws: `RuleFault` where they don't go with a period.
    mutating func addPeriods(of venue: VenueProperties?, own: Span<UInt8>, _ source: RuleSource) throws(RuleFault) {
        var periods: [ScheduleRules.Period] = []
        for period in venue?.periods ?? [] {
            periods.append(try period.rules(venue!, own: own, name: rules.name, source))
        }
        periods += try SelfContained.periods(own, from: venue?.bytes.count ?? 0, name: rules.name, source)
        if !periods.isEmpty { rules.take(periods) }
    }
}
