package import CatalogHistory
internal import InstrumentCatalog

extension MasterConnection {
    /// Returns the current origin of each field of an instrument: its source or override, its rule, and the time of its
    /// text.
    ///
    /// - Parameter symbol: The symbol in the golden record.
    /// - Throws: `MasterStoreError`.
    /// - Complexity: O(n) in the versions of the symbol.
    package func lineage(of symbol: String) throws -> InstrumentLineage {
        try transaction(reading: true) {
            var lineage = InstrumentLineage(batch: try point(at: .latest), fields: [])
            let rules = try GoldenRules(self, try policyInForce()?.policy ?? .none)
            guard let explanation = try rules.explanation(of: symbol), explanation.symbol == symbol else {
                return lineage
            }
            let versions = try currentVersions(of: symbol)
            for field in explanation.fields where field.value != nil || field.override != nil {
                let text = field.value ?? ""
                // The version in which the field got its current text.
                let first = versions.prefix { EncodedProfile.text(named: field.name, in: $0.profile) == text }.last
                // If a newer record is held back, its text of this field may not be published.
                if explanation.isHeld, first == nil { continue }
                let override = field.override.map {
                    InstrumentLineage.Override(
                        id: $0.id, author: $0.proposed.author, reason: $0.reason, until: $0.until,
                        validFrom: $0.validFrom)
                }
                let source =
                    field.override == nil ? field.taken.map { explanation.sources[field.texts[$0].source].name } : nil
                lineage.fields.append(
                    .init(
                        name: field.name, source: source, since: first?.from.time ?? lineage.batch.time,
                        rule: field.reason, override: override))
            }
            return lineage
        }
    }

    /// Returns the versions of a symbol since it was last added, latest first.
    private func currentVersions(of symbol: String) throws -> [SymbolVersion] {
        var versions: [SymbolVersion] = []
        for version in try self.versions(of: symbol).reversed() {
            if version.wasRemoved { break }
            versions.append(version)
        }
        return versions
    }
}
