/// A search result within a part.
package struct SearchResult {
    /// The number of grades, which have five bits in a cursor.
    static let gradeLimit = 32

    package var row: Int
    /// The stage that found the row.
    package var stage: SearchStage
    /// The reason for the match.
    package var tier: SearchTier
    /// The grade within the stage, which takes precedence over rank: from 0, the best, to below `gradeLimit`. It
    /// depends only on the query and the instrument, so that results of several parts can be merged.
    package var grade = 0
    /// The position among `NamedRows`. In their stages, it replaces the rank.
    package var order: Int?
    /// The number of the part that has the row.
    package var part = 0
}

/// The rows of a part that a query names.
package struct SearchNames {
    package let notations: NamedRows
    package let aliases: NamedRows
    package let aliasBeginnings: NamedRows
    /// The rows with an alias that matches except for a typo; empty if the search does not reach this stage.
    package let aliasTypos: NamedRows

    package init(
        notations: NamedRows, aliases: NamedRows, aliasBeginnings: NamedRows, aliasTypos: NamedRows
    ) {
        self.notations = notations
        self.aliases = aliases
        self.aliasBeginnings = aliasBeginnings
        self.aliasTypos = aliasTypos
    }
}

/// The rows of a part that match a query by a notation or an alias, not by the text of a field. This is a class, so
/// that a search passes it along without copies.
package final class NamedRows: Sendable {
    /// The rows, ascending and without duplicates.
    let rows: [Int]
    /// The indices of `rows`, best first.
    private let byOrder: [Int]
    /// For each row, its position among the rows of all parts.
    private let orders: [Int]

    package static let none = NamedRows([]) { _ in 0 }

    /// Creates the rows of a part, ascending, with the position of each among the rows of all parts.
    package init(_ rows: [Int], order: (Int) -> Int) {
        let orders = rows.map(order)
        self.rows = rows
        self.orders = orders
        byOrder = rows.indices.sorted { orders[$0] < orders[$1] }
    }

    func contains(_ row: Int) -> Bool { rows.containsSorted(row) }

    /// Calls `body` for the rows after a position, best first, until `body` returns false.
    func forEach(after place: Int, _ body: (_ row: Int, _ order: Int) -> Bool) {
        for index in byOrder where orders[index] > place {
            if !body(rows[index], orders[index]) { return }
        }
    }
}
