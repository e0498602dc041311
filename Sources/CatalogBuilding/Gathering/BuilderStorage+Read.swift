internal import Scanning

/// Reading what a builder has gathered.
extension BuilderStorage {
    /// The field of that name; `nil` where no table has it.
    func field(named name: String) -> Int? { fields.firstIndex { $0.name == name } }

    /// A text of a field for the time of `body`.
    func withText<Result>(_ field: ProfileField, _ text: UInt32, _ body: (Span<UInt8>) -> Result) -> Result {
        fields[Int(field.rawValue)].store.value.withText(text, body)
    }

    /// For each text of AUTOCOMPLETE_WEIGHT how many of the weights are higher; what isn't a whole number weighs 0.
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
    /// Some column of the table is that field.
    func hasField(_ parts: BuilderStorage, _ name: String) -> Bool { column(parts.field(named: name)) != nil }

    /// The column of a field, by the field's place among the builder's.
    func column(_ field: Int?) -> Int? { columnFields.firstIndex { $0 == field } }

    /// The stretches of rows that have one text of a field, in order, from the first row to the last.
    func forEachRun(_ parts: BuilderStorage, _ name: String, _ body: (UInt32, Range<Int>) -> Void) {
        guard let field = parts.field(named: name), let column = column(field) else { return }
        forEachRun(column: column, body)
    }

    /// Gives the memory of a column's runs back; every row has the empty text then.
    func releaseRuns(column: Int) { columns[column].value.releaseRuns() }

    /// The stretches of rows that have one text of a column, in order, from the first row to the last.
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
