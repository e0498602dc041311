/// An override or a proposal, compared with the values of the sources.
package struct OverrideStanding: Hashable, Sendable {
    /// A source, and the text that it has for the field.
    package struct Said: Hashable, Sendable {
        package var source: String
        package var text: String
    }

    package var override: MasterOverride
    /// The texts of the sources that have the field, best first.
    package var said: [Said]

    /// A Boolean value that indicates whether the override is no longer needed: a source has the override's text or, if
    /// the override removes the field, no source has the field.
    package var isCaughtUp: Bool {
        override.value.isEmpty ? said.isEmpty : said.contains { $0.text == override.value }
    }
}

extension MasterConnection {
    /// Returns overrides and proposals with the sources' texts.
    ///
    /// - Parameters:
    ///   - symbol: The symbol whose overrides are returned; `nil` for all symbols.
    ///   - includesEnded: Whether to include overrides that have ended.
    /// - Throws: `MasterStoreError`.
    package func overrideStandings(of symbol: String? = nil, includesEnded: Bool) throws -> [OverrideStanding] {
        try transaction(reading: true) {
            let overrides = try overrides(of: symbol, includesEnded: includesEnded)
            let rules = try GoldenRules(self, try policyInForce()?.policy ?? .none)
            var known: [String: Explanation?] = [:]
            return try overrides.map { override in
                let explanation = try known[override.symbol] ?? rules.explanation(of: override.symbol)
                known[override.symbol] = explanation
                let field = explanation?.fields.first { $0.name == override.field }
                let said = (field?.texts ?? []).map {
                    OverrideStanding.Said(source: explanation!.sources[$0.source].name, text: $0.text)
                }
                return OverrideStanding(override: override, said: said)
            }
        }
    }
}
