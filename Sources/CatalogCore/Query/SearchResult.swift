/// What a search found in a part.
package struct SearchResult {
    /// Grades are three bits of a cursor.
    static let gradeLimit = 8

    package var row: Int
    package var tier: SearchTier
    /// Its place within the tier before rank, below `gradeLimit`: 0 is best. It follows from the query and the instrument alone,
    /// since the rows of several parts are merged by it.
    package var grade = 0
    /// Its place within the tiers of names that no field holds (`NamedRows`), which takes the place of rank there.
    package var order: Int?
    /// The part of the catalog that has it.
    package var part = 0
}

extension SearchTier {
    /// Its instruments are named by something else than their fields' texts, and come in an order of their own.
    package var isOfNames: Bool { self == .notation || self == .alias || self == .aliasPrefix }
}

/// What a query names in a part.
package struct SearchNames {
    package let notations: NamedRows
    package let aliases: NamedRows
    package let aliasBeginnings: NamedRows

    package init(notations: NamedRows, aliases: NamedRows, aliasBeginnings: NamedRows) {
        self.notations = notations
        self.aliases = aliases
        self.aliasBeginnings = aliasBeginnings
    }
}

/// Rows of a part that a query names by something else than their fields' texts: in a notation, or by an alias. A class, since mostly there
/// are none, and a search hands them on.
package final class NamedRows: Sendable {
    /// Ascending, each once.
    let rows: [Int]
    /// Places in these of the rows, best first.
    private let byOrder: [Int]
    /// Of each row the place among those of all parts.
    private let orders: [Int]

    package static let none = NamedRows([]) { _ in 0 }

    /// The rows of a part, ascending, and the place of each among those of all parts.
    package init(_ rows: [Int], order: (Int) -> Int) {
        let orders = rows.map(order)
        self.rows = rows
        self.orders = orders
        byOrder = rows.indices.sorted { orders[$0] < orders[$1] }
    }

    func contains(_ row: Int) -> Bool {
        if rows.isEmpty { return false }
        let place = rows.partition(notBefore: row)
        return place < rows.count && rows[place] == row
    }

    /// Calls `body` for the rows after a place, best first, until it returns false.
    func forEach(after place: Int, _ body: (_ row: Int, _ order: Int) -> Bool) {
        for index in byOrder where orders[index] > place {
            if !body(rows[index], orders[index]) { return }
        }
    }
}
