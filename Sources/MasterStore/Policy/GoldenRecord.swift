internal import InstrumentCatalog
internal import ProfileFormat

/// Merges the records of several sources into the golden record of an instrument, field by field.
enum GoldenRecord {
    /// Merges the records of an instrument.
    ///
    /// - Parameters:
    ///   - records: At most one record of each source, in any order.
    ///   - overrides: The overrides of the instrument. The last override of a field applies.
    /// - Returns: The golden record, and the best source that has the instrument; `nil` if the policy ignores all
    ///   sources of the records.
    /// - Complexity: O(bytes of the records).
    static func merge(
        _ records: [SourceRecord], by orders: FieldOrders, overrides: [FieldOverride] = []
    ) -> (profile: [UInt8], source: Int)? {
        guard let type = type(of: records, by: orders, overrides: overrides),
            let merged = merge(records, by: orders, type)
        else { return nil }
        return (FieldOverride.apply(overrides, to: merged.profile), merged.source)
    }

    private static func merge(
        _ records: [SourceRecord], by orders: FieldOrders, _ type: String
    ) -> (profile: [UInt8], source: Int)? {
        let ofType = orders.ofType(type)
        guard let best = best(ofType.others, records.indices.map { ($0, records[$0].source) }) else { return nil }
        let source = records[best].source
        if orders.policy.takesRecords || records.count == 1 && ofType.isWhole { return (records[best].profile, source) }
        var golden: [UInt8] = []
        golden.reserveCapacity(records[best].profile.count + 64)
        for field in RecordFields(records).fields {
            guard let winner = winner(of: field, records, ofType) else { continue }
            golden += records[winner.record].profile[winner.whole]
        }
        return (golden, source)
    }

    /// Returns the type, which decides the rules to apply; `nil` if the policy ignores all sources of the records.
    static func type(
        of records: [SourceRecord], by orders: FieldOrders, overrides: [FieldOverride] = []
    ) -> String? {
        for number in orders.ofTypeField {
            guard let record = records.first(where: { $0.source == number }) else { continue }
            return overrides.last { $0.field == ProfileField.type.name }?.value
                ?? EncodedProfile.text(.type, in: record.profile)
        }
        return nil
    }

    /// Returns the text to use for a field; `nil` if the policy ignores all sources that have the field.
    static func winner(
        of field: RecordFields.Field, _ records: [SourceRecord], _ orders: FieldOrders.OfType
    ) -> RecordFields.Text? {
        best(orders.order(of: field), field.texts.map { ($0, records[$0.record].source) })
    }

    /// Returns the candidate whose source is first in the order; `nil` if no candidate's source is in it.
    private static func best<Value>(_ order: [Int], _ candidates: [(value: Value, source: Int)]) -> Value? {
        for source in order {
            if let found = candidates.first(where: { $0.source == source }) { return found.value }
        }
        return nil
    }
}
