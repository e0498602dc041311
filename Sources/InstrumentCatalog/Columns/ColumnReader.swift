internal import Scanning

/// Fields of instruments, column by column and typed: for tables in memory, such as those of Apache Arrow. Nothing becomes a string
/// on the way, and it holds one batch at a time.
///
/// ```swift
/// let reader = catalog.columnReader(rows: rows, fields: ["SYMBOL", "STRIKE"])
/// while let batch = reader.next() { … }
/// ```
///
/// A text field with few distinct values (`codedValues`) is handed out as places in the list of these; that list is the same for all
/// batches and readers of the catalog.
///
/// One thread at a time may use it.
package final class ColumnReader {
    /// A column of the table.
    package struct Column: Hashable, Sendable {
        /// The field's name.
        package let name: String
        /// What its values are.
        package let kind: ProfileField.Kind
        /// Values of the list in which the texts are places; `nil` where they stand for themselves.
        package let listCount: Int?
    }

    /// Texts: the bytes of the one at *i* are those from `offsets[i]` to `offsets[i + 1]`.
    package typealias List = (offsets: ColumnBuffer<Int32>, bytes: ColumnBuffer<UInt8>)

    /// The most distinct values of a text field that are handed out as a list and places in it: those that 16 bits with a sign tell
    /// apart.
    package static let codedValues = 1 << 15

    /// Rows of a batch, about.
    package static let batchRows = 1 << 16

    /// The columns, as they were asked for.
    package let columns: [Column]

    private let sources: [ColumnSource]
    private var walk: RowWalk
    private var places = TrivialArray<RowPlace>()
    private var runs = RowRuns()
    private var scratch = TrivialArray<UInt32>()
    /// The first of the places that was not read yet.
    private var first = 0

    init(_ walk: RowWalk, _ fields: [RowFields.Field]) {
        self.walk = walk
        sources = fields.map { ColumnSource($0) }
        columns = zip(fields, sources).map { field, source in
            Column(name: field.name, kind: source.kind, listCount: source.isCoded ? source.listCount : nil)
        }
    }

    /// The next rows; `nil` after the last ones.
    ///
    /// - Complexity: O(rows × columns), about a nanosecond each, and O(bytes) of texts; O(rows / 1,024) for a column of one value.
    package func next() -> ColumnBatch? {
        if first == places.count { fill() }
        var count = places.count - first
        while count > 0 {
            if let columns = read(count) {
                first += count
                return ColumnBatch(count: count, columns: columns)
            }
            count /= 2
        }
        return nil
    }

    /// The columns of the next `count` rows; `nil` where these are too many for a batch.
    private func read(_ count: Int) -> [ColumnValues]? {
        runs.set(places.span.extracting(first..<(first + count)))
        var columns: [ColumnValues] = []
        for source in sources {
            guard let values = source.read(runs, &scratch) else { return nil }
            columns.append(values)
        }
        return columns
    }

    private func fill() {
        places.truncate(to: 0)
        first = 0
        while places.count < Self.batchRows {
            let before = places.count
            walk.next(&places)
            if places.count == before { return }
        }
    }

    /// The distinct values of a coded column, in the order of their places: their offsets and bytes, as those of texts.
    package func values(of column: Int) -> List {
        sources[column].list()
    }
}

extension Catalog {
    /// A reader of fields of rows.
    ///
    /// - Parameters:
    ///   - rows: whose fields, in this order; `nil` for all rows, best first.
    ///   - fields: names of fields, each a column; one that no instrument has is a column of texts without values. `nil` for all fields
    ///     that occur, in the order of `fieldNames`.
    package func columnReader(rows: [Row]? = nil, fields names: [String]? = nil) -> ColumnReader {
        let known = RowFields(self)
        let names = names ?? fieldNames
        let fields = names.map { known.field($0) }
        let walk =
            rows.map { RowWalk(self, rows: $0) }
            ?? RowWalk(select(CatalogFilter()), in: .rank, offset: 0, limit: .max)
        return ColumnReader(walk, fields)
    }
}

extension Catalog {
    /// A reader of fields of the instruments that a filter means, in an order. It holds no list of their rows.
    ///
    /// - Parameter fields: names of fields, each a column; one that no instrument has is a column of texts without values.
    /// - Complexity: as `select(_:)`.
    package func columnReader(
        of filter: CatalogFilter, in order: CatalogOrder, fields names: [String]
    ) -> ColumnReader {
        let known = RowFields(self)
        return ColumnReader(
            RowWalk(select(filter), in: order, offset: 0, limit: .max), names.map { known.field($0) })
    }
}
