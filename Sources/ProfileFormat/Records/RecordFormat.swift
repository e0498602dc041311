/// A format, as defined by a line such as `#STOCK::=TYPE,SYMBOL,…`: the meaning of the fields in the type's following
/// records.
///
/// It is created once per format line, so that records can use derived data without computing it.
public final class RecordFormat: Sendable {
    /// A column, with its name and its standard field.
    public struct Column: Hashable, Sendable {
        /// The name of the column, as written in the definition.
        public let name: String
        /// The standard field with that name; `nil` for a custom field.
        public let field: ProfileField?
    }

    /// The number of the definition among those of a reader, from 0. Consumers use it as a key for data that they
    /// prepare for each format.
    package let id: Int
    /// The name of the type in the definition; may be empty. A record can override the type (`ProfileRecord.type`).
    public let type: String
    /// All columns in order. The first one contains the name of the type.
    public let columns: [Column]
    /// The indexes of further columns named `TYPE`, which are rare.
    let overridingTypeColumns: [Int]
    /// Whether several columns have the name of the same custom field.
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

/// The limits of a reader. Input that exceeds a limit is an error, so memory use is bounded.
public struct ReaderLimits: Hashable, Sendable {
    /// The maximum length of a record in bytes, without its line end.
    public var recordBytes: Int
    /// The maximum number of columns of a format, including the type.
    public var columns: Int
    /// The maximum number of types that can be defined.
    public var types: Int

    /// Creates limits. The defaults are 16 MiB per record, 10,000 columns and 10,000 types.
    public init(recordBytes: Int = 16 << 20, columns: Int = 10_000, types: Int = 10_000) {
        self.recordBytes = recordBytes
        self.columns = columns
        self.types = types
    }
}

/// How strictly the texts of numbers and dates must follow the format.
public enum ReaderStrictness: Hashable, Sendable {
    /// Only the forms that the format defines. If a text has another form, its record is malformed.
    case strict
    /// Also the following forms, which other readers accept. Each of these kinds causes a warning:
    ///
    /// | text | is read as | in fields of kind |
    /// | --- | --- | --- |
    /// | ` 150 ` | `150`: surrounding spaces and tabs are removed; only spaces mean "not set" | numbers, dates |
    /// | `2024-1-5` | `2024-01-05` | dates |
    /// | `NaN` | NaN; an option with this strike belongs to no chain | numbers |
    /// | `NaN` | "not set" | whole numbers |
    ///
    /// Records are passed on with these values in standard form. Spaces in text fields are retained.
    case lenient
}
