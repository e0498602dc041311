internal import InstrumentCatalog
internal import ProfileFormat

/// Makes one record of what several sources say of an instrument, field by field.
enum GoldenRecord {
    /// The record, and the source that is the first in the order of those that have the instrument; `nil` where no source that counts
    /// has it.
    ///
    /// - Parameter records: at most one of each source, in any order.
    /// - Complexity: O(bytes of the records).
    static func merge(_ records: [SourceRecord], by orders: FieldOrders) -> (profile: [UInt8], source: Int)? {
        guard let type = type(of: records, by: orders) else { return nil }
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

    /// The type: it decides which rules hold. `nil` where no source that counts has the instrument.
    static func type(of records: [SourceRecord], by orders: FieldOrders) -> String? {
        for number in orders.ofTypeField {
            guard let record = records.first(where: { $0.source == number }) else { continue }
            return EncodedProfile.text(.type, in: record.profile)
        }
        return nil
    }

    /// Whose text of a field is taken; `nil` where only sources have it that don't count.
    static func winner(
        of field: RecordFields.Field, _ records: [SourceRecord], _ orders: FieldOrders.OfType
    ) -> RecordFields.Text? {
        best(orders.order(of: field), field.texts.map { ($0, records[$0.record].source) })
    }

    /// The one whose source comes first in an order; `nil` where none is in it.
    private static func best<Value>(_ order: [Int], _ candidates: [(value: Value, source: Int)]) -> Value? {
        for source in order {
            if let found = candidates.first(where: { $0.source == source }) { return found.value }
        }
        return nil
    }
}
