/// Counts the mandatory fields that are missing in records, by type and field.
///
/// Findings about the first records of a type are buffered. If nearly all records of the type lack a field, this is
/// reported as one finding about the source; otherwise, it is reported for each record.
struct MissingFields {
    /// A record that lacks a field, and the field's name.
    struct Lack {
        /// The index of the record among all records of the source.
        let record: Int
        let file: String?
        let line: Int
        let name: String
        let type: String
        let field: ProfileField
    }

    private struct Key: Hashable {
        let type: String
        let field: ProfileField
    }

    private struct Group {
        var count = 0
        var first: Lack
        /// The buffered findings; `nil` if findings are reported immediately, or only in a summary.
        var heldBack: [Lack]? = []
        var isSummed = false
    }

    /// The number of records of a type after which it is decided whether a summary is reported.
    private static let decidedAfter = 1000
    /// The minimum number of findings for a summary.
    private static let fewestSummed = 5

    private var records: [String: Int] = [:]
    private var groups: [Key: Group] = [:]

    /// Counts a record. If this decides how the findings of its type are reported, reports them.
    mutating func count(_ type: String, report: (Lack) throws -> Void) rethrows {
        let count = records[type, default: 0] + 1
        records[type] = count
        guard count == Self.decidedAfter else { return }
        let keys = groups.keys.filter { $0.type == type }
        try decide(keys, report)
    }

    mutating func add(_ lack: Lack, report: (Lack) throws -> Void) rethrows {
        let key = Key(type: lack.type, field: lack.field)
        var group = groups[key] ?? Group(first: lack)
        group.count += 1
        // Most of the many records so far had the field, so report each record that lacks it.
        if groups[key] == nil, records[lack.type, default: 0] > Self.decidedAfter { group.heldBack = nil }
        if group.heldBack != nil {
            group.heldBack?.append(lack)
        } else if !group.isSummed {
            try report(lack)
        }
        groups[key] = group
    }

    /// Reports the buffered findings in record order, and then a summary for each field that nearly all records lack.
    mutating func finish(report: (Lack) throws -> Void, reportSum: (String) throws -> Void) rethrows {
        try decide(Array(groups.keys), report)
        let summed = groups.filter(\.value.isSummed).sorted {
            ($0.value.first.record, $0.key.field.name) < ($1.value.first.record, $1.key.field.name)
        }
        var done: Set<ProfileField> = []
        let ofAll = InstrumentType.mandatoryFields(of: "")
        for (key, group) in summed {
            guard ofAll.contains(key.field) else {
                try reportSum(
                    Self.sum(group, of: records[key.type] ?? 0, key.field, "\(key.type) ", "every \(key.type)"))
                continue
            }
            guard done.insert(key.field).inserted else { continue }
            // If all types require the field, report one finding for all of them.
            let types = summed.filter { $0.key.field == key.field }
            var whole = group
            whole.count = types.reduce(0) { $0 + $1.value.count }
            let known = types.reduce(0) { $0 + (records[$1.key.type] ?? 0) }
            let kind = types.count == 1 && !key.type.isEmpty ? "\(key.type) " : ""
            try reportSum(Self.sum(whole, of: known, key.field, kind, "every profile"))
        }
    }

    private mutating func decide(_ keys: [Key], _ report: (Lack) throws -> Void) rethrows {
        var single: [Lack] = []
        for key in keys {
            guard var group = groups[key], let heldBack = group.heldBack else { continue }
            group.heldBack = nil
            group.isSummed = group.count >= Self.fewestSummed && group.count * 10 >= (records[key.type] ?? 0) * 9
            if !group.isSummed { single += heldBack }
            groups[key] = group
        }
        let order = Dictionary(uniqueKeysWithValues: ProfileField.allCases.enumerated().map { ($1, $0) })
        for lack in single.sorted(by: { ($0.record, order[$0.field]!) < ($1.record, order[$1.field]!) }) {
            try report(lack)
        }
    }

    private static func sum(_ group: Group, of records: Int, _ field: ProfileField, _ kind: String, _ subject: String)
        -> String
    {
        let place = "line \(group.first.line)" + (group.first.file.map { " of \($0)" } ?? "")
        let count = group.count == records ? "all \(records)" : "\(group.count) of \(records)"
        return "\(field.name) is not set in \(count) \(kind)records, and \(subject) must have it; first on \(place)"
    }
}
