package import InstrumentCatalog
package import MarketRules
internal import ProfileFormat
internal import Scanning
internal import Symbology

/// The trading hours that a name denotes. The name may be hours in their own notation, a symbol, a venue, or the common
/// name of an exchange.
///
/// ```
/// NewYorkETH()        hours, which contain "(" or "="
/// AAPL, aapl          a symbol, if there is a catalog
/// XNYS, xnys          a venue of the schedule defaults
/// NYSE                an exchange, whose venue is XNYS
/// 24/7                the venue 24_7
/// ```
/// Exact matches have priority over matches that ignore case. In each case, symbols precede venues.
package struct NamedHours: Hashable, Sendable {
    /// The kinds of names.
    package enum Kind: Hashable, Sendable { case hours, symbol, venue }

    package let kind: Kind
    /// The symbol or venue in its exact spelling; for hours, the name itself.
    package let name: String
    /// The hours in their own notation; empty for a symbol without trading hours.
    package let text: String

    /// Finds the hours for a name; `nil` if the name is unknown.
    ///
    /// - Parameter catalog: The catalog in which symbols are looked up; `nil` to look up no symbols.
    /// - Complexity: O(1) expected for a symbol, O(venues) for other names.
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

    /// Compiles the hours for a venue.
    ///
    /// - Parameter venue: A venue of the hours, or a name that `ScheduleDefaults.venueName(_:in:)` accepts; `nil` for
    ///   the first venue.
    /// - Throws: `GrammarError` if the hours are not valid.
    package func schedule(venue: String? = nil, defaults: ScheduleDefaults) throws(GrammarError) -> Trading.Schedule {
        guard let venue else { return try Trading.Schedule(text, defaults: defaults) }
        return try Trading.Schedule(text, venue: defaults.venueName(venue, in: text), defaults: defaults)
    }

    // MARK: Suggestions and errors

    /// Returns names that are similar to an unknown name: symbols, then venues.
    package static func near(_ name: String, in catalog: Catalog?, defaults: ScheduleDefaults) -> [String] {
        let symbols = catalog.map { catalog in catalog.symbols(near: name) } ?? []
        let venues = NearestNames.find(name, among: defaults.venueNames).filter { !symbols.contains($0) }
        return Array((symbols + venues).prefix(NearestNames.limit))
    }

    /// Finds the hours for a name, or throws an error with suggestions.
    ///
    /// - Throws: `HoursMiss` if the name is unknown, or if it is a symbol without trading hours.
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

/// An error for a name that has no trading hours.
package struct HoursMiss: Error {
    /// The requested name; if it is a symbol of the catalog, in the catalog's spelling.
    package let name: String
    /// The message, such as `no such venue; did you mean XNYS?`.
    package let reason: String
    /// Names that are similar to the requested one.
    package let near: [String]
}

extension Catalog {
    /// Returns the row of a symbol, ignoring case; `nil` if no symbol or several symbols match.
    package func row(forSymbolInAnyCase symbol: String) -> Row? {
        let wanted = symbol.uppercased()
        let rows = suggestions(for: symbol).filter { self.symbol(at: $0).uppercased() == wanted }
        return rows.count == 1 ? rows[0] : nil
    }
}

extension ScheduleDefaults {
    /// Returns the name of the venue that a text denotes; `nil` if there is no such venue.
    ///
    /// The following are accepted, in this order. Case is ignored.
    /// - a venue's own name, in which any character may replace `_` (`24/7`);
    /// - the name of an exchange in the table of places (`NYSE`);
    /// - a venue's display name in the defaults.
    ///
    /// - Complexity: O(venues).
    package func venueName(for text: String) -> String? {
        if venue(text) != nil { return text }
        let wanted = text.uppercased()
        // Names of venues contain only letters, digits and `_`, so `24/7` becomes `24_7`.
        let written = String(wanted.map { $0.isLetter || $0.isNumber ? $0 : "_" })
        if let name = venueNames.first(where: { $0.uppercased() == written }) { return name }
        let places = SymbolPlaces.bundled
        // If an exchange has several markets, use the first one for which the defaults have hours.
        let mics =
            (places.market(named: text).map { [$0.code] + $0.mics } ?? [])
            + places.places(text, in: .chart).flatMap(\.mics)
        if let mic = mics.first(where: { venue($0) != nil }) { return mic }
        return venueNames.first { name in
            venue(name)?.entries.contains { $0.key == "name" && $0.value.uppercased() == wanted } == true
        }
    }

    /// Returns the schedule of the venue with a name; `nil` if no venue has the name, or if its hours are not valid.
    ///
    /// - Complexity: O(venues).
    package func schedule(ofVenueNamed text: String) -> Trading.Schedule? {
        venueName(for: text).flatMap { try? Trading.Schedule("\($0)()", defaults: self) }
    }

    /// Returns the venue in `hours` that a name denotes: the name of a venue, ignoring case, or of an exchange. Returns
    /// the name itself if `hours` has no such venue or is not valid.
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
    /// Returns a schedule of these hours with overnight sessions; `nil` if no overnight hours are known.
    ///
    /// Overnight hours are known if the hours or the venue's defaults name a night venue (`night=OCEA`). They are also
    /// known for shares and funds that are listed in the United States, because their hours often name no venue of the
    /// defaults.
    ///
    /// - Throws: `GrammarError` if the schedule already has sessions during the overnight hours.
    package func overnight(
        _ schedule: Trading.Schedule, in catalog: Catalog?, defaults: ScheduleDefaults
    ) throws(GrammarError) -> Trading.Schedule? {
        if schedule.nightVenue != nil { return try schedule.withOvernight(defaults: defaults) }
        guard let night = Self.night(ofVenue: schedule.venue) ?? catalog.flatMap(night(ofListingIn:)) else {
            return nil
        }
        return try schedule.withOvernight(of: night, defaults: defaults)
    }

    /// The error message if no overnight hours are known for the name.
    package var noOvernight: String {
        "\(name): no overnight hours are known; they are known for shares on exchanges of the United States"
    }

    /// Returns the night venue for a share or fund: that of its exchange. For an instrument in the United States, the
    /// exchange may be unknown.
    private func night(ofListingIn catalog: Catalog) -> String? {
        guard kind == .symbol, let row = catalog.row(forSymbol: name),
            ["STOCK", "ETF"].contains(catalog.string(.type, at: row))
        else { return nil }
        let place = catalog.string(.opol, at: row)
        if !place.isEmpty { return ScheduleDefaults.bundled.venueName(for: place).flatMap(Self.night(ofVenue:)) }
        return catalog.string(.country, at: row) == "US" ? Self.night(ofVenue: "EquityUS") : nil
    }

    /// Returns the night venue of a venue, by the bundled defaults regardless of the defaults in use.
    private static func night(ofVenue name: String) -> String? {
        ScheduleDefaults.bundled.venue(name)?.entries.last { $0.key == "night" }?.value
    }
}
