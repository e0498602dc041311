package import InstrumentCatalog
package import MarketRules
internal import ProfileFormat
internal import Scanning

extension NamedHours {
    /// A schedule of these hours with the overnight sessions of its days; `nil` if no overnight hours are known for them.
    ///
    /// They are known for hours that name a night venue (`night=OCEA`), themselves or by the defaults of their venue, and for shares and
    /// funds of exchanges of the United States, whose hours are often written out.
    ///
    /// - Throws: `GrammarError` if the schedule trades itself at that time.
    package func overnight(
        _ schedule: Trading.Schedule, in catalog: Catalog?, defaults: ScheduleDefaults
    ) throws(GrammarError) -> Trading.Schedule? {
        if schedule.nightVenue != nil { return try schedule.withOvernight(defaults: defaults) }
        guard let night = Self.night(ofVenue: schedule.venue) ?? catalog.flatMap(night(ofListingIn:)) else {
            return nil
        }
        return try schedule.withOvernight(of: night, defaults: defaults)
    }

    /// The message for a name without overnight hours.
    package var noOvernight: String {
        "\(name): no overnight hours are known for it, as they are for shares of exchanges of the United States"
    }

    /// The night venue of a symbol that is a share or fund of an exchange that has one; without a place of listing, of the United States.
    private func night(ofListingIn catalog: Catalog) -> String? {
        guard kind == .symbol, let row = catalog.row(forSymbol: name),
            ["STOCK", "ETF"].contains(catalog.string(.type, at: row))
        else { return nil }
        let place = catalog.string(.opol, at: row)
        if !place.isEmpty { return ScheduleDefaults.bundled.venueName(for: place).flatMap(Self.night(ofVenue:)) }
        return catalog.string(.country, at: row) == "US" ? Self.night(ofVenue: "EquityUS") : nil
    }

    /// The night venue that the bundled defaults name for a venue, whatever other defaults say of it.
    private static func night(ofVenue name: String) -> String? {
        ScheduleDefaults.bundled.venue(name)?.entries.last { $0.key == "night" }?.value
    }
}
