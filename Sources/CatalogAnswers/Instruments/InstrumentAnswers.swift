package import CatalogHistory
package import InstrumentCatalog
package import Scanning

// Members of JSON about instruments that `ipf` and the service share: ends, changes, strikes.

extension JSONWriter {
    /// How an instrument ended, as the members `status` and `removedOn`; neither where it is live.
    package mutating func removal(_ row: Row, _ catalog: Catalog) {
        guard let removal = catalog.removal(at: row) else { return }
        member("status", removal.status.rawValue)
        member("removedOn", "\(removal.day)")
    }

    /// The member `strikes` of a series: for each strike the best ranked symbol as `call`, and all of them as `calls` where there are
    /// several; likewise of puts.
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

    /// The members of a change of an instrument, without its time.
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
}

extension OptionChainFilter {
    /// The conditions that the filter's styles are: with them one finds out which styles the catalog doesn't have.
    package var conditions: CatalogFilter {
        var conditions = CatalogFilter()
        if !styles.isEmpty { conditions.require(.expirationStyle, anyOf: styles) }
        return conditions
    }
}

extension OptionSeries {
    /// The row of one of its options.
    package var firstRow: Row? { strikes.first.flatMap { $0.call ?? $0.put } }
}

extension CatalogFacets {
    /// The counts by the names of their fields in answers.
    package var groups: [(field: ProfileField, entries: [Entry])] {
        [(.type, types), (.opol, venues), (.country, countries), (.currency, currencies)]
    }
}
