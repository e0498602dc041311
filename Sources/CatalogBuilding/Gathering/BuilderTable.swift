/// The profiles whose records have the same columns, column by column.
///
/// A column holds *runs*: pairs of a row of this table and the number of the text (`TextStore`) that holds from there on. Most
/// fields of most records are those of the record before; those are passed over (`BuilderTable+Difference`).
package struct BuilderTable: ~Copyable {
    /// A change of a column's text.
    struct Run: BitwiseCopyable {
        /// The first row of this table that has the text.
        var row: UInt32
        /// The text's number in the field's store, below 2³¹; with `sequence` added, each further row has the next number: so
        /// are the texts of a field that is seldom the same twice kept without a run for every row.
        var text: UInt32

        static let sequence: UInt32 = 1 << 31
    }

    package struct Column: ~Copyable {
        let store: StableBox<TextStore>
        /// The record's field to read.
        package var source: Int
        /// The text of the row before, as it lies in the store.
        private var previousStart = 0
        private var previousCount = 0
        /// The last number of the sequence that goes on; 0 where none does.
        private(set) var sequence: UInt32 = 0
        /// The last row that came to `change`.
        private(set) var changedRow = -1
        private(set) var runs = TrivialArray<Run>()

        init(store: StableBox<TextStore>, source: Int) {
            self.store = store
            self.source = source
        }

        /// Takes the text of `row`.
        @inline(__always)
        package mutating func take(_ text: Span<UInt8>, row: Int) throws(CatalogError) {
            if text.count == previousCount, store.value.isText(text, at: previousStart) { return }
            try change(to: text, row: row)
        }

        /// Takes the text of `row` that isn't, or may not be, that of the row before.
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

        /// Notes a change. While a sequence lasts, no text passes for the one before, so that each comes to `change`.
        private mutating func append(_ number: UInt32, row: Int, isSequence: Bool) {
            runs.append(
                Run(row: UInt32(truncatingIfNeeded: row), text: number | (isSequence ? Run.sequence : 0)))
            sequence = isSequence ? number : 0
            previousStart = store.value.start(number)
            previousCount = isSequence ? -1 : store.value.length(number)
        }

        /// Gives the memory of the runs back.
        mutating func releaseRuns() { runs = TrivialArray() }

        /// From `row` on the text is that of `number`.
        mutating func take(number: UInt32, row: Int) {
            append(number, row: row, isSequence: false)
        }
    }

    /// The columns but SYMBOL's, each field once.
    package private(set) var columns: [StableBox<Column>] = []
    /// The field of each column, by its place among the builder's fields. Not in the column: others look for theirs while one
    /// of these is released.
    private(set) var columnFields: [Int] = []
    /// For each of a record's fields the column that takes it, where every field stands in one column.
    var columnOfSource: TrivialArray<StableBox<Column>?>
    /// The record before, where its fields are not quoted.
    var previous = PreviousRecord()
    /// The record's fields whose columns are in a sequence, which sees every row; others may be among them.
    var sequenceSources: [Int] = []
    /// The record's field that holds the symbol; `nil` where there is none.
    package private(set) var symbolSource: Int?
    /// The record's field that holds the type: the first, but where a column named TYPE says otherwise.
    package private(set) var typeSource = 0
    /// Number of each row among all that the builder was given, while it is given more.
    package private(set) var numbers = ProfileNumbers()
    /// Stands for "not a row".
    static let noRow = UInt32.max
    /// While the catalog is written, the rank of each row, or `noRow`.
    private(set) var ranks = TrivialArray<UInt32>()
    /// Rows.
    var rowCount: Int { ranks.isEmpty ? numbers.count : ranks.count }

    /// Fields that stand in several columns: what to read is decided by record, as the last that isn't empty.
    private let repeated: [(column: Int?, field: ProfileField?, sources: [Int])]

    /// A table for records with these columns; `stores` gives a field's place and texts by its name.
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

    /// Settles which columns a record is read from, where fields stand in several.
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

    /// Takes a record's fields as row number `number` of all.
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

    /// Takes the number of the next row.
    @inline(__always)
    package mutating func take(number: UInt32) { numbers.append(number) }

    /// Notes the rank of each row, which `ranks` has by number; nothing more is taken.
    mutating func rank(by ranks: borrowing TrivialArray<UInt32>) {
        self.ranks.reserve(numbers.count)
        for row in 0..<numbers.count { self.ranks.append(ranks[Int(numbers[row])]) }
    }

    /// Puts the number of each row at its rank in `profiles`, and forgets it.
    mutating func moveNumbers(to profiles: inout TrivialArray<UInt32>) {
        for row in 0..<ranks.count where ranks[row] != Self.noRow { profiles[Int(ranks[row])] = numbers[row] }
        numbers = ProfileNumbers()
    }

    /// Takes any record.
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

    /// Remembers a column that is in a sequence.
    @inline(__always)
    mutating func noteSequence(of column: StableBox<Column>) {
        if column.value.sequence != 0, !sequenceSources.contains(column.value.source) {
            sequenceSources.append(column.value.source)
        }
    }
}

/// The numbers of a table's profiles among all that the builder was given, ascending. They mostly follow on one another, since files have the
/// profiles of a type together, and then take no memory.
package struct ProfileNumbers: ~Copyable {
    package private(set) var count = 0
    private var first: UInt32 = 0
    /// All of them, once one didn't follow on the one before; else empty.
    private var numbers = TrivialArray<UInt32>()

    init() {}

    /// The number of the profile in a row of the table.
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
