/// One format definition, `#STOCK::=TYPE,SYMBOL,…`: the meaning of the fields of a type's following records.
///
/// Created once per format line, so that derived data costs nothing per record.
public final class RecordFormat: Sendable {
    /// A column: its name as written, and its standard field.
    public struct Column: Hashable, Sendable {
        /// The name as written in the definition.
        public let name: String
        /// The standard field of that name; `nil` for a custom field.
        public let field: ProfileField?
    }

    /// The number of the definition within one reader, from 0: a key for data that consumers prepare per format.
    package let id: Int
    /// The type's name in the definition; may be empty. A record can override it (`ProfileRecord.type`).
    public let type: String
    /// All columns in order. The first one is the field that names the type.
    public let columns: [Column]
    /// The columns besides the first with the name `TYPE`: rare.
    let overridingTypeColumns: [Int]
    /// Whether a custom field's name occurs more than once among the columns.
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

/// The limits of a reader. Input beyond a limit is an error, and memory use is bounded.
public struct ReaderLimits: Hashable, Sendable {
    /// The longest record in bytes, without its line end.
    public var recordBytes: Int
    /// The largest number of columns of a format, including its type.
    public var columns: Int
    /// The largest number of types with a format.
    public var types: Int

    /// Creates limits; by default 16 MiB per record, 10,000 columns and 10,000 types.
    public init(recordBytes: Int = 16 << 20, columns: Int = 10_000, types: Int = 10_000) {
        self.recordBytes = recordBytes
        self.columns = columns
        self.types = types
    }
}

/// How strictly the texts of numbers and dates must follow the format.
public enum ReaderStrictness: Hashable, Sendable {
    /// Only the forms of the format: any other text is an error of its record.
    case strict
    /// Also the following forms, which other readers accept. Each kind causes a warning:
    ///
    /// | text | is read as | in fields that hold |
    /// | --- | --- | --- |
    /// | ` 150 ` | `150`: surrounding spaces and tabs are removed; only spaces mean "not set" | numbers, dates |
    /// | `2024-1-5` | `2024-01-05` | dates |
    /// | `NaN` | not a number, which is stored as NaN and belongs to no option chain | numbers |
    /// | `NaN` | "not set" | whole numbers |
    ///
    /// Records are passed on with these values in standard form. Text fields keep their spaces.
    case lenient
}
