/// Plain values at a fixed place in memory, for others to read by their address: what a column of a table is handed out as.
package final class ColumnBuffer<Element: BitwiseCopyable & Sendable>: Sendable {
    private let elements: TrivialArray<Element>

    /// - Precondition: nothing appends to them any more, so they stay where they are.
    init(_ elements: consuming TrivialArray<Element>) { self.elements = elements }

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
        /// Places in `ColumnReader.values(of:)`, of a list of 128 values at most; 0 where a row hasn't the field.
        case codes8(ColumnBuffer<Int8>)
        /// The same of a longer list.
        case codes16(ColumnBuffer<Int16>)
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
    /// As `ColumnReader.columns` has them. Batches may share the values of a column.
    package let columns: [ColumnValues]
}

extension ColumnValues {
    /// The column of rows that have the field where `isSet` is true of what they have.
    ///
    /// - Complexity: O(rows).
    @inline(__always)
    init<Mark: BitwiseCopyable>(_ storage: Storage, marks: Span<Mark>, _ isSet: (Mark) -> Bool) {
        var nullCount = 0
        for index in marks.indices where !isSet(marks[index]) { nullCount &+= 1 }
        self.storage = storage
        self.nullCount = nullCount
        guard nullCount > 0 else {
            validity = nil
            return
        }
        var bits = TrivialArray<UInt8>()
        bits.reserve((marks.count + 7) / 8)
        for first in stride(from: 0, to: marks.count, by: 8) {
            var byte: UInt8 = 0
            for index in first..<min(first + 8, marks.count) where isSet(marks[index]) {
                byte |= 1 &<< UInt8(truncatingIfNeeded: index &- first)
            }
            bits.append(byte)
        }
        validity = ColumnBuffer(bits)
    }
}

/// Columns as arrays, for those who write them out rather than hand out their memory.
extension ColumnBuffer {
    /// A copy of the values.
    ///
    /// - Complexity: O(`count`).
    package var array: [Element] {
        withExtendedLifetime(self) {
            // SAFETY: the buffer has `count` values from its address on, and lives through the copy.
            unsafe Array(UnsafeBufferPointer(start: address?.assumingMemoryBound(to: Element.self), count: count))
        }
    }
}
