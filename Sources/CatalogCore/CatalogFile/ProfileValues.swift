@_spi(Inlined) internal import ProfileFormat
internal import Scanning

/// The fields' values, as profiles are made of them.
///
/// Texts and dates of fields that have few (types, currencies, trading hours, expirations) are made once: profiles share these strings,
/// and nothing is copied. Of a custom field the array is kept that a profile has which has no other custom field.
struct ProfileValues: ~Copyable, Sendable {
    /// The most values of a field that are kept, and the most bytes that its texts take in the file.
    private static let keptValues = 1024
    private static let keptBytes = 1 << 16

    /// Where it is said which value a row has.
    enum Source: BitwiseCopyable, Sendable {
        /// In numbers of blocks of rows (`BlockNumbers`).
        case numbers
        /// In a list of the rows that have any; and where numbers are missing, which is damage.
        case column
        /// Nowhere: each row has a text of its own.
        case rowTexts
    }

    /// What is read of a field, without its column: to hold one takes longer than to read it.
    private struct Place: BitwiseCopyable {
        /// The texts of rows or of values, in the file.
        var texts: FrontCodedShape
        /// Where a profile has the text of a standard field, or its date.
        var storedText: StoredField<String>?
        var storedDate: StoredField<CalendarDate?>?
        /// Where the numbers are in the file; -1 for texts.
        var numbers = -1
        /// Values that are kept, and the first of them.
        var keptCount: UInt32 = 0
        var firstKept: UInt32 = 0
        var source: Source

        /// The text of a row whose value has that id.
        @inline(__always)
        func text(of row: Int, _ id: UInt32) -> Int { source == .rowTexts ? row : Int(id) - 1 }

        /// Where the number of an id is.
        @inline(__always)
        func number(_ id: UInt32) -> Int { numbers &+ 8 &* (Int(id) - 1) }

        /// The value of an id is kept.
        @inline(__always)
        func isKept(_ id: UInt32) -> Bool { id &- 1 < keptCount }

        /// Where a value that is kept stands.
        @inline(__always)
        func kept(_ id: UInt32) -> Int { Int(firstKept &+ id &- 1) }
    }

    let file: MappedSection
    let columns: [CatalogColumn]
    /// The column of the symbols; -1 where these aren't the rows' own texts, which is damage.
    let symbolColumn: Int
    /// The columns' standard fields; `nil` for custom ones.
    private let fields: [ProfileField?]
    private let kinds: [ProfileField.Kind]
    private let places: TrivialArray<Place>
    /// The columns' ids, in the file.
    private let shapes: TrivialArray<PackedShape>
    // Those that are kept: texts of standard fields, dates, custom fields.
    private let texts: [String]
    private let dates: [CalendarDate?]
    private let customFields: [[InstrumentProfile.CustomField]]

    /// - Complexity: O(values of the fields that have few).
    init(_ rows: CatalogRows) {
        file = rows.sections.file
        columns = rows.columns
        symbolColumn = rows.columns.firstIndex { $0.field == .symbol && $0.rowTexts != nil } ?? -1
        fields = columns.map(\.field)
        kinds = columns.map(\.kind)
        var places = TrivialArray<Place>()
        var shapes = TrivialArray<PackedShape>()
        var texts: [String] = []
        var dates: [CalendarDate?] = []
        var customFields: [[InstrumentProfile.CustomField]] = []
        for (index, column) in columns.enumerated() {
            // Where there is no such section, the end, from which on all reads as zero.
            let start = { rows.sections.offset(of: $0, field: index) ?? rows.sections.file.count }
            var place = Place(
                texts: column.rowTexts?.shape ?? column.valueTexts.shape,
                storedText: column.field?.storedText, storedDate: column.field?.storedDate,
                source: column.rowTexts != nil ? .rowTexts : column.packedIDs.count == rows.count ? .numbers : .column)
            place.texts.start = start(column.rowTexts == nil ? .values : .rowTexts)
            if column.kind != .text { place.numbers = start(.values) }
            var shape = column.packedIDs.shape
            shape.start = start(.valueIDs)
            shapes.append(shape)
            if column.valueCount > 0, column.valueCount <= Self.keptValues,
                column.valueTexts.bytes.count <= Self.keptBytes
            {
                if column.kind == .date {
                    place.firstKept = UInt32(dates.count)
                    for id in 1...UInt32(column.valueCount) { dates.append(column.date(ofValue: id)) }
                } else if column.field == nil {
                    place.firstKept = UInt32(customFields.count)
                    column.valueTexts.forEach { _, text in
                        customFields.append(
                            text.isEmpty ? [] : [.init(name: column.name, value: String(decoding: text))])
                    }
                } else if column.kind == .text {
                    place.firstKept = UInt32(texts.count)
                    column.valueTexts.forEach { texts.append(String(decoding: $1)) }
                }
                if column.kind == .date || column.kind == .text { place.keptCount = UInt32(column.valueCount) }
            }
            places.append(place)
        }
        self.places = places
        self.shapes = shapes
        self.texts = texts
        self.dates = dates
        self.customFields = customFields
    }

    /// Columns.
    var count: Int { columns.count }

    func isCustom(_ column: Int) -> Bool { fields[column] == nil }

    /// The ids of the rows of a block: one that all have, be it 0, or several. Of those that aren't in numbers of blocks is only said that
    /// they are several.
    ///
    /// - Parameter next: of each column the first row that may have a value, as far as it is known: a row before the block tells nothing.
    @inline(__always)
    func numbers(_ column: Int, ofBlock rows: Range<Int>, _ next: inout MutableSpan<Int>) -> BlockNumbers {
        switch source(column) {
        case .numbers: return shapes[column].numbers(ofBlock: rows.lowerBound / PackedNumbers.blockRows, in: file)
        case .rowTexts: return .several
        case .column:
            if next[column] < rows.lowerBound { next[column] = nextRow(column, rows.lowerBound) }
            return next[column] < rows.upperBound ? .several : .zeros
        }
    }

    /// The first row not before `row` that may have a value, of a column whose ids aren't in numbers of blocks.
    @inline(never)
    private func nextRow(_ column: Int, _ row: Int) -> Int {
        switch columns[column].ids {
        case .packed: row
        case .sparse(let numbers): numbers.firstRow(notBefore: row)
        }
    }

    /// Where it is said which value of a column a row has.
    @inline(__always)
    func source(_ column: Int) -> Source { places[column].source }

    /// A column's values aren't kept.
    func isFetched(_ column: Int) -> Bool { places[column].keptCount == 0 }

    /// A column's values are texts of which each has an id, and aren't kept.
    func isRead(_ column: Int) -> Bool {
        isFetched(column) && places[column].numbers < 0 && places[column].source != .rowTexts
    }

    /// A column's values are kept as a profile has them (`setShared`).
    func isShared(_ column: Int) -> Bool { !isFetched(column) && !isCustom(column) }

    /// Lets the processor fetch what is read first of a row's own text.
    @inline(__always)
    func fetchRowText(_ column: Int, _ row: Int) { places[column].texts.fetchStart(of: row, in: file) }

    /// Lets the processor fetch what is read first of a value that isn't kept.
    @inline(__always)
    func fetchValue(_ column: Int, _ id: UInt32) {
        if places[column].numbers >= 0 {
            file.fetch(places[column].number(id))
        } else {
            places[column].texts.fetchStart(of: Int(id) - 1, in: file)
        }
    }

    /// Lets the processor fetch a row's own text.
    @inline(__always)
    func fetchRowTextBlock(_ column: Int, _ row: Int) { places[column].texts.fetchBlock(of: row, in: file) }

    /// Lets the processor fetch the text of a value.
    @inline(__always)
    func fetchText(_ column: Int, _ id: UInt32) { places[column].texts.fetchBlock(of: Int(id) - 1, in: file) }

    /// Sets the field of a column to the value with that id, which is shared (`isShared`).
    @inline(__always)
    func setShared(_ column: Int, _ id: UInt32, in profile: inout InstrumentProfile) {
        // Others are damage.
        if !places[column].isKept(id) { return }
        if let stored = places[column].storedText {
            stored.set(texts[places[column].kept(id)], in: &profile)
        } else if let stored = places[column].storedDate {
            stored.set(dates[places[column].kept(id)], in: &profile)
        }
    }

    /// Sets the field of a column to what a row has whose value has that id, and isn't shared.
    @inline(__always)
    func set(_ column: Int, _ id: UInt32, _ row: Int, in profile: inout InstrumentProfile) {
        if let stored = places[column].storedText {
            stored.set(string(column, id, row), in: &profile)
        } else {
            setOther(column, id, row, in: &profile)
        }
    }

    /// The same of a custom field, a number and a date.
    @inline(never)
    private func setOther(_ column: Int, _ id: UInt32, _ row: Int, in profile: inout InstrumentProfile) {
        let place = places[column]
        guard let field = fields[column] else {
            let own =
                place.isKept(id)
                ? customFields[place.kept(id)]
                : [InstrumentProfile.CustomField(name: columns[column].name, value: string(column, id, row))]
            if own.isEmpty || own[0].value.isEmpty { return }
            if profile.customFields.isEmpty { profile.customFields = own } else { profile.customFields += own }
            return
        }
        let bits = file.u64(at: place.number(id))
        switch kinds[column] {
        case .text: break
        case .integer: profile.set(field, integer: CatalogColumn.integer(bits))
        case .number: profile.set(field, number: CatalogColumn.number(bits))
        case .date: profile.set(field, date: CatalogColumn.date(bits))
        }
    }

    /// A text that isn't kept.
    @inline(__always)
    private func string(_ column: Int, _ id: UInt32, _ row: Int) -> String {
        places[column].texts.shortString(places[column].text(of: row, id), in: file) ?? longString(column, id, row)
    }

    @inline(never)
    private func longString(_ column: Int, _ id: UInt32, _ row: Int) -> String {
        places[column].source == .rowTexts ? columns[column].string(at: row) : columns[column].string(ofValue: id)
    }
}
