/// The profiles gathered by a builder: the texts of every field, the tables of records, and the symbols in order of
/// arrival.
///
/// A class, so that writer threads can share it; they only read it.
package final class BuilderStorage: @unchecked Sendable {  // used by one thread while it grows, only read afterwards
    package static let weightName = "AUTOCOMPLETE_WEIGHT"
    private static let removedType = Array(InstrumentType.removed.rawValue.utf8)

    /// Returns whether a type marks its symbol as removed.
    package static func isRemoved(_ type: Span<UInt8>) -> Bool {
        type.count == removedType.count && type.holds(removedType.span, at: 0)
    }

    /// All symbols in order of arrival, including REMOVED ones. Row number i has number i + 1 in the store.
    let symbols: StableBox<TextStore>
    /// The row numbers of REMOVED profiles, ascending.
    package var removedRows = TrivialArray<UInt32>()
    /// The row numbers of symbols to be removed without being listed as removed, ascending.
    package var droppedRows = TrivialArray<UInt32>()

    /// The fields by which instruments can be looked up.
    package var identifierFields = IdentifierFields()

    /// The standing of each gathered profile; `nil` to compute them from the profiles. The standings of changes depend
    /// on the base catalog, so the caller sets them.
    package var standings: [RankStanding]?

    /// Whether the instruments are those of a master (`CatalogRows.followsMaster`).
    var followsMaster = false

    /// The number of distinct texts above which a field may store its texts by row. Tests lower it.
    package var rowTextsMinimum = 4096

    /// The name of a field, and all its texts.
    struct Field {
        let name: String
        let standard: ProfileField?
        let store: StableBox<TextStore>
    }

    /// The standard fields by raw value, followed by the custom ones in order of arrival.
    private(set) var fields: [Field] = []
    private(set) var tables: [StableBox<BuilderTable>] = []
    private var fieldOfName: [String: Int] = [:]
    private var tableOfColumns: [[String]: StableBox<BuilderTable>] = [:]
    /// The tables by format number. The format is stored too, because numbers are unique only within a reader.
    private var tableOfFormat: [Int: (format: RecordFormat, table: StableBox<BuilderTable>)] = [:]

    package init() {
        symbols = StableBox(TextStore(name: ProfileField.symbol.name, isDistinct: false))
        for field in ProfileField.allCases { _ = place(of: field.name) }
    }

    deinit {
        release()
        symbols.free()
    }

    /// Frees the tables and the texts. Nothing can be gathered afterwards.
    func release() {
        for table in tables { table.free() }
        for field in fields { field.store.free() }
        tables = []
        fields = []
        symbols.value = TextStore(name: ProfileField.symbol.name, isDistinct: false)
    }

    /// Returns the index and the texts of a field, which is added if it is new.
    private func place(of name: String) -> (field: Int, store: StableBox<TextStore>) {
        if let index = fieldOfName[name] { return (index, fields[index].store) }
        let store = StableBox(TextStore(name: name))
        fieldOfName[name] = fields.count
        fields.append(Field(name: name, standard: ProfileField(name: name), store: store))
        return (fields.count - 1, store)
    }

    /// Returns the table for records of `format`.
    package func table(of format: RecordFormat) -> StableBox<BuilderTable> {
        if let known = tableOfFormat[format.id], known.format === format { return known.table }
        let table = table(columnNames: format.columns.map(\.name))
        tableOfFormat[format.id] = (format, table)
        return table
    }

    /// Returns the table for records with these columns.
    package func table(columnNames: [String]) -> StableBox<BuilderTable> {
        if let known = tableOfColumns[columnNames] { return known }
        let table = StableBox(BuilderTable(columnNames: columnNames) { place(of: $0) })
        tableOfColumns[columnNames] = table
        tables.append(table)
        return table
    }

    /// Stores a symbol and returns its row number.
    @inline(__always)
    package func appendSymbol(_ symbol: Span<UInt8>) throws(CatalogError) -> UInt32 {
        try symbols.value.append(symbol) - 1
    }
}

extension BuilderStorage {
    /// Checks that the format can represent every value of a profile that a program created.
    ///
    /// - Throws: `CatalogError` of kind `invalidValue` if a number is infinite, or a date is outside the years
    ///   0000–9999.
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
