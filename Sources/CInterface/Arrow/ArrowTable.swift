/// A column of a table: its name and its type, as a format string of Arrow.
struct ArrowField {
    let name: String
    /// The format string: `u` utf8, `l` int64, `g` float64, `tdD` date32, `tsu:UTC` timestamp, `b` bool. For a column
    /// with a dictionary, the type of the indexes: `c` int8 or `s` int16.
    let format: String
    /// The values of the column's dictionary of texts; `nil` for a column without a dictionary.
    let dictionary: ArrowValues?

    init(_ name: String, _ format: String, dictionary: ArrowValues? = nil) {
        self.name = name
        self.format = format
        self.dictionary = dictionary
    }
}

/// The values of a column in a batch, in Arrow's memory layout.
@safe struct ArrowValues {
    let count: Int
    let nullCount: Int
    /// The validity bitmap, followed by the buffers of the type; `nil` for a buffer that may be omitted in Arrow.
    let buffers: [UnsafeRawPointer?]
    /// The objects that keep the buffers alive.
    let owners: [AnyObject]

    // SAFETY: the owners keep the memory at the addresses alive.
    init(count: Int, nullCount: Int, _ buffers: [UnsafeRawPointer?], _ owners: [AnyObject]) {
        self.count = count
        self.nullCount = nullCount
        unsafe self.buffers = unsafe buffers
        self.owners = owners
    }
}

/// Some rows of a table.
struct ArrowBatch {
    let count: Int
    let columns: [ArrowValues]
}

/// A table that is created batch by batch.
final class ArrowTable {
    let fields: [ArrowField]
    private let make: () throws -> ArrowBatch?

    /// Creates a table.
    ///
    /// - Parameter make: A closure that creates the next batch; it returns `nil` after the last one.
    init(_ fields: [ArrowField], _ make: @escaping () throws -> ArrowBatch?) {
        self.fields = fields
        self.make = make
    }

    /// Creates a table of one batch. If the batch has no rows, the table has no batches.
    convenience init(_ fields: [ArrowField], _ batch: ArrowBatch) {
        var rest = batch.count == 0 ? nil : batch
        self.init(fields) {
            defer { rest = nil }
            return rest
        }
    }

    func next() throws -> ArrowBatch? { try make() }
}
