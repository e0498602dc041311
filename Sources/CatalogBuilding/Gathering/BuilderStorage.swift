/// What a builder has gathered: the texts of every field, the tables of records, the symbols in the order they came.
///
/// A class, so that writing can share it between threads, which only read it then.
package final class BuilderStorage: @unchecked Sendable {  // used by one thread while it grows, only read afterwards
    package static let weightName = "AUTOCOMPLETE_WEIGHT"
    private static let removedType = Array(InstrumentType.removed.rawValue.utf8)

    /// Whether a type says that its symbol is gone.
    package static func isRemoved(_ type: Span<UInt8>) -> Bool {
        type.count == removedType.count && type.holds(removedType.span, at: 0)
    }

    /// Every symbol that came, REMOVED ones too: number i + 1 in the store is row number i.
    let symbols: StableBox<TextStore>
    /// Row numbers of those that came as REMOVED, ascending.
    package var removedRows = TrivialArray<UInt32>()
    /// Row numbers of those that are to be gone without being listed as removed, ascending.
    package var droppedRows = TrivialArray<UInt32>()

    /// The fields by which instruments will be looked up.
    package var identifierFields = IdentifierFields()

    /// Rows are put in an order that knows the quotes of pairs; not where they are merged with those of an earlier program's file.
    package var ranksQuotes = true

    /// Distinct texts from which on a field may be kept as texts by row. Tests set it low.
    package var rowTextsMinimum = 4096

    /// A field: its name and all its texts.
    struct Field {
        let name: String
        let standard: ProfileField?
        let store: StableBox<TextStore>
    }

    /// The standard fields, by their raw value, then the custom ones as they came.
    private(set) var fields: [Field] = []
    private(set) var tables: [StableBox<BuilderTable>] = []
    private var fieldOfName: [String: Int] = [:]
    private var tableOfColumns: [[String]: StableBox<BuilderTable>] = [:]
    /// By the format's number; the format itself beside it, since two readers number theirs alike.
    private var tableOfFormat: [Int: (format: RecordFormat, table: StableBox<BuilderTable>)] = [:]

    package init() {
        symbols = StableBox(TextStore(name: ProfileField.symbol.name, isDistinct: false))
        for field in ProfileField.allCases { _ = place(of: field.name) }
    }

    deinit {
        release()
        symbols.free()
    }

    /// Gives the memory back, but the parts' own: nothing is gathered afterwards.
    func release() {
        for table in tables { table.free() }
        for field in fields { field.store.free() }
        tables = []
        fields = []
        symbols.value = TextStore(name: ProfileField.symbol.name, isDistinct: false)
    }

    /// The place and texts of a field, new ones for a new name.
    private func place(of name: String) -> (field: Int, store: StableBox<TextStore>) {
        if let index = fieldOfName[name] { return (index, fields[index].store) }
        let store = StableBox(TextStore(name: name))
        fieldOfName[name] = fields.count
        fields.append(Field(name: name, standard: ProfileField(name: name), store: store))
        return (fields.count - 1, store)
    }

    /// The table of records of `format`.
    package func table(of format: RecordFormat) -> StableBox<BuilderTable> {
        if let known = tableOfFormat[format.id], known.format === format { return known.table }
        let table = table(columnNames: format.columns.map(\.name))
        tableOfFormat[format.id] = (format, table)
        return table
    }

    /// The table of records with these columns.
    package func table(columnNames: [String]) -> StableBox<BuilderTable> {
        if let known = tableOfColumns[columnNames] { return known }
        let table = StableBox(BuilderTable(columnNames: columnNames) { place(of: $0) })
        tableOfColumns[columnNames] = table
        tables.append(table)
        return table
    }

    /// Keeps a symbol; its row number.
    @inline(__always)
    package func appendSymbol(_ symbol: Span<UInt8>) throws(CatalogError) -> UInt32 {
        try symbols.value.append(symbol) - 1
    }
}

extension BuilderStorage {
    /// Throws where a profile that a program made has a value that the format can't hold.
    ///
    /// - Throws: `CatalogError` of kind `invalidValue` where a number is infinite, or a date is beyond the years 0000–9999.
    package static func check(_ profile: InstrumentProfile) throws(CatalogError) {
        let isFine = profile.allSatisfy(number: { !$0.isInfinite }, date: { (0...9999).contains($0.year) })
        if isFine { return }
        for field in ProfileField.numbers where profile.number(field).isInfinite {
            throw CatalogError(
                .invalidValue,
                "\(profile.symbol): found \(profile.number(field)) as \(field.name), expected a finite number")
        }
        for field in ProfileField.dates {
            guard let date = profile.date(field), !(0...9999).contains(date.year) else { continue }
            throw CatalogError(
                .invalidValue, "\(profile.symbol): found \(date) as \(field.name), expected a year from 0000 to 9999")
        }
    }
}
