/// The columns that profiles of each type use, collected so that a writer can define each format once.
///
/// Note every profile first, then pass the result to a ``ProfileWriter``. It writes one format line for each type, with
/// only the used columns. Without it, a writer starts with the first profile's columns and adds others later.
package struct ProfileColumns: Hashable, Sendable {
    /// The columns of one type: the standard fields, and custom names in byte order.
    struct Columns: Hashable, Sendable {
        var standard = Self.always
        var custom: [String] = []

        /// TYPE and SYMBOL, which are always written, so that no record is an empty line.
        static let always: FieldSet = [.type, .symbol]

        /// Adds the columns of `other`; returns whether any were new.
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

        /// Returns whether a custom name sorts before another: by their bytes.
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
