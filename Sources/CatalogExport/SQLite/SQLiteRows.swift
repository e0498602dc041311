internal import MarketRules

/// Inserts the rows of a table. What a column has in the row before stays bound, so neighbours that are alike cost nothing.
struct SQLiteRows {
    private let statement: SQLiteStatement
    private let columns: [SQLiteColumns.Column]
    private let table: [ExportTable.Column]
    /// By column, what is bound.
    private var bound: [Bound]
    /// Texts of days.
    private var days: [Int32: String] = [:]

    private enum Bound: Equatable {
        case nothing
        /// A code, a day, a whole number or the bits of a number.
        case value(Int64)
        /// A text that stays no longer than its batch.
        case text
    }

    init(_ statement: SQLiteStatement, _ columns: [SQLiteColumns.Column], _ table: [ExportTable.Column]) {
        self.statement = statement
        self.columns = columns
        self.table = table
        bound = columns.map { _ in .nothing }
    }

    mutating func insert(_ batch: ExportTable.Batch) throws(ExportError) {
        // The bytes of each table column's texts, held where they are while rows are inserted.
        let texts = batch.columns.enumerated().map { index, values in
            if case .texts(let texts) = values.storage { return texts }
            return table[index].dictionary ?? TextList()
        }
        var fault: ExportError?
        // SAFETY: what is bound of the texts is bound to nothing again before they are let go.
        unsafe Self.hold(texts[...], []) { held in
            do throws(ExportError) {
                for row in 0..<batch.count {
                    for index in columns.indices {
                        try unsafe bind(index, batch.columns[columns[index].source], row, texts, held)
                    }
                    try statement.run()
                }
            } catch { fault = error }
            // What was bound of this batch's texts is gone after it.
            for index in columns.indices where bound[index] != .nothing {
                statement.bindNothing(index + 1)
                bound[index] = .nothing
            }
        }
        if let fault { throw fault }
    }

    /// Calls `body` with where the bytes of all texts are.
    ///
    /// SAFETY: each array's bytes are held by a call, inside which `body` is called.
    private static func hold(
        _ texts: ArraySlice<TextList>, _ held: [UnsafeRawBufferPointer], _ body: ([UnsafeRawBufferPointer]) -> Void
    ) {
        guard let first = texts.first else { return unsafe body(held) }
        unsafe first.bytes.withUnsafeBytes { unsafe hold(texts.dropFirst(), held + [$0], body) }
    }

    // SAFETY: `held` are the bytes of `texts`, and stay until the end of the batch, when nothing of them is bound any more.
    private mutating func bind(
        _ index: Int, _ values: ExportTable.Values, _ row: Int, _ texts: [TextList], _ held: [UnsafeRawBufferPointer]
    ) throws(ExportError) {
        let place = index + 1
        guard values.isSet(row) else {
            if bound[index] != .nothing { statement.bindNothing(place) }
            bound[index] = .nothing
            return
        }
        let source = columns[index].source
        switch values.storage {
        case .codes(let codes):
            if isBound(index, Int64(codes[row])) { return }
            try unsafe statement.bind(
                place, staying: UnsafeRawBufferPointer(rebasing: held[source][texts[source].range(Int(codes[row]))]))
        case .texts:
            bound[index] = .text
            try unsafe statement.bind(
                place, staying: UnsafeRawBufferPointer(rebasing: held[source][texts[source].range(row)]))
        case .integers(let integers):
            if !isBound(index, integers[row]) { statement.bind(place, integers[row]) }
        case .numbers(let numbers):
            if isBound(index, Int64(bitPattern: numbers[row].bitPattern)) { return }
            if columns[index].isDecimal {
                try statement.bind(place, DecimalNumber.format(numbers[row]))
            } else {
                // NaN becomes NULL; its text says what it was.
                statement.bind(place, numbers[row])
            }
        case .days(let days):
            if !isBound(index, Int64(days[row])) { try statement.bind(place, text(ofDay: days[row])) }
        case .times(let times):
            if isBound(index, times[row]) { return }
            try statement.bind(place, Instant(milliseconds: times[row] / 1000).description)
        case .flags(let flags):
            if !isBound(index, flags[row] ? 1 : 0) { statement.bind(place, flags[row] ? 1 : Int64(0)) }
        }
    }

    /// Whether a value is bound already; it counts as bound from now on.
    private mutating func isBound(_ index: Int, _ value: Int64) -> Bool {
        if bound[index] == .value(value) { return true }
        bound[index] = .value(value)
        return false
    }

    private mutating func text(ofDay day: Int32) -> String {
        if let known = days[day] { return known }
        let text = CalendarDate(dayNumber: Int(day)).description
        days[day] = text
        return text
    }
}
