/// One format definition, `#STOCK::=TYPE,SYMBOL,…`: what the fields of a type's records mean from there on.
///
/// Made once per definition line, so what is derived from the names costs nothing per record.
public final class RecordFormat: Sendable {
    /// A column: its name as written, and the standard field of that name, `nil` for a custom field.
    public struct Column: Hashable, Sendable {
        /// The name as the definition has it.
        public let name: String
        /// The standard field of that name; `nil` for a custom field.
        public let field: ProfileField?
    }

    /// Number of the definition within one reader, from 0: a cheap key for what a consumer prepares per format.
    package let id: Int
    /// The type as the definition names it; may be empty. A record can override it (`ProfileRecord.type`).
    public let type: String
    /// All columns in order; the first stands for the field that named the type.
    public let columns: [Column]
    /// The columns besides the first whose name is `TYPE`: nearly always none.
    let overridingTypeColumns: [Int]
    /// A name of a custom field occurs more than once among the columns.
    let repeatsCustomFields: Bool
    /// The columns whose text must be a number or a date.
    let checkedColumns: [(index: Int, kind: ProfileField.Kind)]

    init(id: Int, type: String, columnNames: [String]) {
        self.id = id
        self.type = type
        let columns = columnNames.map { Column(name: $0, field: ProfileField(name: $0)) }
        self.columns = columns
        self.checkedColumns = columns.enumerated().compactMap { index, column in
            guard let kind = column.field?.kind, kind != .text else { return nil }
            return (index, kind)
        }
        var names: Set<String> = []
        self.repeatsCustomFields = columns.contains { $0.field == nil && !names.insert($0.name).inserted }
        self.overridingTypeColumns = columns.indices.filter { $0 > 0 && columns[$0].field == .type }
    }
}

/// The limits of a reader. Input beyond a limit is an error; memory does not grow with it.
public struct ReaderLimits: Hashable, Sendable {
    /// The longest record in bytes, its line end left out.
    public var recordBytes: Int
    /// The most columns of a format, its type included.
    public var columns: Int
    /// The most types with a format at a time.
    public var types: Int

    /// 16 MiB a record, 10,000 columns, 10,000 types.
    public init(recordBytes: Int = 16 << 20, columns: Int = 10_000, types: Int = 10_000) {
        self.recordBytes = recordBytes
        self.columns = columns
        self.types = types
    }
}

/// How close to the format the text of a number or a date must be.
public enum ReaderStrictness: Hashable, Sendable {
    /// As the format says: anything else is an error of its record.
    case strict
    /// Forms that other readers of the format take are read too, each kind with a warning:
    ///
    /// | text | is read as | in fields that hold |
    /// | --- | --- | --- |
    /// | ` 150 ` | `150`: spaces and tabs around it are left out, nothing but them is "not set" | numbers, dates |
    /// | `2024-1-5` | `2024-01-05` | dates |
    /// | `NaN` | not a number, which is kept as such and belongs to no option chain | numbers |
    /// | `NaN` | "not set" | whole numbers |
    ///
    /// Records are handed on with these values in the format's form. Text fields keep their spaces.
    case lenient
}
