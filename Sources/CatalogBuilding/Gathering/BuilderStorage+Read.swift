internal import Scanning

/// Read access to the gathered profiles.
extension BuilderStorage {
    /// Returns the index of the named field; `nil` if no table has it.
    func field(named name: String) -> Int? { fields.firstIndex { $0.name == name } }

    /// Calls `body` with a text of a field.
    func withText<Result>(_ field: ProfileField, _ text: UInt32, _ body: (Span<UInt8>) -> Result) -> Result {
        fields[Int(field.rawValue)].store.value.withText(text, body)
    }

    /// Returns, for each text of AUTOCOMPLETE_WEIGHT, the number of distinct weights that are higher. A text that is
    /// not an integer weighs 0.
    func weightRanks() -> [UInt64] {
        guard let field = field(named: Self.weightName) else { return [0] }
        let store = fields[field].store
        let weights = (0...UInt32(store.value.count)).map { number -> Int in
            let value = store.value.withText(number) { FieldValue($0, kind: .integer) }
            guard case .integer(let weight)? = value else { return 0 }
            return weight
        }
        let distinct = Set(weights).sorted(by: >)
        let ranks = Dictionary(uniqueKeysWithValues: distinct.enumerated().map { ($1, UInt64($0)) })
        return weights.map { ranks[$0]! }
    }
}

extension BuilderTable {
    /// Returns whether the table has a column of the named field.
    func hasField(_ parts: BuilderStorage, _ name: String) -> Bool { column(parts.field(named: name)) != nil }

    /// Returns the column of a field, given by its index among the builder's fields; `nil` if the table has no such
    /// column.
    func column(_ field: Int?) -> Int? { columnFields.firstIndex { $0 == field } }

    /// Calls `body` for each run of consecutive rows with equal texts in a field, from the first row to the last.
    func forEachRun(_ parts: BuilderStorage, _ name: String, _ body: (UInt32, Range<Int>) -> Void) {
        guard let field = parts.field(named: name), let column = column(field) else { return }
        forEachRun(column: column, body)
    }

    /// Frees the memory of a column's runs. Every row then has the empty text.
    func releaseRuns(column: Int) { columns[column].value.releaseRuns() }

    /// Calls `body` for each run of consecutive rows with equal texts in a column, from the first row to the last.
    func forEachRun(column: Int, _ body: (UInt32, Range<Int>) -> Void) {
        let column = columns[column]
        var start = 0
        var text: UInt32 = 0
        for index in 0..<column.value.runs.count {
            let run = column.value.runs[index]
            Self.handOut(text, start..<Int(run.row), body)
            start = Int(run.row)
            text = run.text
        }
        Self.handOut(text, start..<rowCount, body)
    }

    @inline(__always)
    private static func handOut(_ text: UInt32, _ rows: Range<Int>, _ body: (UInt32, Range<Int>) -> Void) {
        if rows.isEmpty { return }
        guard text & Run.sequence != 0 else { return body(text, rows) }
        let first = text & ~Run.sequence
        for row in rows { body(first + UInt32(row - rows.lowerBound), row..<(row + 1)) }
    }
}
