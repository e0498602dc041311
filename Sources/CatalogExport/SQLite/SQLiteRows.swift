internal import MarketRules

/// Inserts the rows of a table. Equal values of consecutive rows remain bound, which saves work.
struct SQLiteRows {
    private let statement: SQLiteStatement
    private let columns: [SQLiteColumns.Column]
    private let table: [ExportTable.Column]
    /// The texts of days, cached.
    private var days: [Int32: String] = [:]

    init(_ statement: SQLiteStatement, _ columns: [SQLiteColumns.Column], _ table: [ExportTable.Column]) {
        self.statement = statement
        self.columns = columns
        self.table = table
    }

    mutating func insert(_ batch: ExportTable.Batch) throws(ExportError) {
        // The bytes of each column's texts, pinned while rows are inserted.
        let texts = batch.columns.enumerated().map { index, values in
            if case .texts(let texts) = values.storage { return texts }
            return table[index].dictionary ?? TextList()
        }
        let changes = ChangedCells(columns.map { batch.columns[$0.source] }, rows: batch.count)
        var fault: ExportError?
        // SAFETY: Bindings to the texts are replaced before the texts are released.
        unsafe Self.hold(texts[...], []) { held in
            do throws(ExportError) {
                for row in 0..<batch.count {
                    try changes.forEachColumn(at: row) { index throws(ExportError) in
                        try unsafe bind(index, batch.columns[columns[index].source], row, texts, held)
                    }
                    try statement.run()
                }
            } catch { fault = error }
            for index in columns.indices { statement.bindNothing(index + 1) }
        }
        if let fault { throw fault }
    }

    /// Calls `body` with the bytes of all texts.
    ///
    /// SAFETY: Recursive calls pin each array's bytes while `body` runs.
    private static func hold(
        _ texts: ArraySlice<TextList>, _ held: [UnsafeRawBufferPointer], _ body: ([UnsafeRawBufferPointer]) -> Void
    ) {
        guard let first = texts.first else { return unsafe body(held) }
        unsafe first.bytes.withUnsafeBytes { unsafe hold(texts.dropFirst(), held + [$0], body) }
    }

    // SAFETY: `held` are the bytes of `texts`, valid until the end of the batch, when they are no longer bound.
    private mutating func bind(
        _ index: Int, _ values: ExportTable.Values, _ row: Int, _ texts: [TextList], _ held: [UnsafeRawBufferPointer]
    ) throws(ExportError) {
        let place = index + 1
        guard values.isSet(row) else { return statement.bindNothing(place) }
        let source = columns[index].source
        switch values.storage {
        case .codes(let codes):
            try unsafe statement.bind(
                place, staying: UnsafeRawBufferPointer(rebasing: held[source][texts[source].range(Int(codes[row]))]))
        case .texts:
            try unsafe statement.bind(
                place, staying: UnsafeRawBufferPointer(rebasing: held[source][texts[source].range(row)]))
        case .integers(let integers): statement.bind(place, integers[row])
        case .numbers(let numbers):
            if columns[index].isDecimal {
                try statement.bind(place, DecimalNumber.format(numbers[row]))
            } else {
                // NaN becomes NULL; the second column of the number contains it as text.
                statement.bind(place, numbers[row])
            }
        case .days(let days): try statement.bind(place, text(ofDay: days[row]))
        case .times(let times): try statement.bind(place, Instant(milliseconds: times[row] / 1000).description)
        case .flags(let flags): statement.bind(place, flags[row] ? 1 : Int64(0))
        }
    }

    private mutating func text(ofDay day: Int32) -> String {
        if let known = days[day] { return known }
        let text = CalendarDate(dayNumber: Int(day)).description
        days[day] = text
        return text
    }
}

/// A bit set of the cells that differ from the row before, including all cells of the first row. Computed column by
/// column.
private struct ChangedCells {
    private var bits: [UInt64]
    /// The number of words per row.
    private let width: Int

    init(_ columns: [ExportTable.Values], rows: Int) {
        width = (columns.count + 63) / 64
        bits = [UInt64](repeating: 0, count: rows * width)
        for (index, values) in columns.enumerated() {
            switch values.storage {
            case .codes(let codes): mark(index, values.validity, rows) { codes[$0] != codes[$0 - 1] }
            case .texts: mark(index, values.validity, rows) { _ in true }
            case .integers(let integers): mark(index, values.validity, rows) { integers[$0] != integers[$0 - 1] }
            // Compares bits, so that NaN equals itself.
            case .numbers(let numbers):
                mark(index, values.validity, rows) { numbers[$0].bitPattern != numbers[$0 - 1].bitPattern }
            case .days(let days): mark(index, values.validity, rows) { days[$0] != days[$0 - 1] }
            case .times(let times): mark(index, values.validity, rows) { times[$0] != times[$0 - 1] }
            case .flags(let flags): mark(index, values.validity, rows) { flags[$0] != flags[$0 - 1] }
            }
        }
    }

    /// - Parameter differs: Returns whether a row's value differs from that of the row before, if both have one.
    @inline(__always)
    private mutating func mark(_ index: Int, _ validity: [UInt8]?, _ rows: Int, _ differs: (Int) -> Bool) {
        let (word, bit) = (index / 64, UInt64(1) << UInt64(index % 64))
        var wasSet = false
        for row in 0..<rows {
            let isSet = validity.map { $0[row / 8] & (1 << UInt8(row % 8)) != 0 } ?? true
            if row == 0 || isSet != wasSet || isSet && differs(row) { bits[row * width + word] |= bit }
            wasSet = isSet
        }
    }

    /// Calls `body` with the indexes of the changed columns of a row, ascending.
    @inline(__always)
    func forEachColumn(at row: Int, _ body: (Int) throws(ExportError) -> Void) throws(ExportError) {
        for word in 0..<width {
            var rest = bits[row * width + word]
            while rest != 0 {
                try body(word * 64 + rest.trailingZeroBitCount)
                rest &= rest &- 1
            }
        }
    }
}
