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
        mutating func formUnion(_ other: Columns) -> Bool {
            let before = (standard, custom.count)
            standard.formUnion(other.standard)
            for name in other.custom {
                let index = custom.firstIndex { !$0.utf8.lexicographicallyPrecedes(name.utf8) } ?? custom.endIndex
                if index == custom.endIndex || custom[index] != name { custom.insert(name, at: index) }
            }
            return before != (standard, custom.count)
        }
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
        for field in profile.customFields where !field.value.isEmpty {
            _ = formUnion(Self(standard: [], custom: [field.name]))
        }
    }
}
