import Ingest
import ProfileFormat
import Scanning

/// The table of a text in JSON that contains the instruments: that of the first row with a symbol.
///
/// ```
/// {"limits": [{"type": "ORDERS"}],            another table without symbols, which is ignored
///  "symbols": [{"symbol": "A", "name": "x"},  the table of the instruments
///              {"name": "y"}],                rejected, because the table has symbols
///  "prices": [{"symbol": "A", "last": 5}]}    another table with symbols, which is left out with a warning
/// ```
/// A single row does not make a table: if another table with symbols follows it, that table is the one of the
/// instruments.
struct InstrumentTable {
    private var number: Int?
    /// The number of rows with symbols in the table.
    private var rows = 0
    /// The rows without a symbol that were found while their table was not yet known to have symbols.
    private var undecided: [(table: Int, error: ProfileFormatError, text: [UInt8])] = []
    private var undecidedBytes = 0
    /// The rows that turned out to be rejected.
    private var rejects: [(error: ProfileFormatError, text: [UInt8])] = []
    /// A warning that counts the rows of other tables with symbols.
    private(set) var warning: ProfileWarning?

    /// The maximum number of bytes of undecided rows.
    private static let mostUndecided = 1 << 20

    /// Returns whether a row is in another table than the instruments.
    func isOther(_ table: Int) -> Bool { rows > 1 && table != number }

    /// Counts a row with a symbol that is not in another table.
    mutating func note(_ table: Int) {
        if table != number {
            (number, rows) = (table, 0)
            rejectUndecided { $0 == table }
        }
        rows += 1
    }

    /// Counts a row with a symbol that is in another table.
    mutating func leaveOut(_ row: borrowing ListRow) {
        if warning == nil {
            warning = ProfileWarning(
                kind: .otherTable,
                reason: "found symbols in another table, whose columns differ from those of the first table with "
                    + "symbols; left out such rows; to read them instead, remove the first table",
                position: row.position(of: 0), count: 0)
        }
        warning?.count += 1
    }

    /// Rejects a row without a symbol as soon as its table is known to have symbols.
    ///
    /// - Throws: `error` if the table is known to have symbols, or if too many rows are undecided.
    mutating func reject(_ row: borrowing ListRow, _ error: ProfileFormatError) throws {
        guard case .json = row.form, row.table != number, undecidedBytes < Self.mostUndecided else { throw error }
        undecided.append((row.table, error, Array(copying: row.source)))
        undecidedBytes += row.source.count
    }

    /// Ends the list. If no table has symbols, all undecided rows are rejected.
    mutating func end() { if number == nil { rejectUndecided { _ in true } } }

    /// Returns the rows that turned out to be rejected, and forgets them.
    mutating func takeRejects() -> [(error: ProfileFormatError, text: [UInt8])] {
        defer { rejects = [] }
        return rejects
    }

    private mutating func rejectUndecided(where isRejected: (Int) -> Bool) {
        rejects += undecided.filter { isRejected($0.table) }.map { ($0.error, $0.text) }
        undecided.removeAll { isRejected($0.table) }
    }
}
