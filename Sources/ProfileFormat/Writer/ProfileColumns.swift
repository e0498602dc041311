/// The columns that profiles of each type use. They are collected so that a writer can define each format once.
///
/// Add each profile with `note(_:)` first, then pass this value to a ``ProfileWriter``. It writes one format line for
/// each type, with only the columns that are used. Without this value, a writer starts with the columns of the first
/// profile, and adds others later.
package struct ProfileColumns: Hashable, Sendable {
    /// The columns of one type: standard fields, and the names of custom fields in byte order.
    struct Columns: Hashable, Sendable {
        var standard = Self.always
        var custom: [String] = []

        /// TYPE and SYMBOL. They are always written, so that no record is an empty line.
        static let always: FieldSet = [.type, .symbol]

        /// Adds the columns of `other`. Returns whether any of them were new.
        ///
        /// - Complexity: O(columns of both); O(n log n) if a custom column is new.
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

        /// Returns whether the name of a custom field precedes another in byte order.
        static func precedes(_ a: String, _ b: String) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
    }

    var byType: [String: Columns] = [:]

    /// Creates an empty collection.
    package init() {}

    /// Adds the fields that `profile` has set to the columns of its type.
    package mutating func note(_ profile: InstrumentProfile) {
        _ = byType[profile.type, default: Columns()].formUnion(Columns(of: profile))
    }
}

extension ProfileColumns.Columns {
    /// Creates the columns for the fields that a profile has set.
    init(of profile: InstrumentProfile) {
        for field in ProfileField.allCases where profile.isSet(field) { standard.insert(field) }
        for name in profile.customFields.filter({ !$0.value.isEmpty }).map(\.name).sorted(by: Self.precedes)
        where custom.last != name { custom.append(name) }
    }
}
