internal import Scanning

/// The position of an instrument in a catalog: a part, and the row in that part.
package struct RowPlace: BitwiseCopyable, Sendable {
    package var part: Int32
    package var row: Int32

    init(_ part: Int, _ row: Int) {
        self.part = Int32(truncatingIfNeeded: part)
        self.row = Int32(truncatingIfNeeded: row)
    }
}

/// Iterates over the instruments of a selection, best first, by merging the base's rows with the changed instruments.
/// If types are given, it iterates type by type.
struct RankedWalk {
    private let parts: [SelectedRows]
    private let items: [MergedOrder.Item]
    /// The ids of each type, by part.
    private let types: [[UInt32]]?
    private var group = -1
    /// The base's rows of the current group. This property and the next three are the state of the iteration.
    private var set = RowSet(rowCount: 0)
    private var word = 0
    private var bits: UInt64 = 0
    private var item = 0

    init(_ parts: [SelectedRows], _ items: [MergedOrder.Item], types: [[UInt32]]?) {
        self.parts = parts
        self.items = items
        self.types = types
    }

    mutating func next() -> RowPlace? {
        while true {
            while bits == 0, word + 1 < set.words.count {
                word += 1
                bits = set.words[word]
            }
            let row = bits == 0 ? Int.max : word * 64 + bits.trailingZeroBitCount
            // Changed instruments that rank before this row.
            while item < items.count, items[item].basePosition <= row {
                let candidate = items[item]
                item += 1
                if isWanted(candidate) { return RowPlace(Int(candidate.part), Int(candidate.row)) }
            }
            if row != .max {
                bits &= bits &- 1
                return RowPlace(0, row)
            }
            guard begin(group + 1) else { return nil }
        }
    }

    /// Starts the group with index `next`; returns false if there is no such group.
    private mutating func begin(_ next: Int) -> Bool {
        guard next < types?.count ?? 1 else {
            // Further calls also return false.
            (set, word, bits, item) = (RowSet(rowCount: 0), 0, 0, items.count)
            return false
        }
        group = next
        set = types == nil ? parts[0].set : parts[0].set(ofType: types![group][0])
        word = 0
        bits = set.words.first ?? 0
        item = 0
        return true
    }

    private func isWanted(_ item: MergedOrder.Item) -> Bool {
        let part = parts[Int(item.part)]
        guard group >= 0, part.set.contains(Int(item.row)) else { return false }
        guard let types else { return true }
        let id = types[group][Int(item.part)]
        return part.rows.column(.type).map { $0.id(at: Int(item.row)) == id } ?? (id == 0)
    }
}

extension SelectedRows {
    /// Returns the selected rows of one type, by its id.
    fileprivate func set(ofType id: UInt32) -> RowSet {
        var found = RowSet(rowCount: rows.count)
        guard id != TypeGroups.absent, let column = rows.column(.type) else { return found }
        column.forEachRow(ofValue: id) { found.insert($0) }
        found.formIntersection(set)
        return found
    }
}

/// The types of a selection: standard types in standard order, then the others by name.
enum TypeGroups {
    /// Sentinel for a type that is absent from a part.
    static let absent = UInt32.max

    /// Returns the ids of each type. Each inner array has the type's id in each part of the catalog.
    static func of(_ selection: CatalogSelection) -> [[UInt32]] {
        var groups: [String: [UInt32]] = [:]
        let none = [UInt32](repeating: absent, count: selection.parts.count)
        var found = 0
        for (number, part) in selection.parts.enumerated() {
            guard let column = part.rows.column(.type) else { continue }
            for (id, count) in column.rowCounts(in: part.set).enumerated() where id > 0 && count > 0 {
                groups[column.string(ofValue: UInt32(id)), default: none][number] = UInt32(id)
                found += count
            }
        }
        let inOrder = groups.sorted { InstrumentType.isBefore($0.key, $1.key) }
        // A damaged file may have rows without a type.
        return inOrder.map(\.value) + (found < selection.count ? [none.map { _ in 0 }] : [])
    }
}
