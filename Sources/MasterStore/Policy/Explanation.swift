internal import InstrumentCatalog
internal import ProfileFormat

/// An explanation of a golden record: what each source has for each field, and which source's text was chosen.
package struct Explanation: Hashable, Sendable {
    /// A source that has the instrument.
    package struct Source: Hashable, Sendable {
        /// The source's name.
        package var name: String
        /// The symbol under which the source has the instrument.
        package var symbol: String
        /// The reason why the policy ignores the source; `nil` if the policy uses the source.
        package var exclusion: String?
    }

    /// A field that at least one source or override has.
    package struct Field: Hashable, Sendable {
        /// The field's name.
        package var name: String
        /// The texts of the sources that have the field.
        package var texts: [Text]
        /// The index in `texts` of the text that the policy chooses; `nil` if it chooses none.
        package var taken: Int?
        /// The policy's rule that decided which text is chosen.
        package var reason: String
        /// The override in force, which replaces the chosen text; `nil` without an override.
        package var override: MasterOverride?

        /// The text in the golden record; `nil` if the record does not have the field.
        package var value: String? {
            if let override { return override.value.isEmpty ? nil : override.value }
            return taken.map { texts[$0].text }
        }
    }

    /// The text that a source has for a field.
    package struct Text: Hashable, Sendable {
        /// The index of the source in `sources`.
        package var source: Int
        package var text: String
    }

    /// The symbol of the golden record; `nil` if there is no golden record, because the policy ignores all sources that
    /// have the instrument.
    package var symbol: String?
    /// The sources that have the instrument, best first.
    package var sources: [Source]
    /// The listing (ISIN, market and currency) that joins records of different symbols; `nil` if all have one symbol.
    package var listing: String?
    /// The fields, in the order of a profile.
    package var fields: [Field]
    /// Whether a quality rule holds the golden record back. An earlier golden record then remains published, if there
    /// is one.
    package var isHeld = false
}

extension GoldenRules {
    /// Explains the golden record of an instrument, by its symbol in any source; `nil` if no source has the symbol.
    ///
    /// - Throws: `MasterStoreError`.
    func explanation(of symbol: String) throws -> Explanation? {
        let records = try records(of: symbol)
        // Sources that the policy ignores are shown at the end.
        let order = orders.general + orders.sources.indices.filter { !orders.general.contains($0) }
        let groups = InstrumentGroups(records, order: orders.general, matchesListings: policy.matchesListings).groups
        var all: [SourceRecord]
        var listing: String?
        if let group = groups.first(where: { $0.symbols.contains(symbol) }) {
            all = group.records
            if group.symbols.count > 1 { listing = group.listing }
            all += records.filter { !orders.general.contains($0.source) && group.symbols.contains($0.symbol) }
        } else {
            all = records.filter { $0.symbol == symbol }
        }
        if all.isEmpty { return nil }
        all.sort { order.firstIndex(of: $0.source)! < order.firstIndex(of: $1.source)! }
        var explanation = try explanation(all, listing)
        let held = try connection.execute(
            "SELECT EXISTS (SELECT 1 FROM ipf.held WHERE symbol = $1)", [.text(explanation.symbol ?? symbol)])
        explanation.isHeld = held.bool(0, 0) == true
        return explanation
    }

    private func explanation(_ records: [SourceRecord], _ listing: String?) throws -> Explanation {
        let counting = records.filter { orders.general.contains($0.source) }
        let inForce = try Set(counting.map(\.symbol))
            .flatMap { try connection.overrides(of: $0, includesEnded: false) }
            .filter(\.isInForce).sorted { $0.id < $1.id }
        let overrides = inForce.map { FieldOverride(id: $0.id, symbol: $0.symbol, field: $0.field, value: $0.value) }
        let golden = GoldenRecord.merge(counting, by: orders, overrides: overrides)
        let type = GoldenRecord.type(of: counting, by: orders, overrides: overrides) ?? ""
        let ofType = orders.ofType(type)
        let sources = records.map { record in
            Explanation.Source(
                name: orders.sources[record.source], symbol: record.symbol,
                exclusion: orders.general.contains(record.source) ? nil : policy.line("sources", policy.sources))
        }
        var deciding: [String: MasterOverride] = [:]
        if golden != nil { for override in inForce { deciding[override.field] = override } }
        let fields = RecordFields(records, also: deciding.keys).fields.map { field in
            let texts = field.texts.map { text in
                Explanation.Text(
                    source: text.record, text: String(decoding: records[text.record].profile[text.text], as: UTF8.self))
            }
            let winner: RecordFields.Text?
            if golden == nil {
                winner = nil
            } else if policy.takesRecords {
                winner = field.texts.first { records[$0.record].source == golden?.source }
            } else {
                winner = GoldenRecord.winner(of: field, records, ofType)
            }
            return Explanation.Field(
                name: field.name, texts: texts,
                taken: winner.flatMap { winner in texts.firstIndex { $0.source == winner.record } },
                reason: reason(field, type, isTaken: winner != nil), override: deciding[field.name])
        }
        return Explanation(
            symbol: golden.map { EncodedProfile.text(.symbol, in: $0.profile) }, sources: sources, listing: listing,
            fields: fields)
    }

    /// The rule that decided a field, in the policy's notation.
    private func reason(_ field: RecordFields.Field, _ type: String, isTaken: Bool) -> String {
        if policy.takesRecords, isTaken || field.texts.count > 0 {
            let rule = policy.rule(field: nil, type: type)
            return "take records; " + (rule.map { policy.line("\($0.scope):", $0.order) } ?? generalLine)
        }
        let isType = field.name == ProfileField.type.name
        let rule =
            isType
            ? policy.rules[.init(field: field.name)].map { (scope: .init(field: field.name), order: $0) }
            : policy.rule(field: field.name, type: type)
        return rule.map { policy.line("\($0.scope):", $0.order) } ?? generalLine
    }

    private var generalLine: String {
        policy.sources.sources.isEmpty ? "the source that loaded first" : policy.line("sources", policy.sources)
    }
}

extension MasterPolicy {
    /// Formats a line of the policy, such as `field ISIN: a, b only`.
    fileprivate func line(_ head: String, _ order: Order) -> String {
        "\(head) \(order.sources.map(Self.written).joined(separator: ", "))\(order.isOnly ? " only" : "")"
    }
}

extension MasterConnection {
    /// Explains the golden record of an instrument, by its symbol in any source; `nil` if no source has the symbol.
    ///
    /// - Throws: `MasterStoreError`.
    package func explanation(of symbol: String) throws -> Explanation? {
        try transaction(reading: true) {
            try GoldenRules(self, try policyInForce()?.policy ?? .none).explanation(of: symbol)
        }
    }
}
