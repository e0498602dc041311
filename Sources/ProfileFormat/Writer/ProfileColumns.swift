/// The columns that profiles of each type use: what a writer must know to define a type's format once and for all.
///
/// Note every profile here first, then hand the result to a ``ProfileWriter``: each type then gets one format line, with
/// just its used columns. A writer without it starts from the first profile's columns and widens them as it goes.
package struct ProfileColumns: Hashable, Sendable {
    /// The columns of one type: the standard fields, and custom names in byte order.
    struct Columns: Hashable, Sendable {
        var standard = Self.always
        var custom: [String] = []

        /// TYPE and SYMBOL: always written, so no profile's record is ever an empty line.
        static let always: FieldSet = [.type, .symbol]

        /// Adds the columns that `other` has; returns whether there was any.
        ///
        /// - Complexity: O(columns of both); where a custom one is new, that times its logarithm.
        mutating func formUnion(_ other: Columns) -> Bool {
            let before = standard
            standard.formUnion(other.standard)
            var missing: [String] = []
            var index = custom.startIndex
            for name in other.custom {
                while index < custom.endIndex, Self.precedes(custom[index], name) { index += 1 }
                if index == custom.endIndex || custom[index] != name { missing.append(name) }
            }
            if !missing.isEmpty { custom = (custom + missing).sorted(by: Self.precedes) }
            return standard != before || !missing.isEmpty
        }

        /// The order of custom names: by their bytes.
        static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
    }

    var byType: [String: Columns] = [:]

    /// No columns as yet.
    package init() {}

    /// Adds what `profile` has set to the columns of its type.
    package mutating func note(_ profile: InstrumentProfile) {
        _ = byType[profile.type, default: Columns()].formUnion(Columns(of: profile))
    }
}

extension ProfileColumns.Columns {
    /// What a profile has set.
    init(of profile: InstrumentProfile) {
        for field in ProfileField.allCases where profile.isSet(field) { standard.insert(field) }
        for name in profile.customFields.filter({ !$0.value.isEmpty }).map(\.name).sorted(by: Self.precedes)
        where custom.last != name { custom.append(name) }
    }
}
