/// The columns that profiles of each type use: what a writer must know to define a type's format once and for all.
///
/// Note every profile here first, then hand the result to a ``ProfileWriter``: each type then gets one format line, with
/// just its used columns. A writer without it starts from the first profile's columns and widens them as it goes.
public struct ProfileColumns: Hashable, Sendable {
    /// The columns of one type: standard fields as bits by `ProfileField.rawValue`, custom names in byte order.
    struct Columns: Hashable, Sendable {
        var standard: UInt32 = Self.always
        var custom: [String] = []

        /// TYPE and SYMBOL: always written, so no profile's record is ever an empty line.
        static let always: UInt32 = 1 << ProfileField.type.rawValue | 1 << ProfileField.symbol.rawValue

        /// Adds the columns that `other` has; tells whether that was any.
        mutating func formUnion(_ other: Columns) -> Bool {
            let before = (standard, custom.count)
            standard |= other.standard
            for name in other.custom {
                let index = custom.firstIndex { !$0.utf8.lexicographicallyPrecedes(name.utf8) } ?? custom.endIndex
                if index == custom.endIndex || custom[index] != name { custom.insert(name, at: index) }
            }
            return before != (standard, custom.count)
        }
    }

    var byType: [String: Columns] = [:]

    public init() {}

    /// Adds what `profile` has set to the columns of its type.
    public mutating func note(_ profile: InstrumentProfile) {
        _ = byType[profile.type, default: Columns()].formUnion(Columns(of: profile))
    }
}

extension ProfileColumns.Columns {
    /// What a profile has set.
    init(of profile: InstrumentProfile) {
        for field in ProfileField.allCases where profile.isSet(field) { standard |= 1 << field.rawValue }
        for field in profile.customFields where !field.value.isEmpty {
            _ = formUnion(Self(standard: 0, custom: [field.name]))
        }
    }
}

extension InstrumentProfile {
    /// The field has a value, without making its text.
    func isSet(_ field: ProfileField) -> Bool {
        switch field {
        case .icb: icb != 0
        case .sic: sic != 0
        case .multiplier: multiplier != 0
        case .spc: spc != 0
        case .strike: strike != 0
        case .expiration: expiration != nil
        case .lastTrade: lastTrade != nil
        default: !self[keyPath: field.textPath!].isEmpty
        }
    }
}
