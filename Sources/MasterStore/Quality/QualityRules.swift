internal import ProfileFormat
internal import Scanning

/// The rules that golden records must fulfil before a batch publishes them.
///
/// ```
/// hold type STOCK, ETF field ISIN, CURRENCY: required
/// hold field CURRENCY: one of USD, EUR, GBP
/// hold source vendor type OPTION field STRIKE: change 10%   # within a day
/// warn field CUSIP: change none
/// hold field ISIN: unique with OPOL, CURRENCY
/// hold source exchange field OPOL: count XNAS 5000..9000
/// ```
///
/// - **Actions**: `hold` keeps the published record, and `warn` publishes the new one. Both open an exception.
/// - **Scope**: A rule applies to records of the types, in batches of the sources. It does not apply to fields with an
///   override, because a person decided their values.
/// - **Exceptions**: An exception lasts while the record breaks the rule. The batch that mends the record closes the
///   exception. A person can resolve it earlier.
package struct QualityRules: Hashable, Sendable {
    /// The rules, one for each field.
    package var rules: [QualityRule] = []

    /// All sources that the rules name, sorted.
    package var namedSources: [String] { Set(rules.flatMap(\.sources)).sorted() }
    /// All types that the rules name, sorted.
    package var namedTypes: [String] { Set(rules.flatMap(\.types)).sorted() }
    /// All custom fields that the rules name, sorted.
    package var namedCustomFields: [String] {
        let names = rules.flatMap { rule in
            if case .unique(let fields) = rule.check { [rule.field] + fields } else { [rule.field] }
        }
        return Set(names.filter { ProfileField(name: $0) == nil }).sorted()
    }
}

/// A rule for one field.
package struct QualityRule: Hashable, Sendable {
    /// The condition that a record must fulfil.
    package enum Check: Hashable, Sendable {
        /// The record has the field.
        case required
        /// The field has one of these texts, or none.
        case allowed([String])
        /// Within a day, the field's number changes by at most `bound`. If `bound` is `nil`, the field's text does not
        /// change within a day.
        case change(bound: String?, isPercent: Bool)
        /// No other instrument has the same text, together with the same texts of these fields.
        case unique(with: [String])
        /// The number of instruments whose field has this text is at least `least` and at most `most`.
        case count(String, least: Int?, most: Int?)
    }

    /// Whether a record that breaks the rule is held back.
    package var holds: Bool
    /// The sources whose batches are checked; empty for all.
    package var sources: [String]
    /// The types of the records that are checked; empty for all.
    package var types: [String]
    package var field: String
    package var check: Check
}

extension QualityRule: CustomStringConvertible {
    /// The rule as a line, such as `hold type STOCK field ISIN: required`.
    package var description: String {
        var words = [holds ? "hold" : "warn"]
        for (word, names) in [("source", sources), ("type", types), ("field", [field])] where !names.isEmpty {
            words.append("\(word) \(Self.written(names))")
        }
        return "\(words.joined(separator: " ")): \(check)"
    }

    fileprivate static func written(_ names: [String]) -> String {
        names.map(MasterPolicy.written).joined(separator: ", ")
    }
}

extension QualityRule.Check: CustomStringConvertible {
    package var description: String {
        switch self {
        case .required: "required"
        case .allowed(let texts): "one of \(QualityRule.written(texts))"
        case .change(let bound, let isPercent): "change \(bound ?? "none")\(isPercent ? "%" : "")"
        case .unique(let fields): fields.isEmpty ? "unique" : "unique with \(QualityRule.written(fields))"
        case .count(let text, let least, let most):
            "count \(MasterPolicy.written(text)) \(least.map { "\($0)" } ?? "")..\(most.map { "\($0)" } ?? "")"
        }
    }
}

extension QualityRules {
    /// The rules as JSON, with the columns of `ipf.rule`.
    var json: String {
        var writer = JSONWriter()
        writer.array { writer in
            for rule in rules { writer.object { rule.write(to: &$0) } }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension QualityRule {
    fileprivate func write(to json: inout JSONWriter) {
        json.member("line", description)
        json.member("holds", holds)
        if !sources.isEmpty { json.member("sources", strings: sources) }
        if !types.isEmpty { json.member("types", strings: types) }
        json.member("field", field)
        var texts: [String] = []
        switch check {
        case .required: json.member("kind", "required")
        case .allowed(let allowed):
            json.member("kind", "one of")
            texts = allowed
        case .change(let bound, let isPercent):
            json.member("kind", "change")
            json.optional("bound", bound)
            json.member("is_percent", isPercent)
        case .unique(let fields):
            json.member("kind", "unique")
            texts = fields
        case .count(let text, let least, let most):
            json.member("kind", "count")
            texts = [text]
            if let least { json.member("least", least) }
            if let most { json.member("most", most) }
        }
        if !texts.isEmpty { json.member("texts", strings: texts) }
    }
}

/// Rules that are stored in a master.
package struct StoreRules: Hashable, Sendable {
    /// The sequence number of the batch that set the rules.
    package var seq: Int
    /// The text of the rules, as given.
    package var text: String
}

extension MasterConnection {
    /// Returns the rules in force; `nil` if no rules were ever set.
    ///
    /// - Throws: `MasterStoreError`.
    package func rulesInForce() throws(MasterStoreError) -> StoreRules? {
        let rows = try execute("SELECT seq, text FROM ipf.rules ORDER BY seq DESC LIMIT 1")
        guard rows.count > 0, let seq = rows.integer(0, 0), let text = rows.text(0, 1) else { return nil }
        return StoreRules(seq: seq, text: text)
    }
}
