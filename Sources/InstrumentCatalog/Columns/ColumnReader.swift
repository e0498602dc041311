internal import Scanning

/// Reads typed fields of instruments by column, for in-memory tables such as those of Apache Arrow. It creates no
/// strings, and only one batch is in memory at a time.
///
/// ```swift
/// let reader = catalog.columnReader(rows: rows, fields: ["SYMBOL", "STRIKE"])
/// while let batch = reader.next() { … }
/// ```
///
/// A text field with few distinct values (`codedValues`) is returned as indexes into a list of these values. The list
/// is the same for all batches and readers of the catalog.
///
/// Only one thread at a time may use a reader.
package final class ColumnReader {
    /// A column of the table.
    package struct Column: Hashable, Sendable {
        /// The name of the field.
        package let name: String
        /// The kind of its values.
        package let kind: ProfileField.Kind
        /// The number of values in the list that texts are indexes into; `nil` if texts are stored directly.
        package let listCount: Int?
    }

    /// A list of texts: the bytes of text *i* are those from `offsets[i]` to `offsets[i + 1]`.
    package typealias List = (offsets: ColumnBuffer<Int32>, bytes: ColumnBuffer<UInt8>)

    /// The maximum number of distinct values of a text field that is returned as indexes. It is the number of
    /// non-negative 16-bit integers.
    package static let codedValues = 1 << 15

    /// The approximate number of rows in a batch.
    package static let batchRows = 1 << 16

    /// The columns, in the requested order.
    package let columns: [Column]

    private let sources: [ColumnSource]
    private var walk: RowWalk
    private var places = TrivialArray<RowPlace>()
    private var runs = RowRuns()
    private var scratch = TrivialArray<UInt32>()
    /// The index in `places` of the first row that was not returned yet.
    private var first = 0

    init(_ walk: RowWalk, _ fields: [RowFields.Field]) {
        self.walk = walk
        sources = fields.map { ColumnSource($0) }
        columns = zip(fields, sources).map { field, source in
            Column(name: field.name, kind: source.kind, listCount: source.isCoded ? source.listCount : nil)
        }
    }

    /// Returns the next batch; `nil` after the last one.
    ///
    /// - Complexity: O(rows × columns + bytes of texts); O(rows / 1,024) for a column with a single value.
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

    /// Returns the columns of the next `count` rows; `nil` if a batch cannot contain that many rows.
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

    /// Returns the distinct values of a coded column, in index order.
    package func values(of column: Int) -> List {
        sources[column].list()
    }
}

extension Catalog {
    /// Returns a reader of fields of the given rows.
    ///
    /// - Parameters:
    ///   - rows: The rows, in the order in which they are read; `nil` for all rows, best first.
    ///   - names: The names of the fields, one per column; `nil` for all fields that occur, in the order of
    ///     `fieldNames`. A field that no instrument has results in a text column without values.
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
    /// Returns a reader of fields of the instruments that match a filter, in the given order. It does not create a list
    /// of their rows.
    ///
    /// - Parameter names: The names of the fields, one per column. A field that no instrument has results in a text
    ///   column without values.
    /// - Complexity: As `select(_:)`.
    package func columnReader(
        of filter: CatalogFilter, in order: CatalogOrder, fields names: [String]
    ) -> ColumnReader {
        let known = RowFields(self)
        return ColumnReader(
            RowWalk(select(filter), in: order, offset: 0, limit: .max), names.map { known.field($0) })
    }
}
