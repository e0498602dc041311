/// A table for export: its columns, and its rows in batches of some thousand rows.
package final class ExportTable {
    /// The type of a column's values.
    package enum Kind: Hashable, Sendable {
        case text, integer, number
        /// Days since 1970-01-01.
        case date
        /// Microseconds since 1970-01-01T00:00:00Z.
        case time
        /// True or false.
        case flag
    }

    /// A column.
    package struct Column: Sendable {
        package let name: String
        package let kind: Kind
        /// The distinct texts of a coded column; `nil` for others.
        let dictionary: TextList?

        init(_ name: String, _ kind: Kind, dictionary: TextList? = nil) {
            self.name = name
            self.kind = kind
            self.dictionary = dictionary
        }
    }

    /// The name of the table in a file with several: `instruments`.
    package let name: String
    /// The columns, in order.
    package let columns: [Column]
    private let make: () -> Batch?

    /// - Parameter make: Returns the next rows; `nil` after the last ones.
    init(_ name: String, _ columns: [Column], _ make: @escaping () -> Batch?) {
        self.name = name
        self.columns = columns
        self.make = make
    }

    /// Returns the next rows; `nil` after the last ones.
    func next() -> Batch? { make() }
}

extension ExportTable {
    /// Consecutive rows, stored by column.
    struct Batch: Sendable {
        let count: Int
        let columns: [Values]
    }

    /// One column of a batch.
    struct Values: Sendable {
        enum Storage: Sendable {
            /// Indexes in the column's dictionary; 0 for rows without a value.
            case codes([Int16])
            /// Texts, empty for rows without a value.
            case texts(TextList)
            case integers([Int64])
            case numbers([Double])
            case days([Int32])
            case times([Int64])
            case flags([Bool])
        }

        let storage: Storage
        /// A bit per row, the lowest first, 1 if the row has a value; `nil` if all have.
        let validity: [UInt8]?
        /// The number of rows without a value.
        let nullCount: Int

        func isSet(_ row: Int) -> Bool {
            guard let validity else { return true }
            return validity[row / 8] & (1 << UInt8(row % 8)) != 0
        }
    }
}

/// Consecutive texts: text *i* has the bytes from `offsets[i]` to `offsets[i + 1]`.
struct TextList: Sendable {
    var offsets: [Int32] = [0]
    var bytes: [UInt8] = []

    var count: Int { offsets.count - 1 }

    func range(_ index: Int) -> Range<Int> { Int(offsets[index])..<Int(offsets[index + 1]) }

    func string(_ index: Int) -> String { String(decoding: bytes[range(index)], as: UTF8.self) }

    mutating func append(_ text: some Sequence<UInt8>) {
        bytes.append(contentsOf: text)
        offsets.append(Int32(bytes.count))
    }
}
