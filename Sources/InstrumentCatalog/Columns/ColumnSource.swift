internal import Scanning

/// The source of a column of the table: the corresponding column of each part of the catalog.
final class ColumnSource {
    let kind: ProfileField.Kind
    /// Whether texts are returned as indexes into a list.
    let isCoded: Bool
    /// The number of values in the list of distinct values.
    let listCount: Int
    private let columns: [CatalogColumn?]
    private let owner = PlaceOwner<ColumnIDs>()
    /// The ids by part.
    private let ids: [StableBox<ColumnIDs>?]
    /// The ids of values in the list that all parts share, by part; `nil` if there is only one part, or no list.
    private let shared: [[UInt32]]?
    /// Whether a part stores one text per row instead of ids.
    private let isByRow: Bool
    /// The most recent column in which all rows had the same value. The next such column is usually equal, so it is
    /// reused.
    private var constant: (id: UInt32, count: Int, values: ColumnValues)?

    init(_ field: RowFields.Field) {
        kind = field.standard?.kind ?? .text
        columns = field.columns
        isByRow = columns.contains { $0?.rowTexts != nil }
        let valueCount = columns.reduce(0) { $0 + ($1?.valueCount ?? 0) }
        isCoded =
            kind == .text && valueCount <= ColumnReader.codedValues && !isByRow && columns.contains { $0 != nil }
        let shared = isCoded && columns.count > 1 ? Self.sharedIDs(columns) : nil
        listCount = shared.map { Int($0.lazy.compactMap { $0.max() }.max() ?? 0) } ?? valueCount
        self.shared = shared
        var count = 0
        ids = columns.indices.map { [owner, columns] part in
            defer { count += columns[part]?.valueCount ?? 0 }
            return columns[part].map { owner.make(ColumnIDs($0, after: count, shared: shared?[part] ?? [])) }
        }
    }

    /// Returns, for each part, the id of each value in a list of the distinct values of all parts. In the list, new
    /// values of a part follow those of preceding parts.
    private static func sharedIDs(_ columns: [CatalogColumn?]) -> [[UInt32]] {
        var known: [String: UInt32] = [:]
        return columns.map { column in
            guard let column else { return [] }
            return (0..<column.valueCount).map { value in
                let text = column.string(ofValue: UInt32(value + 1))
                if let id = known[text] { return id }
                known[text] = UInt32(known.count + 1)
                return UInt32(known.count)
            }
        }
    }

    /// Returns the column of some rows; `nil` if its texts have too many bytes for 32-bit offsets. Then the caller must
    /// read fewer rows.
    ///
    /// - Parameter scratch: A buffer for numbers, which is overwritten.
    func read(_ runs: borrowing RowRuns, _ scratch: inout TrivialArray<UInt32>) -> ColumnValues? {
        if isByRow { return readRowTexts(runs) }
        if let id = constantID(runs) {
            if let constant, constant.id == id, constant.count == runs.rowCount { return constant.values }
            scratch.truncate(to: 0)
            scratch.append(repeating: id, count: runs.rowCount)
            guard let values = values(of: scratch.span) else { return nil }
            constant = (id, runs.rowCount, values)
            return values
        }
        readIDs(runs, &scratch)
        return values(of: scratch.span)
    }

    /// Returns the list of values that codes refer to.
    func list() -> (offsets: ColumnBuffer<Int32>, bytes: ColumnBuffer<UInt8>) {
        var offsets = TrivialArray<Int32>(repeating: 0, count: 1)
        var bytes = TrivialArray<UInt8>()
        for (part, column) in columns.enumerated() {
            guard let column else { continue }
            for value in 0..<column.valueCount {
                // A value that also occurs in a preceding part is in the list already.
                if let shared, shared[part][value] < offsets.count { continue }
                column.withText(ofValue: UInt32(value + 1)) { bytes.append($0) }
                offsets.append(Int32(clamping: bytes.count))
            }
        }
        return (ColumnBuffer(offsets), ColumnBuffer(bytes))
    }

    // MARK: Ids

    /// Returns the id that all rows have; `nil` if they differ, or if finding out would be expensive.
    private func constantID(_ runs: borrowing RowRuns) -> UInt32? {
        let runs = runs.span
        guard !runs.isEmpty, runs.count <= Self.mostRuns else { return nil }
        var all: UInt32?
        for index in runs.indices {
            let run = runs[index]
            var id: UInt32 = 0
            if let ids = ids[Int(run.part)] {
                guard let found = ids.value.constant(of: run.rows) else { return nil }
                id = found
            }
            if let all, all != id { return nil }
            all = id
        }
        return all
    }

    private static let mostRuns = 64

    /// Reads the ids of the values of rows into `scratch`; 0 if the field is not set. The ids of a part's values follow
    /// those of preceding parts.
    private func readIDs(_ runs: borrowing RowRuns, _ scratch: inout TrivialArray<UInt32>) {
        scratch.truncate(to: 0)
        scratch.append(repeating: 0, count: runs.rowCount)
        var target = scratch.mutableSpan
        let runs = runs.span
        var place = 0
        for index in runs.indices {
            let run = runs[index]
            if let ids = ids[Int(run.part)] { ids.value.read(run.rows, into: &target, at: place) }
            place += Int(run.count)
        }
    }

    /// Returns the part's column that an id belongs to, and the id within that column.
    @inline(__always)
    private func column(of id: UInt32) -> (CatalogColumn, UInt32) {
        var id = Int(id)
        for column in columns {
            guard let column else { continue }
            if id <= column.valueCount { return (column, UInt32(id)) }
            id -= column.valueCount
        }
        preconditionFailure("ids beyond the values are read as 0")
    }

    // MARK: The kinds of columns

    private func values(of ids: Span<UInt32>) -> ColumnValues? {
        if isCoded {
            return listCount <= 128 ? codes(ids, { .codes8($0) }) : codes(ids, { .codes16($0) })
        }
        switch kind {
        case .text: return texts(ids)
        case .integer: return numbers(ids, Int64(0), { Int64($0.integer(ofValue: $1)) }, { .integers($0) })
        case .number: return numbers(ids, 0.0, { $0.number(ofValue: $1) }, { .numbers($0) })
        case .date: return numbers(ids, Int32(0), { Int32($0.dayNumber(ofValue: $1)) }, { .days($0) })
        }
    }

    private func codes<Code: FixedWidthInteger & BitwiseCopyable & Sendable>(
        _ ids: Span<UInt32>, _ storage: (ColumnBuffer<Code>) -> ColumnValues.Storage
    ) -> ColumnValues {
        var codes = TrivialArray<Code>(repeating: 0, count: ids.count)
        var target = codes.mutableSpan
        // SAFETY: both have the same number of elements.
        for index in ids.indices {
            let id = unsafe ids[unchecked: index]
            unsafe target[unchecked: index] = Code(truncatingIfNeeded: id == 0 ? 0 : id &- 1)
        }
        return ColumnValues(storage(ColumnBuffer(codes)), marks: ids) { $0 != 0 }
    }

    private func numbers<Value: BitwiseCopyable & Sendable>(
        _ ids: Span<UInt32>, _ absent: Value, _ value: (CatalogColumn, UInt32) -> Value,
        _ storage: (ColumnBuffer<Value>) -> ColumnValues.Storage
    ) -> ColumnValues {
        var values = TrivialArray<Value>(repeating: absent, count: ids.count)
        var target = values.mutableSpan
        var (last, lastValue) = (UInt32(0), absent)
        for index in ids.indices {
            let id = ids[index]
            if id != last {
                last = id
                lastValue = absent
                if id != 0 {
                    let (column, own) = column(of: id)
                    lastValue = value(column, own)
                }
            }
            target[index] = lastValue
        }
        return ColumnValues(storage(ColumnBuffer(values)), marks: ids) { $0 != 0 }
    }

    // MARK: Texts

    /// Returns the texts of ids. A text that equals that of the previous row is copied from there.
    private func texts(_ ids: Span<UInt32>) -> ColumnValues? {
        var offsets = TrivialArray<Int32>()
        offsets.reserve(ids.count + 1)
        offsets.append(0)
        var bytes = TrivialArray<UInt8>()
        var (last, start) = (UInt32(0), 0)
        for index in ids.indices {
            let (id, end) = (ids[index], bytes.count)
            if id != 0, id == last {
                bytes.append(copyOf: start..<end)
            } else if id != 0 {
                let (column, own) = column(of: id)
                column.withText(ofValue: own) { bytes.append($0) }
            }
            (last, start) = (id, end)
            if bytes.count > Self.mostBytes, ids.count > 1 { return nil }
            offsets.append(Int32(clamping: bytes.count))
        }
        return ColumnValues(.texts(offsets: ColumnBuffer(offsets), bytes: ColumnBuffer(bytes)), marks: ids) { $0 != 0 }
    }

    /// Returns the texts of rows if at least one part stores a text per row. Other parts may store ids.
    private func readRowTexts(_ runs: borrowing RowRuns) -> ColumnValues? {
        let count = runs.rowCount
        var offsets = TrivialArray<Int32>()
        offsets.reserve(count + 1)
        offsets.append(0)
        var bytes = TrivialArray<UInt8>()
        let runs = runs.span
        for index in runs.indices {
            let run = runs[index]
            guard let ids = ids[Int(run.part)] else {
                offsets.append(repeating: Int32(clamping: bytes.count), count: Int(run.count))
                continue
            }
            ids.value.appendTexts(of: run.rows, to: &bytes, &offsets, limit: Self.mostBytes)
            if bytes.count >= Self.mostBytes, count > 1 { return nil }
        }
        // A field that is set has a text of at least one byte, so length 0 means not set.
        var lengths = TrivialArray<Int32>()
        lengths.reserve(count)
        for index in 0..<count { lengths.append(offsets[index + 1] &- offsets[index]) }
        return ColumnValues(.texts(offsets: ColumnBuffer(offsets), bytes: ColumnBuffer(bytes)), marks: lengths.span) {
            $0 != 0
        }
    }

    /// The maximum number of bytes in a column of texts. A text has at most 16 MiB, so offsets remain far below 2 GiB.
    private static let mostBytes = 1 << 30
}
