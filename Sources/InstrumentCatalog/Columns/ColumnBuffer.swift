/// Plain values at a fixed place in memory, for others to read by their address: what a column of a table is handed out as.
package final class ColumnBuffer<Element: BitwiseCopyable & Sendable>: Sendable {
    private let elements: RawArray<Element>

    /// - Precondition: nothing appends to them any more, so they stay where they are.
    init(_ elements: consuming RawArray<Element>) { self.elements = elements }

    /// Values.
    package var count: Int { elements.count }

    /// Where they begin, valid for as long as the buffer lives; `nil` where there never were any.
    // SAFETY: nothing appends to them any more, so they stay where they are.
    package var address: UnsafeRawPointer? { unsafe elements.address }
}

/// One column of a batch.
package struct ColumnValues: Sendable {
    /// What the values are.
    package enum Storage: Sendable {
        /// Places in `ColumnReader.values(of:)`; 0 where a row hasn't the field.
        case codes(ColumnBuffer<Int32>)
        /// The bytes of row *i* are those from `offsets[i]` to `offsets[i + 1]`.
        case texts(offsets: ColumnBuffer<Int32>, bytes: ColumnBuffer<UInt8>)
        /// 0 where a row hasn't the field.
        case integers(ColumnBuffer<Int64>)
        /// 0 where a row hasn't the field.
        case numbers(ColumnBuffer<Double>)
        /// Days since 1970-01-01; 0 where a row hasn't the field.
        case days(ColumnBuffer<Int32>)
    }

    package let storage: Storage
    /// A bit a row, the lowest first, 1 where the row has the field; `nil` where all rows have it.
    package let validity: ColumnBuffer<UInt8>?
    /// Rows without the field.
    package let nullCount: Int
}

/// Some rows of a table, column by column.
package struct ColumnBatch: Sendable {
    /// Rows.
    package let count: Int
    /// As `ColumnReader.columns` has them.
    package let columns: [ColumnValues]
}

/// Which rows of a batch have a field.
struct ValidityBits: ~Copyable {
    private var bytes = RawArray<UInt8>()
    private var last: UInt8 = 0
    private var count = 0
    private var nullCount = 0

    @inline(__always)
    mutating func append(_ isSet: Bool) {
        last |= (isSet ? 1 : 0) &<< UInt8(truncatingIfNeeded: count & 7)
        nullCount &+= isSet ? 0 : 1
        count &+= 1
        if count & 7 == 0 {
            bytes.append(last)
            last = 0
        }
    }

    /// The column with these bits.
    consuming func column(_ storage: ColumnValues.Storage) -> ColumnValues {
        if nullCount == 0 { return ColumnValues(storage: storage, validity: nil, nullCount: 0) }
        if count & 7 != 0 { bytes.append(last) }
        return ColumnValues(storage: storage, validity: ColumnBuffer(bytes), nullCount: nullCount)
    }
}
