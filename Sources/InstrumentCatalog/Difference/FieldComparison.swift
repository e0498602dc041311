/// Compares a field between two catalogs. If the field has value ids in both catalogs, the old ids are translated into
/// new ones in advance. Comparing two rows is then a comparison of two integers.
struct FieldComparison: Sendable {
    let name: String
    private let old: CatalogColumn?
    private let new: CatalogColumn?
    /// The new id of each old id, or `absent` if the new catalog does not have the value; `nil` if texts must be
    /// compared.
    private let translation: [UInt32]?

    private static let absent = UInt32.max

    /// Returns a comparison for each field that either catalog has: standard fields in standard order, then custom ones
    /// by name.
    static func all(_ old: CatalogRows, _ new: CatalogRows) -> [FieldComparison] {
        let custom = Set((old.columns + new.columns).filter { $0.field == nil }.map(\.name))
        let names =
            ProfileField.allCases.filter { $0 != .symbol }.map(\.name)
            + custom.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        return names.compactMap { name in
            let columns = (old.column(named: name), new.column(named: name))
            return columns.0 == nil && columns.1 == nil ? nil : FieldComparison(name, columns.0, columns.1)
        }
    }

    private init(_ name: String, _ old: CatalogColumn?, _ new: CatalogColumn?) {
        self.name = name
        self.old = old
        self.new = new
        if let old, let new, old.rowTexts == nil, new.rowTexts == nil {
            translation = Self.translate(old, new)
        } else {
            translation = nil
        }
    }

    /// Returns whether the field differs between a row of the old catalog and a row of the new one.
    func differs(_ oldRow: Int, _ newRow: Int) -> Bool {
        guard let old else { return new.map { Self.isSet($0, newRow) } ?? false }
        guard let new else { return Self.isSet(old, oldRow) }
        if let translation {
            let id = Int(old.id(at: oldRow))
            return (id < translation.count ? translation[id] : Self.absent) != new.id(at: newRow)
        }
        return old.withText(at: oldRow) { oldText in
            new.withText(at: newRow) { FrontCodedText.compare(oldText, $0) != 0 }
        }
    }

    private static func isSet(_ column: CatalogColumn, _ row: Int) -> Bool { column.withText(at: row) { !$0.isEmpty } }

    /// Maps old ids to new ones by merging the two sorted lists of values.
    private static func translate(_ old: CatalogColumn, _ new: CatalogColumn) -> [UInt32] {
        var translation = [UInt32](repeating: absent, count: old.valueCount + 1)
        translation[0] = 0
        var newID: UInt32 = 1
        for id in 1..<UInt32(old.valueCount + 1) {
            while newID <= new.valueCount {
                let order = compare(old, id, new, newID)
                if order == 0 { translation[Int(id)] = newID }
                if order <= 0 { break }
                newID += 1
            }
        }
        return translation
    }

    /// Returns a negative number, 0 or a positive number if the old value precedes, equals or follows the new one.
    private static func compare(_ old: CatalogColumn, _ oldID: UInt32, _ new: CatalogColumn, _ newID: UInt32) -> Int {
        switch old.kind {
        case .text:
            return old.withText(ofValue: oldID) { oldText in
                new.withText(ofValue: newID) { FrontCodedText.compare(oldText, $0) }
            }
        case .integer: return sign(old.integer(ofValue: oldID), new.integer(ofValue: newID))
        case .number: return Double.order(old.number(ofValue: oldID), new.number(ofValue: newID))
        case .date: return sign(old.dayNumber(ofValue: oldID), new.dayNumber(ofValue: newID))
        }
    }

    private static func sign<Value: Comparable>(_ a: Value, _ b: Value) -> Int { a == b ? 0 : a < b ? -1 : 1 }
}
