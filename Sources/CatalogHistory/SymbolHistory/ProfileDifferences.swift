extension InstrumentProfile {
    /// The fields that differ from those of an earlier profile, in the order of this one, then those that only the earlier one has.
    package func differences(from old: InstrumentProfile) -> [(name: String, old: String, new: String)] {
        let before = Dictionary(old.fields.map { ($0.name, $0.value) }) { $1 }
        let after = Dictionary(fields.map { ($0.name, $0.value) }) { $1 }
        let names = fields.map(\.name) + old.fields.map(\.name).filter { after[$0] == nil }
        return names.map { (name: $0, old: before[$0] ?? "", new: after[$0] ?? "") }.filter { $0.old != $0.new }
    }
}
