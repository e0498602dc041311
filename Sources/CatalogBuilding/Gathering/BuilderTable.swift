/// The profiles whose records have the same columns, stored by column.
///
/// A column is run-length encoded: each *run* is a row of this table and the number of the text (`TextStore`) from that
/// row on. Most fields repeat the value of the previous record, and are skipped without a look-up
/// (`BuilderTable+Difference`).
package struct BuilderTable: ~Copyable {
    /// The start of a run in a column.
    struct Run: BitwiseCopyable {
        /// The first row of this table that has the text.
        var row: UInt32
        /// The text's number in the field's store, below 2³¹. If the flag `sequence` is set, each further row has the
        /// next number, so a field whose values rarely repeat does not need a run per row.
        var text: UInt32

        static let sequence: UInt32 = 1 << 31
    }

    package struct Column: ~Copyable {
        let store: StableBox<TextStore>
        /// The index of the record's field to read.
        package var source: Int
        /// The location in the store of the previous row's text.
        private var previousStart = 0
        private var previousCount = 0
        /// The last number of the current sequence; 0 outside of a sequence.
        private(set) var sequence: UInt32 = 0
        /// The last row that was passed to `change`.
        private(set) var changedRow = -1
        private(set) var runs = TrivialArray<Run>()

        init(store: StableBox<TextStore>, source: Int) {
            self.store = store
            self.source = source
        }

        /// Appends the text of `row`.
        @inline(__always)
        package mutating func take(_ text: Span<UInt8>, row: Int) throws(CatalogError) {
            if text.count == previousCount, store.value.isText(text, at: previousStart) { return }
            try change(to: text, row: row)
        }

        /// Appends the text of `row` if it differs, or may differ, from that of the previous row.
        mutating func change(to text: Span<UInt8>, row: Int) throws(CatalogError) {
            changedRow = row
            if sequence != 0, store.value.length(sequence) == text.count,
                store.value.isText(text, at: store.value.start(sequence))
            {
                return append(sequence, row: row, isSequence: false)
            }
            let number = try store.value.number(of: text)
            if sequence != 0, number == sequence + 1 {
                sequence = number
                return
            }
            append(number, row: row, isSequence: !store.value.isDistinct && number != 0)
        }

        /// Appends a run. During a sequence, no text compares equal to the previous one, so that every row reaches
        /// `change`.
        private mutating func append(_ number: UInt32, row: Int, isSequence: Bool) {
            runs.append(
                Run(row: UInt32(truncatingIfNeeded: row), text: number | (isSequence ? Run.sequence : 0)))
            sequence = isSequence ? number : 0
            previousStart = store.value.start(number)
            previousCount = isSequence ? -1 : store.value.length(number)
        }

        /// Frees the memory of the runs.
        mutating func releaseRuns() { runs = TrivialArray() }

        /// Starts a run at `row` with text `number`.
        mutating func take(number: UInt32, row: Int) {
            append(number, row: row, isSequence: false)
        }
    }

    /// The columns except SYMBOL, one per field.
    package private(set) var columns: [StableBox<Column>] = []
    /// The builder's field index of each column. It is not part of the column, because other threads search it while a
    /// column is being released.
    private(set) var columnFields: [Int] = []
    /// The column of each record field, if every field occurs in only one column.
    var columnOfSource: TrivialArray<StableBox<Column>?>
    /// The previous record, if its fields are not quoted.
    var previous = PreviousRecord()
    /// The record fields whose columns are in a sequence and must see every row. The list may contain further fields.
    var sequenceSources: [Int] = []
    /// The index of the record's symbol field; `nil` for records without a symbol.
    package private(set) var symbolSource: Int?
    /// The index of the record's type field: 0, unless there is a column named TYPE.
    package private(set) var typeSource = 0
    /// The number of each row among all rows of the builder, while rows are added.
    package private(set) var numbers = ProfileNumbers()
    /// Sentinel for "not a row".
    static let noRow = UInt32.max
    /// The rank of each row, or `noRow`, while the catalog is written.
    private(set) var ranks = TrivialArray<UInt32>()
    /// The number of rows.
    var rowCount: Int { ranks.isEmpty ? numbers.count : ranks.count }

    /// Fields that occur in several columns. For each record, the last column that is not empty is read.
    private let repeated: [(column: Int?, field: ProfileField?, sources: [Int])]

    /// Creates a table for records with these columns. `stores` returns the index and the texts of a field by its name.
    init(
        columnNames: [String], stores: (String) -> (field: Int, store: StableBox<TextStore>)
    ) {
        var sources: [String: [Int]] = [:]
        var names: [String] = []
        for (index, name) in columnNames.enumerated() {
            if sources[name] == nil { names.append(name) }
            sources[name, default: []].append(index)
        }
        symbolSource = sources[ProfileField.symbol.name]?.first
        names.removeAll { $0 == ProfileField.symbol.name }
        for name in names {
            let place = stores(name)
            columns.append(StableBox(Column(store: place.store, source: sources[name]![0])))
            columnFields.append(place.field)
        }
        columnOfSource = TrivialArray(repeating: nil, count: columnNames.count)
        for column in columns { columnOfSource[column.value.source] = column }
        repeated = sources.filter { $1.count > 1 }.map { name, sources in
            (names.firstIndex(of: name), ProfileField(name: name), sources)
        }
    }

    deinit {
        for column in columns { column.free() }
    }

    /// Selects the columns to read from a record for fields that occur in several columns.
    @inline(__always)
    package mutating func settle(_ record: borrowing ProfileRecord) {
        if !repeated.isEmpty { settleRepeated(record) }
    }

    private mutating func settleRepeated(_ record: borrowing ProfileRecord) {
        for entry in repeated {
            var source = entry.sources[0]
            for candidate in entry.sources where !record.range(of: candidate).isEmpty { source = candidate }
            if entry.field == .symbol { symbolSource = source }
            if entry.field == .type { typeSource = source }
            if let column = entry.column { columns[column].value.source = source }
        }
    }

    /// Appends a record as row number `number` of the builder.
    package mutating func append(_ record: borrowing ProfileRecord, number: UInt32) throws(CatalogError) {
        if record.hasQuotes || !repeated.isEmpty {
            previous.forget()
            try appendFieldByField(record)
        } else {
            if previous.isKnown { try appendDifference(record) } else { try appendFieldByField(record) }
            previous.remember(record)
        }
        take(number: number)
    }

    /// Appends the number of the next row.
    @inline(__always)
    package mutating func take(number: UInt32) { numbers.append(number) }

    /// Stores the rank of each row. `ranks` contains the ranks by row number of the builder. No rows can be added
    /// afterwards.
    mutating func rank(by ranks: borrowing TrivialArray<UInt32>) {
        self.ranks.reserve(numbers.count)
        for row in 0..<numbers.count { self.ranks.append(ranks[Int(numbers[row])]) }
    }

    /// Stores the number of each row at its rank in `profiles`, and frees the numbers.
    mutating func moveNumbers(to profiles: inout TrivialArray<UInt32>) {
        for row in 0..<ranks.count where ranks[row] != Self.noRow { profiles[Int(ranks[row])] = numbers[row] }
        numbers = ProfileNumbers()
    }

    /// Appends any record, without comparing it with the previous one.
    private mutating func appendFieldByField(_ record: borrowing ProfileRecord) throws(CatalogError) {
        let row = numbers.count
        for column in columns {
            let source = column.value.source
            if record.isEscaped(source) {
                let value = record.string(source)
                try column.value.take(value.utf8Span.span, row: row)
            } else {
                try column.value.take(record.field(source), row: row)
            }
            noteSequence(of: column)
        }
    }

    /// Adds a column to the list if it is in a sequence.
    @inline(__always)
    mutating func noteSequence(of column: StableBox<Column>) {
        if column.value.sequence != 0, !sequenceSources.contains(column.value.source) {
            sequenceSources.append(column.value.source)
        }
    }
}

/// The numbers of a table's rows among all rows of the builder, ascending. Files usually group profiles by type, so the
/// numbers are mostly consecutive and then need no memory.
package struct ProfileNumbers: ~Copyable {
    package private(set) var count = 0
    private var first: UInt32 = 0
    /// All numbers, once they are not consecutive; empty until then.
    private var numbers = TrivialArray<UInt32>()

    init() {}

    /// The number of the profile that a row of the table stores.
    @inline(__always)
    subscript(row: Int) -> UInt32 {
        precondition(row >= 0 && row < count)
        return numbers.isEmpty ? first &+ UInt32(truncatingIfNeeded: row) : numbers[row]
    }

    @inline(__always)
    mutating func append(_ number: UInt32) {
        if count == 0 { first = number }
        if !numbers.isEmpty || number != first &+ UInt32(truncatingIfNeeded: count) { listed(number) }
        count += 1
    }

    private mutating func listed(_ number: UInt32) {
        if numbers.isEmpty { for row in 0..<count { numbers.append(first &+ UInt32(row)) } }
        numbers.append(number)
    }
}
