package import InstrumentCatalog
package import MarketRules
internal import ProfileFormat
internal import Scanning
internal import Symbology

/// The trading hours that a name means: hours as they are written, a symbol, a venue, or an exchange by the name that people
/// call it by.
///
/// ```
/// NewYorkETH()        hours, by the "(" or a "="
/// AAPL, aapl          a symbol, where there is a catalog
/// XNYS, xnys          a venue of the defaults
/// NYSE                the exchange, whose venue is XNYS
/// 24/7                the venue 24_7
/// ```
/// What is written exactly so comes first, symbols before venues; then what differs by the case of its letters alone.
package struct NamedHours: Hashable, Sendable {
    /// What the name is the name of.
    package enum Kind: Hashable, Sendable { case hours, symbol, venue }

    package let kind: Kind
    /// The symbol or the venue as it is written; the name itself for hours.
    package let name: String
    /// The text of the hours; empty for a symbol that has none.
    package let text: String

    /// The hours that a name means; `nil` where it means none.
    ///
    /// - Parameter catalog: has the symbols; `nil` for none.
    /// - Complexity: O(1) expected for a symbol, O(venues) for another name.
    package init?(_ name: String, in catalog: Catalog?, defaults: ScheduleDefaults) {
        if let row = catalog?.row(forSymbol: name) {
            self.init(symbolAt: row, catalog!)
        } else if name.contains(where: { $0 == "(" || $0 == "=" }) {
            self.init(kind: .hours, name: name, text: name)
        } else if defaults.venue(name) != nil {
            self.init(venue: name)
        } else if let catalog, let row = catalog.row(forSymbolInAnyCase: name) {
            self.init(symbolAt: row, catalog)
        } else if let venue = defaults.venueName(for: name) {
            self.init(venue: venue)
        } else {
            return nil
        }
    }

    private init(kind: Kind, name: String, text: String) {
        self.kind = kind
        self.name = name
        self.text = text
    }

    private init(symbolAt row: Row, _ catalog: Catalog) {
        self.init(kind: .symbol, name: catalog.symbol(at: row), text: catalog.string(.tradingHours, at: row))
    }

    private init(venue: String) { self.init(kind: .venue, name: venue, text: "\(venue)()") }

    /// The schedule of the hours on a venue.
    ///
    /// - Parameter venue: a venue of the hours or a name for it, as `ScheduleDefaults.venueName(_:in:)` reads it; `nil` for the first.
    package func schedule(venue: String? = nil, defaults: ScheduleDefaults) throws(GrammarError) -> Trading.Schedule {
        guard let venue else { return try Trading.Schedule(text, defaults: defaults) }
        return try Trading.Schedule(text, venue: defaults.venueName(venue, in: text), defaults: defaults)
    }

    // MARK: Misses

    /// The names that may have been meant by one that means nothing: symbols, then venues.
    package static func near(_ name: String, in catalog: Catalog?, defaults: ScheduleDefaults) -> [String] {
        let symbols = catalog.map { catalog in catalog.symbols(near: name) } ?? []
        let venues = NearestNames.find(name, among: defaults.venueNames).filter { !symbols.contains($0) }
        return Array((symbols + venues).prefix(NearestNames.limit))
    }

    /// The hours that a name means.
    ///
    /// - Throws: `HoursMiss` if it means none, or a symbol without hours.
    package static func find(
        _ name: String, in catalog: Catalog?, defaults: ScheduleDefaults
    ) throws(HoursMiss) -> NamedHours {
        guard let found = NamedHours(name, in: catalog, defaults: defaults) else {
            let near = near(name, in: catalog, defaults: defaults)
            let removed = catalog?.wasRemoved(name) == true ? "; the last import removed it" : ""
            let reason = catalog == nil ? "no such venue" : "neither a symbol of the catalog nor a venue\(removed)"
            throw HoursMiss(name: name, reason: reason + NearestNames.question(near), near: near)
        }
        if found.text.isEmpty {
            throw HoursMiss(name: found.name, reason: "the catalog has no trading hours for it", near: [])
        }
        return found
    }
}

/// Why a name has no trading hours.
package struct HoursMiss: Error {
    /// The name that was asked about, as the catalog writes it if it has it.
    package let name: String
    /// `no such venue; did you mean XNYS?`
    package let reason: String
    /// The names that may have been meant.
    package let near: [String]
}

extension Catalog {
    /// The row of the only symbol that is `symbol` but for the case of its letters; `nil` where there is none, or several.
    package func row(forSymbolInAnyCase symbol: String) -> Row? {
        let wanted = symbol.uppercased()
        let rows = suggestions(for: symbol).filter { self.symbol(at: $0).uppercased() == wanted }
        return rows.count == 1 ? rows[0] : nil
    }
}

extension ScheduleDefaults {
    /// The venue that a name means: its own name, in any case, with `_` for other characters than letters and digits (`24/7`); or a
    /// name of an exchange (`NYSE`), by the table of places that symbols name, or by the names that the defaults display. `nil` where
    /// it means none.
    ///
    /// - Complexity: O(venues).
    package func venueName(for text: String) -> String? {
        if venue(text) != nil { return text }
        let wanted = text.uppercased()
        // Names of venues have letters, digits and `_` alone: `24/7` is written `24_7`.
        let written = String(wanted.map { $0.isLetter || $0.isNumber ? $0 : "_" })
        if let name = venueNames.first(where: { $0.uppercased() == written }) { return name }
        let places = SymbolPlaces.bundled
        // An exchange of several markets has the hours of the first that the defaults know.
        let mics =
            (places.market(named: text).map { [$0.code] + $0.mics } ?? [])
            + places.places(text, in: .chart).flatMap(\.mics)
        if let mic = mics.first(where: { venue($0) != nil }) { return mic }
        return venueNames.first { name in
            venue(name)?.entries.contains { $0.key == "name" && $0.value.uppercased() == wanted } == true
        }
    }

    /// The venue of a text of hours that a name means: in any case, or by the name of an exchange; the name itself where the text
    /// has none such, or can't be read.
    ///
    /// - Complexity: O(venues).
    package func venueName(_ name: String, in hours: String) -> String {
        guard let venues = try? Trading.Schedule.venues(in: hours), !venues.contains(name) else { return name }
        let wanted = name.uppercased()
        if let venue = venues.first(where: { $0.uppercased() == wanted }) { return venue }
        return venueName(for: name).flatMap { venues.contains($0) ? $0 : nil } ?? name
    }
}

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
