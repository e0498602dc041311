import InstrumentCatalog
import Testing

/// A naive implementation of a catalog, as a reference.
struct NaiveCatalog {
    private(set) var profiles: [String: InstrumentProfile] = [:]
    private(set) var removed: Set<String> = []
    private(set) var duplicates = 0
    private(set) var leftOut = 0
    /// The symbols of all profiles except REMOVED ones. A further profile with such a symbol is a duplicate.
    private var seen: Set<String> = []

    mutating func append(_ profile: InstrumentProfile) {
        guard !profile.symbol.isEmpty, !profile.type.isEmpty else {
            leftOut += 1
            return
        }
        if profile.type == "REMOVED" {
            profiles[profile.symbol] = nil
            removed.insert(profile.symbol)
            return
        }
        if !seen.insert(profile.symbol).inserted { duplicates += 1 }
        profiles[profile.symbol] = profile
        removed.remove(profile.symbol)
    }

    /// Best first: by weight, standing, length, symbol.
    var ranked: [InstrumentProfile] {
        let standings = NaiveStandings(Array(profiles.values))
        return profiles.values.sorted { a, b in
            let (weightA, weightB) = (Self.weight(a), Self.weight(b))
            if weightA != weightB { return weightA > weightB }
            let (standingA, standingB) = (standings.key(a), standings.key(b))
            if standingA != standingB { return standingA.lexicographicallyPrecedes(standingB) }
            if a.symbol.utf8.count != b.symbol.utf8.count { return a.symbol.utf8.count < b.symbol.utf8.count }
            return Array(a.symbol.utf8).lexicographicallyPrecedes(b.symbol.utf8)
        }
    }

    private static func weight(_ profile: InstrumentProfile) -> Int {
        Double(profile["AUTOCOMPLETE_WEIGHT"]).flatMap { Int(exactly: $0.rounded(.towardZero)) } ?? 0
    }

    /// Compares every answer of `catalog` with this catalog's.
    func expectSame(_ catalog: Catalog, _ comment: Comment? = nil) {
        #expect(catalog.count == profiles.count, comment)
        guard catalog.count == profiles.count else { return }
        let ranked = ranked
        for (number, profile) in ranked.enumerated() {
            let row = Row(number)
            let found = catalog.profile(at: row).inNormalForm
            if found != profile.inNormalForm {
                Issue.record("row \(number): \(found), expected \(profile); \(comment ?? "")")
            }
            if catalog.row(forSymbol: profile.symbol) != row {
                Issue.record("\(profile.symbol) isn't found at row \(number); \(comment ?? "")")
            }
            if profiles[profile.symbol + "x"] == nil, catalog.row(forSymbol: profile.symbol + "x") != nil {
                Issue.record("\(profile.symbol)x is found; \(comment ?? "")")
            }
            for (name, value) in profile.fields
            where catalog.withField(named: name, at: row, { String(decoding: $0) }) != value {
                Issue.record("\(profile.symbol): \(name) isn't \(value); \(comment ?? "")")
            }
        }
        let bySymbol = (0..<catalog.count).map { catalog.symbol(at: catalog.row(atSymbolPosition: $0)) }
        #expect(bySymbol == profiles.keys.sorted { Array($0.utf8).lexicographicallyPrecedes($1.utf8) }, comment)
        #expect(Set(catalog.removedSymbols) == removed, comment)
        #expect(catalog.removedSymbols.allSatisfy { catalog.wasRemoved($0) }, comment)
        for type in Set(ranked.map(\.type)) {
            var filter = CatalogFilter()
            filter.require(.type, anyOf: [FieldPattern(exactly: type)])
            #expect(
                catalog.select(filter).rows().map(\.number) == ranked.indices.filter { ranked[$0].type == type },
                comment)
        }
    }
}

extension InstrumentProfile {
    /// The custom fields sorted by name, because their order is insignificant.
    var inNormalForm: InstrumentProfile {
        var profile = self
        profile.customFields.sort { $0.name < $1.name }
        return profile
    }
}
