/// Values at a stable address, so that other libraries can read a column without copying.
package final class ColumnBuffer<Element: BitwiseCopyable & Sendable>: Sendable {
    private let elements: TrivialArray<Element>

    /// - Precondition: The elements are final, so that their address is stable.
    init(_ elements: consuming TrivialArray<Element>) { self.elements = elements }

    /// The number of values.
    package var count: Int { elements.count }

    /// The address of the values, valid while the buffer exists; `nil` if the buffer never had values.
    // SAFETY: the elements are final, so their address is stable.
    package var address: UnsafeRawPointer? { unsafe elements.address }
}

/// The values of one column in a batch.
package struct ColumnValues: Sendable {
    /// The representation of the values.
    package enum Storage: Sendable {
        /// Indexes into `ColumnReader.values(of:)`, for a list of at most 128 values; 0 if the field is not set.
        case codes8(ColumnBuffer<Int8>)
        /// Indexes into `ColumnReader.values(of:)`, for a longer list; 0 if the field is not set.
        case codes16(ColumnBuffer<Int16>)
        /// Texts: the bytes of row *i* are those from `offsets[i]` to `offsets[i + 1]`.
        case texts(offsets: ColumnBuffer<Int32>, bytes: ColumnBuffer<UInt8>)
        /// Integers; 0 if the field is not set.
        case integers(ColumnBuffer<Int64>)
        /// Numbers; 0 if the field is not set.
        case numbers(ColumnBuffer<Double>)
        /// Days since 1970-01-01; 0 if the field is not set.
        case days(ColumnBuffer<Int32>)
    }

    package let storage: Storage
    /// A bitmap with one bit per row, lowest bit first, 1 if the field is set; `nil` if it is set in all rows.
    package let validity: ColumnBuffer<UInt8>?
    /// The number of rows without the field.
    package let nullCount: Int
}

/// Some rows of a table, by column.
package struct ColumnBatch: Sendable {
    /// The number of rows.
    package let count: Int
    /// The columns, in the order of `ColumnReader.columns`. Batches may share the values of a column.
    package let columns: [ColumnValues]
}

extension ColumnValues {
    /// Creates a column from its values and one mark per row. The field is set in a row if `isSet` returns true for the
    /// row's mark.
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

/// Columns as arrays, for callers that write them instead of sharing their memory.
extension ColumnBuffer {
    /// A copy of the values.
    ///
    /// - Complexity: O(`count`).
    package var array: [Element] {
        withExtendedLifetime(self) {
            // SAFETY: the buffer has `count` values at its address, and exists during the copy.
            unsafe Array(UnsafeBufferPointer(start: address?.assumingMemoryBound(to: Element.self), count: count))
        }
    }
}
