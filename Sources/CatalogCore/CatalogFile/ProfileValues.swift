@_spi(Inlined) internal import ProfileFormat
internal import Scanning

/// The values of the fields, in the form that profiles store them.
///
/// Texts and dates of low-cardinality fields (types, currencies, trading hours, expirations) are created once, and
/// profiles share them. For a value of a custom field, the cache contains the `customFields` of a profile that has only
/// this one.
struct ProfileValues: ~Copyable, Sendable {
    /// The limits for caching the values of a field: the number of values, and the bytes of its texts in the file.
    private static let keptValues = 1024
    private static let keptBytes = 1 << 16

    /// How a row's value is found.
    enum Source: BitwiseCopyable, Sendable {
        /// In blocks of packed ids (`BlockNumbers`).
        case numbers
        /// Through the column: sparse ids, or missing ids in a damaged file.
        case column
        /// No mapping: each row stores its own text.
        case rowTexts
    }

    /// A copy of the parts of a column that are needed for reading a value. Retaining the column instead would take
    /// longer than reading the value.
    private struct Place: BitwiseCopyable {
        /// The texts of rows or of values, in the file.
        var texts: FrontCodedShape
        /// The location of a standard field's text, or date, in a profile.
        var storedText: StoredField<String>?
        var storedDate: StoredField<CalendarDate?>?
        /// The offset of the numbers in the file; -1 for texts.
        var numbers = -1
        /// The number of cached values, and the index of the first one.
        var keptCount: UInt32 = 0
        var firstKept: UInt32 = 0
        var source: Source

        /// Returns the index of the text of `row`, whose value has `id`.
        @inline(__always)
        func text(of row: Int, _ id: UInt32) -> Int { source == .rowTexts ? row : Int(id) - 1 }

        /// Returns the offset of the number with `id`.
        @inline(__always)
        func number(_ id: UInt32) -> Int { numbers &+ 8 &* (Int(id) - 1) }

        /// Returns whether the value with `id` is cached.
        @inline(__always)
        func isKept(_ id: UInt32) -> Bool { id &- 1 < keptCount }

        /// Returns the cache index of a cached value.
        @inline(__always)
        func kept(_ id: UInt32) -> Int { Int(firstKept &+ id &- 1) }
    }

    let file: MappedSection
    let columns: [CatalogColumn]
    /// The index of the symbol column; -1 if symbols are not stored as row texts, which occurs only in damaged files.
    let symbolColumn: Int
    /// The standard fields of the columns; `nil` for custom fields.
    private let fields: [ProfileField?]
    private let kinds: [ProfileField.Kind]
    private let places: TrivialArray<Place>
    /// The locations of the columns' ids in the file.
    private let shapes: TrivialArray<PackedShape>
    // Cached values: texts of standard fields, dates, custom fields.
    private let texts: [String]
    private let dates: [CalendarDate?]
    private let customFields: [[InstrumentProfile.CustomField]]

    /// - Complexity: O(values of the low-cardinality fields).
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
            // The offset of a missing section is the end of the file, where all reads return zero.
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

    /// The number of columns.
    var count: Int { columns.count }

    func isCustom(_ column: Int) -> Bool { fields[column] == nil }

    /// Returns the ids of the rows of a block: one common id, which may be 0, or packed ids. A column that is not
    /// stored in blocks reports only that its ids may differ.
    ///
    /// - Parameter next: For each column, a lower bound of the next row with a value. A row before the block means that
    ///   the bound is unknown.
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

    /// Returns the first row, not before `row`, that may have a value, in a column whose ids are not stored in blocks.
    @inline(never)
    private func nextRow(_ column: Int, _ row: Int) -> Int {
        switch columns[column].ids {
        case .packed: row
        case .sparse(let numbers): numbers.firstRow(notBefore: row)
        }
    }

    /// Returns how the value of a row is found in a column.
    @inline(__always)
    func source(_ column: Int) -> Source { places[column].source }

    /// Returns whether a column's values are not cached.
    func isFetched(_ column: Int) -> Bool { places[column].keptCount == 0 }

    /// Returns whether a column's values are texts with ids, and not cached.
    func isRead(_ column: Int) -> Bool {
        isFetched(column) && places[column].numbers < 0 && places[column].source != .rowTexts
    }

    /// Returns whether a column's values are cached in the form that profiles store them (`setShared`).
    func isShared(_ column: Int) -> Bool { !isFetched(column) && !isCustom(column) }

    /// Prefetches the entry of the block directory that locates a row's own text.
    @inline(__always)
    func fetchRowText(_ column: Int, _ row: Int) { places[column].texts.fetchStart(of: row, in: file) }

    /// Prefetches the first memory that is read for a value that is not cached.
    @inline(__always)
    func fetchValue(_ column: Int, _ id: UInt32) {
        if places[column].numbers >= 0 {
            file.fetch(places[column].number(id))
        } else {
            places[column].texts.fetchStart(of: Int(id) - 1, in: file)
        }
    }

    /// Prefetches the block of a row's own text.
    @inline(__always)
    func fetchRowTextBlock(_ column: Int, _ row: Int) { places[column].texts.fetchBlock(of: row, in: file) }

    /// Prefetches the block of a value's text.
    @inline(__always)
    func fetchText(_ column: Int, _ id: UInt32) { places[column].texts.fetchBlock(of: Int(id) - 1, in: file) }

    /// Sets the field of a column to the cached value with `id` (`isShared`).
    @inline(__always)
    func setShared(_ column: Int, _ id: UInt32, in profile: inout InstrumentProfile) {
        // An id is out of range only in a damaged file.
        if !places[column].isKept(id) { return }
        if let stored = places[column].storedText {
            stored.set(texts[places[column].kept(id)], in: &profile)
        } else if let stored = places[column].storedDate {
            stored.set(dates[places[column].kept(id)], in: &profile)
        }
    }

    /// Sets the field of a column to the value of `row`, which has `id`. The values of the column are not shared
    /// (`isShared`).
    @inline(__always)
    func set(_ column: Int, _ id: UInt32, _ row: Int, in profile: inout InstrumentProfile) {
        if let stored = places[column].storedText {
            stored.set(string(column, id, row), in: &profile)
        } else {
            setOther(column, id, row, in: &profile)
        }
    }

    /// Sets the field of a column that is custom, or that has numbers or dates.
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

    /// Returns a text that is not cached.
    @inline(__always)
    private func string(_ column: Int, _ id: UInt32, _ row: Int) -> String {
        places[column].texts.shortString(places[column].text(of: row, id), in: file) ?? longString(column, id, row)
    }

    @inline(never)
    private func longString(_ column: Int, _ id: UInt32, _ row: Int) -> String {
        places[column].source == .rowTexts ? columns[column].string(at: row) : columns[column].string(ofValue: id)
    }
}
