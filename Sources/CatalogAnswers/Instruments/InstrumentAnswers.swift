package import CatalogHistory
package import InstrumentCatalog
internal import MarketRules
package import Scanning

// JSON members about instruments that `ipf` and the service share: removals, changes and strikes.

extension JSONWriter {
    /// Writes how an instrument ended, as the members `status` and `removedOn`. Writes nothing if the instrument still
    /// exists.
    package mutating func removal(_ row: Row, _ catalog: Catalog) {
        guard let removal = catalog.removal(at: row) else { return }
        member("status", removal.status.rawValue)
        member("removedOn", "\(removal.day)")
    }

    /// Writes the member `strikes` of a series. Each strike has the member `call` with the best-ranked call's symbol
    /// and, if there are several calls, the member `calls` with all their symbols. Puts have the corresponding members.
    package mutating func strikes(_ series: OptionSeries, _ catalog: Catalog) {
        array("strikes") { json in
            for strike in series.strikes {
                json.object { json in
                    json.member("strike", strike.strike)
                    json.symbols(strike.calls, of: catalog, first: "call", all: "calls")
                    json.symbols(strike.puts, of: catalog, first: "put", all: "puts")
                }
            }
        }
    }

    private mutating func symbols(_ rows: [Row], of catalog: Catalog, first: StaticString, all: StaticString) {
        guard let row = rows.first else { return }
        key(first)
        catalog.withField(.symbol, at: row) { string($0) }
        if rows.count == 1 { return }
        array(all) { json in
            for row in rows { catalog.withField(.symbol, at: row) { json.string($0) } }
        }
    }

    /// Writes the members of an event of an instrument, except its time.
    package mutating func members(of event: InstrumentEvent) {
        optional("source", event.source)
        member("symbol", event.symbol)
        member("change", event.kind.rawValue)
        if let rename = event.rename?.rename {
            member("from", rename.old)
            member("by", rename.field)
            member("identifier", rename.text)
        }
        if event.fields.isEmpty { return }
        fields(of: event)
    }

    private mutating func fields(of event: InstrumentEvent) {
        object("fields") { json in
            for field in event.fields {
                json.key(named: field.name)
                json.object { json in
                    json.member("old", field.old)
                    json.member("new", field.new)
                }
            }
        }
    }

    /// Writes the members of a change that a master published.
    package mutating func members(of change: PublishedChange) {
        member("id", "\(change.position)")
        member("batch", change.event.at.seq)
        member("time", "\(Instant(microseconds: change.event.at.time))")
        member("symbol", change.event.symbol)
        member("change", change.event.kind.rawValue)
        fields(of: change.event)
        if !change.event.source.isEmpty { member("source", change.event.source) }
        member("by", change.role)
        if let person = change.person { member("person", person) }
        member("what", change.note)
        if let reason = change.reason { member("reason", reason) }
    }

    /// Writes a page of changes as an object.
    package mutating func page(_ page: ChangePage) {
        object { json in
            json.array("changes") { json in
                for change in page.changes { json.object { $0.members(of: change) } }
            }
            json.member("next", "\(page.next)")
            json.member("more", page.hasMore)
        }
    }
}

extension OptionChainFilter {
    /// The filter's styles as conditions of a `CatalogFilter`, which can report styles that the catalog does not have.
    package var conditions: CatalogFilter {
        var conditions = CatalogFilter()
        if !styles.isEmpty { conditions.require(.expirationStyle, anyOf: styles) }
        return conditions
    }
}

extension OptionSeries {
    /// The row of an option at the first strike of the series; `nil` if the series is empty.
    package var firstRow: Row? { strikes.first.flatMap { $0.call ?? $0.put } }
}

extension CatalogFacets {
    /// The facets with their fields, in the order in which answers list them.
    package var groups: [(field: ProfileField, entries: [Entry])] {
        [(.type, types), (.opol, venues), (.country, countries), (.currency, currencies)]
    }
}
