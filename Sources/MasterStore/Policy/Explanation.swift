internal import InstrumentCatalog
internal import ProfileFormat

/// Why an instrument's golden record is as it is: who said what of each field, and whose text was taken.
package struct Explanation: Hashable, Sendable {
    /// A source that has the instrument.
    package struct Source: Hashable, Sendable {
        /// Its name.
        package var name: String
        /// The symbol by which it calls the instrument.
        package var symbol: String
        /// Why the policy takes nothing from it; `nil` where it may.
        package var exclusion: String?
    }

    /// A field that some source has.
    package struct Field: Hashable, Sendable {
        /// Its name.
        package var name: String
        /// What the sources say, by their places in `sources`.
        package var texts: [Text]
        /// Whose text was taken, by its place in `texts`; `nil` where none of them counts.
        package var taken: Int?
        /// What decided.
        package var reason: String
    }

    /// What a source says of a field.
    package struct Text: Hashable, Sendable {
        /// The source's place in `sources`.
        package var source: Int
        package var text: String
    }

    /// The symbol that is true; `nil` where the instrument is not: no source that counts has it.
    package var symbol: String?
    /// Those that have it, best first.
    package var sources: [Source]
    /// What joins records of different symbols: ISIN, market and currency; `nil` where all have one symbol.
    package var listing: String?
    /// In the order of a profile.
    package var fields: [Field]
}

extension GoldenRules {
    /// Explains the golden record of an instrument, named by any symbol that a source has for it; `nil` where none has.
    ///
    /// - Throws: `MasterStoreError`.
    func explanation(of symbol: String) throws -> Explanation? {
        let records = try records(of: symbol)
        // Sources that don't count are shown, too, at the end.
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
        return explanation(all, listing)
    }

    private func explanation(_ records: [SourceRecord], _ listing: String?) -> Explanation {
        let counting = records.filter { orders.general.contains($0.source) }
        let golden = GoldenRecord.merge(counting, by: orders)
        let type = GoldenRecord.type(of: counting, by: orders) ?? ""
        let ofType = orders.ofType(type)
        let sources = records.map { record in
            Explanation.Source(
                name: orders.sources[record.source], symbol: record.symbol,
                exclusion: orders.general.contains(record.source) ? nil : policy.line("sources", policy.sources))
        }
        let fields = RecordFields(records).fields.map { field in
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
                reason: reason(field, type, isTaken: winner != nil))
        }
        return Explanation(
            symbol: golden.map { EncodedProfile.text(.symbol, in: $0.profile) }, sources: sources, listing: listing,
            fields: fields)
    }

    /// What decided about a field, as the policy says it.
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
    /// A line of the policy: `field ISIN: a, b only`.
    fileprivate func line(_ head: String, _ order: Order) -> String {
        "\(head) \(order.sources.map(Self.written).joined(separator: ", "))\(order.isOnly ? " only" : "")"
    }
}

extension MasterConnection {
    /// Explains the golden record of an instrument, named by any symbol that a source has for it; `nil` where none has.
    ///
    /// - Throws: `MasterStoreError`.
    package func explanation(of symbol: String) throws -> Explanation? {
        try transaction(reading: true) {
            try GoldenRules(self, try policyInForce()?.policy ?? .none).explanation(of: symbol)
        }
    }
}
